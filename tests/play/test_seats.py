"""Seats on phones: what was played stands ready for nobody; who looked into a hand stays known."""

from __future__ import annotations

from pathlib import Path

from play_fakes import DotsGame, play_table, sit, tap

from companion.display.model import Display, StatusLine, Tone
from companion.play.compose import compose
from companion.play.moving import choices
from companion.play.presence import AWAY_AFTER_S
from companion.play.requests import (
    BackRequest,
    ConfirmRequest,
    GameRequest,
    LookRequest,
    SayRequest,
    SeatRequest,
)
from companion.play.shelf import Shelf
from companion.play.sight import Sight
from companion.play.table import Admission, PlayTable
from companion.play.words import plain
from companion.running.hub import Hub


def test_what_was_played_can_not_be_confirmed_again(tmp_path: Path) -> None:
    """In Solani the next seat may make the very same move; it must not stand ready for it."""
    table = play_table(tmp_path, "solani")
    sit(table, "one", "A", "B")
    running = table.running
    assert running is not None
    same_again = False
    while not same_again and len(running.session.steps) < 40:
        while (offered := choices(table, "one")) and offered.move is None:
            tap(table, "one", offered.taps[0].id)
        chosen = table.phone("one").chosen
        assert table.ask(ConfirmRequest(), "one", 0.0).tone is not Tone.REFUSED
        side = table.side("one")
        same_again = running.chooser(Sight(side), side).offer(chosen).move is not None
    assert same_again
    assert table.ask(ConfirmRequest(), "one", 0.0).tone is Tone.REFUSED


def test_a_host_who_takes_a_seat_and_gives_it_back_is_told_of(
    tmp_path: Path, dots: DotsGame
) -> None:
    table = play_table(tmp_path, "dots")
    sit(table, "host", "A")
    sit(table, "ben", "B")
    said = []
    for do, number in (("free", 0), ("take", 0), ("give", 2)):
        assert table.ask(SeatRequest("B", do, number), "host", 0.0).tone is not Tone.REFUSED
        assert table.verdict is not None
        said.append(table.verdict.text.en)
    assert said == [
        "Ben's seat is free; phone 1 freed it.",
        "Ben sits at phone 1.",
        "Ben sits at phone 2.",
    ]
    cards = {card.id: card for s in compose(table, "ben").sections for card in s.cards}
    assert [note.text.en for note in cards["seat-B"].notes] == ["Phone 1 sat here before."]
    assert not cards["seat-A"].notes


def test_a_covered_phone_is_told_to_say_who_looks(tmp_path: Path, dots: DotsGame) -> None:
    table = play_table(tmp_path, "dots")
    sit(table, "one", "A", "B")
    note = table.ask(SayRequest("lay A 3 1,1"), "one", 0.0)
    assert "press “I am …” first" in note.text.en
    sit(table, "two")
    assert table.ask(LookRequest("A"), "one", 0.0).tone is Tone.OK
    note = table.ask(SayRequest("hello"), "one", 0.0)
    assert "no move" in note.text.en
    assert not note.clauses
    assert "Take a seat first" in table.ask(SayRequest("lay A 3 1,1"), "two", 0.0).text.en


def test_the_host_hands_over_by_a_button(tmp_path: Path, dots: DotsGame) -> None:
    table = play_table(tmp_path, "dots")
    sit(table, "host", "A")
    sit(table, "ben", "B")
    section = next(s for s in compose(table, "host").sections if s.id == "seats")
    (group,) = section.groups
    (action,) = group.actions
    assert (group.label.en, action.label.en) == ("Hand over the host's part", "Give to phone 2")
    assert action.body == {"seat": "host", "do": "give", "phone": 2}
    assert table.ask(SeatRequest("host", "give", 2), "host", 0.0).tone is Tone.OK
    assert table.seating.host == "ben"
    assert table.verdict is not None
    assert table.verdict.text.en == "Phone 2 is the host's now."
    now = next(s for s in compose(table, "host").sections if s.id == "seats")
    assert [a.label.en for g in now.groups for a in g.actions] == ["Be the host"]


