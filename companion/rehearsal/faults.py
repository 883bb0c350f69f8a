"""How often what goes wrong at tables goes wrong in a rehearsal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faults:
    """How often each fault comes: a share of looks or of presses, or a number per game.

    Of looks: a `hand` over a board, a picture that is `stale` (older than the newest), `blurred`,
    `flicker` of one place, a lamp that is switched (`relit`), a board that is `bumped`, a camera
    that is `moved`, pictures that are `dropped`, a camera that is `lost`, a place that is
    `covered`, one that is read in doubt (`misread`).  Of presses: a `bounce` of the button,
    pictures that were on their way (`late`), none for so long that nobody answers (`unanswered`).
    Per game: rules that players break, restarts, moves taken back (`undone`), places that are
    read as another piece until somebody says what lies there (`mistaken`), and how often the
    process of the referee is `killed`.
    """

    hand: float = 0.3
    stale: float = 0.1
    blurred: float = 0.1
    flicker: float = 0.1
    relit: float = 0.05
    bumped: float = 0.03
    moved: float = 0.01
    dropped: float = 0.05
    lost: float = 0.01
    covered: float = 0.0
    misread: float = 0.0
    bounce: float = 0.2
    late: float = 0.2
    unanswered: float = 0.03
    breaks: int = 2
    restarts: int = 2
    undone: int = 1
    mistaken: int = 0
    killed: int = 0


NONE = Faults(*(0.0,) * 14, *(0,) * 5)
