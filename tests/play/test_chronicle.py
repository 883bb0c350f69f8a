"""What happened, told to each seat in words: no more than it may know, and no less."""

from __future__ import annotations

from companion.flow import Accepted
from companion.games.catalogue import find_game, load_edition
from companion.play.chronicle import Chronicle
from companion.play.sight import Sight
from companion.play.speaking import Speaker
from companion.whole_game.history import Step


def test_what_was_kept_and_what_joined_the_display_is_told_to_all() -> None:
    """SOL-SPEC-3: two cards are drawn in secret; one is kept, the other one lies open then."""
    game = find_game("solani")
    position = {
        "phase": "special",
        "queue": ["A"],
        "players": {
            "A": {"board": "A", "clusters": ["1 c1,1"], "branches": ["b1,1 NW", "b0,0 NE"]}
        },
    }
    edition = load_edition(game, game.default_edition)
    start = game.start(edition, ("A", "B"), {}, {}, position).state
    moves = ["draw A 3", "draw A 3 3-5 3-7", "keep A 3-5 c0,0"]
    state, known = start, []
    for text in moves:
        verdict = game.judge(state, game.read_move(text))
        if isinstance(verdict, Accepted):
            state, known = verdict.state, [*known, text]
    assert known[-1].startswith("keep")
    chronicle = Chronicle(game, start, Speaker(game, {"A": "Ann", "B": "Ben"}))
    chronicle.follow([Step(i + 1, (text,), "A") for i, text in enumerate(known)])
    for seat in ("A", "B", None):
        note = chronicle.note(len(known) - 1, Sight(seat))
        assert "SOL-SPEC-3" in note.clauses, note.text
        assert "3-5" in note.text.en
        assert "3-7" in note.text.zh
    hidden = [chronicle.note(i, Sight("B")).text.en for i in range(len(known) - 1)]
    assert not any("3-5" in text or "3-7" in text for text in hidden)
