"""Replays a record: every move judged in order, as far as the record can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.flow import Accepted, Finished, Reason, Refused, Verdict
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame, MoveTextError
from companion.records.document import Record

SEAT_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NOT_A_MOVE = "reason.not_a_move"


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the record (numbers start at 1), its text and its verdict."""

    number: int
    text: str
    verdict: Verdict[Any]

    @property
    def counted(self) -> bool:
        """Whether the move changed the game."""
        return isinstance(self.verdict, Accepted | Finished)


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole replay: `notes` say what was assumed, `damage` what could not be read.

    `names` are the players' names by seat.
    """

    game: AnyGame
    edition: str
    names: Mapping[str, str]
    steps: tuple[Step, ...]
    start: Any
    state: Any
    result: Any | None
    notes: tuple[str, ...]
    damage: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Every move was accepted and nothing was damaged."""
        return not self.damage and all(step.counted for step in self.steps)


def replay(record: Record) -> Replay:
    """Replay a record; raises InputError when it names no game or can't be set up."""
    game = find_game(record.game)
    edition_name = record.edition or game.default_edition
    edition = load_edition(game, edition_name)
    seats = list(SEAT_NAMES[: len(record.players)])
    start = game.start(edition, seats, record.rulings, record.setup, record.position)
    state, result = start.state, None
    steps = []
    for number, text in enumerate(record.moves, 1):
        if text is None:
            continue  # told among the damage
        verdict = judge_text(game, state, text)
        steps.append(Step(number, text, verdict))
        if isinstance(verdict, Accepted | Finished):
            state = verdict.state
        if isinstance(verdict, Finished):
            result = verdict.result
    return Replay(
        game,
        edition.name,
        dict(zip(seats, record.players, strict=True)),
        tuple(steps),
        start.state,
        state,
        result,
        start.notes,
        record.damage,
    )


def judge_text(game: AnyGame, state: Any, text: str) -> Verdict[Any]:
    """Judge a move given as text; a text that is no move is refused with the reason."""
    try:
        move = game.read_move(text)
    except MoveTextError as error:
        return Refused((Reason(NOT_A_MOVE, "record", text[:40], {"why": str(error)}),))
    return game.judge(state, move)
