"""What a viewer may see now, as plain data; one generic page draws any Display.

Every word is there in English and Traditional Chinese, so that each phone can choose.  Colours
are names of a palette that the page knows; a colour never stands alone, a shape and a letter
say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from companion.display.charts import Chart
from companion.display.forms import Form
from companion.display.text import Text as Text


class Tone(Enum):
    """How a note is meant; the page shows it by colour, sign and word."""

    OK = "ok"
    REFUSED = "refused"
    UNSURE = "unsure"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Chip:
    """A colour that can't be mistaken: palette name, shape (circle, square, triangle), letter.

    `label` is the whole word, for those who hear the page.
    """

    colour: str
    shape: str
    letter: Text
    label: Text


@dataclass(frozen=True, slots=True)
class Crop:
    """A window of the picture: left, top, width, height in pixels of that picture."""

    picture: str
    picture_wh: tuple[int, int]
    window_xywh: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Action:
    """A button: pressing it posts `body`, with the Display's moment, as JSON to the path `post`.

    `crop` shows what it is about.
    """

    label: Text
    post: str
    body: Mapping[str, Any]
    chips: tuple[Chip, ...] = ()
    style: str = "plain"
    crop: Crop | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A remark or a verdict: its tone, the sentence, the clauses that decide, where it is.

    `actions` answer a question, when the note asks one.
    """

    tone: Tone
    text: Text
    clauses: tuple[str, ...] = ()
    where: str = ""
    crop: Crop | None = None
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """Buttons that belong together under a label; `folded` hides them until asked for."""

    label: Text
    actions: tuple[Action, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A file or (without a dot in its name) another page, at a path of this server."""

    label: Text
    path: str


@dataclass(frozen=True, slots=True)
class Card:
    """One thing on the table: `mark` is its number or letter, `state` open, done or odd.

    `details` are shown when somebody asks for them, and so are `groups` unless `unfolded`.
    """

    id: str
    mark: str
    title: Text
    state: str = "open"
    chips: tuple[Chip, ...] = ()
    notes: tuple[Note, ...] = ()
    groups: tuple[ActionGroup, ...] = ()
    crop: Crop | None = None
    details: tuple[Note, ...] = ()
    unfolded: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One turn in an order: `state` is done, now or next."""

    mark: str
    title: Text
    state: str
    detail: Text | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """A picture taken or chosen on the phone: its bytes are posted to the path `post`.

    The answer is a PhotoAnswer, which the page shows below.
    """

    label: Text
    post: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What the camera saw, with the reading drawn on it.

    `window_xywh` is the part of the camera's frame that it shows, in the frame's pixels.
    """

    path: str
    size_wh: tuple[int, int]
    window_xywh: tuple[int, int, int, int]
    alt: Text


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page; it shows what it has, in this order; `folded` starts closed."""

    id: str
    title: Text
    notes: tuple[Note, ...] = ()
    steps: tuple[Step, ...] = ()
    cards: tuple[Card, ...] = ()
    groups: tuple[ActionGroup, ...] = ()
    forms: tuple[Form, ...] = ()
    links: tuple[Link, ...] = ()
    folded: bool = False
    charts: tuple[Chart, ...] = ()
    pictures: tuple[Picture, ...] = ()
    uploads: tuple[Upload, ...] = ()


@dataclass(frozen=True, slots=True)
class StatusLine:
    """The status as a key (see companion.flow.Status), in words, with what explains it."""

    key: str
    text: Text
    details: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardSpot:
    """A place of a drawn board as it matters now.

    `state` is open (tapping it posts `body` to the board's path), chosen, or marked (the last
    verdict is about it); only an open one has a body.
    """

    id: str
    label: Text
    state: str
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board, hand or row of cards; `scene` is the path of its drawing (a SceneFile).

    The drawing at one path never changes; what may be tapped now stands here.
    """

    id: str
    title: Text
    scene: str
    post: str
    spots: tuple[BoardSpot, ...] = ()


@dataclass(frozen=True, slots=True)
class Display:
    """The whole page.  `moment` is the number of the last booked entry.

    An action that carries an older moment is refused, so that nobody acts on what is past.
    `lamp` is the colour that the table's lamp shows.  `yours` says that this viewer is to act.
    `jump` leads to the part of the page (`#section-` and its id) that the viewer needs first.
    `subtitle` stands under the title.  `view` is what this screen is for: player, table (a tablet
    in the middle, read from afar) or referee.
    """

    title: Text
    status: StatusLine
    prompt: Text
    moment: int
    verdict: Note | None = None
    picture: Picture | None = None
    boards: tuple[Board, ...] = ()
    buttons: tuple[Action, ...] = ()
    sections: tuple[Section, ...] = ()
    lamp: str = "off"
    yours: bool = False
    jump: Link | None = None
    subtitle: Text | None = None
    view: str = "player"


@dataclass(frozen=True, slots=True)
class Published:
    """A Display as it is sent: `version` only grows, also when the server starts again.

    `table` names the session; a phone that sees another name starts afresh.  `epoch` counts
    the starts of the server.  `own` says that it is made for one phone and not for everybody.
    """

    table: str
    epoch: int
    version: int
    display: Display
    languages: tuple[str, ...] = field(default=("en", "zh"))
    own: bool = False
