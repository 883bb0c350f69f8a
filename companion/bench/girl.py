"""How long the rules of The Girl Who Made the Stars take, against a chess library's moves.

The baseline is python-chess reading a move's text and making it on its board, the same work
for a game that strangers trust.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from companion.bench import Row, cpu_ms, judging_row, whole_game
from companion.flow import Accepted, Observation, Sighting, Status
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame

EXPLAIN_GOAL_MS = 50.0
LEGAL_GOAL_MS = 50.0
_SEATS = "ABCD"
_SEED = 11
_POSITIONS = 12


def rows() -> Iterator[Row]:
    """Judging a move, listing legal moves in mid-game, explaining a Stargazing phase."""
    game = find_game("girl")
    states = whole_game(game, load_edition(game, game.default_edition), _SEATS, _SEED)
    yield judging_row(game, "girl", states, "place")
    yield _legal_row(game, [state for state, _ in states])
    yield _explain_row(game)


def _legal_row(game: AnyGame, states: list[Any]) -> Row:
    middle = states[len(states) // 3 : 2 * len(states) // 3]
    chosen = middle[:: max(1, len(middle) // _POSITIONS)]
    times_ms, counts = [], []
    for state in chosen:
        times_ms.append(cpu_ms(_lister(game, state)))
        counts.append(sum(1 for _ in game.legal_moves(state)))
    times_ms.sort()
    note = (
        f"worst of {len(chosen)} positions {times_ms[-1]:.1f} ms, up to {max(counts)} moves; "
        "the median is shown"
    )
    middle_ms = times_ms[len(times_ms) // 2]
    return Row("girl: list every legal move, mid-game", middle_ms, "ms", LEGAL_GOAL_MS, note)


def _lister(game: AnyGame, state: Any) -> Callable[[], object]:
    return lambda: sum(1 for _ in game.legal_moves(state))


def _explain_row(game: AnyGame) -> Row:
    """Three tiles laid since the last look, on boards that fill up: the worst of them."""
    edition = load_edition(game, game.default_edition)
    times_ms = []
    for seed in range(_POSITIONS):
        state, observation = _phase(game, edition, seed)
        explained = game.explain(state, observation)
        assert explained.explanations
        times_ms.append(cpu_ms(_explainer(game, state, observation)))
    times_ms.sort()
    note = f"worst of {_POSITIONS} boards; median {times_ms[len(times_ms) // 2]:.1f} ms"
    what = "girl: explain a Stargazing phase of three tiles"
    return Row(what, times_ms[-1], "ms", EXPLAIN_GOAL_MS, note)


def _explainer(game: AnyGame, state: Any, observation: Observation) -> Callable[[], object]:
    return lambda: game.explain(state, observation)


def _phase(game: AnyGame, edition: Any, seed: int) -> tuple[Any, Observation]:
    """A state in which nobody has drawn, and the first player's board after the round's tiles."""
    chance = random.Random(seed)
    state = game.start(edition, "AB", {}, {}).state
    first = state
    rounds = 1 + seed % (edition.rounds - 1)
    while state.round <= rounds:
        if state.phase.value == "stargazing" and not any(p.drawn for p in state.players):
            first = state
        verdict = game.judge(state, game.self_play(state, chance))
        assert isinstance(verdict, Accepted)
        if verdict.state.phase.value == "casting" and state.round == rounds:
            return first, _seen(game, verdict.state)
        state = verdict.state
    raise AssertionError("a round ends with the Wood Ash phase")


def _seen(game: AnyGame, state: Any) -> Observation:
    """What a camera sees of player A's board when each tile may also be another."""
    player = game.write_position(state)["players"]["A"]
    sightings = []
    for text in player.get("tiles", ()):
        name, place, turn, side = text.split(" ")[:4]
        kind = f"{name} {turn} front" if side == "front" else f"back {turn}"
        sightings.append(_sighting(place, kind))
    for text in player.get("stardust_placed", ()):
        place, count = text.split(" ")
        sightings.append(_sighting(place, f"stardust {count}"))
    return Observation("player A", 0.0, Status.READ, sightings=tuple(sightings))


def _sighting(place: str, kind: str) -> Sighting:
    kinds = ((kind, 0.7), ("back r0" if kind != "back r0" else "back r1", 0.25))
    return Sighting(kind, kinds, (0.0, 0.0), 1.0, 0, (0, 0, 1, 1), place)
