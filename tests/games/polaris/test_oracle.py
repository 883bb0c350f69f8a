"""Scoring once more by another way: plain sets of names, the rulebook's numbers written out.

The oracle reads only written positions; it knows neither masks nor the edition's tables.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame

EIGHTS = ((8, 10), (6, 6), (4, 3), (2, 1), (0, -2))
FOURS = ((4, 10), (3, 6), (2, 3), (1, 1), (0, -2))
FIVES = ((5, 10), (3, 6), (2, 3), (1, 1), (0, -2))
SIZES = {1: -2, 2: 0, 3: 2, 4: 3, 5: 5, 6: 7}


def band(table: tuple[tuple[int, int], ...], count: int) -> int:
    return next(vp for least, vp in table if count >= least)


def places(stars: list[str]) -> list[tuple[int, int]]:
    return [(int(o), int(k)) for o, k in (name.split(",") for name in stars)]


def sectors_of(column: int) -> set[int]:
    if column % 4:
        return {column // 4 + 1}
    return {column // 4 or 5, column // 4 + 1}


def lines_round(name: str) -> set[frozenset[str]]:
    """Every line image that ends at a space."""
    orbit, column = map(int, name.split(","))
    others = [f"{orbit},{(column + 1) % 20}", f"{orbit},{(column - 1) % 20}"]
    others += [f"{o},{column}" for o in (orbit - 1, orbit + 1) if 1 <= o <= 5]
    if orbit == 1 and column % 4 == 2:
        others.append("N")
    return {frozenset((name, other)) for other in others}


def groups(stars: set[str], lines: list[set[str]]) -> list[set[str]]:
    """Constellations by merging sets until nothing merges."""
    found = [{star} for star in stars] + [{"N"}]
    for line in lines:
        if line <= stars | {"N"}:
            touching = [group for group in found if group & line]
            found = [group for group in found if not group & line] + [set().union(*touching)]
    return [group for group in found if group != {"N"}]


def longest(stars: set[str], lines: list[set[str]]) -> int:
    joined = {star: set() for star in stars | {"N"}}
    for one, other in (sorted(line) for line in lines if line <= stars | {"N"}):
        joined[one].add(other)
        joined[other].add(one)
    best, stack = 0, [[star] for star in joined]
    while stack:
        path = stack.pop()
        if set(path) & stars:
            best = max(best, len(path))
        stack += [[*path, n] for n in joined[path[-1]] if n not in path]
    return best


def goal_counts(goal: str, stars: list[str], lines: list[set[str]]) -> tuple[int, int, int]:
    """How often a goal is fulfilled, what decides a tie, and its VP."""
    spots = places(stars)
    if goal.startswith("sector") and goal != "sectors":
        count = sum(int(goal[-1]) in sectors_of(k) for _, k in spots)
    elif goal.startswith("orbit") and goal != "orbits":
        count = sum(o == int(goal[-1]) for o, _ in spots)
    elif goal == "borders":
        count = sum(k % 4 == 0 for _, k in spots)
    elif goal == "longest":
        count = longest(set(stars), lines)
    elif goal == "surrounded":
        laid = {frozenset(line) for line in lines}
        closed = [star for star in stars if lines_round(star) <= laid]
        four = sum(len(lines_round(star)) == 4 for star in closed)
        return len(closed), four, band(FIVES, len(closed))
    else:
        inside = goal == "sectors"
        areas = (
            Counter(k // 4 for _, k in spots if k % 4) if inside else Counter(o for o, _ in spots)
        )
        two, three = (sum(n >= least for n in areas.values()) for least in (2, 3))
        return two, three, band(FIVES if inside else FOURS, two)
    return count, 0, band(EIGHTS, count)


def interim(
    before: dict[str, Any], goal: str, seats: list[str], last: dict[str, Any]
) -> dict[str, int]:
    """Every seat's score after an interim scoring, from the position when the last turn ended."""
    lines = [set(text.split("-")) for text in last.get("lines", [])]
    counts = {s: goal_counts(goal, last["players"][s].get("stars", []), lines) for s in seats}
    best = max((count, tie) for count, tie, _ in counts.values())
    scores = {}
    for seat in seats:
        score = sum(before["players"][seat]["score"].values())
        score += 2 * (seat == before["telescope"])
        score = max(0, score + counts[seat][2])
        scores[seat] = score + 3 * (best[0] > 0 and counts[seat][:2] == best)
    return scores


@pytest.mark.clause("POL-GOAL-1", "POL-GOAL-2", "POL-GOAL-3", "POL-GOAL-4", "POL-GOAL-5")
@pytest.mark.clause("POL-GOAL-6", "POL-GOAL-7", "POL-ROUND-4", "POL-ROUND-5", "POL-ROUND-6")
@pytest.mark.parametrize("seed", range(12))
def test_every_interim_scoring_of_random_games(polaris: AnyGame, reference: Any, seed: int) -> None:
    chance, seats = random.Random(seed), list("ABCD")[: 2 + seed % 3]
    setup = msgspec.to_builtins(polaris.deal(reference, seats, chance))
    state = polaris.start(reference, seats, {}, setup).state
    scored, moon = 0, setup["new_moon"]
    while True:
        before = polaris.write_position(state)
        verdict = polaris.judge(state, polaris.self_play(state, chance))
        assert isinstance(verdict, Accepted | Finished)
        after = polaris.write_position(verdict.state)
        if any(event.key == "event.goal" for event in verdict.events):
            goal = setup["goals"][(moon - 1 + scored) % 5]
            wanted = interim(before, goal, seats, after)
            found = {seat: sum(after["players"][seat]["score"].values()) for seat in seats}
            assert found == wanted, (seed, scored, goal)
            scored += 1
        state = verdict.state
        if isinstance(verdict, Finished):
            break
    assert scored == 5
    _final(polaris, state, seats)


def _final(polaris: AnyGame, state: Any, seats: list[str]) -> None:
    """Constellations, lone stars, shooting stars; personal goals have their own tests."""
    position = polaris.write_position(state)
    lines = [set(text.split("-")) for text in position.get("lines", [])]
    scores = {seat.seat: seat for seat in polaris.final_score(state).seats}
    for seat in seats:
        player = position["players"][seat]
        sizes = [len(group) for group in groups(set(player.get("stars", [])), lines)]
        said = dict(scores[seat].lines)
        lone, others = sizes.count(1), [SIZES.get(size, 10) for size in sizes if size > 1]
        assert said.get("score.lone_stars", 0) == -2 * lone
        assert said.get("score.constellations", 0) == sum(others)
        assert said["score.shooting_stars"] == player["shooting_stars"] // 2
        interims = sum(player["score"].values())
        assert scores[seat].total == max(
            0,
            interims
            + sum(others)
            - 2 * lone
            + said["score.personal"]
            + said["score.shooting_stars"],
        )
