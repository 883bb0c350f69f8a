"""`companion judge`: replay a game record and say what every move means under the rules."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json_text", is_flag=True, help="Print one JSON document.")
@click.option(
    "--language",
    type=click.Choice(["en", "zh-Hant"]),
    default="en",
    show_default=True,
    help="Language of the sentences.",
)
@click.pass_context
def command(ctx: click.Context, record: Path, as_json_text: bool, language: str) -> None:
    """Replay the game RECORD (a JSON file, or - for standard input).

    Exit status: 0 all moves accepted, 1 some refused or the record damaged, 2 not a record.
    """
    import json
    import sys

    from companion.errors import InputError
    from companion.games.refusals import in_chinese
    from companion.records import report
    from companion.records.document import RecordError, read_record
    from companion.records.replay import replay

    try:
        data = sys.stdin.buffer.read() if str(record) == "-" else record.read_bytes()
    except OSError as error:
        raise RecordError(
            f"{record}: can't be read: {error.strerror or error}; name a game record, a JSON file"
        ) from error
    where = "standard input" if str(record) == "-" else str(record)
    try:
        played = replay(read_record(data, where))
    except InputError as error:
        if language == "en":
            raise
        raise InputError(in_chinese(error.sentence)) from error
    if as_json_text:
        click.echo(json.dumps(report.as_json(played, language), ensure_ascii=False, indent=1))
    else:
        for line in report.as_text(played, language):
            click.echo(line)
    ctx.exit(0 if played.clean else 1)
