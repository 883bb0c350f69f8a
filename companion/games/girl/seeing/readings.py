"""All boards of a look put together: what lies where, in the likeliest ways to understand it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.flow import Observation, Status
from companion.games.girl.art import names
from companion.games.girl.explaining.printed import board_name
from companion.games.girl.explaining.sightings import best_products
from companion.games.girl.pieces import SEATS
from companion.games.girl.seeing.contents import Option, options_of
from companion.games.girl.seeing.dish import dish_options
from companion.games.girl.seeing.looks import DISH, MAIN, SCORE, SKY, Content, Look, Spot, firm
from companion.games.girl.state import GirlState

_AS_IT_WAS = 3.0  # how much likelier than a change it is that nothing changed


@dataclass(frozen=True)
class SeenTable:
    """One way to understand a look.

    `parts` are what lies where, by the parts of `firm`; a place that is in none of them may
    hold anything.  `upkeep` is the same for what follows from moves.  `doubted` are the places
    whose content was chosen among several.
    """

    parts: tuple[Look, ...]
    upkeep: Look
    probability: float
    doubted: frozenset[Spot] = frozenset()


@dataclass(frozen=True)
class Evidence:
    """What every place in view may hold, and the share of something that nobody thought of."""

    options: dict[Spot, list[Option]]
    unknown: float


def evidence_of(state: GirlState, observations: Sequence[Observation]) -> Evidence:
    """The options of every place of the boards that were read."""
    options: dict[Spot, list[Option]] = {}
    for observation in observations:
        board = board_name(observation.board)
        if observation.status is not Status.READ or not _is_here(state, board):
            continue
        for reading in observation.places:
            found = options_of(state.table.edition, (board, reading.place), reading)
            if found:
                options[board, reading.place] = found
        if board == SKY:
            found = dish_options(state, observation)
            if found:
                options[DISH] = found
    known = 1.0
    before = _flat(firm(state))
    for spot, found in options.items():
        if len(found) > 1 or found[0].probability < 1:
            options[spot] = found = _leaning(found, before.get(spot, ()))
            known *= min(1.0, sum(option.probability for option in found))
    return Evidence(options, 1 - known)


def _is_here(state: GirlState, board: str) -> bool:
    seats = [f"player {seat}" for seat in SEATS[: state.table.seats]]
    return board in (MAIN, SKY, SCORE, *seats)


def _flat(parts: Sequence[Look]) -> dict[Spot, Content]:
    return {spot: content for part in parts for spot, content in part.items()}


def _leaning(options: list[Option], before: Content) -> list[Option]:
    """What lay there already is likelier than its share of the picture says."""
    total = sum(option.probability for option in options)
    leaning = [
        replace(o, probability=o.probability * (_AS_IT_WAS if o.firm == before else 1.0))
        for o in options
    ]
    scale = total / sum(option.probability for option in leaning)
    leaning = [replace(option, probability=option.probability * scale) for option in leaning]
    return sorted(leaning, key=lambda option: -option.probability)


def readings_of(state: GirlState, evidence: Evidence) -> Iterator[SeenTable]:
    """The likeliest ways to understand the whole table, best first."""
    doubtful = [spot for spot, found in evidence.options.items() if len(found) > 1]
    choices = [[("", o.probability) for o in evidence.options[spot]] for spot in doubtful]
    for picks, probability in best_products(choices):
        chosen = {spot: found[0] for spot, found in evidence.options.items()}
        for spot, pick in zip(doubtful, picks, strict=True):
            chosen[spot] = evidence.options[spot][pick]
        yield _seen(state, chosen, probability, frozenset(doubtful))


def _seen(
    state: GirlState, chosen: dict[Spot, Option], probability: float, doubted: frozenset[Spot]
) -> SeenTable:
    parts: list[dict[Spot, Content]] = [{} for _ in range(state.table.seats + 5)]
    upkeep: dict[Spot, Content] = {}
    for spot, option in chosen.items():
        if spot[0] == SCORE:
            for marker in option.upkeep or option.firm:
                upkeep[SCORE, marker] = (spot[1],)
            continue
        parts[part_of(state, spot)][spot] = option.firm
        upkeep[spot] = option.upkeep
    return SeenTable(tuple(parts), upkeep, probability, doubted)


def part_of(state: GirlState, spot: Spot) -> int:
    """The number of the part of `firm` that a place belongs to."""
    seats, (board, place) = state.table.seats, spot
    if board == SKY:
        return seats + (3 if place else 4)
    if board != MAIN:
        return SEATS.index(board.rpartition(" ")[2])
    if place in state.table.edition.paths.index:
        return seats
    is_card = place == names.CARD or place.startswith(names.offering(""))
    return seats + (2 if is_card else 1)
