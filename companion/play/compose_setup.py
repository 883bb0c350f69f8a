"""The page before a game: choose a game, its players, settings, who draws."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from companion.display.forms import Choice, Form, FormPart, Option, TextField
from companion.display.model import Action, ActionGroup, Display, Section, StatusLine, Text
from companion.errors import InputError
from companion.games.catalogue import edition_names, find_game, game_names, load_edition
from companion.games.contract import LANGUAGES, AnyGame, Ruling, RulingValue
from companion.play.chance import dealt
from companion.play.photos import photo_before_game
from companion.play.setting_up import MOST_PLAYERS, ruling_text
from companion.play.shelf import DEALERS
from companion.play.speaking import game_title
from companion.play.words import plain, say
from companion.records.players import SEAT_NAMES

if TYPE_CHECKING:
    from companion.play.table import PlayTable


def setup_page(table: PlayTable, phone: str) -> Display:
    """Everything that a phone ("": a bystander) sees before a game."""
    host = bool(phone) and phone == table.seating.host
    own = table.told(phone)
    return Display(
        title=say("title"),
        status=StatusLine("entered", say("status")),
        prompt=_prompt(table, host),
        moment=0,
        verdict=own or table.verdict,
        sections=tuple(_all_sections(table, phone, host)),
    )


def _all_sections(table: PlayTable, phone: str, host: bool) -> Iterator[Section]:
    if not phone:
        return
    yield from _sections(table) if host else _guest()
    if table.takes_photos:
        yield photo_before_game(table.draft, table.own_editions)


def _guest() -> tuple[Section, ...]:
    """The way on when the host's phone is lost: another one takes its place."""
    be_host = Action(say("be_host"), "/api/seat", {"seat": "host", "do": "take"})
    group = ActionGroup(say("be_host_help"), (be_host,))
    return (Section("host", say("setup"), groups=(group,)),)


def _prompt(table: PlayTable, host: bool) -> Text:
    if not host:
        return say("prompt_wait")
    if not table.draft:
        return say("prompt_choose")
    return say("prompt_players", game=game_title(find_game(table.draft)))


def _sections(table: PlayTable) -> list[Section]:
    if not table.draft:
        games = tuple(
            Action(game_title(find_game(name)), "/api/game", {"game": name}, style="main")
            for name in game_names()
        )
        group = ActionGroup(say("games"), games)
        return [Section("games", say("setup"), groups=(group,)), _from_record()]
    game = find_game(table.draft)
    own = table.own_editions.get(game.name, "")
    back = Action(say("other_game"), "/api/game", {"game": ""})
    group = ActionGroup(plain(""), (back,))
    return [Section("setup", say("players"), groups=(group,), forms=(_form(game, own),))]


def _from_record() -> Section:
    form = Form(say("begin"), "/api/begin", "", fields=(_record_field(),))
    return Section("paste", say("from_record"), forms=(form,), folded=True)


def _record_field() -> TextField:
    return TextField("record", say("paste_record"), lines=6)


def _form(game: AnyGame, own: str) -> Form:
    fields = tuple(
        TextField(f"names.{seat}", say("player", seat=seat))
        for seat in SEAT_NAMES[: most_players(game.name)]
    )
    dealers = tuple(Option(dealer, say(f"dealer_{dealer}")) for dealer in DEALERS)
    names = (own, *edition_names(game)) if own else edition_names(game)
    editions = tuple(Option(name, plain(name)) for name in names)
    chosen = own or game.default_edition
    edition = load_edition(game, chosen)
    rulings = tuple(_ruling(game, ruling) for ruling in game.rulings(edition))
    choices = (
        Choice("dealer", say("dealer_is"), DEALERS[0], dealers),
        Choice("edition", say("edition"), chosen, editions),
    )
    parts = (FormPart(say("rulings"), rulings),) if rulings else ()
    own_deal = FormPart(
        say("own_deal"),
        fields=(TextField("setup", say("own_deal_field"), lines=6),),
        hint=say("own_deal_hint"),
        example=_own_deal(game.name, chosen),
    )
    return Form(say("begin"), "/api/begin", "", choices, fields, (*parts, own_deal))


@lru_cache(maxsize=16)
def _own_deal(name: str, edition_name: str) -> str:
    """What a table of the fewest players may have dealt, a line for each part."""
    game = find_game(name)
    edition = load_edition(game, edition_name)
    seats = SEAT_NAMES[: _fewest_players(game, edition)]
    lines = (
        f"{json.dumps(k)}: {json.dumps(v)}" for k, v in dealt(game, edition, seats, "").items()
    )
    return "{" + ",\n ".join(lines) + "}"


def _fewest_players(game: AnyGame, edition: Any) -> int:
    for count in range(1, MOST_PLAYERS):
        try:
            game.start(edition, SEAT_NAMES[:count], {}, {})
        except InputError:
            continue
        return count
    return MOST_PLAYERS


def _ruling(game: AnyGame, ruling: Ruling) -> Choice:
    options = tuple(Option(ruling_text(v), _choice(game, v, key)) for v, key in ruling.choices)
    label = plain(f"{ruling.name} ({ruling.clause})")
    return Choice(f"rulings.{ruling.name}", label, ruling_text(ruling.default), options)


def _choice(game: AnyGame, value: RulingValue, key: str) -> Text:
    """What a setting's value means; a number says itself, too."""
    english, chinese = (game.say(key, language, {}) for language in LANGUAGES)
    if isinstance(value, bool) or not isinstance(value, int):
        return Text(english, chinese)
    return Text(f"{value}: {english}", f"{value}：{chinese}")


@lru_cache(maxsize=16)
def most_players(name: str) -> int:
    """How many can play a game at most."""
    game = find_game(name)
    edition = load_edition(game, game.default_edition)
    for count in range(MOST_PLAYERS, 1, -1):
        try:
            game.start(edition, SEAT_NAMES[:count], {}, {})
        except InputError:
            continue
        return count
    return 1
