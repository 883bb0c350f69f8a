"""What a picture means: placements that account for it, or what it breaks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from games.boards import start

from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.games.contract import AnyGame

POSITION = {
    "phase": "place",
    "players": {
        "A": {
            "clusters": ["1 c1,1"],
            "branches": ["b1,1 NW"],
            "stored": ["cluster 2", "branch one"],
        }
    },
}


def seen(board: str, *things: tuple[str, str] | tuple[str, tuple[tuple[str, float], ...]]) -> Any:
    sightings = []
    for place, kinds in things:
        pairs = ((kinds, 0.9),) if isinstance(kinds, str) else kinds
        best = pairs[0][0]
        sightings.append(Sighting(best, pairs, (0.0, 0.0), 1.0, 0, (0, 0, 1, 1), place))
    return Observation(board, 0.0, Status.READ, sightings=tuple(sightings))


def test_two_tiles_in_the_order_that_is_legal(solani: AnyGame, edition: Any) -> None:
    state = start(solani, edition, position=POSITION)
    observation = seen(
        "player A",
        *(("c1,1", "cluster 1"), ("b1,1", "branch NW"), ("c0,1", "dark sky"), ("c5,5", "vacant")),
        *(("c0,0", "cluster 2"), ("b0,0", "branch SE")),
    )
    explained = solani.explain(state, observation)
    (best,) = explained.explanations
    assert best.moves == ("place A branch b0,0 SE", "place A cluster 2 c0,0")
    assert best.score_changes == (-1, 0)  # the cluster of one star is met by two lines now
    assert explained.same_result
    assert not explained.gave_up


def test_alternatives_are_explained_best_first(solani: AnyGame, edition: Any) -> None:
    state = start(solani, edition, position=POSITION)
    kinds = (("branch NE", 0.6), ("branch SE", 0.3), ("branch NE SE", 0.1))
    explained = solani.explain(state, seen("player A", ("b0,0", kinds)))
    assert [e.moves[0] for e in explained.explanations] == [
        "place A branch b0,0 NE",
        "place A branch b0,0 SE",
    ]
    assert not explained.same_result
    # the line at Dark Sky costs 1, the line at the cluster spoils its match of one line
    assert [e.score_changes for e in explained.explanations] == [(-1, 0), (-1, 0)]


def test_a_card_of_the_special_draft(solani: AnyGame, edition: Any) -> None:
    position = {"queue": ["A"], "players": {"A": {"branches": ["b2,2 NW"]}}}
    state = start(solani, edition, position=position)
    explained = solani.explain(state, seen("player A", ("c2,3", "feature 2-1")))
    assert explained.explanations[0].moves == ("feature A 2-1 c2,3",)
    drawn = dict(position, draw="2", drawn=["2-5", "2-6"])
    state = start(solani, edition, position=drawn)
    explained = solani.explain(state, seen("player A", ("c2,3", "feature 2-6")))
    assert explained.explanations[0].moves == ("keep A 2-6 c2,3",)


REASONS = [
    ((("c5,5", "cluster 2"),), "no_branch_beside"),
    ((("c1,1", "cluster 2"),), "other_tile"),
    ((("b1,1", "branch NE"),), "other_tile"),
    ((("c0,0", "moon dust"),), "no_placement"),
    (tuple((f"c0,{n}", "cluster 2") for n in (0, 2, 3, 4)), "too_many"),
]


@pytest.mark.parametrize(("things", "key"), REASONS)
def test_what_breaks_the_rules_is_named(
    solani: AnyGame, edition: Any, things: Any, key: str
) -> None:
    state = start(solani, edition, position=POSITION)
    explained = solani.explain(state, seen("player A", *things))
    assert explained.explanations == ()
    assert {reason.key for reason in explained.reasons} == {f"reason.{key}"}
    for reason in explained.reasons:
        for language in ("en", "zh-Hant"):
            assert "{" not in solani.say(reason.key, language, reason.values)


def test_nothing_new_and_other_boards(solani: AnyGame, edition: Any) -> None:
    state = start(solani, edition, position=POSITION)
    for observation in (seen("player A"), seen("main"), seen("player D", ("c0,0", "cluster 2"))):
        (only,) = solani.explain(state, observation).explanations
        assert only.moves == ()
        assert only.state is state
    strange = seen("player A", ("c9,9", "cluster 2"), ("b9,9", "branch NW"), ("x", "cluster 2"))
    assert solani.explain(state, strange).explanations[0].moves == ()


def test_the_search_is_bounded(solani: AnyGame, edition: Any) -> None:
    state = start(solani, edition, position=POSITION)
    kinds = tuple((f"cluster {name}", 0.2) for name in ("4", "3", "1+w"))
    things = [(f"c0,{n}", kinds) for n in (2, 3, 4)]
    explained = solani.explain(state, seen("player A", *things))
    assert explained.explanations == ()
    assert explained.reasons


def reading(place: str, family: str, kind: str, turn_deg: float | None = None) -> PlaceReading:
    """A place as a reader gives it: pieces by what is printed on them, and their turn."""
    window = (0, 0, 1, 1)
    piece = Sighting(
        *(kind, ((kind, 0.98),), (0.0, 0.0), 0.3, 0, window, place),
        family=family,
        turn_deg=turn_deg,
    )
    return PlaceReading(place, PlaceStatus.READ, (piece,), 0.98, (), window)


def test_what_readers_say_of_a_printed_board(solani: AnyGame, edition: Any) -> None:
    """A branch is known by its kind and turn, a board by its printed name."""
    state = start(solani, edition, position=POSITION)
    board = edition.boards[state.players[0].board].name
    places = (
        reading("c1,1", "cluster", "cluster 1"),
        reading("b1,1", "branch", "branch one", 0.0),
        reading("c0,1", "dark sky", "dark sky"),
        reading("b0,0", "branch", "branch one", 180.0),
        reading("c0,0", "cluster", "cluster 2"),
        reading("stored tile", "cluster", "cluster 2"),
        PlaceReading("c5,5", PlaceStatus.READ, (), 1.0, (), (0, 0, 1, 1)),
        replace(reading("c4,4", "planet", "planet red"), status=PlaceStatus.COVERED),
    )
    observation = Observation(f"Board {board}", 0.0, Status.READ, places=places)
    explained = solani.explain(state, observation)
    (best,) = explained.explanations
    assert best.moves == ("place A branch b0,0 SE", "place A cluster 2 c0,0")
    elsewhere = replace(observation, board="main board")
    assert [found.moves for found in solani.explain(state, elsewhere).explanations] == [()]


@pytest.mark.parametrize("turn", range(4))
def test_every_state_is_seen_as_it_lies(solani: Any, edition: Any, turn: int) -> None:
    """What lies on a board, said as readers say it, has nothing to explain."""
    chance = random.Random(turn)
    state = start(solani, edition)
    for _ in range(70):
        state = solani.judge(state, solani.self_play(state, chance)).state
    for player in state.players:
        board = f"board {edition.boards[player.board].name}"
        turns = {"branch": 90.0}
        places = tuple(
            reading(
                lie.place,
                lie.family,
                lie.kind,
                lie.turn * turns[lie.family] if lie.family in turns else None,
            )
            for lie in solani.lies(state)
            if lie.board == board
        )
        explained = solani.explain(state, Observation(board, 0.0, Status.READ, places=places))
        assert explained.reasons == ()
        assert [found.moves for found in explained.explanations] == [()]
