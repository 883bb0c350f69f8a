"""The Wood Ash in the dish: what each token seen there may be, and which of the cast it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from companion.flow import Observation, Sighting
from companion.games.girl.explaining.sightings import best_products
from companion.games.girl.pieces import ASH_KINDS, Phase
from companion.games.girl.seeing.contents import MOST_OPTIONS, Option
from companion.games.girl.seeing.looks import ash_word, token_word
from companion.games.girl.state import GirlState
from companion.games.girl.wood_ash import depths_mm, land, light_of, settle

Choices = list[tuple[str, float]]  # a token's words with probabilities, likeliest first

_MOST_CLOSE = 3
_OTHER_LIGHT = 0.2  # a token that is known lies where it lay, though its Light is read otherwise
_DISH = ("", "dish", "hub", "red", "yellow", "blue")


def dish_options(state: GirlState, observation: Observation) -> list[Option]:
    """What the dish may hold; none when something covers it."""
    if any(place in _DISH for place, _ in observation.covered):
        return []
    tokens = [each for each in observation.sightings if each.family == "ash" and not each.place]
    choices = [_choices(state, token) for token in tokens]
    if any(not each for each in choices):
        return []
    known = [token_word(token) for token in state.cast if not token.taken]
    if state.phase is Phase.PICKING:
        return _known_options(choices, known)
    found = [
        ([each[pick][0] for each, pick in zip(choices, picks, strict=True)], share)
        for picks, share in best_products(choices)
    ]
    return _options(found)


def _options(found: Sequence[tuple[list[str], float]]) -> list[Option]:
    shares: dict[tuple[str, ...], float] = {}
    for words, share in found:
        key = tuple(sorted(words))
        shares[key] = shares.get(key, 0.0) + share
    ordered = sorted(shares.items(), key=lambda pair: -pair[1])
    return [Option(words, (), min(1.0, share)) for words, share in ordered[:MOST_OPTIONS]]


def _choices(state: GirlState, token: Sighting) -> Choices:
    """Every kind it may be with every Light it may give."""
    kinds = [pair for pair in token.kinds if pair[0] in ASH_KINDS]
    if token.kind in ASH_KINDS:
        kinds = [(str(token.kind), 1.0)]
    found = [
        (ash_word(kind, light), share * part)
        for kind, share in kinds
        for light, part in _lights(state, token)
    ]
    return sorted(found, key=lambda pair: -pair[1])[:MOST_OPTIONS]


def _lights(state: GirlState, token: Sighting) -> Iterator[tuple[tuple[str, ...], float]]:
    """The Light that it may give where it lies, by how far each line is from its rim."""
    edition, inside = state.table.edition, state.table.rulings.ash_inside
    shapes = edition.printed_shapes
    dish_x, dish_y = shapes.sky.dish_at_mm if shapes is not None else (0.0, 0.0)
    at_mm = (token.centre_mm[0] - dish_x, token.centre_mm[1] - dish_y)
    radius_mm = edition.token_radius_mm
    landing = land(at_mm, token.sigma_mm, edition.dish, radius_mm, inside)
    close = [call.area for call in landing.close_calls][:_MOST_CLOSE]
    settled, _ = settle(at_mm, edition.dish, radius_mm, inside)
    depths = depths_mm(settled, edition.dish, radius_mm)
    touching = {area for area, depth in depths.items() if depth > 0}
    shares: dict[tuple[str, ...], float] = {}
    for choice in product((True, False), repeat=len(close)):
        share, areas = 1.0, touching - set(close)
        for area, on in zip(close, choice, strict=True):
            chance = 0.5 * (1 + math.erf(depths[area] / (token.sigma_mm * math.sqrt(2))))
            share *= chance if on else 1 - chance
            areas |= {area} if on else set()
        if areas:
            light = light_of(areas)
            shares[light] = shares.get(light, 0.0) + share
    yield from shares.items()


def _known_options(choices: Sequence[Choices], known: Sequence[str]) -> list[Option]:
    """The tokens seen as those of the cast that they are; what fits none keeps its own words."""
    found: list[tuple[list[str], float]] = []
    # those with the fewest doubts first, so that they take what is certainly theirs
    order = sorted(choices, key=lambda each: (len(each), -each[0][1]))

    def match(place: int, left: tuple[str, ...], words: list[str], share: float) -> None:
        if share < 1e-6 or len(found) > 200:
            return
        if place == len(order):
            found.append((words, share))
            return
        fits = _fits(order[place], left)
        for word, part in fits or [(order[place][0][0], order[place][0][1])]:
            rest = list(left)
            if word in rest:
                rest.remove(word)
            match(place + 1, tuple(rest), [*words, word], share * part)

    match(0, tuple(known), [], 1.0)
    return _normalised(_options(found))


def _fits(choices: Choices, left: Sequence[str]) -> Choices:
    """Which of the tokens left it may be; its kind counts more than its Light."""
    found: dict[str, float] = {}
    for word, share in choices:
        for known in set(left):
            if known == word:
                found[known] = max(found.get(known, 0.0), share)
            elif known.split("@")[0] == word.split("@")[0]:
                found[known] = max(found.get(known, 0.0), share * _OTHER_LIGHT)
    exact = [pair for pair in found.items() if pair[0] == choices[0][0]]
    if exact and exact[0][1] > 0.9:
        return exact
    return sorted(found.items(), key=lambda pair: -pair[1])


def _normalised(options: list[Option]) -> list[Option]:
    total = sum(option.probability for option in options)
    return [Option(o.firm, o.upkeep, o.probability / total) for o in options] if total else []
