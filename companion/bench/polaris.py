"""How long the rules of Polaris take: judging against a chess library's moves, and scoring."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from companion.bench import Row, cpu_ms, judging_row, whole_game
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame

LEGAL_GOAL_MS = 50.0
SCORE_GOAL_MS = 50.0
LONGEST_GOAL_MS = 200.0
_SEATS = "ABCD"
_SEEDS = (11, 12, 13)
_FIRST_MOVES = 100  # all moves of a hand of five are too many to be listed
_SKIES = 40


def rows() -> Iterator[Row]:
    """Judging a move of four-player games, legal moves, scoring full skies."""
    game = find_game("polaris")
    edition = load_edition(game, game.default_edition)
    judged = [pair for seed in _SEEDS for pair in whole_game(game, edition, _SEATS, seed)]
    yield judging_row(game, "polaris", judged, "play")
    plays = [pair for pair in judged if pair[1].startswith("play")]
    yield _legal_row(game, [state for state, _ in plays])
    yield from _sky_rows(game, edition)


def _legal_row(game: AnyGame, states: Sequence[Any]) -> Row:
    worst_ms = max(
        cpu_ms(
            lambda state=state: list(islice(game.legal_moves(state), _FIRST_MOVES))  # type: ignore[misc]
        )
        for state in states[:: max(1, len(states) // 24)]
    )
    what = f"polaris: list the first {_FIRST_MOVES} legal moves"
    return Row(what, worst_ms, "ms", LEGAL_GOAL_MS, "the worst of 24 positions")


def _sky_rows(game: AnyGame, edition: Any) -> Iterator[Row]:
    """Skies on which the seats have laid all their stars in dense patches."""
    from companion.games.polaris.sky.longest import longest_line

    scores_ms, longest_ms = [], []
    for seed in range(_SKIES):
        state = _full_sky(game, edition, random.Random(seed))
        scores_ms.append(cpu_ms(lambda state=state: game.final_score(state)))  # type: ignore[misc]
        longest_ms += [
            cpu_ms(lambda s=state, own=own: longest_line(edition.sky, own, s.lines), 1)  # type: ignore[misc]
            for own in state.stars[:-1]
        ]
    note = f"the worst of {_SKIES} skies with 100 stars, 80 lines; four personal goals"
    yield Row("polaris: final score of a full sky", max(scores_ms), "ms", SCORE_GOAL_MS, note)
    note = f"the worst of {len(longest_ms)}; the mean is {sum(longest_ms) / len(longest_ms):.1f} ms"
    yield Row("polaris: longest line of a seat", max(longest_ms), "ms", LONGEST_GOAL_MS, note)


def _full_sky(game: AnyGame, edition: Any, chance: random.Random) -> Any:
    """Every space taken; two seats have all their stars in a patch, with all the lines there."""
    sky = edition.sky
    left = set(range(sky.north))
    patches = [_patch(sky, left, chance, edition.components.stars) for _ in range(2)]
    rest = sorted(left)
    patches += [set(rest[::2]), set(rest[1::2])]
    inside = [
        line
        for line, ends in enumerate(sky.ends)
        if any(set(ends) <= patch | {sky.north} for patch in patches[:2])
    ]
    lines = chance.sample(inside, min(len(inside), edition.components.lines))
    goals = chance.sample([goal.name for goal in edition.personal], len(_SEATS))
    position = {
        "players": {
            seat: {"stars": [sky.names[space] for space in sorted(patch)], "goal": goal}
            for seat, patch, goal in zip(_SEATS, patches, goals, strict=True)
        },
        "lines": [sky.line_name(line) for line in lines],
    }
    return game.start(edition, _SEATS, {}, {}, position).state


def _patch(sky: Any, left: set[int], chance: random.Random, count: int) -> set[int]:
    """Spaces that hang together, taken out of those that are left."""
    found = {chance.choice(sorted(left))}
    while len(found) < count:
        beside = {n for s in found for _, n in sky.around[s] if n in left and n not in found}
        found.add(chance.choice(sorted(beside or left - found)))
    left -= found
    return found
