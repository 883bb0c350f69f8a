"""What a phone may ask for while a whole game is played: the bodies of the POST requests.

`moment` is the moment of the Display that the person acted on; a request with an older one is
refused.  Left out, it is not checked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.running.acts import Act, Acts


@dataclass(frozen=True, slots=True)
class TapRequest:
    """A choice on the way to a move: one of those offered, or a place of a board."""

    tap: str = ""
    spot: str = ""
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class BackRequest:
    """Take choices back; `keep` is how many of them stay."""

    keep: int = 0
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class ConfirmRequest:
    """Play the move that was chosen."""

    moment: int | None = None


@dataclass(frozen=True, slots=True)
class SayRequest:
    """Judge a move that was typed, and play it when it counts."""

    line: str
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """Take the newest move back, or (`redo`) let it stand again."""

    redo: bool = False
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectRequest:
    """Put another line in the place of move `move` (its number in the list of moves).

    Without `book` it is only said what would change.
    """

    move: str
    line: str
    book: bool = False
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Sit down (`take`), stand up or free a seat (`free`), or `give` a seat to phone `phone`.

    With `host` in the place of `seat`, the host's part is taken or given.
    """

    seat: str
    do: str = "take"
    phone: int = 0
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class RoleRequest:
    """What a phone is used for: `player`, `table` or `referee`; `phone` 0 is the one that asks."""

    role: str
    phone: int = 0
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class LookRequest:
    """Show the side of one of this phone's seats, or cover it ("")."""

    seat: str = ""
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class GameRequest:
    """Choose the game that is set up; "" goes back to the choice, and puts a game away.

    A game that is not over is put away only when `sure`; else the phone is asked.
    """

    game: str = ""
    sure: bool = False
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class BeginRequest:
    """Begin: names by seat (empty ones do not play), who draws, settings.

    `setup` is what the table dealt, as the JSON of a record's `setup`.  `record` is the text of a
    record to go on with in the place of all that.
    """

    names: dict[str, str] = field(default_factory=dict)
    dealer: str = "companion"
    edition: str = ""
    rulings: dict[str, str] = field(default_factory=dict)
    setup: str = ""
    record: str = ""
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class SettingsRequest:
    """Change what can be changed during a game; what is left out stays.

    `dealer` is who draws, `show_all` shows everything to everybody, `all_moves` has this phone
    list every move.
    """

    dealer: str = ""
    show_all: bool = False
    all_moves: bool = False
    moment: int | None = None


ACTS: Acts = {
    "tap": Act(TapRequest, "Choose something on the way to a move"),
    "back": Act(BackRequest, "Take choices back"),
    "confirm": Act(ConfirmRequest, "Play the move that was chosen"),
    "say": Act(SayRequest, "Judge a move that was typed, and play it when it counts"),
    "turn": Act(TurnRequest, "Undo or redo"),
    "correct": Act(CorrectRequest, "Correct an earlier move, or say what that would change"),
    "seat": Act(SeatRequest, "Take, free or give a seat, or the host's part"),
    "role": Act(RoleRequest, "Say what a phone is used for: playing, the table, refereeing"),
    "look": Act(LookRequest, "Show the side of one of this phone's seats, or cover it"),
    "game": Act(GameRequest, "Choose the game that is set up"),
    "begin": Act(BeginRequest, "Begin a game"),
    "settings": Act(SettingsRequest, "Change a setting during a game"),
}
