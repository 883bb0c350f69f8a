"""A small board with places for tests: its art, its description on disk, photographs of it.

Six hexagonal cells for tiles and gems, a pool for coins, a card with two spots for pawns on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from companion.board import Tag
from companion.describing.table_file import load_places
from companion.describing.table_text import dump_places
from companion.drawing import Disc, Drawing, Ink, PointMm, Polygon, Stroke, regular_polygon_mm
from companion.flow import Frame
from companion.places import Family, Place, PlaceBoard, circle_outline_mm
from companion.printing.descriptions import description_of, pictures_of
from companion.prints import BoardPrint, Lie, PiecePrint, Prints, marked_board
from hardware.simulated.conditions import Conditions, conditions_named, fixed
from hardware.simulated.drawing_file import drawing_png
from hardware.simulated.tabletop.studio import TableStudio, copies_of
from vision.marker_art import marker_bits

DICTIONARY = "DICT_4X4_50"
CELLS = ("1", "2", "3", "4", "5", "6")
SCALE = 0.6  # of 2304 x 1296
_SIZE = (200.0, 150.0)
_GROUND = "#28305c"
_COLOURS = {"red": "#d2342c", "blue": "#2c78d8", "white": "#efe9dc"}
_CARD = (52.0, 36.0)
_EDGES: dict[str, tuple[str, tuple[int, ...]]] = {
    "red bend": ("red", (0, 1)),
    "red straight": ("red", (0, 3)),
    "blue bend": ("blue", (0, 1)),
    "blue fork": ("blue", (0, 2, 4)),
    "blank": ("white", (0,)),
}


def hexagon(middle: PointMm, across_mm: float) -> tuple[PointMm, ...]:
    return regular_polygon_mm(middle, across_mm / 3**0.5, 6)


def prints(ground: str = _GROUND) -> Prints:
    """The art; another `ground` makes another edition of the board."""
    return Prints(DICTIONARY, (_board(ground),), tuple(_pieces()), _families())


def _cell_mm(index: int) -> PointMm:
    row, column = divmod(index, 3)
    return 50.0 + 30.0 * column + 15.0 * row, 40.0 + 26.0 * row


def _board(ground: str) -> BoardPrint:
    shapes: list[Polygon | Disc | Stroke] = [
        Polygon(((0, 0), (200, 0), (200, 150), (0, 150)), Ink(fill=ground))
    ]
    line = Ink(stroke="#c9a45a", stroke_mm=0.8)
    places = []
    for index, name in enumerate(CELLS):
        outline = hexagon(_cell_mm(index), 30.0)
        shapes.append(Polygon(outline, line))
        places.append(Place(name, outline, ("tile", "gem"), capacity=3))
    pool = circle_outline_mm((46.0, 115.0), 22.0)
    shapes.append(Polygon(pool, replace(line, fill="#1e5a50")))
    places.append(Place("pool", pool, ("coin",), capacity=5))
    card = _box((130.0, 115.0), _CARD)
    shapes.append(Polygon(card, replace(line, fill="#3a3f6e")))
    places.append(Place("card", card, ("card",)))
    for name, x in (("left", 116.0), ("right", 144.0)):
        spot = circle_outline_mm((x, 119.0), 8.0)
        places.append(Place(name, spot, ("pawn",)))
    tags = tuple(
        Tag(number, _box_corners(at, 18.0))
        for number, at in enumerate(((14, 14), (186, 14), (186, 136), (14, 136)))
    )
    other = tuple(replace(tag, id=tag.id + 10) for tag in tags)
    return BoardPrint(
        "garden", "garden", Drawing(_SIZE, tuple(shapes)), (tags, other), tuple(places)
    )


def _box(middle: PointMm, size: tuple[float, float]) -> tuple[PointMm, ...]:
    x, y, w, h = *middle, size[0] / 2, size[1] / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def _box_corners(middle: PointMm, side: float) -> tuple[PointMm, PointMm, PointMm, PointMm]:
    a, b, c, d = _box(middle, (side, side))
    return a, b, c, d


def _families() -> tuple[Family, ...]:
    return (
        Family("tile", tuple(_EDGES), hexagon((0, 0), 29.0), 1.5, 6),
        Family("gem", ("red", "blue"), circle_outline_mm((0, 0), 5.0), 2.0, 0, ("tile",)),
        Family("coin", ("gold", "silver"), circle_outline_mm((0, 0), 6.0), 1.5),
        Family("card", ("sun", "moon"), _box((0, 0), _CARD), 0.5, 2),
        Family("pawn", ("green", "violet"), circle_outline_mm((0, 0), 6.5), 2.0, 0, ("card",)),
    )


def _pieces() -> list[PiecePrint]:
    outlines = {family.name: (family.outline_mm, family.thickness_mm) for family in _families()}

    def piece(family: str, kind: str, drawing: Drawing) -> PiecePrint:
        return PiecePrint(kind, family, drawing, outlines[family][0], 9, outlines[family][1])

    made = [piece("tile", kind, _tile(*look)) for kind, look in _EDGES.items()]
    made += [
        piece("gem", kind, _token(10.0, _COLOURS[kind], "#ffffff")) for kind in ("red", "blue")
    ]
    made.append(piece("coin", "gold", _token(12.0, "#d8a828", "#5a3c08")))
    made.append(piece("coin", "silver", _token(12.0, "#b8bcc4", "#20242c")))
    made += [piece("card", kind, _card(kind)) for kind in ("sun", "moon")]
    made.append(piece("pawn", "green", _token(13.0, "#2c9c50", "#ffffff")))
    made.append(piece("pawn", "violet", _token(13.0, "#8c3cb4", "#ffffff")))
    return made


def _tile(colour: str, edges: Sequence[int]) -> Drawing:
    middle = (15.0, 17.0)
    dark = "#181818" if colour == "white" else "#ffffff"
    shapes: list[Polygon | Stroke | Disc] = [
        Polygon(hexagon(middle, 29.0), Ink(fill=_COLOURS[colour], stroke="#101010", stroke_mm=0.6))
    ]
    for edge in edges:
        angle = 30.0 + 60.0 * edge
        end = regular_polygon_mm(middle, 14.5, 1, angle)[0]
        shapes.append(Stroke((middle, end), Ink(stroke=dark, stroke_mm=2.6)))
    return Drawing((30.0, 34.0), tuple(shapes))


def _token(diameter: float, colour: str, sign: str) -> Drawing:
    middle = (diameter / 2, diameter / 2)
    return Drawing(
        (diameter, diameter),
        (
            Disc(middle, diameter / 2, Ink(fill=colour)),
            Disc(middle, diameter / 4, Ink(stroke=sign, stroke_mm=1.2)),
        ),
    )


def _card(kind: str) -> Drawing:
    paper = "#f0dca0" if kind == "sun" else "#a8b8d8"
    sign = Disc((10.0, 8.0), 5.0, Ink(fill="#c05010" if kind == "sun" else "#182048"))
    edge = Ink(fill=paper, stroke="#403020", stroke_mm=0.8)
    spots = [Disc((x, 22.0), 7.0, Ink(stroke="#403020", stroke_mm=0.6)) for x in (12.0, 40.0)]
    return Drawing(_CARD, (Polygon(_box((26.0, 18.0), _CARD), edge), sign, *spots))


def describe(folder: Path, art: Prints, copy: int = 0) -> PlaceBoard:
    """Write the description of a copy of the board, with its pictures, and read it."""
    return describe_board(folder, art, art.boards[0], copy, f"garden-{copy + 1}")


def describe_board(
    folder: Path, art: Prints, board: BoardPrint, copy: int = 0, name: str = ""
) -> PlaceBoard:
    """Write the description of a copy of any printed board, with its pictures, and read it."""
    name = name or board.name
    ids = {tag.id for tags in board.tags for tag in tags}
    black = {number: marker_bits(art.dictionary, number) for number in ids}
    file = folder / f"{name}.toml"
    described = description_of(art, board, copy, name.replace("-", " "), file)
    assert described.board.empty is not None
    described.board.empty.parent.mkdir(parents=True, exist_ok=True)
    described.board.empty.write_bytes(drawing_png(marked_board(board, copy, black), 4.0))
    for picture in pictures_of(art, folder):
        picture.path.write_bytes(drawing_png(picture.drawing, 8.0))
    file.write_text(dump_places(described.board), encoding="utf-8")
    return load_places(file)


def lie(place: str, family: str, kind: str, turn: int = 0, copy: int = 0) -> Lie:
    return Lie("garden", copy, place, family, kind, turn)


@lru_cache(maxsize=16)
def studio(condition: str, hand: bool, ground: str) -> TableStudio:
    """One for all photographs under its conditions, since it draws whatever is printed."""
    conditions: Conditions = fixed(conditions_named(condition), hand_share=float(hand))
    return TableStudio(prints(ground), 7, conditions, SCALE)


@lru_cache(maxsize=40)
def photograph(
    lies: tuple[Lie, ...],
    number: int = 0,
    condition: str = "mounted",
    copies: tuple[int, ...] = (0,),
    hand: bool = False,
    ground: str = _GROUND,
) -> Frame:
    """A photograph of the pieces on the board's copies; the same arguments, the same picture."""
    table = studio(condition, hand, ground)
    boards = [(board, copy) for board, copy in copies_of(table.prints) if copy in copies]
    taken = table.arrange(number, boards, lies).photograph()
    return Frame(taken.image_bgr, 0.0, "test")
