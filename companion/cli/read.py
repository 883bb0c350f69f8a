"""`companion read`: what lies on the places of the boards in one photograph."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.calibrating.lens_options import lens_options
from companion.errors import InputError

if TYPE_CHECKING:
    from companion.places import PlaceBoard

EXIT_STATUS = {"read": 0, "unsure": 3, "blocked": 3}


@click.command()
@click.argument("photo", type=click.Path(path_type=Path))
@click.option(
    "--table",
    "table_files",
    required=True,
    multiple=True,
    type=click.Path(path_type=Path),
    help="Description of a board with places; once for each board in the photo.",
)
@click.option(
    "--game",
    default="",
    help="The game of boards whose description does not say it, for the score.",
)
@click.option("--edition", default="", help="Its edition, or a file of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")
@click.option(
    "--annotate",
    type=click.Path(path_type=Path),
    help="Write the photo with the readings drawn over it (.png or .jpg).",
)
@lens_options
def command(
    photo: Path,
    table_files: tuple[Path, ...],
    game: str,
    edition: str,
    as_json: bool,
    annotate: Path | None,
    camera_file: Path | None,
    data: Path | None,
) -> None:
    """Read every place of the boards in PHOTO: which piece, how it is turned, what lies on it.

    In a game that can tell, what the pieces score is said, too.

    Exit status: 0 every place read, 3 unsure or blocked, 2 when something handed over can't be
    used.
    """
    import msgspec

    from companion.calibrating.lens_choice import photo_and_lens, with_lens
    from companion.describing.table_file import load_places
    from companion.reading.report import reading_of, reading_sentences
    from companion.reading.score import check_named, scores_of
    from vision.pictures import write_picture
    from vision.places.annotate import draw_reading
    from vision.places.reader import TableReader

    boards = [load_places(path) for path in table_files]
    check_apart(boards)
    check_named(boards, game, edition)
    frame, lens = photo_and_lens(photo, camera_file, data)
    boards = [with_lens(board, lens) for board in boards]
    reader = TableReader(boards)
    observations = reader.read(frame)
    reading = reading_of(boards, observations, scores_of(boards, observations, game, edition))
    if annotate is not None:
        given = [photo, *table_files, *(each for board in boards for each in pictures_of(board))]
        found = [each.found for each in reader.readers]
        write_picture(annotate, draw_reading(frame, boards, found, observations), given)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(reading), indent=1).decode())
    else:
        for sentence in reading_sentences(reading):
            click.echo(sentence)
    sys.exit(EXIT_STATUS[reading.status])


def pictures_of(board: PlaceBoard) -> list[Path]:
    """The files from which a board's pictures are read."""
    empty = [board.empty] if board.empty else []
    return [*empty, *(kind.picture for kind in board.pictures)]


def check_apart(boards: Sequence[PlaceBoard]) -> None:
    """Raise InputError when two descriptions have markers in common."""
    owners: dict[tuple[str, int], PlaceBoard] = {}
    for board in boards:
        for tag in board.tags:
            other = owners.setdefault((board.dictionary, tag.id), board)
            if other is not board:
                raise InputError(
                    f"{other.source} and {board.source} both have marker {tag.id}; two boards on "
                    "one table need markers of their own, so name each description once."
                )
