"""Random legal games to the end, every step checked; a seed replays a game exactly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame, FinalScore, RulingValue
from companion.records.document import Record
from companion.records.replay import SEAT_NAMES

MOST_STEPS = 20_000  # no game comes near; a loop in the rules would


@dataclass(frozen=True, slots=True)
class Run:
    """One game: its record, how often each kind of move came, its result, and what broke."""

    seed: int
    record: Record
    kinds: Mapping[str, int]
    result: FinalScore | None
    broken: tuple[str, ...]


def random_rulings(game: AnyGame, edition: Any, seed: int) -> dict[str, RulingValue]:
    """Every setting picked by the seed."""
    chance = random.Random(f"rulings {seed}")
    return {r.name: chance.choice(r.choices)[0] for r in game.rulings(edition)}


def play(
    game: AnyGame,
    edition: Any,
    players: int,
    seed: int,
    rulings: Mapping[str, RulingValue],
) -> Run:
    """Play one game; stops at the first broken invariant or refused move."""
    chance = random.Random(seed)
    seats = tuple(SEAT_NAMES[:players])
    setup = msgspec.to_builtins(game.deal(edition, seats, chance))
    state = game.start(edition, seats, rulings, setup).state
    moves: list[str] = []
    kinds: Counter[str] = Counter()
    result: FinalScore | None = None
    broken: tuple[str, ...] = ()
    while result is None and not broken:
        move = game.self_play(state, chance)
        text = game.write_move(move)
        moves.append(text)
        kinds[text.split(" ")[0]] += 1
        verdict = game.judge(state, move)
        if isinstance(verdict, Accepted | Finished):
            broken = game.check(state, verdict.state)
            state = verdict.state
            if isinstance(verdict, Finished):
                result = verdict.result
        else:
            broken = (f"a move offered as legal was not accepted: {text}: {verdict}",)
        if len(moves) >= MOST_STEPS:
            broken = (*broken, f"no end after {MOST_STEPS} moves")
    record = Record(game.name, edition.name, seats, dict(rulings), setup, None, tuple(moves))
    return Run(seed, record, kinds, result, broken)
