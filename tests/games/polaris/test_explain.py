"""What a camera sees on the sky becomes the play that accounts for it."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest
from games.boards import start

from companion.flow import Observation, Sighting, Status
from companion.games.contract import Explained
from companion.games.polaris.explaining import MOST_EXPLANATIONS

BEFORE = {
    "players": {
        "A": {"stars": ["2,1"], "hand": ["new-SH", "new-D", "half-SV"], "shooting_stars": 2},
        "B": {"stars": ["4,1"]},
    },
    "lines": ["4,1-4,2"],
}


def sighting(place: str, *kinds: tuple[str, float]) -> Sighting:
    kind = kinds[0][0] if kinds else None
    return Sighting(kind, kinds, (1.0, 1.0), 0.5, 0, (0, 0, 4, 4), place)


def look(
    polaris: Any, reference: Any, new: dict[str, Any], covered: str = "", **gone: Any
) -> Explained:
    """Explain the sky of BEFORE with more pieces, some covered, some gone."""
    state = start(polaris, reference, 3, BEFORE)
    seen = {"2,1": "star A", "4,1": "star B", "4,1-4,2": "line", **new}
    left = {place: kind for place, kind in seen.items() if place not in gone.get("gone", ())}
    sightings = [
        sighting(place, *(((kind, 1.0),) if isinstance(kind, str) else kind))
        for place, kind in left.items()
    ]
    hidden = tuple((place, "a hand") for place in covered.split())
    observation = Observation("sky", 0.0, Status.READ, (), tuple(sightings), hidden)
    return polaris.explain(state, observation)


def moves(explained: Explained) -> list[tuple[str, ...]]:
    return [explanation.moves for explanation in explained.explanations]


def test_nothing_new(polaris: Any, reference: Any) -> None:
    assert moves(look(polaris, reference, {})) == [()]


def test_a_star_with_its_line(polaris: Any, reference: Any) -> None:
    explained = look(polaris, reference, {"2,2": "star A", "2,1-2,2": "line"})
    assert moves(explained)[0] == ("play A new new-SH 2,2 2,1-2,2",)
    assert explained.reasons == ()


def test_several_cards(polaris: Any, reference: Any) -> None:
    new = {"2,2": "star A", "2,1-2,2": "line", "3,1-4,1": "line"}
    texts = [text for (text,) in moves(look(polaris, reference, new))]
    assert "play A new new-SH 2,2 2,1-2,2 + new-D 3,1-4,1" in texts
    state = start(polaris, reference, 3, BEFORE)
    for text in texts:
        verdict = polaris.judge(state, polaris.read_move(text))
        assert verdict.state.lines.bit_count() == 3


def test_a_changed_phase_tells_the_sector(polaris: Any, reference: Any) -> None:
    texts = [text for (text,) in moves(look(polaris, reference, {"2,17": "star A"}))]
    assert texts
    assert all(text.startswith("play A full ") for text in texts)


def test_an_unsure_star_has_both_readings(polaris: Any, reference: Any) -> None:
    explained = look(polaris, reference, {"2,2": (("star A", 0.6), ("empty", 0.4))})
    found = moves(explained)
    assert ("play A new new-D 2,2",) in found
    assert () in found
    assert not explained.same_result
    assert len(found) <= MOST_EXPLANATIONS


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ({"2,2": "star B"}, "not_your_turn"),
        ({"2,2": "star neutral"}, "not_your_turn"),
        ({"2,2": "star A", "2,18": "star A"}, "not_on_card"),
        ({"1,1": "star A", "1,2": "star A", "1,3": "star A", "3,2": "star A"}, "not_on_card"),
        ({"2,2": "queen"}, "unseen_piece"),
        ({"2,2": "star Q"}, "unseen_piece"),
        ({"9,9": "star A"}, "unseen_piece"),
        ({"2,2-3,3": "line"}, "unseen_piece"),
    ],
)
def test_what_no_play_explains(
    polaris: Any, reference: Any, new: dict[str, Any], reason: str
) -> None:
    explained = look(polaris, reference, new)
    assert not explained.explanations
    assert {r.key for r in explained.reasons} == {f"reason.{reason}"}


@pytest.mark.parametrize("place", ["2,1", "4,1", "4,1-4,2"])
def test_a_piece_that_is_gone(polaris: Any, reference: Any, place: str) -> None:
    explained = look(polaris, reference, {}, gone=(place,))
    assert [r.key for r in explained.reasons] == ["reason.piece_gone"]
    assert moves(look(polaris, reference, {}, covered=place, gone=(place,))) == [()]


def test_a_card_that_nobody_noted_comes_first(polaris: Any, reference: Any) -> None:
    position = {
        "players": {"A": {"hand": ["new-ST"]}},
        "basic": {"slots": ["reveal", "new-D", "new-SH", "half-D"]},
    }
    state = start(polaris, reference, 3, position)
    sightings = (sighting("2,1", ("star A", 1.0)),)
    explained = polaris.explain(state, Observation("sky", 0.0, Status.READ, (), sightings))
    assert moves(explained) == [("reveal ?basic", "play A new new-ST 2,1")]


def test_another_board(polaris: Any, reference: Any) -> None:
    state = start(polaris, reference)
    explained = polaris.explain(state, Observation("dish", 0.0, Status.READ))
    assert explained.reasons


def test_a_hidden_hand_is_searched_within_bounds(polaris: Any, reference: Any) -> None:
    position = {"players": {"A": {"hand": ["?basic"] * 5, "shooting_stars": 9}}}
    state = start(polaris, reference, 4, position)
    places = {"2,1": "star A", "2,2": "star A", "2,1-2,2": "line", "3,2": "star A", "4,3": "star A"}
    sightings = tuple(sighting(place, (kind, 1.0)) for place, kind in places.items())
    began_s = perf_counter()
    explained = polaris.explain(state, Observation("sky", 0.0, Status.READ, (), sightings))
    assert perf_counter() - began_s < 10.0
    assert explained.explanations


def test_the_frame_and_the_goals_are_left_aside(polaris: Any, reference: Any) -> None:
    beside = {"frame 1": "crescent", "goal 2": "orbit1"}
    new = {"2,2": "star A", "2,1-2,2": "line", **beside}
    explained = look(polaris, reference, new)
    assert moves(explained)[0] == ("play A new new-SH 2,2 2,1-2,2",)


def test_stars_of_an_unused_colour_are_neutral(polaris: Any, reference: Any) -> None:
    """POL-SET-8: with two players the marked spaces carry stars of the other colours."""
    state = start(polaris, reference, 2, {"players": {"A": {"hand": ["new-SH"]}}})
    kinds = {name: f"star {'CD'[n % 2]}" for n, name in enumerate(neutral_spaces(state))}
    assert kinds
    seen = tuple(sighting(place, (kind, 1.0)) for place, kind in kinds.items())
    observation = Observation("sky", 0.0, Status.READ, (), seen, ())
    assert moves(polaris.explain(state, observation)) == [()]


def neutral_spaces(state: Any) -> list[str]:
    return list(state.table.edition.sky.space_names(state.stars[-1]))
