"""`companion serve`: the table, live, on every phone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from companion.keeping.data_folder import data_folder
from companion.serving.config_file import config_option

if TYPE_CHECKING:
    from companion.apps.play import PlaySettings
    from companion.serving.invitation import Invitation

FIRST_PORT, MOST_PORT = 8080, 65535
EVERY_NETWORK = "0.0.0.0"  # of this machine, since phones have to reach it
_LOOKING = ("eyes",)  # threads that may be in the middle of a picture when serving ends


@click.command("serve")
@config_option()
@click.option(
    "--camera",
    default=None,
    help="simulated[:ART], folder:DIR, usb:N, usb:/dev/videoN, or pi[:N][,focus=METRES]; with "
    "--game it referees the game.  [default: simulated, with --game none]",
)
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="The table.toml that describes your board, with --game the folder of your sheets (the "
    "simulated table has its own).",
)
@click.option(
    "--camera-file",
    type=click.Path(path_type=Path),
    help="Calibration of the camera; without it the one that `companion calibrate` has kept.",
)
@click.option(
    "--port",
    default=FIRST_PORT,
    show_default=True,
    type=click.IntRange(0, MOST_PORT),
    help="Port of the page; 0 takes a free one.",
)
@click.option(
    "--host",
    default=EVERY_NETWORK,
    show_default=True,
    help="Address to listen on; 127.0.0.1 keeps other machines out.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    help="Another name by which phones reach this machine; may be given again.",
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
    help="Buttons, lamp and buzzer: auto, none, mock, or BCM numbers such as "
    "look=17,next=27,undo=22,lamp=16/20/21,buzzer=12.",
)
@click.option(
    "--players",
    default=2,
    show_default=True,
    type=click.IntRange(2, 4),
    help="Players of a new session; the page can change it.",
)
@click.option(
    "--game",
    default=None,
    help="Play whole games of this name, by hand or with --camera; `choose` has the page ask.",
)
@click.option("--seats", default="", help="With --game: the players' names, commas between.")
@click.option("--edition", default="", help="With --game: an edition, or a file of your own.")
@click.option("--ruling", "rulings", multiple=True, help="With --game: a setting, NAME=VALUE.")
@click.option(
    "--dealer",
    default=None,
    type=click.Choice(["companion", "table"]),
    help="With --game: who draws what chance decides.  [default: companion; table under a real "
    "camera]",
)
@click.option(
    "--book",
    default=None,
    help="With --game and --camera: moves that are seen are booked after the button or by "
    "themselves: button, self, or phase by phase such as button,cast=self.  [default: button; "
    "self on the simulated table]",
)
@click.option(
    "--journal",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With --game: keep the game in this file, and go on with it.",
)
@click.option(
    "--power-off",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With --game and --camera: a file that is written when shutting down is confirmed at the "
    "table, by which the service turns the computer off.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder for the journal and the evidence.  [default: ~/.local/state/tabletop-companion]",
)
def command(
    camera: str | None,
    table: Path | None,
    camera_file: Path | None,
    port: int,
    host: str,
    names: tuple[str, ...],
    seed: int,
    pins: str,
    players: int,
    game: str | None,
    seats: str,
    edition: str,
    rulings: tuple[str, ...],
    dealer: str | None,
    book: str | None,
    journal: Path | None,
    power_off: Path | None,
    data: Path | None,
) -> None:
    """Show a table on every phone: the Wood Ash toss, or with --game a whole game.

    The toss is watched by the camera.  In the terminal: l looks, n is next, u undoes (each with
    Enter; doubled for held).  A whole game is entered on the phones, or with --camera refereed
    from what the camera sees.  Ctrl-C stops.
    """
    from companion.serving.small_memory import keep_memory_small

    keep_memory_small()
    where = data or data_folder()
    if game is not None:
        games = _games(game, seats, edition, rulings, journal, host, port, where, names)
        games = replace(games, camera_file=camera_file)
        if camera is None:
            _refuse_without_camera(book)
            _serve_games(replace(games, dealer=dealer or "companion", sheets=table))
        else:
            _serve_live(games, camera, table, seed, pins, dealer, book, power_off)
        return
    if seats or edition or rulings or journal is not None or book is not None:
        raise InputError("--seats, --edition, --ruling, --book and --journal go with --game")
    from companion.app import App, Settings
    from companion.devices.pin_settings import parse_pins
    from companion.running.verdict_log import logged_verdicts
    from companion.serving.service_watch import serve_until
    from companion.serving.stopping import end_at_once, end_stopped, stop_signals

    settings = Settings(
        camera or "simulated",
        table,
        host,
        port,
        seed,
        parse_pins(pins),
        players,
        where,
        names,
        camera_file,
    )
    with logged_verdicts(), stop_signals() as stopped, App(settings) as app:
        _welcome(app.invitation)
        for problem in app.panel.problems:
            click.echo(f"companion: {problem}", err=True)
        click.echo("Keys: l look, n next, u undo, each with Enter. Ctrl-C stops.")
        asked = serve_until(
            stopped, app.invitation.addresses, app.beat_at_s, app.clock, app.past_help
        )
    if not asked:
        end_at_once("companion: the camera hangs, so the service has to be started anew")
    end_stopped("Stopped.", _LOOKING)


def _games(
    game: str,
    seats: str,
    edition: str,
    rulings: tuple[str, ...],
    journal: Path | None,
    host: str,
    port: int,
    data: Path,
    names: tuple[str, ...],
) -> PlaySettings:
    """Settings of whole games; the game `choose` leaves the choice to the page."""
    from companion.apps.play import PlaySettings

    return PlaySettings(
        host,
        port,
        data,
        game="" if game == "choose" else game,
        players=tuple(filter(None, (name.strip() for name in seats.split(",")))),
        edition=edition,
        rulings=dict(map(_ruling, rulings)),
        journal=journal,
        names=names,
    )


def _refuse_without_camera(book: str | None) -> None:
    """Raise InputError for what means nothing when no camera looks."""
    if book is not None:
        raise InputError("--book needs --camera when whole games are played")


def _serve_games(settings: PlaySettings) -> None:
    """Serve a table without a camera."""
    from companion.apps.play import PlayApp
    from companion.running.verdict_log import logged_verdicts
    from companion.serving.service_watch import serve_until
    from companion.serving.stopping import stop_signals

    with logged_verdicts(), stop_signals() as stopped, PlayApp(settings) as app:
        _welcome(app.invitation)
        click.echo("Ctrl-C stops; the same command goes on with the game.")
        serve_until(stopped, app.invitation.addresses, app.beat_at_s, app.clock)
    click.echo("Stopped.")


def _serve_live(
    games: PlaySettings,
    camera: str,
    sheets: Path | None,
    seed: int,
    pins: str,
    dealer: str | None,
    book: str | None,
    power_off: Path | None,
) -> None:
    """Serve a whole game that a camera referees."""
    from companion.apps.live import LiveApp, live_settings
    from companion.running.verdict_log import logged_verdicts
    from companion.serving.service_watch import serve_until
    from companion.serving.stopping import end_at_once, end_stopped, stop_signals

    settings = live_settings(replace(games, sheets=sheets), camera, seed, pins, dealer, book)
    with logged_verdicts(), stop_signals() as stopped, LiveApp(settings) as app:
        app.when_shut_down(stopped.set)
        _welcome(app.invitation)
        for problem in app.panel.problems:
            click.echo(f"companion: {problem}", err=True)
        click.echo("Keys: l look, n next, u undo, doubled for held, each with Enter.")
        click.echo("Ctrl-C stops; the same command goes on with the game.")
        asked = serve_until(
            stopped, app.invitation.addresses, app.beat_at_s, app.clock, app.past_help
        )
    if not asked:
        end_at_once("companion: the camera hangs, so the service has to be started anew")
    if power_off is not None and app.shut_down_at_the_table:
        power_off.touch()
    end_stopped("Stopped.", _LOOKING)


def _ruling(text: str) -> tuple[str, str]:
    """NAME=VALUE in two parts."""
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--ruling is NAME=VALUE, such as girl_start=5, not {text!r}")
    return name.strip(), value.strip()


def _welcome(invitation: Invitation) -> None:
    import os
    import sys

    from companion.serving.invitation import terminal_qr
    from companion.serving.service_watch import writes_to_journal

    if writes_to_journal(os.environ, sys.stdout):
        # Others may read the journal, and whoever has the code takes part.
        click.echo(f"The page is at {invitation.addresses}; `companion doctor` shows the code.")
        return
    click.echo(terminal_qr(invitation.join_url))
    click.echo(f"Scan the code, or open {invitation.addresses}")
    click.echo(f"Join code: {invitation.code}")
