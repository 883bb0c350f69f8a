"""The nouns that pass between the steps: frame, observation, verdict, display.

Everything here is frozen plain data, validated when it is built.  `numpy` is named for type
checkers only, so that importing the rules loads no array library.

Times are seconds of an injected monotonic clock.  Board positions are millimetres, origin at
the board's top-left corner, x right, y down.  Picture positions are pixels, x right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: BGR uint8 of shape (height, width, 3), made read-only here.

    `exposed_at_s` is when its exposure began; an old frame is not evidence.
    Raises ValueError when the array is not such a picture.
    """

    image_bgr: NDArray[np.uint8]
    exposed_at_s: float
    camera: str

    def __post_init__(self) -> None:
        shape, dtype = self.image_bgr.shape, str(self.image_bgr.dtype)
        if len(shape) != 3 or shape[2] != 3 or dtype != "uint8":
            raise ValueError(f"a frame is (height, width, 3) uint8, not {shape} {dtype}")
        self.image_bgr.flags.writeable = False

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.image_bgr.shape[:2]
        return width, height


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed: `look`, `next`, `undo`, ...; `source` is pin, page or key."""

    button: str
    at_s: float
    source: str
    by: str = ""
    held: bool = False


@dataclass(frozen=True, slots=True)
class Sighting:
    """One thing seen on a board.

    `kinds` are the alternatives with their probabilities, most likely first; what is missing
    to 1 is the probability of something unknown.  `kind` is None when the picture can't tell.
    `sigma_mm` is the standard deviation of each coordinate of `centre_mm`.
    `level` is how many pieces lie below it.  `crop_xywh_px` is the window of the frame that
    shows it.  `why_unsure` says in words what hides it, or is empty.
    `family` is the sort of piece; `turn_deg` how far it is turned clockwise from upright, None
    where that means nothing; turning it by `turn_period_deg` makes no difference.
    `may_hide_mm` is where another may lie below it, too little in view to be read, or None.
    """

    kind: str | None
    kinds: tuple[tuple[str, float], ...]
    centre_mm: tuple[float, float]
    sigma_mm: float
    level: int
    crop_xywh_px: tuple[int, int, int, int]
    place: str = ""
    why_unsure: str = ""
    family: str = ""
    turn_deg: float | None = None
    turn_period_deg: float = 360.0
    may_hide_mm: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (*self.centre_mm, self.sigma_mm))) or self.sigma_mm <= 0:
            raise ValueError(f"a sighting needs a finite place and a positive sigma, got {self}")
        if any(not 0 <= p <= 1 for _, p in self.kinds) or sum(p for _, p in self.kinds) > 1.001:
            raise ValueError(f"probabilities lie in 0..1 and add up to at most 1, got {self.kinds}")


class PlaceStatus(Enum):
    """What can be said of a place: what lies there, not what, or not now."""

    READ = "read"
    UNKNOWN = "unknown"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class PlaceReading:
    """What one place of a board holds.

    READ: exactly `pieces`, lowest first; none of them means empty.  Otherwise `pieces` are what
    most likely lies there and `why` says what is wrong.  `probability` is that of `pieces`;
    `alternatives` are other contents in words, with theirs, most likely first.
    """

    place: str
    status: PlaceStatus
    pieces: tuple[Sighting, ...]
    probability: float
    alternatives: tuple[tuple[str, float], ...]
    crop_xywh_px: tuple[int, int, int, int]
    why: str = ""


class Sentence(str):
    """An English sentence for people that can be said in other languages, too.

    `key` names it and `values` are what fills its gaps; for all else it is its English text.
    """

    key: str
    values: Mapping[str, str | tuple[str, ...]]

    def __new__(cls, key: str, template: str, /, **values: str | tuple[str, ...]) -> Sentence:
        """Fill the English `template`, whose gaps are in braces; several words are listed."""
        listed = {gap: v if isinstance(v, str) else ", ".join(v) for gap, v in values.items()}
        made = super().__new__(cls, template.format_map(listed))
        made.key, made.values = key, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _sentence_again, (self.key, str(self), dict(self.values))

    def unended(self) -> Sentence:
        """The same without its full stop, to stand within another sentence."""
        return _sentence_again(self.key, self.rstrip("."), self.values)

    def said(self, template: str, say: Callable[[str | tuple[str, ...]], str]) -> str:
        """Fill another language's `template`; `say` puts each value into that language."""
        return template.format_map({gap: say(value) for gap, value in self.values.items()})


