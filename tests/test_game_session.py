"""A whole game with its journal: play, undo, redo, correct, resume, and a disk that is full."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import play as play_command
from companion.errors import CompanionError, InputError
from companion.flow import Accepted, Finished, Refused, Unsure
from companion.games.catalogue import find_game, load_edition
from companion.keeping.journal import Journal, JournalError
from companion.records.document import Record, read_record, write_record
from companion.records.replay import replay
from companion.records.self_play import play
from companion.whole_game.session import GameSession

GIRL = find_game("girl")
GAMES = [
    play(GIRL, load_edition(GIRL, GIRL.default_edition), 2, seed, {}).record for seed in (1, 2)
]
TRIANGLE = ["draw A T01 T09 T17", "place Ann T01 3,3", "place Ann T09 3,4 {4,5}"]
LAST = "place Ann T17 2,4 {2,3}"


def header(**changes: Any) -> Record:
    parts = {"edition": None, "rulings": {}, "setup": {}, "position": None, "moves": ()}
    return Record(game="girl", players=("Ann", "Ben"), **{**parts, **changes})


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "game.db") as journal:
        yield journal


@pytest.fixture
def session(journal: Journal) -> GameSession:
    return GameSession.begin(journal, header(moves=tuple(TRIANGLE)), "Ann", 0.0)


def same(one: GameSession, other: GameSession) -> bool:
    return bool(one.state.same_position(other.state)) and one.result == other.result


def test_play_books_what_counts_and_nothing_else(session: GameSession) -> None:
    before = session.entries
    refused = session.play("place Ann T17 2,4 {1,2}", "Ann", 1.0)
    assert isinstance(refused.verdict, Refused)
    assert refused.entry is None
    assert session.entries == before
    done = session.play(LAST, "Ann", 2.0, "abc")
    assert isinstance(done.verdict, Accepted)
    assert done.entry is not None
    assert (done.entry.text, done.entry.picture) == ("place A T17 2,4 r2 front", "abc")
    assert session.state.players[0].score == 4


def test_what_was_assumed_is_booked_with_its_move(journal: Journal) -> None:
    session = GameSession.begin(journal, header(), "Ann", 0.0)
    outcome = session.play("place Ben T01 3,3", "Ben", 1.0)
    assert outcome.entry is not None
    assert outcome.entry.text == "draw B ? ? ?\nplace B T01 3,3 r0 front"
    assert session.record().moves == ("draw B ? ? ?", "place B T01 3,3 r0 front")
    session.undo("Ben", 2.0)
    assert not session.state.players[1].drawn


def test_undo_and_redo_walk_the_moves(session: GameSession) -> None:
    session.play(LAST, "Ann", 1.0)
    scores = []
    while session.undo("Ann", 2.0) is not None:
        scores.append((len(session.steps), session.state.players[0].score))
    assert scores == [(3, 0), (2, 0), (1, 0), (0, 0)]
    while session.redo("Ann", 3.0) is not None:
        pass
    assert (len(session.steps), session.state.players[0].score) == (4, 4)
    kinds = [entry.kind for entry in session.entries]
    assert kinds == ["game"] + ["play"] * 4 + ["undo"] * 4 + ["redo"] * 4


def test_a_new_move_begins_a_branch_and_the_old_one_is_kept(session: GameSession) -> None:
    session.undo("Ann", 1.0)
    session.play("place Ann T09 5,3", "Ann", 2.0)
    assert session.redo("Ann", 3.0) is None
    assert "place A T09 3,4 r4 front" in [entry.text for entry in session.entries]
    assert "place A T09 3,4 r4 front" not in session.record().moves


def test_a_correction_shows_what_changes_and_can_be_undone(session: GameSession) -> None:
    session.play(LAST, "Ann", 1.0)
    step = session.steps[1]
    assert step.moves == ("place A T01 3,3 r0 front",)
    before = session.entries
    change = session.preview(step.seq, "place Ann T01 3,3 back {1}")
    assert session.entries == before
    assert change.possible
    assert [(lost.moves[0], type(verdict)) for lost, verdict in change.lost] == [
        ("place A T17 2,4 r2 front", Refused)
    ]
    assert change.scores == (("A", 4, 0),)
    assert ("players.A.stardust", 1, None) in change.places
    assert all(old != new for _, old, new in change.places)
    assert session.correct(step.seq, "place Ann T01 3,3 back {1}", "Ben", 2.0) == change
    assert session.state.players[0].score == 0
    assert session.steps[1].corrected
    assert session.steps[1].moves == ("place A T01 3,3 r1 back",)
    assert replay(session.record()).state.same_position(session.state)
    session.undo("Ben", 3.0)
    assert session.state.players[0].score == 4
    session.redo("Ben", 4.0)
    assert session.state.players[0].score == 0


def test_a_correction_that_breaks_the_rules_is_not_booked(session: GameSession) -> None:
    before = session.entries
    change = session.correct(session.steps[1].seq, "place Ann T01 0,2", "Ann", 1.0)
    assert not change.possible
    assert isinstance(change.judged.verdict, Refused)
    assert session.entries == before
    with pytest.raises(InputError, match="no standing move 99; standing are 2, 3, 4"):
        session.preview(99, LAST)


def test_a_question_is_not_booked(journal: Journal) -> None:
    tiles = ["T30 1,1 r1 back", "T03 1,2 r1 front", "T11 1,3 r1 front", "T19 1,4 r1 front"]
    position = {"players": {"A": {"tiles": tiles, "hand": ["T31"]}}}
    session = GameSession.begin(journal, header(position=position), "", 0.0)
    outcome = session.play("place A T31 1,5 r4 back", "Ann", 1.0)
    assert isinstance(outcome.verdict, Unsure)
    assert outcome.entry is None
    chosen = session.play(outcome.verdict.readings[0].moves[0], "Ann", 2.0)
    assert isinstance(chosen.verdict, Accepted)


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with Journal(tmp_path / "g.db") as journal:
        first = GameSession.begin(journal, header(moves=tuple(TRIANGLE)), "Ann", 0.0)
        first.undo("Ann", 1.0)
    with Journal(tmp_path / "g.db") as journal:
        again = GameSession.resume(journal)
        assert same(first, again)
        assert again.entries == first.entries
        assert again.redo("Ann", 2.0) is not None
        assert isinstance(again.play(LAST, "Ann", 3.0).verdict, Accepted)


def test_a_whole_game_ends_and_exports_its_record(tmp_path: Path) -> None:
    with Journal(tmp_path / "g.db") as journal:
        session = GameSession.begin(journal, GAMES[0], "", 0.0)
        assert isinstance(session.result, type(GIRL.final_score(session.state)))
        assert read_record(session.download(), "r").moves == GAMES[0].moves
        session.undo("", 1.0)
        assert session.result is None
        session.redo("", 2.0)
        assert session.result is not None
        assert replay(session.record()).result == session.result


def test_what_can_not_begin_or_resume(tmp_path: Path) -> None:
    with Journal(tmp_path / "g.db") as journal:
        with pytest.raises(JournalError, match="holds no game"):
            GameSession.resume(journal)
        with pytest.raises(InputError, match="move 1 of the record does not count: fly"):
            GameSession.begin(journal, header(moves=("fly",)), "", 0.0)
        assert not journal.entries
        GameSession.begin(journal, header(), "", 0.0)
        with pytest.raises(InputError, match="holds a game already"):
            GameSession.begin(journal, header(), "", 0.0)
    with Journal(tmp_path / "h.db") as journal:
        journal.append("game", write_record(header()).decode(), "", 0.0)
        journal.append("correct", '{"seq": 7, "moves": []}', "", 0.0)
        with pytest.raises(JournalError, match="entry 2 of the journal is no correction"):
            GameSession.resume(journal)


def fill(journal: Journal) -> None:
    """Let the database grow no more, as on a full disk."""
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")


@pytest.mark.parametrize(
    ("pragma", "part"),
    [("full", "the disk is full; make room"), ("PRAGMA query_only = 1", "the file is read-only")],
)
def test_the_game_goes_on_when_the_journal_can_not_be_written(
    tmp_path: Path, pragma: str, part: str
) -> None:
    with Journal(tmp_path / "g.db") as journal:
        session = GameSession.begin(journal, header(moves=tuple(TRIANGLE)), "Ann", 0.0)
        written = journal.entries
        if pragma == "full":
            fill(journal)
        else:
            journal._db.execute(pragma)
        by = "a name that needs more than a page " * 200
        assert isinstance(session.play(LAST, by, 1.0).verdict, Accepted)
        assert part in session.trouble
        assert "download its record" in session.trouble
        assert "\n" not in session.trouble
        assert session.state.players[0].score == 4
        assert read_record(session.download(), "r").moves[-1] == "place A T17 2,4 r2 front"
        assert journal.entries == written
        session.undo("Ann", 2.0)
        assert not session.save()
        journal._db.execute("PRAGMA max_page_count = 1000000")
        journal._db.execute("PRAGMA query_only = 0")
        session.redo("Ann", 3.0)
        assert session.trouble == ""
        assert journal.entries == session.entries
    with Journal(tmp_path / "g.db") as journal:
        assert same(GameSession.resume(journal), session)


STEPS = st.lists(st.sampled_from(["play", "play", "undo", "redo", "correct"]), max_size=25)


@given(st.sampled_from(GAMES), STEPS, st.integers(0, 10**6))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_then_redo_is_identity_and_the_replay_equals_live_play(
    tmp_path_factory: pytest.TempPathFactory, game: Record, steps: list[str], seed: int
) -> None:
    chance = random.Random(seed)
    path = tmp_path_factory.mktemp("journal") / "g.db"
    with Journal(path) as journal:
        start = Record("girl", None, game.players, {}, game.setup, None, game.moves[:40])
        session = GameSession.begin(journal, start, "", 0.0)
        for step in steps:
            act(session, step, chance)
            before, record = session.state, session.record()
            if session.undo("", 1.0) is not None:
                assert session.redo("", 1.0) is not None
            assert session.state.same_position(before)
            assert session.record() == record
    with Journal(path) as journal:
        again = GameSession.resume(journal)
        assert same(again, session)
        assert again.record() == session.record()
    assert replay(session.record()).state.same_position(session.state)


def act(session: GameSession, step: str, chance: random.Random) -> None:
    if step == "undo":
        session.undo("", 1.0)
    elif step == "redo":
        session.redo("", 1.0)
    elif step == "correct" and session.steps:
        other = chance.choice(session.steps)
        session.correct(other.seq, chance.choice(session.steps).moves[-1], "", 1.0)
    elif step == "play" and session.result is None:
        move = session.game.write_move(session.game.self_play(session.state, chance))
        assert isinstance(session.play(move, "", 1.0).verdict, Accepted | Finished)


def typed(path: Path, text: str, *arguments: str) -> Result:
    return CliRunner().invoke(play_command.command, [str(path), *arguments], input=text)


BEGIN = ("--game", "girl", "--players", "Ann, Ben")


def test_a_game_is_played_by_typing_and_goes_on_later(tmp_path: Path) -> None:
    path, out = tmp_path / "g.db", tmp_path / "out.json"
    lines = [*TRIANGLE, LAST, "try 3 place Ann T01 3,3 {1}", "undo", "redo", "quit", "undo"]
    first = typed(path, "\n".join(lines), *BEGIN)
    assert first.exit_code == 0
    assert "setup.card is missing" in first.output
    assert "  Ann: 4 -> 0" in first.output
    assert "  players.A.stardust: 1 -> -" in first.output
    assert "5  place A T17 2,4 r2 front  -> refused" in first.output
    assert "1. A (Ann): 4 VP" in first.output
    again = typed(path, f"moves\nhelp\nfly\nredo\ncorrect x\nrecord {out}\nrecord\n")
    assert again.exit_code == 0
    assert "   5  place A T17 2,4 r2 front" in again.output
    assert "take back the newest move" in again.output
    assert "'fly' is no move" in again.output
    assert "! nothing was taken back last" in again.output
    assert "! say the number of a move" in again.output
    assert "! say where to write the record" in again.output
    assert replay(read_record(out.read_bytes(), "out")).state.players[0].score == 4
    corrected = typed(path, "correct 3 place Ann T01 3,3 {1}\nmoves\n", "--language", "zh-Hant")
    assert "place A T01 3,3 r1 back (corrected)" in corrected.output
    assert "不成立" in corrected.output
    other = typed(tmp_path / "h.db", "score\n", "--from", str(out))
    assert "1. A (Ann): 4 VP" in other.output


def test_a_damaged_journal_is_rescued(tmp_path: Path) -> None:
    path, out = tmp_path / "g.db", tmp_path / "out.json"
    with Journal(path) as journal:
        GameSession.begin(journal, GAMES[0], "", 0.0)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 4096)
        file.write(b"\xa5" * 4096)
    assert isinstance(typed(path, "").exception, JournalError)
    assert typed(path, "", "--rescue", str(out)).exit_code == 0
    saved = read_record(out.read_bytes(), "out")
    assert 0 < len(saved.moves) < len(GAMES[0].moves)
    assert replay(saved).clean


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((), "a new game needs --game and --players"),
        (("--game", "girl"), "both --game and --players"),
        (("--game", "go", "--players", "Ann,Ben"), "there is no game called"),
        (("--from", "none.json"), "can't be read"),
        (("--rescue", "out.json"), "can't be opened"),
    ],
)
def test_a_game_that_can_not_begin_is_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], part: str
) -> None:
    result = typed(tmp_path / "g.db", "", *arguments)
    assert isinstance(result.exception, CompanionError)
    assert result.exception.exit_status == 2
    assert part in str(result.exception)


def test_moves_of_several_steps_are_put_right_at_once(journal: Journal) -> None:
    """One entry puts others in the place of moves, none or several: all of them or none."""
    session = GameSession.begin(journal, header(moves=tuple(TRIANGLE)), "Ann", 0.0)
    line = session.line
    assert line == ("draw A T01 T09 T17", "place A T01 3,3 r0 front", "place A T09 3,4 r4 front")
    before = len(session.entries)
    session.revise({1: "", 2: "place A T01 3,3 r0 front\nplace A T09 3,4 r4 front"}, "camera", 1.0)
    assert session.line == line
    assert len(session.entries) == before + 1
    assert [step.moves for step in session.steps][1:] == [(), (line[1], line[2])]
    with pytest.raises(InputError, match="would not count"):
        session.revise({0: "draw A T02 T09 T17"}, "camera", 2.0)
    assert len(session.entries) == before + 1
    assert same(session, GameSession.resume(journal))
    session.undo("Ann", 3.0)
    assert [step.moves for step in session.steps] == [(line[0],), (line[1],), (line[2],)]