def test_before_a_game_any_phone_may_become_the_hosts_after_a_restart_too(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    sit(PlayTable(shelf, 0.0), "lost")
    shelf.close()
    table = PlayTable(Shelf(tmp_path), 0.0)
    sit(table, "two")
    sit(table, "three")
    offered = [a for s in compose(table, "two").sections for g in s.groups for a in g.actions]
    assert [(a.post, a.body) for a in offered] == [("/api/seat", {"seat": "host", "do": "take"})]
    assert not compose(table, "").sections
    assert table.ask(GameRequest("solani"), "two", 0.0).tone is Tone.REFUSED
    assert table.ask(SeatRequest("host"), "two", 0.0).tone is Tone.OK
    told = compose(table, "three").verdict
    assert told is not None
    assert told.text.en == "Phone 2 is the host's now."
    assert table.ask(GameRequest("solani"), "two", 0.0).tone is Tone.OK
    assert table.draft == "solani"


def test_the_seat_and_the_hosts_part_of_a_lost_phone_can_be_taken_over(
    tmp_path: Path, dots: DotsGame
) -> None:
    table = play_table(tmp_path, "dots")
    sit(table, "lost", "A")
    sit(table, "ben", "B")
    table.ask(Admission(), "new", 10.0)
    table.presence.watching = lambda: ("ben", "new")
    for at_s, away in ((AWAY_AFTER_S - 1, False), (AWAY_AFTER_S, True)):
        table.tick(at_s, 0.0)
        seats = next(s for s in compose(table, "new").sections if s.id == "seats")
        card = next(card for card in seats.cards if card.id == "seat-A")
        offered = [a.label.en for group in card.groups for a in group.actions]
        assert offered == (["Take this seat over"] if away else [])
        assert [a.post for g in seats.groups for a in g.actions] == ["/api/seat"] * away
        assert seats.folded is not away
        if not away:
            for seat in ("A", "host"):
                assert table.ask(SeatRequest(seat), "new", at_s).tone is Tone.REFUSED
    assert "has not been connected for 60 s" in card.notes[0].text.en
    assert table.ask(SeatRequest("B"), "new", 70.0).tone is Tone.REFUSED
    assert table.ask(SeatRequest("A"), "new", 70.0).tone is not Tone.REFUSED
    assert table.ask(SeatRequest("host"), "new", 70.0).tone is not Tone.REFUSED
    assert table.seating.holders["A"] == table.seating.host == "new"
    assert table.verdict is not None
    assert table.verdict.text.en == "Phone 3 is the host's now."
    cards = {card.id: card for s in compose(table, "ben").sections for card in s.cards}
    assert [note.text.en for note in cards["seat-A"].notes] == ["Phone 1 sat here before."]


def test_a_lost_phone_that_asks_again_is_there_again(tmp_path: Path, dots: DotsGame) -> None:
    table = play_table(tmp_path, "dots")
    sit(table, "lost", "A")
    sit(table, "ben", "B")
    table.tick(AWAY_AFTER_S, 0.0)
    table.ask(LookRequest("A"), "lost", AWAY_AFTER_S + 1)
    assert table.ask(SeatRequest("A"), "ben", AWAY_AFTER_S + 2).tone is Tone.REFUSED


def test_a_phone_is_there_as_long_as_one_of_its_pages_is_connected() -> None:
    hub = Hub("table", 1, Display(plain(""), StatusLine("", plain("")), plain(""), 0), 3)
    with hub.watching("ann"):
        with hub.watching("ann"), hub.watching("ben"):
            assert hub.phones() == {"ann", "ben"}
        assert hub.phones() == {"ann"}
    assert not hub.phones()


def test_an_unfinished_game_is_put_away_only_by_a_host_who_is_sure(
    tmp_path: Path, dots: DotsGame
) -> None:
    table = play_table(tmp_path, "dots")
    sit(table, "host", "A")
    sit(table, "ben", "B")

    def offered() -> tuple[bool, list[str]]:
        about = next(s for s in compose(table, "host").sections if s.id == "about")
        return about.folded, [a.label.en for a in about.groups[-1].actions]

    before = True, ["Put this game away and begin another"]
    asked = False, ["No, play on", "Yes, put it away"]
    assert offered() == before
    assert table.ask(GameRequest("", sure=True), "ben", 0.0).tone is Tone.REFUSED
    for answer in (BackRequest(0), LookRequest("")):
        assert table.ask(GameRequest(""), "host", 0.0).tone is Tone.UNSURE
        assert offered() == asked
        table.ask(answer, "host", 0.0)
        assert offered() == before
    assert table.running is not None
    table.ask(GameRequest(""), "host", 0.0)
    assert table.ask(GameRequest("", sure=True), "host", 0.0).tone is Tone.OK
    assert table.running is None
