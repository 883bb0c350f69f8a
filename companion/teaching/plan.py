"""What a person says of the photographs of an own copy: `teach.toml`, or JSON from the page."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from companion.board import PointMm
from companion.describing.table_shapes import one_line, shape_sentence
from companion.errors import InputError

TOML_NAME, JSON_NAME = "teach.toml", "teach.json"
MOST_BYTES = 1_000_000
MOST_PHOTOS = 8  # of one board
MOST_CELLS = 400  # of a grid
MARKER_MM, SIDE_MM = (3.0, 300.0), (10.0, 3000.0)

Corners = tuple[PointMm, PointMm, PointMm, PointMm]


class Shape(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of the file; unknown keys are refused."""


class Handle(Shape, frozen=True):
    """Where a place's middle is: `mm` on the board, or `px` in the board's first photograph."""

    place: str
    mm: PointMm | None = None
    px: PointMm | None = None


class GridPlan(Shape, frozen=True):
    """A hex grid instead of the game's own places; rows are named from 0, "row,column".

    `pointy` cells stand on a corner, and every second row is shifted by half a cell: the odd
    ones, or with `odd_shifted` false the even ones.  Cells that are not `pointy` stand in
    columns of which every second one is shifted.
    """

    rows: int
    columns: int
    families: list[str]
    pointy: bool = True
    odd_shifted: bool = True
    capacity: int = 1


class BoardPlan(Shape, frozen=True):
    """One board: photographs of it with nothing on it, and how the places lie over it.

    `board` and `copy` are the game's.  Without `corners_px` (of the first photograph, clockwise
    from the board's top-left) its markers have to lie where those of the printed board do.
    `like` names another board of the plan, as "player" or "player 2", whose places are taken.
    """

    board: str
    photos: list[str]
    copy: int = 1
    corners_px: Corners | None = None
    size_mm: PointMm | None = None
    marker_mm: float | None = None
    mirror: bool = False
    nudge_mm: PointMm = (0.0, 0.0)
    handles: list[Handle] = []
    moved: list[Handle] = []
    left_out: list[str] = []
    snap: bool = False
    grid: GridPlan | None = None
    like: str = ""

    @property
    def key(self) -> str:
        """Its file's name without the end, as `companion sheets` names it for several copies."""
        return f"{self.board}-{self.copy}"


class PiecesPlan(Shape, frozen=True):
    """One photograph of a teaching sheet: the kinds in its boxes, in order; "" is an empty box.

    With `corners_px` one piece is shown by the corners of the rectangle round it instead.
    """

    photo: str
    family: str
    kinds: list[str]
    first_box: int = 1
    corners_px: Corners | None = None


class FamilyPlan(Shape, frozen=True):
    """What is known of a family's pieces that is not as in the game's own edition."""

    thickness_mm: float | None = None
    scale: float | None = None


class TeachPlan(Shape, frozen=True):
    """Everything; names as in the game."""

    game: str
    name: str = ""
    edition: str = ""
    dictionary: str = "DICT_4X4_50"
    marker_mm: float = 24.0
    board: list[BoardPlan] = []
    pieces: list[PiecesPlan] = []
    family: dict[str, FamilyPlan] = {}
    borrow: list[str] = []


def read_plan(folder: Path) -> TeachPlan:
    """The plan of a folder; raises InputError with one sentence naming file and key."""
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder; name the folder with your photographs")
    path = next((folder / n for n in (TOML_NAME, JSON_NAME) if (folder / n).is_file()), None)
    if path is None:
        raise InputError(f"{folder} has no {TOML_NAME}; write one, or begin it with --begin")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise InputError(f"{path} is larger than {MOST_BYTES // 1000} kB; it holds no plan")
    return parse_plan(data, path)


