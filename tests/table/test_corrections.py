"""People put right what the camera read, and say who stands on the track."""

from __future__ import annotations

import pytest
from session_fakes import FakeTable, Lying, observation
from session_steps import TOSS, accept, correct, pick, reach, reading, shown

from companion.display.model import Tone
from companion.session.presses import Phase
from companion.session.requests import CorrectRequest, TrackRequest

# -- corrections -------------------------------------------------------------------------


def test_a_correction_beats_later_frames_until_the_token_leaves(table: FakeTable) -> None:
    table.lie(TOSS)
    assert correct(table, 3, "stardust", ["red"]).tone is Tone.OK
    table.lie(TOSS, frames=10)
    assert reading(table)[2] == "token 3 stardust red"
    # A hand over it is no departure.
    table.clock.turn(0.2)
    table.see(observation(TOSS[:2], table.clock.now_s(), hand=True))
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 stardust red"
    table.restart()
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 stardust red"
    table.lie(TOSS[:2])
    assert table.entries[-1].kind == "left"
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 recall yellow"


def test_a_covered_place_is_no_departure(table: FakeTable) -> None:
    table.lie(TOSS)
    correct(table, 3, "stardust")
    for _ in range(5):
        table.clock.turn(0.2)
        covered = (("yellow", "a sleeve lies over it"),)
        table.see(observation(TOSS[:2], table.clock.now_s(), covered=covered))
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 stardust yellow"


def test_a_token_seen_twice_or_not_at_all_can_be_put_right(table: FakeTable) -> None:
    doubled: list[Lying] = [*TOSS, ("recall", 200.0, 105.0)]
    table.lie(doubled)
    assert correct(table, 4, gone=True).tone is Tone.OK
    table.lie(doubled)
    assert len(reading(table)) == 3
    table.lie(TOSS[:2])
    assert correct(table, kind="recall", light=("red", "blue")).tone is Tone.OK
    table.lie(TOSS[:2])
    assert reading(table)[2] == "token 3 recall blue+red"
    table.press("next")
    table.lie(TOSS[:2])
    assert table.session.phase is Phase.PICKING
    assert pick(table, 3, "blue").tone is Tone.OK
    assert not table.view.difference.any


def test_a_booked_token_is_corrected_before_it_is_selected(table: FakeTable) -> None:
    accept(table, [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall?offering", 200.0, 80.0)])
    asked = pick(table, 3, keep=True)
    assert asked.tone is Tone.UNSURE
    assert [action.body for action in asked.actions] == [
        {"token": 3, "kind": "recall"},
        {"token": 3, "kind": "offering"},
    ]
    assert correct(table, 3, "offering").tone is Tone.OK
    assert pick(table, 3, keep=True).tone is Tone.OK
    assert correct(table, 3, "recall").tone is Tone.REFUSED


def test_an_unsure_token_is_never_accepted_in_silence(table: FakeTable) -> None:
    toss: list[Lying] = [
        ("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall?offering", 200.0, 80.0),
    ]  # fmt: skip
    table.lie(toss)
    prompt = shown(table).prompt
    assert "token 3 in doubt" in prompt.en
    assert "3 號餘燼不確定" in prompt.zh
    accept(table, toss)
    told = shown(table).verdict
    assert told is not None
    assert "In doubt: token 3." in told.text.en
    assert "不確定：3 號餘燼。" in told.text.zh
    assert told.where == "token 3"
    assert told.crop is not None
    # A person's word settles it; that is said, and recorded as theirs.
    settled = correct(table, 3, "offering")
    assert settled.text.en.startswith("Token 3: Offering, settled by hand; ")
    assert settled.text.zh.startswith("3 號餘燼：")
    assert (table.entries[-1].kind, table.entries[-1].by) == ("correct", "phone")
    card = next(card for card in shown(table).sections[0].cards if card.id == "token-3")
    assert card.state == "open"
    assert "Corrected by hand." in [note.text.en for note in card.notes]


def test_a_sure_toss_is_accepted_without_more_words(table: FakeTable) -> None:
    table.lie(TOSS)
    assert "doubt" not in shown(table).prompt.en
    accept(table)
    told = shown(table).verdict
    assert told is not None
    assert "doubt" not in told.text.en


@pytest.mark.parametrize(
    "request_",
    [
        CorrectRequest(9, "recall"),
        CorrectRequest(1),
        CorrectRequest(1, "moon"),
        CorrectRequest(1, light=("green",)),
        CorrectRequest(kind="recall"),
        CorrectRequest(light=("red",)),
        CorrectRequest(kind="recall", light=(), gone=True),
    ],
)
@pytest.mark.parametrize("booked", [False, True])
def test_senseless_corrections_are_refused(
    table: FakeTable, request_: CorrectRequest, booked: bool
) -> None:
    reach(table, Phase.PICKING if booked else Phase.SHOWN)
    before = table.entries
    note = table.session.ask(request_, "p", 0.0)
    assert note.tone is Tone.REFUSED
    assert note.text.en
    assert note.text.zh
    assert table.entries == before


# -- the track ---------------------------------------------------------------------------


def test_the_track_is_set_and_decides_how_many_are_cast(table: FakeTable) -> None:
    spaces = {
        "9": "girl",
        "8": "elder C",
        "7": "elder A",
        "6": "elder B",
        "4": "villager A",
        "1": "",
    }
    assert table.session.ask(TrackRequest(spaces), "p", 0.0).tone is Tone.OK
    assert str(table.session.booked.track) == "girl 9; elders C8 A7 B6; villagers A4"
    assert shown(table).prompt.en.startswith("Cast 5 tokens")
    table.session.ask(TrackRequest(players=4), "p", 0.0)
    assert shown(table).prompt.en.startswith("Cast 5 tokens")
    assert len(shown(table).sections[1].steps) == 4


@pytest.mark.parametrize(
    "request_",
    [
        TrackRequest(),
        TrackRequest(players=1),
        TrackRequest(players=5),
        TrackRequest(players=-3),
        TrackRequest(players=10**30),
        TrackRequest({}),
        TrackRequest({"5": "girl"}),
        TrackRequest({"6": "girl", "7": "girl", "5": "elder A", "4": "elder B"}),
        TrackRequest({"six": "girl"}),
        TrackRequest({"6": "queen"}),
        TrackRequest({"6" * 400: "girl"}),
        TrackRequest({"6": "girl", "5": "elder A", "3": "elder B"}),
    ],
)
def test_impossible_tracks_are_refused(table: FakeTable, request_: TrackRequest) -> None:
    note = table.session.ask(request_, "p", 0.0)
    assert note.tone is Tone.REFUSED
    assert len(note.text.en) < 600
    assert table.entries == ()


def test_the_track_stands_while_meeples_select(table: FakeTable) -> None:
    accept(table)
    assert table.session.ask(TrackRequest(players=3), "p", 0.0).tone is Tone.REFUSED
    assert "track" not in [section.id for section in shown(table).sections]
