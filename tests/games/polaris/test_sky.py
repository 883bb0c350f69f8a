"""What is read off a sky, compared with slow searches: longest line, shapes, constellations."""

from __future__ import annotations

import random
from typing import Any

import pytest
from games.polaris.skies import grown_stars, is_row, longest_by_walking, most_apart, some_lines

from companion.games.polaris.edition import bits, on_scale
from companion.games.polaris.sky.clusters import clusters, grown, links
from companion.games.polaris.sky.frontier import Frontier
from companion.games.polaris.sky.longest import longest_line
from companion.games.polaris.sky.shapes import fulfilled

EVERYTHING = (1 << 185) - 1


@pytest.mark.clause("POL-GOAL-5")
@pytest.mark.parametrize("seed", range(150))
def test_the_longest_line_is_the_longest_walk(reference: Any, seed: int) -> None:
    sky, chance = reference.sky, random.Random(seed)
    own = grown_stars(sky, chance, chance.randrange(1, 12))
    lines = some_lines(sky, chance, chance.choice((0.4, 0.7, 1.0)))
    assert longest_line(sky, own, lines) == longest_by_walking(sky, own, lines)


@pytest.mark.parametrize("seed", range(80))
def test_the_frontier_alone_finds_it_too(reference: Any, seed: int) -> None:
    """Without the walk that usually ends the search before it begins."""
    sky, chance = reference.sky, random.Random(seed)
    own = grown_stars(sky, chance, chance.randrange(2, 12), jump=0.0)
    lines = some_lines(sky, chance, chance.choice((0.6, 0.8, 1.0)))
    for cluster in clusters(sky, own, lines):
        joined, size = links(sky, cluster, lines), cluster.bit_count()
        if size == 1:
            continue
        assert Frontier(joined, 0, size).longest() == longest_by_walking(sky, cluster & own, lines)


def test_no_star_has_no_line(reference: Any) -> None:
    assert longest_line(reference.sky, 0, EVERYTHING) == 0


@pytest.mark.clause("POL-CONST-1", "POL-CONST-2")
@pytest.mark.parametrize("seed", range(30))
def test_constellations_part_the_stars(reference: Any, seed: int) -> None:
    sky, chance = reference.sky, random.Random(seed)
    own, lines = grown_stars(sky, chance, 20, jump=0.3), some_lines(sky, chance, 0.4)
    found = clusters(sky, own, lines)
    assert sum(cluster & own for cluster in found) == own
    for cluster in found:
        for start in bits(cluster):
            assert grown(sky, 1 << start, own | 1 << sky.north, lines) == cluster


@pytest.mark.clause("POL-END-5")
@pytest.mark.parametrize("seed", range(60))
def test_no_choice_of_shapes_is_better(reference: Any, seed: int) -> None:
    sky, chance = reference.sky, random.Random(seed)
    goal = chance.choice(reference.personal)
    own, lines = grown_stars(sky, chance, 14, jump=0.0), some_lines(sky, chance, 0.7)
    found = fulfilled(sky, goal, own, lines, True, 4)
    every = sorted(set(_every_shape(sky, goal, own, lines)))
    assert len(found) == most_apart(every, 4)
    assert all(shape in every for shape in found)
    assert sum(found).bit_count() == sum(map(int.bit_count, found))


def _every_shape(sky: Any, goal: Any, own: int, lines: int) -> list[int]:
    """All shapes, found by leaving out stars one at a time from what is asked for."""
    found = []
    for start in bits(own):
        near = 1 << start
        for _ in range(goal.stars):
            for space in bits(near):
                near |= sum(1 << n for _, n in sky.around[space] if own >> n & 1)
        found += [m for m in _subsets(bits(near), goal.stars) if m >> start & 1]
    return [m for m in set(found) if fulfilled(sky, goal, m, lines, True, 1)]


def _subsets(spaces: list[int], count: int) -> list[int]:
    from itertools import combinations

    return [sum(1 << space for space in chosen) for chosen in combinations(spaces, count)]


@pytest.mark.clause("POL-Q18")
def test_a_row_is_found_wherever_it_lies(reference: Any) -> None:
    """Shifting round the sky and along the radius is allowed; a row may pass column 0."""
    sky, goal = reference.sky, reference.personal[reference.personal_index["G1"]]
    found = fulfilled(sky, goal, sky.all_spaces, EVERYTHING, True, 99)
    assert len(found) == 5 * (20 // 3)
    for shape in found:
        places = [tuple(map(int, name.split(","))) for name in sky.space_names(shape)]
        assert is_row(places)


@pytest.mark.clause("POL-Q18")
@pytest.mark.parametrize(
    ("goal", "stars", "lines", "times"),
    [
        ("G3", "2,1 2,2 3,1", "2,1-2,2 2,1-3,1", 1),
        ("G3", "2,1 2,2 3,2", "2,1-2,2 2,2-3,2", 1),
        ("G3", "2,1 2,2 1,1", "2,1-2,2 1,1-2,1", 1),
        ("G6", "2,1 2,2 2,3 3,3", "2,1-2,2 2,2-2,3 2,3-3,3", 1),
        ("G6", "2,1 2,2 2,3 3,2", "2,1-2,2 2,2-2,3 2,2-3,2", 0),
        ("G7", "1,1 2,1 3,1 3,2", "1,1-2,1 2,1-3,1 3,1-3,2", 1),
        ("G7", "1,1 2,1 3,1 1,2", "1,1-2,1 2,1-3,1 1,1-1,2", 0),
        ("G8", "1,1 1,2 2,2 2,3", "1,1-1,2 1,2-2,2 2,2-2,3", 1),
        ("G8", "1,3 1,2 2,2 2,1", "1,2-1,3 1,2-2,2 2,1-2,2", 1),
        ("G9", "2,1 2,2 2,3 3,2", "2,1-2,2 2,2-2,3 2,2-3,2", 1),
        ("G9", "2,1 2,2 2,3 1,2", "2,1-2,2 2,2-2,3 1,2-2,2", 0),
        ("G10", "2,0 2,19 3,0 3,19", "2,0-2,19 3,0-3,19 2,0-3,0 2,19-3,19", 1),
        ("G10", "2,0 2,19 3,0 3,19", "2,0-2,19 3,0-3,19 2,0-3,0", 0),
        ("G1", "2,1 2,2 2,3", "2,1-2,2", 0),
        ("G2", "1,2 2,2 3,2", "1,2-2,2 2,2-3,2 N-1,2", 1),
    ],
)
def test_images_of_personal_goals(
    polaris: Any, reference: Any, goal: str, stars: str, lines: str, times: int
) -> None:
    position = {"players": {"A": {"stars": stars.split()}}, "lines": lines.split()}
    state = polaris.start(reference, list("ABC"), {}, {}, position).state
    wanted = reference.personal[reference.personal_index[goal]]
    found = fulfilled(reference.sky, wanted, state.stars[0], state.lines, True, 4)
    assert len(found) == times


@pytest.mark.clause("POL-Q1")
@pytest.mark.parametrize(("count", "vp"), [(0, -2), (1, -2), (2, 1), (5, 3), (7, 6), (35, 10)])
def test_bands(reference: Any, count: int, vp: int) -> None:
    assert on_scale(reference.goals[0].scale, count) == vp
