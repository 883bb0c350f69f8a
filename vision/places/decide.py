"""From costs to probabilities: how sure a reading is, and when nothing can be said."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.places.base import Guess
from vision.places.content import Content
from vision.places.loose_piece import Loose

# Pixels near each other err alike: so many mm2 weigh as much as one independent look.
ALIKE_MM2 = 10.0
# Where a kind that should be there fits this badly, it is rather something unknown.
STRANGE_COST, STRANGE_SPREAD = 3.0, 0.25
DEPARTS_COST, DEPARTS_SPREAD = 5.0, 0.35
LEFT_OVER_COST, LEFT_OVER_SPREAD = 5.8, 0.35
# Bare print under so much white that small pieces of pale colour drown in it.
VEILED, VEILED_LEFT_COST, VEILED_LEFT_SPREAD = 25.0, 2.8, 0.12
# So much better than print or piece, the light's dimming counted, may one even colour explain what
# is seen: beyond it a sleeve or a sheet is seen there, however dark or pale print and piece may be.
FLAT_COST, FLAT_SPREAD = 0.95, 0.03
DIMMING_PRICE = 5.5  # of contrast taken away, for its square,
VEILS_WHITE = 500.0  # beyond what a veil takes: so many tones would leave none
# Where gloss takes contrast away, what has a piece's own colour departs even less from it.
FAINT_COST, FAINT_SPREAD = 4.2, 0.15
# A small piece that is not believed, and yet would explain some spot so much better.
ALMOST_COST, ALMOST_SPREAD = 0.6, 0.05
# In a heap a piece may peep out from below another one.
HEAP_LEFT_COST, HEAP_LEFT_SPREAD = 1.8, 0.12
# A small piece whose kind fits this badly is rather another thing.
ODD_COST, ODD_SPREAD = 3.7, 0.25
# A piece that fills its place and seems so far out of it is rather another thing; one that fits
# perfectly may be farther, as the top of a crooked pile is.
ASTRAY_MM, ASTRAY_PERFECT_MM, ASTRAY_SPREAD, PERFECT = 3.2, 4.5, 0.15, 1.4
# Print darker than this share of what the light lets expect may be anything black.
DARKEST, DARK_SPREAD = 0.27, 0.06
WASHED_VEIL, WASHED_GAIN = 60.0, 0.3
WASHED_OUT, WASHED_SPREAD = 2.68, 0.04
# So washed out, and yet something is left over: what has the piece's own colour may hide on it.
PALE, PALE_SPREAD, PALE_LEFT_OVER = 1.7, 0.04, 2.0
# Where a piece's own print looks like a small piece on it, only one that fits well is one.
CAMOUFLAGED_ODD_COST, CAMOUFLAGED_ODD_SPREAD = 2.15, 0.1
# By how much a small piece has to explain its spot better than its absence.
THERE_COST, THERE_SPREAD = 0.6, 0.25
# White ones have to fit and explain more, unless they fit perfectly: gloss is white, too; what the
# print below explains by itself may be no piece either.
PALE_ODD_COST, PALE_THERE_COST, PALE_THERE_SPREAD, PALE_PERFECT = 3.4, 1.15, 0.3, 1.5
SURE = 0.98
# How the odds of a doubtful reading grow with what was worked out, measured on rendered tables: a
# place of which little is understood is still right now and then, empty ones above all.
HONEST_ODDS, HONEST_BELOW, HONEST_ABOVE, HONEST_LEAST = -0.4, 0.15, 0.5, -8.0


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a content is worth: alternatives with probabilities, most likely first.

    `base` are (kind, turn) of the lowest piece; ("", 0) for nothing.  `pieces` are, for each
    small piece, its kinds by index.  `there` is for each small piece the probability that it is
    there at all.  `strange` is the probability that something unknown lies there.
    """

    base: tuple[tuple[tuple[str, str, float], float], ...]
    pieces: tuple[tuple[tuple[int, float], ...], ...]
    there: tuple[float, ...]
    strange: float

    @property
    def probability(self) -> float:
        """That everything the most likely reading says is so."""
        sure = self.base[0][1] * (1 - self.strange)
        for kinds, there in zip(self.pieces, self.there, strict=True):
            sure *= kinds[0][1] * there
        return sure


def weigh(
    content: Content, guesses: Sequence[Guess], rival: Content | None, area_mm2: float
) -> Weighed:
    """Probabilities of a content; `guesses` are all that may lie lowest, best first.

    `rival` is the best content on another kind of base, if that was worked out.
    """
    looks = area_mm2 / ALIKE_MM2 / 2
    base = _weigh_base(content, guesses, rival, looks)
    pieces = tuple(_weigh_kinds(piece, content.camouflaged) for piece in content.pieces)
    there = tuple(_presence(piece, content.camouflaged) for piece in content.pieces)
    strange = max(
        _logistic((content.rest - STRANGE_COST) / STRANGE_SPREAD),
        _logistic((content.unforgiven - DEPARTS_COST) / DEPARTS_SPREAD),
        _left_over(content),
        _featureless(content),
        _faint(content),
        _logistic((content.almost - ALMOST_COST) / ALMOST_SPREAD),
        _logistic((_washed_out(content.light) - WASHED_OUT) / WASHED_SPREAD),
        _hidden_on(content),
        _astray(content.base),
        _logistic((math.log(DARKEST) - math.log(max(content.bright, 1e-3))) / DARK_SPREAD),
    )
    return Weighed(base, pieces, there, strange)


def honest(probability: float) -> float:
    """How often a reading that is not sure is right when so much was worked out for it."""
    share = min(max(probability, 1e-9), 1 - 1e-9)
    odds = max(HONEST_LEAST, math.log(share / (1 - share)))
    slope = HONEST_BELOW if odds < 0 else HONEST_ABOVE
    return min(SURE, 1 / (1 + math.exp(-(HONEST_ODDS + slope * odds))))


