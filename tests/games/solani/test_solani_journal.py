"""A whole game with its journal: undo, redo and resuming change nothing but what they should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.flow import Accepted, Finished, Refused
from companion.games.contract import AnyGame
from companion.keeping.journal import Journal
from companion.records.document import Record
from companion.records.self_play import play
from companion.whole_game.session import GameSession


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_is_played_undone_redone_and_resumed(
    solani: AnyGame, edition: Any, tmp_path: Path, seed: int
) -> None:
    record = play(solani, edition, 2, seed, {"rounds": 3}).record
    moves = [text for text in record.moves if text is not None]
    header = Record("solani", None, ("A", "B"), record.rulings, record.setup, None, ())
    with Journal(tmp_path / "game.db") as journal:
        session = GameSession.begin(journal, header, "A", 0.0)
        for number, text in enumerate(moves[:-1]):
            assert isinstance(session.play(text, "A", float(number)).verdict, Accepted)
            if number % 5 == 0:
                before = session.state
                session.undo("A", float(number))
                assert not session.state.same_position(before)
                session.redo("A", float(number))
                assert session.state.same_position(before)
        assert isinstance(session.play("take A feature 9 c0,0", "A", 99.0).verdict, Refused)
        last = session.state
    with Journal(tmp_path / "game.db") as journal:
        again = GameSession.resume(journal)
        assert again.state.same_position(last)
        assert isinstance(again.play(moves[-1], "A", 100.0).verdict, Finished)