def parse_plan(data: bytes, path: Path) -> TeachPlan:
    """The plan that a file's bytes hold, TOML or JSON by the file's name."""
    try:
        if path.suffix == ".json":
            raw = msgspec.json.decode(data)
        else:
            raw = tomllib.loads(data.decode("utf-8-sig"))
        plan = msgspec.convert(raw, TeachPlan)
    except msgspec.ValidationError as error:
        sentence = shape_sentence(str(error)).replace("board-description.md", "teaching.md")
        raise InputError(f"{path}: {sentence}") from None
    except (ValueError, RecursionError, msgspec.DecodeError) as error:
        raise InputError(
            f"{path} is not {path.suffix[1:].upper()}: {one_line(str(error))}"
        ) from None
    check_plan(plan, path)
    return plan


def check_plan(plan: TeachPlan, path: Path) -> None:
    """Raise InputError at the first thing in a plan that can't be meant."""
    _check_numbers(plan, path)
    keys: set[str] = set()
    for index, board in enumerate(plan.board):
        key = f"{path}: board[{index}]"
        if board.key in keys:
            raise InputError(f"{key} is {board.board} {board.copy} again; give each board once")
        keys.add(board.key)
        if not 1 <= len(board.photos) <= MOST_PHOTOS:
            raise InputError(f"{key}.photos needs 1 to {MOST_PHOTOS} photographs of the bare board")
        if (board.corners_px is None) != (board.size_mm is None):
            raise InputError(
                f"{key} has only one of corners_px and size_mm; give both: the corners in the "
                "photograph, and the board's width and height as you measure them"
            )
        for handle in (*board.handles, *board.moved):
            if (handle.mm is None) == (handle.px is None):
                raise InputError(f"{key}: place {handle.place} needs mm or px, one of the two")
        if board.grid is not None:
            _check_grid(board.grid, key)
    for name in _files(plan):
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise InputError(f"{path}: the photograph {name} has to lie in the same folder")


def _check_numbers(plan: TeachPlan, path: Path) -> None:
    """Refuse numbers that can't be true: TOML knows `nan` and `inf`, too."""
    numbers = [("marker_mm", plan.marker_mm, MARKER_MM)]
    for index, board in enumerate(plan.board):
        key = f"board[{index}]"
        numbers += [(f"{key}.copy", board.copy, (1, 100))]
        numbers += [(f"{key}.marker_mm", board.marker_mm or plan.marker_mm, MARKER_MM)]
        numbers += [(f"{key}.size_mm", side, SIDE_MM) for side in board.size_mm or ()]
        numbers += [(f"{key}.nudge_mm", by, (-100, 100)) for by in board.nudge_mm]
        points = [*(board.corners_px or ())]
        points += [p for h in (*board.handles, *board.moved) for p in (h.mm, h.px) if p is not None]
        numbers += [(f"{key}, a point", at, (-1e5, 1e5)) for point in points for at in point]
    for index, pieces in enumerate(plan.pieces):
        numbers += [(f"pieces[{index}].first_box", pieces.first_box, (1, 100))]
        corners = pieces.corners_px or ()
        numbers += [(f"pieces[{index}].corners_px", v, (-1e5, 1e5)) for c in corners for v in c]
    for name, family in plan.family.items():
        numbers += [(f"family.{name}.thickness_mm", family.thickness_mm or 1.0, (0.05, 60))]
        numbers += [(f"family.{name}.scale", family.scale or 1.0, (0.3, 3))]
    for key, number, (least, most) in numbers:
        if not least <= number <= most:  # nor is what is no number
            raise InputError(f"{path}: {key} has to be a number from {least:g} to {most:g}")


def _check_grid(grid: GridPlan, key: str) -> None:
    if grid.rows < 1 or grid.columns < 1 or grid.rows * grid.columns > MOST_CELLS:
        raise InputError(f"{key}.grid needs rows and columns from 1, {MOST_CELLS} cells at most")
    if not grid.families:
        raise InputError(f"{key}.grid.families is empty; name what may lie in a cell")


def _files(plan: TeachPlan) -> list[str]:
    return [p for board in plan.board for p in board.photos] + [p.photo for p in plan.pieces]
