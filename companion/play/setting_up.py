"""From the setup page to a game: the game, its players, settings, who draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.display.model import Note, Tone
from companion.errors import InputError
from companion.games.catalogue import edition_names, find_game, load_edition, names_file
from companion.games.contract import AnyGame, EditionError, RulingValue
from companion.games.refusals import refusal
from companion.play.chance import dealt
from companion.play.requests import BeginRequest, GameRequest
from companion.play.running_game import RunningGame
from companion.play.shelf import COMPANION, DEALERS
from companion.play.words import joined, plain, refused, say
from companion.records.document import Record, read_record
from companion.records.parsing import parse
from companion.records.players import SEAT_NAMES, RecordError, read_players
from companion.records.words import said
from companion.whole_game.session import GameSession

if TYPE_CHECKING:
    from companion.play.table import PlayTable

OK = Note(Tone.OK, say("status"))
MOST_PLAYERS = 6


def choose(table: PlayTable, request: GameRequest, phone: str) -> Note:
    """Choose the game to set up, or put the one on the table away.

    One that is not over is put away at the second request, which says that it is sure.
    """
    name = request.game
    if phone != table.seating.host:
        return refused("only_host")
    if table.running is not None:
        if name:
            return refused("game_on")
        if not request.sure and not table.running.over:
            table.phone(phone).leaving = True
            return Note(Tone.UNSURE, say("put_away_ask"))
        put_away(table)
        return OK
    table.draft = find_game(name).name if name else ""
    return OK


def put_away(table: PlayTable) -> None:
    """Leave the game in its journal and open another one; raises InputError if it can't be."""
    table.shelf.another()
    table.running, table.draft = None, ""
    table.seating = table.shelf.seating = table.seating.empty()
    table.seed = table.shelf.seed
    table.phones.clear()
    table.verdict = Note(Tone.INFO, say("put_away"))


def begin(table: PlayTable, request: BeginRequest, phone: str, at_s: float) -> Note:
    """Begin the game that was set up."""
    if table.running is not None:
        return refused("game_on")
    if phone != table.seating.host:
        return refused("only_host")
    if request.dealer not in DEALERS:
        return refused("unknown_choice", value=request.dealer[:20], name="dealer")
    if request.record.strip():
        header = read_record(request.record.encode(), "the record")
        check_edition(table, find_game(header.game), header.edition or "")
    else:
        game = find_game(table.draft)
        check_edition(table, game, request.edition)
        names = [name.strip() for _, name in sorted(request.names.items()) if name.strip()]
        if not names:
            return refused("no_names")
        rulings = read_rulings(game, request.edition, request.rulings)
        header = new_header(game, names, rulings, request.edition)
        if request.setup.strip():
            header = replace(header, setup=read_setup(request.setup))
        elif request.dealer == COMPANION:
            header = with_deal(header, table.seed)
    begin_game(table, header, request.dealer, at_s)
    return OK


def check_edition(table: PlayTable, game: AnyGame, edition: str) -> None:
    """No request opens a file: it may name a shipped edition, or the one given at the start.

    Raises EditionError for any other file, without a look at whether there is one.
    """
    if names_file(edition) and edition != table.own_editions.get(game.name):
        name, known = repr(edition[:40]), edition_names(game)
        raise EditionError(refusal("no_edition", game=game.name, name=name, known=known))


def read_setup(text: str) -> dict[str, Any]:
    """The setup that a table dealt itself; raises InputError when it is no JSON object."""
    try:
        document, damage = parse(text.encode("utf-8", "replace"), "setup")
    except RecordError as error:
        raise InputError(refusal("setup_unread", why=error.sentence)) from error
    if damage or not isinstance(document, dict):
        why = f": {said(damage[0])}" if damage else ""
        raise InputError(refusal("no_setup", why=why))
    return document


def new_header(
    game: AnyGame, names: list[str], rulings: Mapping[str, RulingValue], edition: str = ""
) -> Record:
    """What a new game's journal begins with; raises InputError for names that can't be."""
    players = tuple(player.name for player in read_players(list(names)))
    if len(set(map(str.casefold, players))) < len(players):
        raise InputError(refusal("same_names"))
    return Record(game.name, edition or None, players, dict(rulings), {}, None, ())


def with_deal(header: Record, seed: str) -> Record:
    """With a setup that is dealt by the seed."""
    game = find_game(header.game)
    edition = load_edition(game, header.edition or game.default_edition)
    seats = SEAT_NAMES[: len(header.players)]
    # Checked before the deal, which takes for granted that so many can play.
    game.start(edition, seats, header.rulings, {})
    setup = dealt(game, edition, seats, seed)
    return replace(header, setup=setup)


def begin_game(table: PlayTable, header: Record, dealer: str, at_s: float) -> None:
    """Begin a game; raises InputError when it can't be set up, and changes nothing then."""
    table.shelf.dealer = dealer
    session = GameSession.begin(table.shelf.journal, header, "host", at_s)
    running = RunningGame(session)
    table.running, table.draft = running, ""
    if dealer == COMPANION:
        running.draw_chance(table.seed, at_s)
    names = joined(map(plain, running.names.values()))
    table.verdict = Note(Tone.INFO, say("begun", names=names))


def read_rulings(
    game: AnyGame, edition_name: str, given: Mapping[str, str]
) -> dict[str, RulingValue]:
    """Settings by name from their texts; raises InputError naming one that can't be."""
    edition = load_edition(game, edition_name or game.default_edition)
    rulings = {ruling.name: ruling for ruling in game.rulings(edition)}
    found: dict[str, RulingValue] = {}
    for name, text in given.items():
        if name not in rulings:
            raise InputError(refusal("no_ruling", name=name[:40], game=game.name))
        choices: dict[str, Any] = {ruling_text(v): v for v, _ in rulings[name].choices}
        if text not in choices:
            raise InputError(
                refusal("ruling_value", name=name, allowed=tuple(choices), value=text[:40])
            )
        if choices[text] != rulings[name].default:
            found[name] = choices[text]
    return found


def ruling_text(value: RulingValue) -> str:
    """A setting's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
