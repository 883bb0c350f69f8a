"""What a camera sees on the sky, explained by the plays that account for it.

The board is called `sky`; its places are spaces (`2,1`, kinds `star A` ... and `star neutral`)
and lines (`2,1-2,2`, kind `line`).  Where an unused colour serves for neutral stars (POL-SET-8),
its stars are neutral ones.  The frame and the goals round the sky are left aside: they say nothing
about a play.  Taking a card or shooting stars changes nothing there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, permutations, product

from companion.flow import Accepted, Finished, Observation, Reason, Refused, Sighting
from companion.games.contract import Explained, Explanation, MoveTextError
from companion.games.polaris.edition import bits
from companion.games.polaris.move_text import read_line, write_move
from companion.games.polaris.moves import Element, Line, Play, PlayedCard, Star, TakeStars
from companion.games.polaris.pieces import SEATS
from companion.games.polaris.reasons import Broken
from companion.games.polaris.rules import judge
from companion.games.polaris.rules.arranging import elements_of
from companion.games.polaris.rules.laying import Laying
from companion.games.polaris.rules.legal import playable
from companion.games.polaris.rules.turns import without_card
from companion.games.polaris.spelling import implied
from companion.games.polaris.state import PolarisState, seat_name

BOARD = "sky"
MOST_READINGS = 8
MOST_EXPLANATIONS = 4
MOST_STEPS = 400  # judged moves per observation: the bound on time
MOST_HANDS = 1000  # choices of so many cards looked at for a phase
LEAST_PROBABILITY = 0.05  # of an alternative that is looked into
LINE = "line"
_STAR = "star "
_BESIDE = re.compile(r"(frame|goal) ")  # places round the sky


@dataclass(frozen=True, slots=True)
class Seen:
    """One reading of a picture: masks of stars by seat (neutral last), of lines, unclear ones."""

    stars: tuple[int, ...]
    lines: int
    unclear_spaces: int
    unclear_lines: int
    probability: float


class _Unknown(Exception):
    """A sighting that is no place or piece of the sky."""


def explain(state: PolarisState, observation: Observation) -> Explained:
    """Explanations best first (at most 4), or the clauses that the likeliest reading breaks."""
    if observation.board != BOARD:
        return Explained((), (Reason("reason.unseen_piece", "POL-SET-1", observation.board),))
    found: list[Explanation] = []
    reasons: tuple[Reason, ...] = ()
    search = _Search(state)
    try:
        for number, seen in enumerate(_readings(state, observation)):
            results = search.run(seen)
            if not results and not number:
                reasons = search.reasons
            for moves, after in results:
                pairs = zip(after.players, state.players, strict=True)
                changes = tuple(new.score - old.score for new, old in pairs)
                share = seen.probability / len(results)
                found.append(Explanation(moves, share, after, changes))
    except _Unknown as error:
        return Explained((), (Reason("reason.unseen_piece", "POL-SET-1", str(error)),))
    found.sort(key=lambda explanation: -explanation.probability)
    found = found[:MOST_EXPLANATIONS]
    same = all(e.state == found[0].state for e in found)
    return Explained(tuple(found), () if found else reasons, same, search.gave_up)


def _readings(state: PolarisState, observation: Observation) -> Iterator[Seen]:
    """The likeliest readings of all sightings of the sky, best first."""
    of_the_sky = tuple(s for s in observation.sightings if not _BESIDE.match(s.place))
    covered = tuple(pair for pair in observation.covered if not _BESIDE.match(pair[0]))
    observation = replace(observation, sightings=of_the_sky, covered=covered)
    choices = [_kinds(sighting) for sighting in of_the_sky]
    some = [kinds[: 1 if len(kinds) == 1 else 2] for kinds in choices]
    combined = islice(product(*some), MOST_READINGS * MOST_READINGS)
    weighed = sorted(
        ((_product(p for _, p in kinds), kinds) for kinds in combined), key=lambda pair: -pair[0]
    )
    for probability, kinds in weighed[:MOST_READINGS]:
        yield _seen(state, observation, [kind for kind, _ in kinds], probability)


def _kinds(sighting: Sighting) -> list[tuple[str | None, float]]:
    if sighting.kind is None:
        return [(None, 1.0)]
    likely: list[tuple[str | None, float]] = [
        (kind, p) for kind, p in sighting.kinds if p >= LEAST_PROBABILITY
    ]
    return likely or [(sighting.kind, 1.0)]


def _product(values: Iterator[float]) -> float:
    result = 1.0
    for value in values:
        result *= value
    return result


def _seen(
    state: PolarisState, observation: Observation, kinds: list[str | None], probability: float
) -> Seen:
    stars, lines = [0] * len(state.stars), 0
    spaces = unclear_lines = 0
    for sighting, kind in zip(observation.sightings, kinds, strict=True):
        space, line = _place(state, sighting.place)
        if kind is None:
            spaces, unclear_lines = spaces | space, unclear_lines | line
        elif line and kind == LINE:
            lines |= line
        elif space and kind.startswith(_STAR):
            stars[_owner(state, kind)] |= space
        elif kind not in ("empty", "vacant"):
            raise _Unknown(f"{sighting.place} {kind}")
    for place, _ in observation.covered:
        space, line = _place(state, place)
        spaces, unclear_lines = spaces | space, unclear_lines | line
    return Seen(tuple(stars), lines, spaces, unclear_lines, probability)


def _place(state: PolarisState, name: str) -> tuple[int, int]:
    """The space or the line of a name, as masks."""
    sky = state.table.edition.sky
    if name in sky.index and name != sky.names[sky.north]:
        return 1 << sky.index[name], 0
    try:
        line = read_line(name)
    except MoveTextError as error:
        raise _Unknown(name) from error
    number = sky.line_index.get((sky.index.get(line.one, -1), sky.index.get(line.other, -1)))
    if number is None:
        raise _Unknown(name)
    return 0, 1 << number


def _owner(state: PolarisState, kind: str) -> int:
    name = kind.removeprefix(_STAR)
    if name in SEATS[: state.table.seats]:
        return SEATS.index(name)
    with_neutral = state.table.seats in state.table.edition.neutral_players
    if name == "neutral" or (name in SEATS and with_neutral):
        return len(state.stars) - 1
    raise _Unknown(kind)


class _Search:
    """Plays that lay exactly what is new, with one budget of steps for all readings."""

    def __init__(self, state: PolarisState) -> None:
        self._before = self._state = state
        self._moves: tuple[str, ...] = ()  # a card that nobody noted may have to come first
        for move in implied(state, TakeStars(seat_name(state.turn))):
            verdict = judge(self._state, move)
            if isinstance(verdict, Accepted):
                self._state = verdict.state
                self._moves = (*self._moves, write_move(move))
        self._steps = MOST_STEPS
        self.gave_up = False
        self.reasons: tuple[Reason, ...] = ()

    def run(self, seen: Seen) -> list[tuple[tuple[str, ...], PolarisState]]:
        """Moves and where they lead; none for a picture that shows no change."""
        state = self._state
        self.reasons = tuple(self._impossible(seen))
        if self.reasons:
            return []
        stars = seen.stars[state.turn] & ~state.stars[state.turn]
        lines = seen.lines & ~state.lines
        if not stars and not lines:
            return [((), self._before)]
        results: dict[PolarisState, tuple[str, ...]] = {}
        for play in self._plays(stars, lines):
            if self._steps <= 0:
                self.gave_up = True
                break
            self._steps -= 1
            verdict = judge(state, play)
            if isinstance(verdict, Accepted | Finished):
                results.setdefault(verdict.state, (*self._moves, write_move(play)))
                if len(results) >= MOST_EXPLANATIONS:
                    break
            elif isinstance(verdict, Refused) and not self.reasons:
                self.reasons = verdict.reasons
        if not results and not self.reasons:
            self.reasons = (Broken.NOT_ON_CARD.reason(seat_name(state.turn), card=""),)
        return [(moves, after) for after, moves in results.items()]

    def _impossible(self, seen: Seen) -> Iterator[Reason]:
        """What no play explains: pieces gone, stars of players whose turn it is not."""
        state, sky = self._state, self._state.table.edition.sky
        for seat, mask in enumerate(seen.stars):
            gone = state.stars[seat] & ~mask & ~seen.unclear_spaces
            for name in sky.space_names(gone):
                yield Reason("reason.piece_gone", "POL-STAR-1", name, {"place": name})
            new = mask & ~state.stars[seat]
            if new and seat != state.turn:
                place = sky.space_names(new)[0]
                yield Broken.NOT_YOUR_TURN.reason(place, turn=seat_name(state.turn))
        for line in bits(state.lines & ~seen.lines & ~seen.unclear_lines):
            name = sky.line_name(line)
            yield Reason("reason.piece_gone", "POL-Q27", name, {"place": name})

    def _plays(self, stars: int, lines: int) -> Iterator[Play]:
        """Ways to hand out the new elements to cards of the hand, few cards first."""
        state = self._state
        edition = state.table.edition
        hand = state.players[state.turn].hand
        laid = (tuple(bits(stars)), tuple(bits(lines)))
        for count in range(1, min(len(hand), sum(map(len, laid))) + 1):
            for phase in range(len(edition.phases)):
                laying = Laying(state, state.turn, phase)
                if stars & ~laying.sector_spaces or lines & ~laying.sector_lines:
                    continue
                elements = elements_of(laying, laid)
                for cards in islice(self._hands(hand, count), MOST_HANDS):
                    for parts in _shared_out(laying, cards, elements):
                        played = zip(cards, parts, strict=True)
                        yield Play(
                            seat_name(state.turn),
                            edition.phases[phase],
                            tuple(PlayedCard(edition.cards[n].name, part) for n, part in played),
                        )

    def _hands(self, hand: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
        """Ordered choices of cards that the hand holds, unchanged phases first."""
        for cards in permutations(self._known(hand), count):
            left: tuple[int, ...] | None = hand
            for card in cards:
                left = without_card(self._state, left, card) if left is not None else None
            if left is not None:
                yield cards

    def _known(self, hand: tuple[int, ...]) -> list[int]:
        known = [card for card in hand if card >= 0]
        return known + [card for card in playable(self._state, hand) if card not in known]


def _shared_out(
    laying: Laying, cards: tuple[int, ...], elements: tuple[Element, ...]
) -> Iterator[tuple[tuple[Element, ...], ...]]:
    """The elements dealt out to the cards, each as many as one of its options holds."""
    if not cards:
        if not elements:
            yield ()
        return
    options = laying.edition.cards[cards[0]].options
    most = max(len(option.stars) + len(option.lines) for option in options)
    for part in _subsets(elements, most):
        if not part or not _possible(laying, cards[0], part):
            continue
        rest = tuple(element for element in elements if element not in part)
        for others in _shared_out(laying, cards[1:], rest):
            yield (part, *others)


def _subsets(elements: tuple[Element, ...], most: int) -> Iterator[tuple[Element, ...]]:
    if not elements:
        yield ()
        return
    for part in _subsets(elements[1:], most):
        if len(part) < most:
            yield (elements[0], *part)
        yield part


def _possible(laying: Laying, card: int, part: tuple[Element, ...]) -> bool:
    """Whether an option of the card has so many stars and lines."""
    stars = sum(isinstance(element, Star) for element in part)
    lines = sum(isinstance(element, Line) for element in part)
    return any(
        stars <= len(option.stars) and lines <= len(option.lines)
        for option in laying.edition.cards[card].options
    )
