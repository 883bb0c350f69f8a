"""The scoring board: the score track, the dawn track, the decks with their open cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.board import PointMm
from companion.drawing import Drawing, Ink, Polygon, Shape, Words
from companion.games.polaris.art.glyphs import (
    Shapes,
    box_mm,
    dawn_sun,
    dust,
    north_star,
    rounded_mm,
    shooting_star,
)
from companion.games.polaris.art.lettering import both, fitted
from companion.games.polaris.art.palette import (
    ADVANCED,
    CARD,
    DARK,
    DIM,
    GOLD,
    IVORY,
    NIGHT,
    PALE,
    SHADE,
    fill,
    line,
)
from companion.games.polaris.art.sky_board import sky_tags, tags_at
from companion.games.polaris.edition import Edition
from companion.games.polaris.pieces import ADVANCED as ADVANCED_DECK
from companion.games.polaris.pieces import BASIC, DECKS
from companion.places import Place
from companion.prints import BoardPrint

NAME = "score"
_GAP_MM = 2.0
_SCORE_ROW_MM = 17.0
_SCORE_ROWS = 2


@dataclass(frozen=True, slots=True)
class Slot:
    """A rectangle of the board: what it is called, its top-left corner, its size."""

    name: str
    at_mm: PointMm
    size_mm: tuple[float, float]

    @property
    def middle_mm(self) -> PointMm:
        """The middle of the rectangle."""
        return self.at_mm[0] + self.size_mm[0] / 2, self.at_mm[1] + self.size_mm[1] / 2


def dawn_place(space: int) -> str:
    """A space of the dawn track, counted from 0."""
    return f"dawn {space + 1}"


def slot_place(deck: int, slot: int) -> str:
    """A place for an open card of a deck, counted from 0."""
    return f"{DECKS[deck]} {slot + 1}"


def score_place(points: int) -> str:
    """A space of the score track."""
    return f"score {points}"


def score_print(edition: Edition) -> BoardPrint:
    """The board with its markers and places."""
    first = edition.print.first_tag + sky_tags(edition)
    tags = tags_at(edition, _tag_corners(edition), first)
    places = []
    for slot in slots(edition):
        kind = slot.name.split(" ")[0]
        if kind in ("deck", "discard"):
            continue
        families = {"score": ("marker",), "dawn": ("card", "goal")}.get(kind, ("card",))
        capacity = edition.players[-1] if kind == "score" else 1
        places.append(Place(slot.name, box_mm(*slot.at_mm, *slot.size_mm), families, 0.0, capacity))
    return BoardPrint(NAME, "board.score", board_drawing(edition), (tags,), tuple(places))


@lru_cache(maxsize=4)
def slots(edition: Edition) -> tuple[Slot, ...]:
    """Every rectangle of the board, row by row."""
    width, left = size_mm(edition)[0], _inside(edition)
    card, margin = edition.print.card_mm, edition.print.margin_mm
    found = list(_score_slots(edition, left, margin, width - 2 * left))
    y = margin + _SCORE_ROWS * (_SCORE_ROW_MM + _GAP_MM)
    step = card[0] + _GAP_MM
    track = edition.round.dawn_track
    found += [Slot(dawn_place(n), (left + n * step, y), card) for n in range(track)]
    for deck in (BASIC, ADVANCED_DECK):
        y += card[1] + _GAP_MM
        count = edition.slots(deck)
        found.append(Slot(f"deck {DECKS[deck]}", (left, y), card))
        for n in range(count):
            found.append(Slot(slot_place(deck, n), (left + (n + 1) * step, y), card))
        found.append(Slot(f"discard {DECKS[deck]}", (left + (count + 1) * step, y), card))
    return tuple(found)


@lru_cache(maxsize=4)
def size_mm(edition: Edition) -> tuple[float, float]:
    """Width and height of the board."""
    card, margin = edition.print.card_mm, edition.print.margin_mm
    most = max(edition.round.dawn_track, *(edition.slots(deck) + 2 for deck in range(len(DECKS))))
    width = 2 * _inside(edition) + most * (card[0] + _GAP_MM) - _GAP_MM
    height = 2 * margin + _SCORE_ROWS * (_SCORE_ROW_MM + _GAP_MM) + 3 * card[1] + 2 * _GAP_MM
    return width, height


@lru_cache(maxsize=4)
def board_drawing(edition: Edition) -> Drawing:
    """The board, bare."""
    width, height = size_mm(edition)
    shapes: list[Shape] = [
        Polygon(box_mm(0.0, 0.0, width, height), fill(NIGHT)),
        *dust(3.0, 3.0, width - 6.0, height - 6.0, 120),
        Polygon(box_mm(1.5, 1.5, width - 3.0, height - 3.0), line(GOLD, 0.25, 0.7)),
    ]
    for slot in slots(edition):
        shapes += _slot_shapes(edition, slot)
    return Drawing((width, height), (*shapes, *_title(edition)))


def _inside(edition: Edition) -> float:
    """How wide the columns for the markers on either side are."""
    return edition.print.margin_mm + edition.print.tag_mm * 4 / 3 + _GAP_MM


def _tag_corners(edition: Edition) -> list[PointMm]:
    """Three markers down each side."""
    width, height = size_mm(edition)
    tag = edition.print.tag_mm
    edge = edition.print.margin_mm + tag / 6
    rows = (edge, (height - tag) / 2, height - edge - tag)
    return [(x, y) for y in rows for x in (edge, width - edge - tag)]


def _score_slots(edition: Edition, left: float, top: float, room: float) -> list[Slot]:
    count = edition.print.score_spaces
    per_row = -(-count // _SCORE_ROWS)
    wide = room / per_row
    found = []
    for points in range(count):
        row, column = divmod(points, per_row)
        at = (left + column * wide, top + row * (_SCORE_ROW_MM + _GAP_MM))
        found.append(Slot(score_place(points), at, (wide, _SCORE_ROW_MM)))
    return found


def _slot_shapes(edition: Edition, slot: Slot) -> Shapes:
    kind, _, rest = slot.name.partition(" ")
    (x, y), (width, height) = slot.at_mm, slot.size_mm
    middle = slot.middle_mm
    if kind == "score":
        tens = int(rest) % 10 == 0
        ink = Ink(fill=SHADE if int(rest) % 2 else CARD, stroke=GOLD, stroke_mm=0.2)
        letters = (x + width / 2, y + height - 2.4)
        return (
            Polygon(box_mm(x, y, width, height), ink),
            Words(rest, letters, 2.3, IVORY if tens else PALE, bold=tens),
        )
    ground = ADVANCED if DECKS[ADVANCED_DECK] in (kind, rest) else DARK
    outline = rounded_mm(x, y, width, height, 2.5)
    shapes: list[Shape] = [Polygon(outline, Ink(fill=ground, stroke=DIM, stroke_mm=0.4))]
    if kind == "dawn":
        shapes += dawn_sun((middle[0], middle[1] + 2.0), width * 0.26)
        number = (middle[0], y + height - 8.0)
        shapes.append(Words(rest, number, 3.4, PALE))
    elif kind in ("deck", "discard"):
        words = both(f"place.{kind}", deck=rest)
        shapes += north_star((middle[0], middle[1] - 6.0), width * 0.2) if kind == "deck" else ()
        shapes.append(fitted(words, (middle[0], middle[1] + 9.0), 2.3, width * 0.88, PALE))
    else:
        shapes.append(Words(rest, middle, 5.0, DIM))
        deck = ADVANCED_DECK if kind == DECKS[ADVANCED_DECK] else BASIC
        price = edition.turn.advanced_price if deck == ADVANCED_DECK else 0
        for n in range(price):
            shapes += shooting_star((middle[0] + n * 7.0, middle[1] + 13.0), 8.0)
    return tuple(shapes)


def _title(edition: Edition) -> Shapes:
    """The name of the game and the telescope's worth in the free corner below."""
    last = slots(edition)[-1]
    left = last.at_mm[0] + last.size_mm[0] + _GAP_MM
    right = size_mm(edition)[0] - _inside(edition)
    if right - left < last.size_mm[0]:
        return ()
    middle = ((left + right) / 2, last.middle_mm[1])
    room = (right - left) * 0.86
    return (
        *north_star((middle[0], middle[1] - 13.0), 9.0),
        fitted(both("game"), (middle[0], middle[1] + 6.0), 6.0, room, GOLD, bold=True),
        fitted(both("board.score"), (middle[0], middle[1] + 15.0), 2.6, room, PALE),
        fitted(edition.name, (middle[0], middle[1] + 21.0), 2.0, room, DIM),
    )
