"""A look at one's own tiles gives their score, clause by clause, and says what can't be told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from games.starfall.looks import looks, reading, sighting

from companion.flow import Observation, PlaceReading, PlaceStatus, Status
from companion.games.contract import LANGUAGES, Note, RulingValue
from companion.games.printable import ScoresSeen, SeenScore
from companion.prints import Lie

Kinds = Sequence[tuple[str, float]]


def tiles(*names: str, status: PlaceStatus = PlaceStatus.READ) -> PlaceReading:
    found = reading("tiles", (Lie("area-a", 0, "tiles", "sky tile", name) for name in names))
    return replace(found, status=status)


def dust(white: int = 0, orange: int = 0, status: PlaceStatus = PlaceStatus.READ) -> PlaceReading:
    lies = [Lie("area-a", 0, "stardust", "stardust 1", "white")] * white
    lies += [Lie("area-a", 0, "stardust", "stardust 2", "orange")] * orange
    return replace(reading("stardust", lies), status=status)


def with_thing(found: PlaceReading, *kinds: tuple[str, float]) -> PlaceReading:
    """The place with another thing, which may be any of these kinds."""
    return replace(found, pieces=(*found.pieces, sighting(found.place, "sky tile", *kinds)))


def area(*places: PlaceReading, board: str = "area-a") -> Observation:
    return Observation(board, 0.0, Status.READ, places=places)


def scored(
    game: Any,
    reference: Any,
    *seen: Observation,
    players: int = 0,
    rulings: dict[str, RulingValue] | None = None,
) -> tuple[SeenScore, ...]:
    assert isinstance(game, ScoresSeen)
    return game.scores_seen(reference, rulings or {}, seen, players)


def keys(notes: Sequence[Note]) -> list[str]:
    return [note.key for note in notes]


def by_clause(score: SeenScore) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in score.items:
        found[item.clause] = found.get(item.clause, 0) + item.vp
    return found


BY_CLAUSE = [
    (["S17"], 0, 0, {"STAR-SCORE-2": 10}),
    (["S17", "S18", "S12"], 0, 0, {"STAR-SCORE-2": 15, "STAR-SCORE-3": 9}),  # STAR-Q14
    (["S03"], 0, 0, {"STAR-SCORE-3": 0}),
    (["S06"], 0, 0, {"STAR-SCORE-4": -5}),
    (["S06", "S24"], 0, 0, {"STAR-SCORE-4": 15}),
    (["S04"], 0, 0, {"STAR-SCORE-5": 3}),
    (["S16", "S25", "S04"], 0, 0, {"STAR-SCORE-5": 35, "STAR-SCORE-6": 2}),
    (["S26", "S22"], 0, 0, {"STAR-SCORE-3": 0, "STAR-SCORE-6": 6 + 4}),
    (["S26", "S08", "S07"], 0, 0, {"STAR-SCORE-6": 10 + 25}),
    ([], 3, 0, {"STAR-SCORE-7": 1}),  # STAR-Q13
    ([], 1, 1, {"STAR-SCORE-7": 3}),
    (["S01", "S02"], 0, 0, {}),
]


@pytest.mark.parametrize(("names", "white", "orange", "wanted"), BY_CLAUSE)
def test_each_clause(
    starfall: Any, reference: Any, names: list[str], white: int, orange: int, wanted: dict[str, int]
) -> None:
    (score,) = scored(starfall, reference, area(tiles(*names), dust(white, orange)))
    assert by_clause(score) == wanted
    assert score.told == score.least == sum(wanted.values())
    assert score.doubts == ()
    assert {item.where for item in score.items} <= {"A"}


def test_stars_are_left_to_those_who_see_everybody(starfall: Any, reference: Any) -> None:
    """STAR-SCORE-1 and STAR-Q11 need the tiles of all players."""
    seen = area(tiles("S01", "S03"), dust())
    (score,) = scored(starfall, reference, seen)
    assert keys(score.beside) == ["note.stars", "ruling.star_tie.all"]
    assert score.beside[0].values["count"] == 7
    english, chinese = (
        starfall.say(score.beside[0].key, language, score.beside[0].values)
        for language in LANGUAGES
    )
    assert "7 Stars, not counted" in english
    assert "+10" in english
    assert "-5 (players: 3, 4)" in english
    assert "恆星 7 顆" in chinese
    (score,) = scored(starfall, reference, seen, players=2, rulings={"star_tie": "none"})
    assert keys(score.beside) == ["note.stars_most", "ruling.star_tie.none"]
    (score,) = scored(starfall, reference, seen, players=3)
    assert keys(score.beside)[0] == "note.stars"


UNTOLD: list[tuple[list[str], int, int]] = [
    (["S17", "S18"], 15 + 6, 15 + 6 - 5),  # another tile may be the first Black Hole
    (["S06", "S17"], 10 - 5, 10 - 5),  # a second one only adds
    (["S06", "S24", "S17"], 25, 25),
]


@pytest.mark.parametrize(("names", "told", "least"), UNTOLD)
@pytest.mark.parametrize(
    "kinds", [(), (("S01", 0.9),), (("S05", 0.5), ("S10", 0.5)), (("S99", 1),)]
)
def test_a_tile_that_can_t_be_told_is_never_counted(
    starfall: Any, reference: Any, names: list[str], told: int, least: int, kinds: Kinds
) -> None:
    (score,) = scored(starfall, reference, area(with_thing(tiles(*names), *kinds), dust()))
    assert (score.told, score.least) == (told, least)
    (doubt,) = score.doubts
    assert starfall.say(doubt.key, "en", doubt.values) == "1 tile can't be told."
    assert starfall.say(doubt.key, "zh-Hant", doubt.values) == "有 1 張板塊無法判讀。"


def test_a_pile_of_which_something_is_hidden_scores_at_least(starfall: Any, reference: Any) -> None:
    pile = tiles("S17", "S06", status=PlaceStatus.UNKNOWN)
    (score,) = scored(starfall, reference, area(pile, dust(2)))
    assert (score.told, score.least) == (10 - 5 + 1, 10 - 5 + 1)
    assert keys(score.doubts) == ["note.tiles_hidden"]


def test_a_heap_that_can_t_be_counted_is_left_out_and_what_it_seems_said(
    starfall: Any, reference: Any
) -> None:
    heap = replace(dust(3, 1, PlaceStatus.UNKNOWN), probability=0.6)
    (score,) = scored(starfall, reference, area(tiles("S17"), heap))
    assert (score.told, score.least) == (10, 10)
    (doubt,) = score.doubts
    assert starfall.say(doubt.key, "en", doubt.values).endswith("seems to be 8 (4 VP).")
    # What is rather something else, such as pieces that a mirrored lamp makes, is no guess.
    unlikely = replace(heap, probability=0.3)
    (score,) = scored(starfall, reference, area(tiles("S17"), unlikely))
    assert (score.told, score.least) == (10, 10)
    assert keys(score.doubts) == ["note.dust_uncounted"]


def test_what_is_out_of_sight_is_said(starfall: Any, reference: Any) -> None:
    away = tiles(status=PlaceStatus.COVERED)
    (score,) = scored(starfall, reference, area(away, dust(4)))
    assert (score.told, score.least) == (2, 2 - 5)
    assert keys(score.doubts) == ["note.tiles_unseen"]
    assert score.beside == ()
    (score,) = scored(starfall, reference, area(tiles("S04"), dust(4, 0, PlaceStatus.COVERED)))
    assert (score.told, keys(score.doubts)) == (3, ["note.dust_unseen"])


def test_a_tile_seen_in_two_areas_is_believed_in_neither(starfall: Any, reference: Any) -> None:
    both = [area(tiles("S17"), dust(), board=board) for board in ("area-a", "area-b")]
    scores = scored(starfall, reference, *both)
    assert [(score.seat, score.told) for score in scores] == [("A", 0), ("B", 0)]
    assert all(keys(score.doubts) == ["note.tiles_untold"] for score in scores)


def test_boards_without_tiles_of_anybody_score_nothing(starfall: Any, reference: Any) -> None:
    away = Observation("area-a", 0.0, Status.NO_BOARD)
    board = Observation("stargazer", 0.0, Status.READ, places=(tiles(),))
    assert scored(starfall, reference, away, board) == ()
    (score,) = scored(starfall, reference, area(tiles("S04"), dust(), board="area of B"))
    assert (score.seat, score.told) == ("B", 3)


def finished(starfall: Any, reference: Any, seed: int) -> Any:
    chance, state = random.Random(seed), None
    state = starfall.start(reference, list("ABC"), {}, {"first": "A"}).state
    while state.phase.value != "over":
        state = starfall.judge(state, starfall.self_play(state, chance)).state
    return state


@pytest.mark.parametrize("seed", range(12))
def test_at_the_end_of_a_game_it_is_the_final_score_without_the_majority(
    starfall: Any, reference: Any, seed: int
) -> None:
    """And never more than that, at least, when any one tile can't be told."""
    state = finished(starfall, reference, seed)
    final = {seat.seat: seat for seat in starfall.final_score(state).seats}
    seen = looks(starfall, state, "area-a", "area-b", "area-c")
    exact = scored(starfall, reference, *seen, players=3)
    assert len(exact) == 3
    for number, score in enumerate(exact):
        items = [item for item in final[score.seat].items if item.clause != "STAR-SCORE-1"]
        assert score.items == tuple(items)
        assert score.least == score.told == sum(item.vp for item in items)
        pile, heap = seen[number].places
        for untold in range(len(pile.pieces)):
            pieces = [
                replace(each, kind=None, kinds=()) if n == untold else each
                for n, each in enumerate(pile.pieces)
            ]
            look = replace(seen[number], places=(replace(pile, pieces=tuple(pieces)), heap))
            (doubtful,) = scored(starfall, reference, look)
            assert doubtful.doubts
            assert doubtful.least <= score.told
            assert sum(item.vp for item in doubtful.items) == doubtful.told