def _weigh_base(
    content: Content, guesses: Sequence[Guess], rival: Content | None, looks: float
) -> tuple[tuple[tuple[str, str, float], float], ...]:
    """Readings of the lowest piece: as (family, kind, turn), each once."""
    if len(guesses) == 1:
        return ((_key(content.base), 1.0),)
    against: dict[tuple[str, str, float], float] = {}  # logarithms, by how much less likely
    beaten = {id(guess): likelier for guess, likelier in content.others}
    for guess in guesses:
        if id(guess) in beaten:
            less = beaten[id(guess)]
        elif rival is not None and (guess.family is None) == (rival.base.family is None):
            # Its own small pieces are taken out of both before they are compared.
            less = looks * (rival.total - content.total + guess.cost - rival.base.cost)
        else:
            less = looks * (guess.cost - content.base.cost)
        key = _key(guess)
        against[key] = min(less, against.get(key, np.inf))
    against[_key(content.base)] = 0.0
    keys = sorted(against, key=lambda key: against[key])
    weights = np.exp(against[keys[0]] - np.array([against[key] for key in keys]))
    weights /= weights.sum()
    own = keys.index(_key(content.base))
    order = [own, *(i for i in range(len(keys)) if i != own)]
    return tuple((keys[i], float(weights[i])) for i in order if weights[i] > 1e-4 or i == own)


def _washed_out(light: Sequence[float]) -> float:
    """How little of a template is left under the gloss that is assumed to lie over it.

    With enough white added and enough contrast taken away everything looks like anything.
    """
    gain, veil = light[3], light[4]
    return max(0.0, veil) / WASHED_VEIL + max(0.0, -gain) / WASHED_GAIN


def _dimmed(content: Content) -> float:
    """The share of contrast (0..1) that the light is assumed to take away."""
    return max(0.0, -max(content.base.lie[3], content.light[3]))


def _featureless(content: Content) -> float:
    """How likely it is that something even lies there, which shows nothing of what should.

    Light may take contrast away, but without the white of gloss what needs that to fit says less.
    """
    veil = max(0.0, content.base.lie[4], content.light[4])
    dimmed = max(0.0, _dimmed(content) - veil / VEILS_WHITE)
    more = content.unforgiven + DIMMING_PRICE * dimmed**2 - content.flat
    return _logistic((more - FLAT_COST) / FLAT_SPREAD)


def _faint(content: Content) -> float:
    """How likely it is that a thing of its own colour lies on a piece whose contrast is low."""
    if not content.camouflaged:
        return 0.0
    more = content.left_over / (1 - _dimmed(content)) ** 2
    return _logistic((more - FAINT_COST) / FAINT_SPREAD)


def _left_over(content: Content) -> float:
    """How likely it is that what nothing explains is a thing."""
    if content.heaped:
        return _logistic((content.left_over - HEAP_LEFT_COST) / HEAP_LEFT_SPREAD)
    if content.base.family is None and content.light[4] > VEILED:
        return _logistic((content.left_over - VEILED_LEFT_COST) / VEILED_LEFT_SPREAD)
    return _logistic((content.left_over - LEFT_OVER_COST) / LEFT_OVER_SPREAD)


def _hidden_on(content: Content) -> float:
    """How likely it is that something of a piece's own colour lies unseen on it."""
    if content.base.family is None or content.left_over < PALE_LEFT_OVER:
        return 0.0
    return _logistic((_washed_out(content.base.lie) - PALE) / PALE_SPREAD)


def _astray(base: Guess) -> float:
    """How likely it is that a piece so far out of its place is none."""
    if base.family is None:
        return 0.0
    most = ASTRAY_PERFECT_MM if base.cost < PERFECT else ASTRAY_MM
    return _logistic((math.hypot(base.lie[0], base.lie[1]) - most) / ASTRAY_SPREAD)


def _key(guess: Guess) -> tuple[str, str, float]:
    if guess.family is None:
        return "", "", 0.0
    told = guess.family.turns > 1 and guess.bank.period_deg[int(guess.bank.kinds[guess.row])] > 0
    return guess.family.name, guess.kind, guess.turn_deg if told else 0.0


def _weigh_kinds(piece: Loose, camouflaged: bool) -> tuple[tuple[int, float], ...]:
    looks = piece.bank.area_mm2 / ALIKE_MM2
    costs = np.array([cost for _, cost in piece.kinds])
    weights = np.exp(-looks * (costs - costs[0]))
    odd = PALE_ODD_COST if _may_be_gloss(piece) else ODD_COST
    known = 1 - _logistic((piece.cost - odd) / ODD_SPREAD)
    if camouflaged:
        known *= 1 - _logistic((piece.cost - CAMOUFLAGED_ODD_COST) / CAMOUFLAGED_ODD_SPREAD)
    weights *= known / weights.sum()
    return tuple((kind, float(w)) for (kind, _), w in zip(piece.kinds, weights, strict=True))


def _presence(piece: Loose, camouflaged: bool) -> float:
    more = piece.before - piece.cost
    if _may_be_gloss(piece) or (camouflaged and piece.cost > PALE_PERFECT):
        return _logistic((more - PALE_THERE_COST) / PALE_THERE_SPREAD)
    return _logistic((more - THERE_COST) / THERE_SPREAD)


def _may_be_gloss(piece: Loose) -> bool:
    """Whether a small piece is white, and fits no better than gloss may."""
    return piece.cost > PALE_PERFECT and piece.bank.is_pale(piece.row)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-min(50.0, max(-50.0, value))))
