"""Nothing that `view` takes from a seat reaches its phone: page, drawings, record, answers.

The proof is by exchange: with the hidden part replaced, everything a phone gets is the same to
the last byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from play_fakes import DotsGame, play_table, sit, tap

from companion.play.compose import compose
from companion.play.requests import CorrectRequest, LookRequest, SayRequest
from companion.play.setting_up import begin_game
from companion.play.shelf import COMPANION, TABLE, Shelf
from companion.play.sight import Sight, seen
from companion.play.table import PlayTable
from companion.records.document import Record

PHONES = ("", "one", "two")


def sent(table: PlayTable, phone: str) -> tuple[bytes, ...]:
    """Everything that is sent to a phone: its Display, its drawings, the record."""
    display = compose(table, phone)
    drawings = [part for board in display.boards for part in drawn(table, board.scene)]
    table._shown = None
    table.shown(0.0, 0)
    assert table.record is not None
    return msgspec.json.encode(display), *drawings, table.record


def drawn(table: PlayTable, path: str) -> list[bytes]:
    """The file of a drawing and its parts."""
    body = table.gallery.find(path.removeprefix("/api/scene/").removesuffix(".json"))
    assert body is not None
    parts = msgspec.json.decode(body).get("parts", ())
    return [body, *(part for each in parts for part in drawn(table, each))]


@contextmanager
def without_what_is_hidden(table: PlayTable, phone: str) -> Iterator[None]:
    """The same table, with every state as this phone's `view` leaves it."""
    running = table.running
    assert running is not None
    sight = table.sight(phone) if phone else Sight(None, everything=table.open)
    session, chronicle = running.session, running.chronicle
    now, told = session._now, list(chronicle._told)
    # That somebody holds something hidden is no secret; the rest is worked out anew.
    open_facts = dict(running._secrets)
    session._now = replace(now, state=seen(running.game, now.state, sight))
    chronicle._told[:] = [
        replace(
            each, moves=tuple((seen(running.game, before, sight), m) for before, m in each.moves)
        )
        for each in told
    ]
    chronicle._words.clear()
    running.changed()
    running._secrets.update(open_facts)
    yield
    session._now, chronicle._told[:] = now, told
    chronicle._words.clear()
    running.changed()


REAL = (("solani", 12), ("polaris", 14), ("girl", 17), ("starfall", 9))


@pytest.mark.parametrize(
    ("game", "every", "dealer"),
    [
        ("dots", 1, COMPANION),
        ("dots", 1, TABLE),
        *((game, every, COMPANION) for game, every in REAL),
        *(pytest.param(game, 5, TABLE, marks=pytest.mark.slow) for game, _ in REAL),
    ],
)
def test_a_phone_gets_only_what_view_leaves(
    game: str, every: int, dealer: str, tmp_path: Path, dots: DotsGame
) -> None:
    table = play_table(tmp_path, game, ("Ann", "Ben", "Cem"), dealer=COMPANION)
    table.shelf.dealer = dealer
    running = table.running
    assert running is not None
    sit(table, "one", "A")
    sit(table, "two", "B", "C")
    chance = random.Random(5)
    looked = 0
    for number in range(10_000):
        if running.over or number > 90:
            break
        if number % every == 0:
            table.ask(LookRequest(chance.choice("BC")), "two", 0.0)
            for phone in PHONES:
                before = sent(table, phone)
                with without_what_is_hidden(table, phone):
                    assert sent(table, phone) == before, (number, phone)
            looked += 1
        move = running.game.self_play(running.state, chance)
        assert running.play(running.game.write_move(move), "A", 0.0)
    assert looked > 4


def exchanged(text: str, other: dict[int, int]) -> str:
    words = text.split()
    words[2] = str(other.get(int(words[2]), int(words[2])))
    return " ".join(words)


