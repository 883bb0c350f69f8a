"""`companion rulings`: the questions a game's rulebooks leave open, and both readings."""

from __future__ import annotations

import click


@click.command()
@click.argument("game")
@click.option("--edition", default=None, help="Name of an edition, or a file of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--language", type=click.Choice(["en", "zh-Hant"]), default="en", show_default=True)
def command(game: str, edition: str | None, as_json: bool, language: str) -> None:
    """List the settings of GAME with their clauses; the default reading is marked with *."""
    import json

    from companion.games.catalogue import find_game, load_edition

    found = find_game(game)
    rulings = found.rulings(load_edition(found, edition or found.default_edition))
    listed = [
        {
            "name": ruling.name,
            "clause": ruling.clause,
            "default": ruling.default,
            "choices": [
                {"value": value, "text": found.say(key, language, {})}
                for value, key in ruling.choices
            ],
        }
        for ruling in rulings
    ]
    if as_json:
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    for ruling in rulings:
        click.echo(f"{ruling.name}  [{ruling.clause}]")
        for value, key in ruling.choices:
            mark = "*" if value == ruling.default else " "
            click.echo(f"  {mark} {json.dumps(value):12}  {found.say(key, language, {})}")
