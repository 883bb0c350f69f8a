"""The self-test of an edition folder: what can be measured of it, judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.describing.table_file import load_places
from companion.errors import InputError
from companion.places import Family, PlaceBoard
from companion.teaching.judging import BareBoard, Judged, Measured, Pieces, judge
from companion.teaching.manifest import Manifest, read_manifest
from vision.pictures import read_picture
from vision.teaching.self_test import empty_tests, kinds_test, outline_test


def check_edition(folder: Path) -> Iterator[Judged]:
    """Judge every board of a taught edition.  Raises InputError when it is none."""
    manifest = read_manifest(folder)
    if not manifest.tables:
        raise InputError(f"{folder} describes no board")
    tried: set[str] = set()
    for key, table in manifest.tables.items():
        board = load_places(folder / table)
        families = [family for family in board.families if family.name not in tried]
        tried |= {family.name for family in _that_fit(board, families)}
        yield judge(measured(folder, manifest, key, board, families))


def measured(
    folder: Path, manifest: Manifest, key: str, board: PlaceBoard, families: list[Family]
) -> Measured:
    """What is measured of one board, with the families that no other board has tried."""
    frames = [read_picture(folder / name) for name in manifest.photos.get(key, ())]
    if not frames:
        raise InputError(f"{folder} has no photograph of {board.name} to be tested with")
    bare = [
        BareBoard(
            Path(test.photo).name,
            test.markers,
            test.rms_px,
            test.sigma_mm,
            test.places,
            test.empty,
            test.wrong,
            test.unsure,
            test.why,
        )
        for test in empty_tests(board, frames)
    ]
    kinds = kinds_test(board, _that_fit(board, families))
    fit = outline_test(board)
    pieces = Pieces(kinds.tried, kinds.right, kinds.unsure, kinds.taken_for)
    return Measured(board.name, bare, pieces, None if fit is None else fit.off_mm)


def _that_fit(board: PlaceBoard, families: list[Family]) -> list[Family]:
    """The families that have a place of their own on the board."""
    own = {name for place in board.places for name in place.families}
    return [family for family in families if family.name in own]
