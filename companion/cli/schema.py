"""`companion schema`: the JSON Schema of the companion's own documents."""

from __future__ import annotations

import click


@click.command()
@click.argument("document", type=click.Choice(["record"]))
def command(document: str) -> None:
    """Print the JSON Schema of DOCUMENT."""
    import json

    from companion.games.catalogue import find_game, game_names
    from companion.records.document import record_schema

    schema = record_schema(find_game(name) for name in game_names())
    click.echo(json.dumps(schema, indent=1, sort_keys=True))
