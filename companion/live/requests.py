"""What a phone may ask of a refereed table, beside what it may ask of any whole game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.running.acts import Act, Acts


@dataclass(frozen=True, slots=True)
class PressRequest:
    """Press one of the table's buttons: look, next or undo; `held` as if it were held down."""

    button: str
    held: bool = False
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """Answer an open question: the moves of one of its readings."""

    moves: tuple[str, ...]
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class MismatchRequest:
    """What to do about a table that differs from the game.

    `do` is put_back (the pieces go back by hand), accept (it stands as it was played), game (the
    game is right: what it has counts until the piece moves) or table (the table is right).
    """

    do: str
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class FixRequest:
    """Say what lies at one place, whatever the camera reads there.

    `board` is a board with its number, as `player 2`.  `do` is set (exactly `piece`, or nothing
    with ""), add or remove.  `piece` is family, kind and turn in the family's steps, as
    `star/T01/2`.
    """

    board: str
    place: str
    do: str = "set"
    piece: str = ""
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """Say that a piece lies at another place of its board: `what` is `board|place|piece`."""

    what: str
    to: str
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class UnsayRequest:
    """Take back what was said about a place; `entry` is its number in the journal."""

    entry: int
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class ExamineRequest:
    """List a place among those that can be put right; `board` with its number, as `player 2`."""

    board: str
    place: str
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class BookingRequest:
    """When moves that are seen are booked: `button` (after next) or `self`; phase "" for all."""

    how: str
    phase: str = ""
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class LayRequest:
    """On a simulated table: have the move that was chosen laid there, to be seen and booked."""

    moment: int | None = None


LiveRequest = (
    PressRequest
    | AnswerRequest
    | MismatchRequest
    | FixRequest
    | MoveRequest
    | UnsayRequest
    | ExamineRequest
    | BookingRequest
    | LayRequest
)

LIVE_ACTS: Acts = {
    "press": Act(PressRequest, "Press one of the table's buttons"),
    "answer": Act(AnswerRequest, "Answer an open question about what was seen"),
    "mismatch": Act(MismatchRequest, "Decide about a table that differs from the game"),
    "fix": Act(FixRequest, "Say what lies at one place"),
    "move": Act(MoveRequest, "Say that a piece lies at another place"),
    "unsay": Act(UnsayRequest, "Take back what was said about a place"),
    "examine": Act(ExamineRequest, "List a place among those that can be put right"),
    "booking": Act(BookingRequest, "Say when moves that are seen are booked"),
    "lay": Act(LayRequest, "Have the chosen move laid on a simulated table"),
}
