"""`companion serve`: the table, live, on every phone."""

from __future__ import annotations

from pathlib import Path

import click

MOST_PORT = 65535


def _data_folder() -> Path:
    """Where journals and evidence are kept unless told otherwise."""
    import os

    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "tabletop-companion"


@click.command("serve")
@click.option(
    "--camera",
    default="simulated",
    show_default=True,
    help="simulated[:ART], folder:DIR, usb:N, usb:/dev/videoN or pi.",
)
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="The table.toml that describes your board (the simulated table has its own).",
)
@click.option(
    "--port",
    default=8080,
    show_default=True,
    type=click.IntRange(0, MOST_PORT),
    help="Port of the page; 0 takes a free one.",
)
@click.option(
    "--host",
    default="0.0.0.0",  # every network of this machine, since phones have to reach it
    show_default=True,
    help="Address to listen on; 127.0.0.1 keeps other machines out.",
)
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(min=0),
    help="Seed of the simulated table; the same one throws the same tokens.",
)
@click.option(
    "--pins",
    default="auto",
    show_default=True,
    help="Buttons: auto, none, mock, or BCM numbers look=17,next=27,undo=22,lamp=16/20/21.",
)
@click.option(
    "--players",
    default=2,
    show_default=True,
    type=click.IntRange(2, 4),
    help="Players of a new session; the page can change it.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder for the journal and the evidence.  [default: ~/.local/state/tabletop-companion]",
)
def command(
    camera: str,
    table: Path | None,
    port: int,
    host: str,
    seed: int,
    pins: str,
    players: int,
    data: Path | None,
) -> None:
    """Watch the table and show the Wood Ash toss on every phone.

    In the terminal: l looks, n is next, u undoes (each with Enter); Ctrl-C stops.
    """
    from companion.app import App, Settings
    from companion.devices import parse_pins
    from companion.invitation import Invitation, terminal_qr
    from companion.stopping import stop_signals

    settings = Settings(
        camera, table, host, port, seed, parse_pins(pins), players, data or _data_folder()
    )

    def welcome(invitation: Invitation, problems: tuple[str, ...]) -> None:
        click.echo(terminal_qr(invitation.join_url))
        click.echo(f"Scan the code, or open {invitation.addresses}")
        click.echo(f"Join code: {invitation.code}")
        for problem in problems:
            click.echo(f"companion: {problem}", err=True)
        click.echo("Keys: l look, n next, u undo, each with Enter. Ctrl-C stops.")

    with stop_signals() as stopped, App(settings) as app:
        welcome(app.invitation, app.panel.problems)
        while not stopped.wait(1.0):
            pass
    click.echo("Stopped.")
