"""`companion photograph`: photographs of any position of a game on a simulated table."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.errors import InputError
from companion.photos.options import photo_options

if TYPE_CHECKING:
    import random

    from companion.games.contract import AnyGame
    from companion.games.printable import Lying
    from companion.prints import Lie, Prints
    from hardware.simulated.conditions import Conditions
    from hardware.simulated.tabletop.photo_set import Photographer, Wanted
    from hardware.simulated.tabletop.studio import BoardCopy

PHOTOS_OF_A_GAME = 25  # of one random game, before another one is played
MOST_SLIPS = 4


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is to be photographed, and how; the names are those of the command's options."""

    game: str
    photos: int
    seed: int
    condition: str
    edition: str | None = None
    players: int = 4
    record: Path | None = None
    last: bool = False
    view: str = "any"
    boards: tuple[str, ...] = ()
    wrong: float = 0.0
    renderer: str = "quick"
    heaped: float = 0.0


@click.command()
@click.argument("game")
@click.option("--edition", default=None, help="Name of an edition, or a file of your own.")
@click.option("--players", default=4, show_default=True, type=click.IntRange(1, 8))
@click.option(
    "--state",
    "record",
    default=None,
    type=click.Path(path_type=Path),
    help="A game record whose positions are photographed, instead of random games.",
)
@click.option(
    "--last", is_flag=True, help="Of a record, only the position after its last accepted move."
)
@click.option(
    "--view",
    default="any",
    show_default=True,
    type=click.Choice(["any", "table", "board"]),
    help="The whole table in a picture, one board, or now this, now that.",
)
@click.option("--boards", default="", help="Names of boards with commas between; all if left out.")
@click.option(
    "--wrong",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Share of photographs in which pieces lie where the game does not have them.",
)
@click.option(
    "--heaped",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Share of photographs in which pieces that lie at any angle touch each other, or lie up"
    " to two fifths under each other.",
)
@photo_options
@click.option(
    "--renderer",
    default="quick",
    show_default=True,
    type=click.Choice(["quick", "mitsuba"]),
    help="The built-in one, or Mitsuba (extra `render`): slow, and right about light.",
)
def command(
    game: str,
    edition: str | None,
    players: int,
    record: Path | None,
    last: bool,
    view: str,
    boards: str,
    wrong: float,
    heaped: float,
    photos: int,
    seed: int,
    condition: str,
    kelvin: float | None,
    lux: float | None,
    hand_share: float | None,
    tilt_max_deg: float | None,
    renderer: str,
    folder: Path,
) -> None:
    """Photograph positions of GAME: pictures, board descriptions for readers, and the truth."""
    from hardware.simulated.conditions import conditions_named, fixed

    conditions = fixed(
        conditions_named(condition),
        kelvin=kelvin,
        lux=lux,
        hand_share=hand_share,
        tilt_max_deg=tilt_max_deg,
    )
    names = tuple(name.strip() for name in boards.split(",") if name.strip())
    wishes = Wishes(
        game,
        photos,
        seed,
        condition,
        edition,
        players,
        record,
        last,
        view,
        names,
        wrong,
        renderer,
        heaped,
    )
    first = take_photographs(wishes, conditions, folder)
    noun = "photograph" if photos == 1 else "photographs"
    click.echo(f"{folder}: {photos} {noun}, the boards' descriptions and the truth.")
    tables = [word for table in first for word in ("--table", str(folder / table))]
    read = shlex.join(["companion", "read", str(folder / "photos" / "001.jpg"), *tables])
    click.echo(f"Read the first one by: {read}")


def take_photographs(wishes: Wishes, conditions: Conditions, folder: Path) -> tuple[str, ...]:
    """Write a set into a new folder; the descriptions of the boards in its first photograph.

    Raises InputError when it can't be made as it is wished.
    """
    from rich.console import Console
    from rich.progress import Progress

    from companion.printed.sheet_files import descriptions, file_name, markers_of
    from hardware.simulated.folder_draft import refuse_occupied
    from hardware.simulated.tabletop.photo_set import write_table_set
    from hardware.simulated.tabletop.studio import TableStudio, copies_of

    refuse_occupied(folder)
    photographer = _photographer(wishes.renderer)
    game, edition, positions = _game(wishes)
    prints = game.prints(edition)
    copies = copies_of(prints, wishes.boards)
    shown = replace(prints, boards=tuple({board.name: board for board, _ in copies}.values()))
    files = descriptions(game, shown, markers_of(shown), folder, edition.name)
    tables = [
        {"board": board.name, "copy": copy, "table": file_name(board, copy)}
        for board, copy in copies
    ]
    said = {
        "game": game.name,
        "edition": edition.name,
        "condition": wishes.condition,
        "renderer": wishes.renderer,
        "tables": tables,
    }
    wanted = _wanted(game, prints, positions, copies, wishes)
    first = next(wanted)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"Photographing {game.name}", total=wishes.photos)
        write_table_set(
            TableStudio(prints, wishes.seed, conditions),
            chain((first,), wanted),
            files,
            said,
            folder,
            photographer,
            lambda done: progress.update(task, completed=done),
        )
    return tuple(file_name(board, copy) for board, copy in first.boards)


