"""`companion toss`: judge a Wood Ash toss from one photograph (DESIGN.md 7.2)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.calibrating.lens_options import lens_options

if TYPE_CHECKING:
    from companion.board import Board
    from companion.flow import Frame, Observation
    from companion.games.girl.toss import Toss
    from vision.annotate import Picture
    from vision.registration import FoundBoard

EXIT_STATUS = {"read": 0, "unsure": 3, "blocked": 3}


@click.command()
@click.argument("photo", type=click.Path(path_type=Path))
@click.option(
    "--table", "table_file", required=True, type=click.Path(path_type=Path), help="table.toml"
)
@click.option("--empty", type=click.Path(path_type=Path), help="A photo of the empty dish.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")
@click.option(
    "--annotate",
    type=click.Path(path_type=Path),
    help="Write the photo with the verdict drawn over it (.png or .jpg).",
)
@click.option(
    "--ash-inside",
    type=click.Choice(["wholly", "centre"]),
    default="wholly",
    show_default=True,
    help="When a token counts as inside the target (ruling GIRL-Q24).",
)
@lens_options
def command(
    photo: Path,
    table_file: Path,
    empty: Path | None,
    as_json: bool,
    annotate: Path | None,
    ash_inside: str,
    camera_file: Path | None,
    data: Path | None,
) -> None:
    """Judge a Wood Ash toss from PHOTO: what each token is, touches and can give.

    Exit status: 0 read, 3 unsure or blocked, 2 when something handed over can't be used.
    """
    import msgspec

    from companion.calibrating.lens_choice import photo_and_lens, with_lens
    from companion.describing.table_file import load_board
    from companion.games.girl.toss import judge_toss
    from companion.games.girl.toss_words import toss_sentences
    from vision.pictures import read_picture, write_picture
    from vision.toss import TossReader

    board = load_board(table_file)
    frame, lens = photo_and_lens(photo, camera_file, data)
    board = with_lens(board, lens)
    reader = TossReader(board, read_picture(empty) if empty else None)
    observation = reader.read(frame)
    toss = judge_toss(observation, board, ash_inside)
    if annotate is not None:
        given = [photo, *([empty] if empty else []), *(kind.picture for kind in board.tokens.kinds)]
        write_picture(annotate, _annotated(frame, board, reader.found, observation, toss), given)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(toss), indent=1).decode())
    else:
        for sentence in toss_sentences(toss):
            click.echo(sentence)
    sys.exit(EXIT_STATUS[toss.status])


def _annotated(
    frame: Frame, board: Board, found: FoundBoard | None, observation: Observation, toss: Toss
) -> Picture:
    from companion.games.girl.toss_words import gives, headline
    from vision.annotate import draw_toss
    from vision.toss_ink import TossMark

    marks = [
        TossMark(
            token.kind,
            token.centre_mm,
            token.settled_mm,
            token.outside,
            sighting.level,
            token.sigma_mm,
            tuple((touch.area, touch.depth_mm, touch.sure) for touch in token.touches),
            gives(token),
            tuple((call.area, call.gap_mm, call.touching) for call in token.close_calls),
            token.why_unsure,
            sighting.may_hide_mm,
        )
        for token, sighting in zip(toss.tokens, observation.sightings, strict=False)
    ]
    return draw_toss(frame, board, found, headline(toss), toss.problems, marks)
