"""`companion check-table`: does table.toml fit a photograph of the board?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

DOES_NOT_FIT = 3


@click.command()
@click.argument("table", type=click.Path(path_type=Path))
@click.argument("photo", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Picture to write, .png or .jpg.")
def command(table: Path, photo: Path, out: Path | None) -> None:
    """Check a board description TABLE against PHOTO, a picture of the empty board.

    Says what does not fit.  With --out the description is drawn over the photograph.
    Exit status: 0 it fits, 3 it does not, 2 a file can't be used.
    """
    from companion.describing.table_file import load_any
    from companion.places import PlaceBoard
    from vision.overlay import draw_description, draw_places
    from vision.pictures import read_picture, write_picture
    from vision.places.fit import place_fit
    from vision.registration import BoardNotFound, find_board
    from vision.table_fit import table_fit

    board = load_any(table)
    frame = read_picture(photo)
    try:
        found = find_board(frame, board)
    except BoardNotFound as problem:
        click.echo(f"{table} does not fit {photo}:\n- {problem}")
        sys.exit(DOES_NOT_FIT)
    if isinstance(board, PlaceBoard):
        fit, where = place_fit(frame, board, found), "on the board"
        overlay = draw_places(frame, board, found)
    else:
        fit, where = table_fit(frame, board, found), "at the dish"
        overlay = draw_description(frame, board, found)
    if out is not None:
        write_picture(out, overlay, [photo])
    quality = found.registration
    click.echo(f"{table} {'does not fit' if fit.problems else 'fits'} {photo}:")
    for sentence in fit.problems:
        click.echo(f"- {sentence}")
    click.echo(
        f"{quality.markers} markers, {quality.rms_px:.2f} px off on average,"
        f" {quality.sigma_mm:.2f} mm uncertain {where}."
    )
    for sentence in fit.notes:
        click.echo(sentence)
    if fit.problems:
        click.echo("This check needs a picture of the empty board, without hands and pieces.")
        sys.exit(DOES_NOT_FIT)