def _game(wishes: Wishes) -> tuple[Any, Any, Iterator[Any]]:
    """The game (printable, and it says what lies where), its edition, its positions."""
    from companion.games.catalogue import find_game, load_edition
    from companion.games.printable import Lying
    from companion.records.document import read_record
    from companion.records.positions import positions_of

    game, record = find_game(wishes.game), wishes.record
    if not isinstance(game, Lying):
        raise InputError(f"{game.name} can't be photographed yet: it does not say what lies where.")
    if record is None:
        data = load_edition(game, wishes.edition or game.default_edition)
        if wishes.players not in data.players:
            raise InputError(
                f"{game.name} is not played by {wishes.players}; choose another --players."
            )
        return game, data, _random_positions(game, data, wishes.players, wishes.seed)
    try:
        told = read_record(record.read_bytes(), str(record))
    except OSError as error:
        raise InputError(f"{record} can't be read: {error.strerror or error}.") from error
    if told.game and find_game(told.game) is not game:
        raise InputError(f"{record} is a record of {told.game}, not of {game.name}.")
    states = positions_of(told)
    data = load_edition(game, told.edition or game.default_edition)
    return game, data, _chosen(states[-1:] if wishes.last else states, wishes.seed)


def _random_positions(game: AnyGame, edition: Any, players: int, seed: int) -> Iterator[Any]:
    import random
    from itertools import count

    from companion.records.positions import played_positions

    for number in count():
        chance = random.Random(f"positions {seed} {number}")
        states = played_positions(game, edition, players, seed * 1000 + number)
        for _ in range(PHOTOS_OF_A_GAME):
            yield chance.choice(states)


def _chosen(states: Sequence[Any], seed: int) -> Iterator[Any]:
    import random

    chance = random.Random(f"positions {seed}")
    while True:
        yield chance.choice(states)


def _wanted(
    game: Lying,
    prints: Prints,
    positions: Iterator[Any],
    copies: Sequence[BoardCopy],
    wishes: Wishes,
) -> Iterator[Wanted]:
    import random

    from hardware.simulated.tabletop.photo_set import Wanted
    from hardware.simulated.tabletop.wrongs import with_slips

    chance = random.Random(f"views and slips {wishes.seed}")
    for _ in range(wishes.photos):
        lies = game.lies(next(positions))
        boards = _in_view(copies, lies, wishes.view, chance)
        shown = {(board.name, copy) for board, copy in boards}
        lies = tuple(lie for lie in lies if (lie.board, lie.copy) in shown)
        slips = chance.randint(1, MOST_SLIPS) if chance.random() < wishes.wrong else 0
        laid = with_slips(prints, lies, slips, chance)
        # A share of 0 draws nothing, so that sets without heaps stay as they were.
        heaped = wishes.heaped > 0 and chance.random() < wishes.heaped
        yield Wanted(boards, laid, {"slips": slips, "heaped": heaped}, heaped)


def _in_view(
    copies: Sequence[BoardCopy], lies: Sequence[Lie], view: str, chance: random.Random
) -> tuple[BoardCopy, ...]:
    """The boards of one picture; boards that nobody plays on stay in the box."""
    used = {(lie.board, lie.copy) for lie in lies}
    there = [(board, copy) for board, copy in copies if (board.name, copy) in used] or list(copies)
    if view == "table" or (view == "any" and chance.random() < 0.5):
        return tuple(there)
    return (chance.choice(there),)


def _photographer(renderer: str) -> Photographer:
    from hardware.simulated.tabletop.studio import TableShot

    if renderer == "quick":
        return TableShot.photograph
    from hardware.simulated.tabletop.mitsuba_camera import photographer

    return photographer()