@pytest.mark.parametrize("seed", range(5))
def test_another_hidden_hand_and_deck_make_no_difference(
    seed: int, tmp_path: Path, dots: DotsGame
) -> None:
    """The whole history too: two games that differ only in what A never saw."""
    chance = random.Random(seed)
    first = play_table(tmp_path / "first", "dots", ("Ann", "Ben"))
    running = first.running
    assert running is not None
    sit(first, "one", "A")
    sit(first, "two", "B")
    for steps in range(2, 12, 3):
        while len(running.session.steps) < steps:
            move = dots.self_play(running.state, chance)
            assert running.play(dots.write_move(move), move.seat, 0.0)
        state = running.state
        public = {number for _, _, number in state.laid} | set(state.hands[0])
        drawn_by_a = {
            int(text.split()[2])
            for step in running.session.steps
            for text in step.moves
            if text.startswith("draw A")
        }
        hidden = sorted(set(range(1, 41)) - public - drawn_by_a - set(first_hand(running, "A")))
        other = dict(zip(hidden, chance.sample(hidden, k=len(hidden)), strict=True))
        second = twin(tmp_path / f"second-{steps}", first, other)
        assert second.running is not None
        assert second.running.state != state
        second.gallery._key = first.gallery._key
        for line in ("lay B 1 1,1", "draw B 7", "lay A 99 9,9", "hm"):
            answers = [t.ask(SayRequest(line), "one", 0.0) for t in (first, second)]
            assert answers[0] == answers[1]
        laid = running.session.steps[0].moves[0].split()
        for cell in ("4,4", laid[3]):
            request = CorrectRequest("1", f"lay A {laid[2]} {cell}")
            answers = [t.ask(request, "one", 0.0) for t in (first, second)]
            assert answers[0] == answers[1]
            assert "This would be" in answers[0].text.en
        for phone in ("", "one"):
            assert sent(first, phone) == sent(second, phone)
        assert sent(first, "two") != sent(second, "two")


def first_hand(running, seat: str) -> list[int]:  # type: ignore[no-untyped-def]
    return running.session.record().setup["hands"][seat]


def twin(folder: Path, first: PlayTable, other: dict[int, int]) -> PlayTable:
    """The same game with these numbers exchanged, wherever they come."""
    assert first.running is not None
    record = first.running.session.record()
    hands = {
        seat: [other.get(number, number) for number in hand]
        for seat, hand in record.setup["hands"].items()
    }
    shelf = Shelf(folder)
    shelf.journal.set_fact("seed", "11")
    table = PlayTable(shelf, 0.0)
    header = Record("dots", None, record.players, {}, {"hands": hands}, None, ())
    begin_game(table, header, TABLE, 0.0)
    shelf.dealer = COMPANION
    table.verdict = first.verdict
    sit(table, "one", "A")
    sit(table, "two", "B")
    assert table.running is not None
    for step in first.running.session.steps:
        for text in step.moves:
            assert table.running.play(exchanged(text, other), step.by, 0.0)
    return table


def test_one_phone_for_two_is_covered_between_turns(tmp_path: Path, dots: DotsGame) -> None:
    table = play_table(tmp_path, "dots")
    sit(table, "one", "A", "B")
    assert table.side("one") is None
    hands = [board for board in compose(table, "one").boards if board.id.startswith("hand")]
    assert all(b"?" in drawn(table, board.scene)[0] for board in hands)
    table.ask(LookRequest("A"), "one", 0.0)
    assert table.side("one") == "A"
    tap(table, "one", compose_taps(table, "one")[0])
    table.ask(LookRequest(""), "one", 0.0)
    assert table.side("one") is None
    assert table.phone("one").chosen == ()


def compose_taps(table: PlayTable, phone: str) -> list[str]:
    sections = {section.id: section for section in compose(table, phone).sections}
    actions = [a for group in sections["enter"].groups for a in group.actions]
    return [action.body["tap"] for action in actions if "tap" in action.body]


def test_a_game_without_secrets_is_not_covered(tmp_path: Path) -> None:
    table = play_table(tmp_path, "solani")
    sit(table, "one", "A", "B")
    assert table.running is not None
    assert table.side("one") in table.running.prompt.seats
