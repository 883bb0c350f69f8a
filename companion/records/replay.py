"""Replays a record: every move judged in order, as far as the record can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.flow import Accepted, Finished, Verdict
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame, Forgiving, Note, SetupError, Start
from companion.records.document import Record
from companion.records.judging import NOT_A_MOVE, judge_line, judge_text
from companion.records.players import SEAT_NAMES
from companion.records.words import shown

__all__ = ["NOT_A_MOVE", "SEAT_NAMES", "Replay", "Step", "first_state", "judge_text", "replay"]


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the record (numbers start at 1), its text and its verdict.

    `move` is how it was read and `assumed` what was assumed before it, both canonical.
    """

    number: int
    text: str
    verdict: Verdict[Any]
    move: str = ""
    assumed: tuple[str, ...] = ()

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
    notes: tuple[str | Note, ...]
    damage: tuple[Note, ...]

    @property
    def clean(self) -> bool:
        """Every move was accepted and nothing was damaged."""
        return not self.damage and all(step.counted for step in self.steps)


def first_state(game: AnyGame, edition: Any, record: Record) -> Start:
    """The state a record starts from; raises InputError when it can't be set up."""
    seats = list(SEAT_NAMES[: len(record.players)])
    setup, position = record.setup, record.position
    if isinstance(game, Forgiving):
        setup, position = game.respell_documents(edition, setup, position, record.aliases)
    try:
        return game.start(edition, seats, record.rulings, setup, position)
    except SetupError as error:
        raise SetupError(shown(error.sentence)) from error


def replay(record: Record) -> Replay:
    """Replay a record; raises InputError when it names no game or can't be set up."""
    game = find_game(record.game)
    edition = load_edition(game, record.edition or game.default_edition)
    start = first_state(game, edition, record)
    state, result = start.state, None
    steps = []
    aliases = record.aliases
    for number, text in enumerate(record.moves, 1):
        if text is None:
            continue  # told among the damage
        judged = judge_line(game, state, text, aliases)
        steps.append(Step(number, text, judged.verdict, judged.move, judged.assumed))
        if isinstance(judged.verdict, Accepted | Finished):
            state = judged.verdict.state
        if isinstance(judged.verdict, Finished):
            result = judged.verdict.result
    return Replay(
        game,
        edition.name,
        dict(zip(SEAT_NAMES, record.players, strict=False)),
        tuple(steps),
        start.state,
        state,
        result,
        (*record.notes, *start.notes),
        record.damage,
    )
