"""Scoring and placing, found once more by another way: points of the plane and plain sets.

The oracle knows neither numbers of cells nor masks: a circle is a point with whole
coordinates, a branch lies at half ones, its lines are unit diagonals.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.flow import Accepted
from companion.games.contract import AnyGame

Point = tuple[float, float]
STEPS = {"NW": (-0.5, -0.5), "NE": (-0.5, 0.5), "SE": (0.5, 0.5), "SW": (0.5, -0.5)}
GUIDES = {"A": (2, 2), "B": (2, 3), "C": (3, 2), "Coyote": (3, 3)}
KINDS = ["owl", "moon", "comet", "sun"]


def _point(text: str) -> Point:
    row, column = text[1:].split(",")
    return float(row), float(column)


class Board:
    """One player of a written position."""

    def __init__(self, player: dict[str, Any]) -> None:
        def lying(part: str) -> dict[Point, str]:
            pairs = [text.split(" ") for text in player.get(part, ())]
            return {_point(at): name for name, at in pairs}

        self.clusters, self.planets = lying("clusters"), lying("planets")
        self.features = lying("features")
        self.guide: Point = GUIDES[player["board"]]
        self.branches: dict[Point, list[Point]] = {}
        for text in player.get("branches", ()):
            at, *lines = text.split(" ")
            row, column = _point(at)
            middle = row + 0.5, column + 0.5
            self.branches[middle] = [_to(middle, STEPS[line]) for line in lines]
        self.ends = Counter(end for ends in self.branches.values() for end in ends)

    def around(self, point: Point) -> int:
        return sum(_to(point, step) in self.branches for step in STEPS.values())

    def scoring_clusters(self) -> dict[Point, int]:
        found = {}
        for point, name in self.clusters.items():
            stars, _, white = name.partition("+")
            if self.ends[point] in range(int(stars), int(stars) + len(white) + 1):
                found[point] = self.ends[point]
        return found

    def planet_points(self) -> int:
        free = {p: colour for p, colour in self.planets.items() if not self.ends[p]}
        groups = Counter((colour, p[0] > 2, p[1] > 2) for p, colour in free.items())
        once = [0, 1, 3, 6, 10][len(set(free.values()))]
        return once + 2 * sum(count - 1 for count in groups.values())

    def feature_points(self) -> int:
        total = 0
        for point, name in self.features.items():
            vp, number = map(int, name.split("-"))
            met = {
                "moon": self.ends[point] == 2,
                "comet": min(point) == 0 or max(point) == 5,
                "sun": self.around(point) == 4,
                "owl": self.ends[point] == 0,
            }[KINDS[number % 4]]
            total += vp * met
        return total

    def loose(self) -> int:
        held = {self.guide, *self.clusters, *self.planets, *self.features}
        return sum(count for end, count in self.ends.items() if end not in held)

    def bonus(self) -> int:
        sectors = Counter((p[0] > 2, p[1] > 2) for p in self.scoring_clusters())
        return 4 * sum(count >= 3 for count in sectors.values())

    def lines(self) -> dict[str, int]:
        return {
            "score.clusters": sum(self.scoring_clusters().values()),
            "score.planets": self.planet_points(),
            "score.features": self.feature_points(),
            "score.loose_lines": -self.loose(),
            "score.bonus": self.bonus(),
        }


def _to(point: Point, step: Point) -> Point:
    return point[0] + step[0], point[1] + step[1]


def _check(solani: AnyGame, state: Any) -> None:
    players = solani.write_position(state)["players"]
    for seat in solani.final_score(state).seats:
        wanted = Board(players[seat.seat]).lines()
        assert dict(seat.lines) == wanted, seat
        assert seat.total == sum(wanted.values()) == sum(item.vp for item in seat.items)


@pytest.mark.clause("SOL-END-1", "SOL-END-2", "SOL-END-3", "SOL-END-4", "SOL-END-5")
@pytest.mark.parametrize("seed", range(30))
def test_the_score_of_self_play_is_the_oracles(solani: AnyGame, edition: Any, seed: int) -> None:
    chance = random.Random(seed)
    state = solani.start(edition, "ABCD"[: 1 + seed % 4], {}, {}).state
    step = 0
    while state.phase.value != "over":
        verdict = solani.judge(state, solani.self_play(state, chance))
        state = verdict.state  # type: ignore[union-attr]
        step += 1
        if step % 25 == 0:
            _check(solani, state)
    _check(solani, state)


def _random_board(chance: random.Random) -> dict[str, Any]:
    """A full board, laid without regard to the rules, so that much of it scores."""
    dark, guide = {(0, 1), (2, 5), (5, 2)}, (2, 2)
    cells = [(r, c) for r in range(6) for c in range(6) if (r, c) not in {*dark, guide}]
    chance.shuffle(cells)
    cards = chance.sample([f"{vp}-{n}" for vp in (2, 3) for n in range(1, 9)], 4)
    names = ["1"] * 4 + ["2"] * 5 + ["3"] * 3 + ["4", "1+w", "2+w", "3+w"]
    spots = iter(cells)
    shapes = ["NW", "NW NE", "NE SW", "NE SE SW", "NW NE SE SW", "SE", "NE SE", "NW SE"]
    gaps = chance.sample([(r, c) for r in range(5) for c in range(5)], 18)
    pick = [shapes[n % len(shapes)] for n in range(18)]
    chance.shuffle(pick)
    return {
        "board": "A",
        "clusters": [f"{name} c{r},{c}" for name, (r, c) in zip(names, spots, strict=False)],
        "planets": [
            f"{colour} c{r},{c}"
            for colour, (r, c) in zip(
                ["red", "red", "blue", "green", "violet"], spots, strict=False
            )
        ],
        "features": [f"{card} c{r},{c}" for card, (r, c) in zip(cards, spots, strict=False)],
        "branches": [f"b{r},{c} {lines}" for (r, c), lines in zip(gaps, pick, strict=True)],
    }


@pytest.mark.parametrize("seed", range(60))
def test_the_score_of_full_boards_is_the_oracles(solani: AnyGame, edition: Any, seed: int) -> None:
    player = _random_board(random.Random(seed))
    position = {"phase": "over", "players": {"A": player}}
    state = solani.start(edition, ["A", "B"], {}, {}, position).state
    _check(solani, state)


@pytest.mark.clause("SOL-PLACE-1", "SOL-PLACE-3", "SOL-PLACE-5", "SOL-Q6", "SOL-Q19")
@pytest.mark.parametrize("seed", range(12))
def test_places_and_surrounding_are_the_oracles(solani: AnyGame, edition: Any, seed: int) -> None:
    chance = random.Random(seed)
    state = solani.start(edition, "AB", {}, {}).state
    dark = [(0.0, 1.0), (2.0, 5.0), (5.0, 2.0)]
    while state.phase.value != "over":
        move = solani.self_play(state, chance)
        text = solani.write_move(move)
        verdict = solani.judge(state, move)
        before = solani.write_position(state)["players"]
        state = verdict.state  # type: ignore[union-attr]
        words = text.split(" ")
        if words[0] != "place" or not isinstance(verdict, Accepted):
            continue
        board = Board(before[words[1]])
        held = {board.guide, *board.clusters, *board.planets, *board.features}
        if words[2] != "branch":
            assert board.around(_point(words[3])) > 0
            continue
        middle = _to(_point(words[3]), (0.5, 0.5))
        corners = [_to(middle, step) for step in STEPS.values()]
        assert held & set(corners)
        board.branches[middle] = []
        closed = [p for p in dark if p in corners and board.around(p) == _exist(p)]
        events = [e for e in verdict.events if e.key == "event.surrounded"]
        assert len(events) == len(closed)


def _exist(point: Point) -> int:
    """How many gaps a circle has."""
    rows, columns = ((point[n] > 0) + (point[n] < 5) for n in (0, 1))
    return rows * columns


@pytest.mark.clause("SOL-Q14")
def test_seats_are_ranked_and_ties_share_a_rank(solani: AnyGame, edition: Any) -> None:
    one = {"clusters": ["1 c1,1"], "branches": ["b1,1 NW"]}
    players = {
        "A": {"board": "A"},
        "B": {"board": "B", **one, "planets": ["red c0,0"]},
        "C": {"board": "C", **one},
        "D": {"board": "Coyote", **one},
    }
    position = {"phase": "over", "players": players}
    state = solani.start(edition, list("ABCD"), {}, {}, position).state
    score = solani.final_score(state)
    ranks = [(seat.seat, seat.rank, seat.total) for seat in score.seats]
    assert ranks == [("B", 1, 2), ("C", 2, 1), ("D", 2, 1), ("A", 4, 0)]
    assert (score.winners, score.tie_break) == (("B",), "tie.none")
