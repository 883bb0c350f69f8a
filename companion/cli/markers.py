"""`companion markers`: a PDF sheet of square markers at exact millimetres."""

from __future__ import annotations

import math
import re
from pathlib import Path

import click

from companion.describing.dictionaries import DICTIONARIES, find_dictionary
from companion.errors import InputError

MOST_MARKERS = 500


@click.command()
@click.option("--out", required=True, type=click.Path(path_type=Path), help="PDF to write.")
@click.option("--dictionary", default="DICT_4X4_50", show_default=True, help="OpenCV's name.")
@click.option("--ids", default="0-3", show_default=True, help='Such as "0-3" or "0,2,5-7".')
@click.option("--size-mm", default=24.0, show_default=True, help="Side of the black square.")
@click.option("--paper", default="a4", show_default=True, type=click.Choice(["a4", "a3", "letter"]))
@click.option(
    "--charuco",
    is_flag=True,
    help="Print the chessboard for `companion calibrate` instead of single markers.",
)
def command(
    out: Path, dictionary: str, ids: str, size_mm: float, paper: str, charuco: bool
) -> None:
    """Print markers to stick round a dish, so that the camera can find it."""
    if charuco:
        _print_chessboard(out, paper)
        return
    known = find_dictionary(dictionary)
    if known is None:
        names = ", ".join(each.name for each in DICTIONARIES)
        raise InputError(f"--dictionary {dictionary} is not known; use one of {names}.")
    if not math.isfinite(size_mm):
        raise InputError("--size-mm has to be a number of millimetres, such as 24.")
    chosen = parse_ids(ids, known.count)

    from companion.keeping.whole_file import write_whole
    from companion.printing.marker_sheet import PrintedMarker, marker_sheet
    from companion.printing.sheet import PAPERS
    from vision.marker_art import marker_bits

    markers = [PrintedMarker(tag_id, marker_bits(dictionary, tag_id)) for tag_id in chosen]
    write_whole(out, marker_sheet(markers, dictionary, size_mm, PAPERS[paper]))
    click.echo(f"{out}: {len(markers)} markers of {size_mm:g} mm; print at 100 %.")


def _print_chessboard(out: Path, paper: str) -> None:
    from companion.calibrating.sheet import SHEETS
    from companion.keeping.whole_file import write_whole
    from companion.printing.calibration_page import calibration_page
    from companion.printing.sheet import PAPERS
    from vision.marker_art import marker_bits

    sheet = SHEETS[paper]
    black = {tag_id: marker_bits(sheet.dictionary, tag_id) for tag_id, _ in sheet.markers()}
    write_whole(out, calibration_page(sheet, black, PAPERS[paper]))
    width_mm, height_mm = sheet.size_mm
    click.echo(f"{out}: a chessboard of {width_mm:g} x {height_mm:g} mm; print at 100 %.")


def parse_ids(text: str, count: int) -> list[int]:
    """The ids named by `text`, in order, each below `count`.  Raises InputError."""
    chosen: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,6})\s*(?:-\s*([0-9]{1,6})\s*)?", part)
        if match is None:
            raise InputError(f'--ids {text!r} can\'t be read; write it as "0-3" or "0,2,5-7".')
        first = int(match[1])
        last = int(match[2] or first)
        if not first <= last < count:
            raise InputError(
                f"--ids {part.strip()} is not within 0 to {count - 1}, smaller number first."
            )
        chosen += range(first, last + 1)
    if len(set(chosen)) != len(chosen):
        raise InputError(f"--ids {text} names a marker twice; name each once.")
    if len(chosen) > MOST_MARKERS:
        raise InputError(f"--ids names {len(chosen)} markers; print at most {MOST_MARKERS}.")
    return chosen
