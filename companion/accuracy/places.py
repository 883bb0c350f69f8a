"""Counts of what was read of boards with places against what is true of them.

A place is *clear* when nothing hides it and every piece on it shows at least 80 % of its top; a
piece of which less than 12 % shows is *buried* and not demanded.  A place is *right* when exactly
the pieces that can be demanded are named, each with its kind and, where that can be seen, its
turn.  *Wrong and sure* is a place given as read that is not right: it must not be.  A board is
*perfect or flagged* when no place of it is wrong and sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import msgspec

from companion.errors import InputError
from companion.places import Place
from companion.reading.report import ReadBoard, ReadPiece, ReadPlace

BURIED_BELOW = 0.12
CLEAR_FROM = 0.80
TURNED_WITHIN_DEG = 15.0
BINS = 20
TRUTH_FILE = "truth.json"


class TruePiece(msgspec.Struct, frozen=True):
    """A piece as it lay: its turn clockwise from the board's up, how much of its top shows."""

    family: str
    kind: str
    turn_deg: float
    level: int
    centre_mm: tuple[float, float]
    visible: float = 1.0


class TrueBoard(msgspec.Struct, frozen=True):
    """A board in a photograph: pieces by place, and the share of each that is hidden or glares."""

    board: str
    copy: int
    places: dict[str, list[TruePiece]]
    covered: dict[str, float] = {}
    glare: dict[str, float] = {}


class TrueTable(msgspec.Struct, frozen=True):
    """One photograph of boards: its file within the set."""

    file: str
    boards: list[TrueBoard]
    hand: bool = False


class Described(msgspec.Struct, frozen=True):
    """Which file of the set describes a copy of a board."""

    board: str
    copy: int
    table: str


class TrueTables(msgspec.Struct, frozen=True):
    """The truth of a set as `companion photograph` writes it."""

    tables: list[Described]
    photos: list[TrueTable]
    condition: str = ""
    renderer: str = ""


@dataclass(frozen=True, slots=True)
class PlaceScore:
    """Counts over boards; scores add up.

    `bins` has, for each twentieth of probability, how many places were said to be so likely, how
    many of them were right, and the sum of the probabilities.  `faults` say in words each thing
    that must not be.
    """

    boards: int = 0
    flagged: int = 0
    blocked: int = 0
    places: int = 0
    wrong_sure: int = 0
    clear: int = 0
    clear_unsure: int = 0
    hidden: int = 0
    bins: tuple[tuple[int, int, float], ...] = ((0, 0, 0.0),) * BINS
    faults: tuple[str, ...] = ()

    def __add__(self, other: PlaceScore) -> PlaceScore:
        counts = {
            name.name: getattr(self, name.name) + getattr(other, name.name)
            for name in fields(self)
            if name.name != "bins"
        }
        bins = tuple(
            (a[0] + b[0], a[1] + b[1], a[2] + b[2])
            for a, b in zip(self.bins, other.bins, strict=True)
        )
        return PlaceScore(bins=bins, **counts)

    @property
    def calibration_error(self) -> float:
        """Mean difference between what was said and how often that was right (ECE)."""
        count = sum(one for one, _, _ in self.bins)
        return sum(abs(right - said) for _, right, said in self.bins) / max(count, 1)


def is_table_set(folder: Path) -> bool:
    """Whether a folder holds photographs of boards with places."""
    try:
        known = msgspec.json.decode((folder / TRUTH_FILE).read_bytes())
    except (OSError, msgspec.DecodeError):
        return False
    return isinstance(known, dict) and "tables" in known


def load_table_truth(folder: Path) -> TrueTables:
    """The truth of a set; raises InputError with one sentence when it is of another form."""
    path = folder / TRUTH_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=TrueTables)
    except OSError as error:
        raise InputError(
            f"{path} can't be read ({error.strerror}); name a folder made by companion photograph."
        ) from error
    except msgspec.DecodeError as error:
        raise InputError(
            f"{path} is not the truth of a photo set ({error}); make the set again."
        ) from error


def score_board(
    where: str, true: TrueBoard, read: ReadBoard, places: Mapping[str, Place]
) -> PlaceScore:
    """Compare the reading of one board with its truth; `where` names it in faults."""
    if read.status == "blocked":
        clear = sum(_is_clear(true, name) for name in places)
        return PlaceScore(boards=1, flagged=1, blocked=1, clear=clear, clear_unsure=clear)
    score = PlaceScore(boards=1)
    for place in read.places:
        score += _score_place(where, true, place, places[place.place].up_deg)
    return score + PlaceScore(flagged=int(score.wrong_sure == 0))


def _score_place(where: str, true: TrueBoard, read: ReadPlace, up_deg: float) -> PlaceScore:
    lying = [piece for piece in true.places.get(read.place, []) if piece.visible >= BURIED_BELOW]
    right = same_pieces(lying, read.pieces, up_deg)
    sure = read.status == "read"
    clear = _is_clear(true, read.place)
    bins = [(0, 0, 0.0)] * BINS
    bins[min(BINS - 1, int(read.probability * BINS))] = (1, int(right), read.probability)
    faults: tuple[str, ...] = ()
    if sure and not right:
        said = [f"{piece.family} {piece.kind} {piece.turn_deg}" for piece in read.pieces]
        truth = [f"{piece.family} {piece.kind} {piece.turn_deg - up_deg:.0f}" for piece in lying]
        faults = (f"{where}, {read.place}: {said or 'empty'}, but it is {truth or 'empty'}",)
    return PlaceScore(
        places=1,
        wrong_sure=int(sure and not right),
        clear=int(clear),
        clear_unsure=int(clear and not sure),
        hidden=int(not clear),
        bins=tuple(bins),
        faults=faults,
    )


def _is_clear(true: TrueBoard, place: str) -> bool:
    shows = all(piece.visible >= CLEAR_FROM for piece in true.places.get(place, []))
    return shows and place not in true.covered and place not in true.glare


def same_pieces(true: Sequence[TruePiece], read: Sequence[ReadPiece], up_deg: float) -> bool:
    """Whether both name the same pieces, turned alike where the reading gives a turn."""
    left = list(read)
    for piece in true:
        match = next((one for one in left if _same(piece, one, up_deg)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _same(true: TruePiece, read: ReadPiece, up_deg: float) -> bool:
    kind = read.kind or max(read.kinds, key=lambda name: read.kinds[name], default="")
    if (true.family, true.kind) != (read.family, kind):
        return False
    if read.turn_deg is None:
        return True
    period = read.turn_period_deg
    off = (true.turn_deg - up_deg - read.turn_deg + period / 2) % period - period / 2
    return abs(off) <= TURNED_WITHIN_DEG