def together(*sentences: str) -> str:
    """Sentences as one, which can still be said in other languages; empty ones are left out."""
    first, *others = [each for each in sentences if each] or [""]
    for second in others:
        first = Sentence("both", "{first} {second}", first=first, second=second)
    return first


def _sentence_again(key: str, text: str, values: Mapping[str, str | tuple[str, ...]]) -> Sentence:
    """A sentence as it was before it went through a pipe."""
    made = str.__new__(Sentence, text)
    made.key, made.values = key, values
    return made


@dataclass(frozen=True, slots=True)
class Registration:
    """How the board was found: markers used, residual in pixels, sigma in mm at the dish.

    `lens` is `calibrated`, or `estimated` from the markers together with the camera's place.
    """

    markers: int
    rms_px: float
    sigma_mm: float
    lens: str = "calibrated"


LENS_ESTIMATED = Sentence(
    "lens_estimated",
    "This camera is not calibrated: its lens is estimated from the markers; companion calibrate "
    "makes places more exact.",
)


class Status(Enum):
    """What the status line says (DESIGN.md section 6)."""

    LOOKING = "looking"
    HAND = "hand in the way"
    MOVING = "moving"
    BAD_LIGHT = "too dark / too blurred"
    NO_BOARD = "board not found"
    READ = "read"
    DIFFERS = "differs from the game"
    CAMERA_LOST = "camera lost"


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame shows of one board.

    `status` is READ when a verdict can be given, though single places may be unsure; any other
    status blocks.  `problems` are sentences for people.  `covered` lists areas or places that
    can't be told now, and why.  `uncovered` is the share (0..1) of the playing area in view.
    `sharpness` is relative to a sharp picture of the same board (1 is sharp);
    `light_change` is the relative brightness change since the empty picture (0 is none).
    `notes` are sentences about what is odd but keeps nothing from being told.
    `places` is what each place holds, of a board that has places.
    """

    board: str
    exposed_at_s: float
    status: Status
    problems: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    covered: tuple[tuple[str, str], ...] = ()
    registration: Registration | None = None
    sharpness: float = 0.0
    light_change: float = 0.0
    hand_present: bool = False
    uncovered: float = 0.0
    notes: tuple[str, ...] = ()
    places: tuple[PlaceReading, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game: a key of the game's words, its clause, and where."""

    key: str
    clause: str
    where: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """One broken clause of a refused move: a key of the game's words, the clause, and where."""

    key: str
    clause: str
    where: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Accepted(Generic[State]):
    """The move counts; `state` is what holds now."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """The move breaks the rules; all broken clauses are listed, never none."""

    reasons: tuple[Reason, ...]

    def __post_init__(self) -> None:
        if not self.reasons:
            raise ValueError("a refusal names at least one broken clause")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand what was seen: words for people and the moves it stands for."""

    words: str
    moves: tuple[str, ...] = ()
    probability: float = 0.0


@dataclass(frozen=True, slots=True)
class Unsure:
    """The table has to look again or be asked; 2 to 4 possible readings."""

    ask: str
    readings: tuple[Reading, ...]
    where: str = ""

    def __post_init__(self) -> None:
        if not 2 <= len(self.readings) <= 4:
            raise ValueError(f"a question has 2 to 4 readings, not {len(self.readings)}")


@dataclass(frozen=True, slots=True)
class Finished(Generic[State]):
    """The game is over; `result` is the game's own final score."""

    state: State
    result: Any
    events: tuple[Event, ...] = ()


Verdict = Accepted[State] | Refused | Unsure | Finished[State]
