"""The whole table of a game of the Girl as readers give it, with what they may get wrong."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import msgspec

from companion.flow import (
    Accepted,
    Finished,
    Observation,
    PlaceReading,
    PlaceStatus,
    Sighting,
    Status,
)
from companion.games.catalogue import find_game, load_edition
from companion.games.girl.wood_ash import depths_mm, light_of, settle
from companion.prints import Lie

GAME: Any = find_game("girl")
EDITION: Any = load_edition(GAME, GAME.default_edition)
PRINTS = GAME.prints(EDITION)
WINDOW = (0, 0, 1, 1)
TITLES = {"main": "Main board", "sky": "Night Sky board", "score": "Score board"}
SEATS = ("A", "B", "C", "D")
BACKS = {(each.family, each.kind): each.back_kind for each in PRINTS.pieces}
DISH_MM = EDITION.printed_shapes.sky.dish_at_mm


@dataclass(frozen=True)
class Step:
    """One move of a game, and the states around it."""

    before: Any
    move: Any
    after: Any


@lru_cache(maxsize=8)
def game(seed: int, players: int = 4) -> tuple[Step, ...]:
    """A whole random game."""
    chance = random.Random(seed)
    seats = SEATS[:players]
    setup = msgspec.to_builtins(GAME.deal(EDITION, seats, chance))
    state = GAME.start(EDITION, seats, {}, setup).state
    found = []
    while True:
        move = GAME.self_play(state, chance)
        verdict = GAME.judge(state, move)
        assert isinstance(verdict, Accepted | Finished), verdict
        found.append(Step(state, move, verdict.state))
        state = verdict.state
        if isinstance(verdict, Finished):
            return tuple(found)


@lru_cache(maxsize=64)
def in_dish(colours: tuple[str, ...]) -> tuple[float, float]:
    """A point of the dish, from its middle, where a token gives this Light, far from doubt."""
    chance = random.Random(str(colours))
    radius = EDITION.token_radius_mm
    while True:
        at = (chance.uniform(-90, 90), chance.uniform(-90, 90))
        if settle(at, EDITION.dish, radius)[1]:
            continue
        depths = depths_mm(at, EDITION.dish, radius)
        touching = {area for area, depth in depths.items() if depth > 0}
        if min(abs(depth) for depth in depths.values()) > 2.5 and light_of(touching) == colours:
            return at


def sighting(lie: Lie) -> Sighting:
    kind = BACKS[lie.family, lie.kind] if lie.back else lie.kind
    turn = lie.turn * 60.0 if lie.family == "star" else None
    at = (0.0, 0.0)
    if not lie.place:
        x, y = in_dish(tuple(sorted(lie.touches)))
        at = (DISH_MM[0] + x, DISH_MM[1] + y)
    return Sighting(
        *(kind, ((kind, 0.99),), at, 0.3, 0, WINDOW, lie.place), family=lie.family, turn_deg=turn
    )


def looked(state: Any, lies: tuple[Lie, ...] | None = None) -> tuple[Observation, ...]:
    """All boards as readers that err nowhere give them, empty places too."""
    at: dict[tuple[str, int, str], list[Sighting]] = defaultdict(list)
    for lie in GAME.lies(state) if lies is None else lies:
        at[lie.board, lie.copy, lie.place].append(sighting(lie))
    found = []
    for board in PRINTS.boards:
        for copy in range(board.count if board.count < 2 else state.table.seats):
            places = tuple(
                PlaceReading(
                    *(place.name, PlaceStatus.READ, tuple(at[board.name, copy, place.name])),
                    *(0.99, (), WINDOW),
                )
                for place in board.places
            )
            title = TITLES.get(board.name, f"Player board {copy + 1}")
            thrown = tuple(at[board.name, copy, ""]) if board.dish else ()
            found.append(Observation(title, 0.0, Status.READ, sightings=thrown, places=places))
    return tuple(found)


def changed(
    observations: tuple[Observation, ...],
    board: str,
    place: str,
    change: Callable[[PlaceReading], PlaceReading],
) -> tuple[Observation, ...]:
    """The same with one place read otherwise."""
    return tuple(
        replace(
            each,
            places=tuple(change(one) if one.place == place else one for one in each.places),
        )
        if each.board == board
        else each
        for each in observations
    )


def covered(reading: PlaceReading) -> PlaceReading:
    return replace(reading, status=PlaceStatus.COVERED, pieces=(), why="a hand covers it")


def looks_alike(one: Any, other: Any) -> bool:
    """Whether two states show the same table and the same scores."""
    return sorted(map(repr, seen_lies(one))) == sorted(map(repr, seen_lies(other))) and scores(
        one
    ) == scores(other)


def seen_lies(state: Any) -> Iterator[Lie]:
    """What can be told of what lies there: a back's tile can't, a symmetric tile's turn neither,
    nor what lies below the top card."""
    for lie in GAME.lies(state):
        if lie.family == "card":
            continue
        if lie.family == "star":
            number = EDITION.tile_index[lie.kind]
            lines = EDITION.back if lie.back else EDITION.tiles[number].lines
            turned = sorted((edge + lie.turn) % 6 for edge in range(6) if lines >> edge & 1)
            yield replace(lie, kind=f"{'' if lie.back else lie.kind}{turned}", turn=0)
        else:
            yield lie
    yield Lie("main", 0, "card", "card", str(state.offering.card))


def scores(state: Any) -> tuple[int, ...]:
    return tuple(player.score for player in state.players)
