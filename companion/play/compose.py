"""A table as one phone sees it: prompt, boards, choices, seats, score, moves, record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.display.model import (
    Action,
    ActionGroup,
    Display,
    Link,
    Note,
    Section,
    StatusLine,
    Step,
    Text,
    Tone,
)
from companion.play.boards import boards_of
from companion.play.choosing import Offered
from companion.play.compose_entering import entering
from companion.play.compose_scores import own_score, scores
from companion.play.compose_setup import setup_page
from companion.play.correcting import correcting
from companion.play.moving import choices
from companion.play.photos import photo_section
from companion.play.roles import PLAYER, REFEREE, TABLE, may_referee, role_of, roles, turn_order
from companion.play.running_game import BY_CHANCE, NOBODY, RunningGame, who_made
from companion.play.seats_page import seats, seats_first
from companion.play.shelf import DEALERS
from companion.play.sight import Sight
from companion.play.words import plain, say

if TYPE_CHECKING:
    from companion.play.table import PlayTable

NEWEST_MOVES = 12
_SEATS = Link(say("to_seats"), "#section-seats")


def compose(table: PlayTable, phone: str) -> Display:
    """Everything that a phone ("": a bystander) sees."""
    running = table.running
    if running is None:
        return setup_page(table, phone)
    offered = choices(table, phone) if phone else None
    sight = table.sight(phone) if phone else Sight(None, everything=table.open)
    verdict = _verdict(table, running, phone, sight)
    return Display(
        title=running.speaker.say("game", {}),
        status=StatusLine("entered", say("status"), _troubles(running)),
        prompt=_prompt(table, running, phone),
        moment=running.moment,
        verdict=verdict,
        boards=boards_of(table, running, phone, sight, offered, verdict),
        buttons=_buttons(table, running, phone, offered) if phone else (),
        sections=tuple(_sections(table, running, phone, sight, offered)),
        yours=bool(phone) and bool(table.acting(phone)),
        subtitle=_notice(running),
        jump=_SEATS if seats_first(table, running, phone) else None,
        view=role_of(table.seating, phone),
    )


def _troubles(running: RunningGame) -> tuple[Text, ...]:
    trouble = running.session.trouble
    return (plain(trouble),) if trouble else ()


def _prompt(table: PlayTable, running: RunningGame, phone: str) -> Text:
    prompt = running.prompt
    return running.speaker.say(prompt.key, prompt.values)


def _notice(running: RunningGame) -> Text | None:
    prompt = running.prompt
    return running.speaker.say(prompt.notice, prompt.values) if prompt.notice else None


def _verdict(table: PlayTable, running: RunningGame, phone: str, sight: Sight) -> Note | None:
    """What this phone was told last, else what everybody was, else the newest move."""
    own = table.told(phone)
    if own is not None or table.verdict is not None:
        return own or table.verdict
    told = running.chronicle.told
    if not told:
        return None
    index = len(told) - 1
    note = _said_by(running, index, sight)
    while index and told[index].step.by == BY_CHANCE:
        index -= 1
        note = _after(_said_by(running, index, sight), note)
    return note


def _said_by(running: RunningGame, index: int, sight: Sight) -> Note:
    """A move in words, with who made it, or for whom chance decided."""
    by = running.chronicle.told[index].step.by
    if by == BY_CHANCE:
        return _with_whose(running, index, sight)
    note = running.chronicle.note(index, sight)
    return replace(note, text=after_name(who_made(running, by), note.text))


def _with_whose(running: RunningGame, index: int, sight: Sight) -> Note:
    """A move in words with the player whose it is, where nobody made it by hand."""
    note, seat = running.chronicle.note(index, sight), running.chronicle.seat(index)
    name = "" if seat is None else running.speaker.name(seat)
    if not name or name in note.text.en:
        return note
    return replace(note, text=after_name(plain(name), note.text))


def after_name(who: Text, said: Text) -> Text:
    """Whoever it was, and what happened."""
    return Text(f"{who.en}: {said.en}", f"{who.zh}：{said.zh}")


def _after(first: Note, then: Note) -> Note:
    """What chance decided, behind the move that called for it."""
    text = Text(f"{first.text.en} {then.text.en}", f"{first.text.zh}{then.text.zh}")
    clauses = tuple(dict.fromkeys((*first.clauses, *then.clauses)))
    return replace(first, text=text, clauses=clauses)


def _buttons(
    table: PlayTable, running: RunningGame, phone: str, offered: Offered | None
) -> tuple[Action, ...]:
    """Undo and redo for whom they do something, and what was chosen to be confirmed."""
    buttons = []
    if table.seating.held_by(phone) or may_referee(table.seating, phone):
        if running.can_undo:
            buttons.append(Action(say("undo"), "/api/turn", {"redo": False}))
        if running.can_redo:
            buttons.append(Action(say("redo"), "/api/turn", {"redo": True}))
    if offered is not None and offered.move is not None:
        buttons.append(Action(say("confirm"), "/api/confirm", {}, style="main"))
    return tuple(buttons)


def _sections(
    table: PlayTable,
    running: RunningGame,
    phone: str,
    sight: Sight,
    offered: Offered | None,
) -> list[Section]:
    """What this screen is for decides what stands on it, and in which order."""
    view = role_of(table.seating, phone)
    every = [
        scores(table, running, sight, unfolded=view == TABLE),
        *_chart(running, sight, folded=view == PLAYER),
        _moves(table, running, phone, sight, folded=view == PLAYER),
    ]
    sitting = seats(table, running, phone)
    if view != PLAYER or running.over:
        sitting = replace(sitting, folded=True)
    if view == TABLE:
        return [turn_order(running, sight), *every, sitting, roles(table, phone)]
    sections = entering(table, running, phone, offered) if phone else []
    first = seats_first(table, running, phone)
    sections.insert(0 if first else len(sections), sitting)
    if sight.seat is not None and not running.over:
        sections.append(own_score(running, sight))
    correction = correcting(table, running, phone) if phone else None
    corrections = [] if correction is None else [correction]
    sections += [*corrections, *every] if view == REFEREE else [*every, *corrections]
    photo = photo_section(running) if phone and table.takes_photos else None
    sections += [] if photo is None else [photo]
    sections.append(_about(table, running, phone))
    if phone:
        sections += [_record(table, phone), roles(table, phone)]
    return sections


def _chart(running: RunningGame, sight: Sight, folded: bool) -> list[Section]:
    chart = running.history.chart(running.chronicle.told, sight, running.speaker.name)
    if chart is None:
        return []
    return [Section("chart", chart.title, charts=(chart,), folded=folded)]


def _moves(
    table: PlayTable, running: RunningGame, phone: str, sight: Sight, folded: bool
) -> Section:
    told = running.chronicle.told
    every = phone in table.phones and table.phones[phone].all_moves
    first = 0 if every else max(0, len(told) - NEWEST_MOVES)
    steps = tuple(
        Step(
            str(index + 1),
            say("move_number", number=index + 1, move=_move_words(running, index, sight)),
            "past",
            who_made(running, told[index].step.by),
        )
        for index in range(len(told) - 1, first - 1, -1)
    )
    groups: tuple[ActionGroup, ...] = ()
    if first and phone:
        action = Action(say("earlier"), "/api/settings", {"all_moves": True})
        groups = (ActionGroup(plain(""), (action,)),)
    return Section("moves", say("journal"), steps=steps, groups=groups, folded=folded)


def _move_words(running: RunningGame, index: int, sight: Sight) -> Text:
    """A move in words; its player stands beside it, or in it if that is nobody."""
    if running.chronicle.told[index].step.by in NOBODY:
        return _with_whose(running, index, sight).text
    return running.chronicle.note(index, sight).text


def _about(table: PlayTable, running: RunningGame, phone: str) -> Section:
    """What was assumed, which settings are in force, who draws."""
    notes = [Note(Tone.INFO, running.speaker.noted(note)) for note in running.session.notes]
    notes.append(Note(Tone.INFO, say(f"dealer_{table.shelf.dealer}")))
    groups, leaving = [], False
    if phone and phone == table.seating.host:
        other = next(dealer for dealer in DEALERS if dealer != table.shelf.dealer)
        action = Action(say(f"dealer_{other}"), "/api/settings", {"dealer": other})
        groups.append(ActionGroup(say("dealer_is"), (action,), folded=True))
        leaving = table.phone(phone).leaving
        groups.append(_putting_away(table, phone))
    return Section("about", say("about"), tuple(notes), groups=tuple(groups), folded=not leaving)


def _putting_away(table: PlayTable, phone: str) -> ActionGroup:
    """The way to another game; who asked for it is asked whether they mean it."""
    state = table.phone(phone)
    if not state.leaving:
        away = Action(say("new_game"), "/api/game", {"game": ""})
        return ActionGroup(say("setup"), (away,), folded=True)
    sure = Action(say("put_away_sure"), "/api/game", {"game": "", "sure": True})
    # Whatever else a phone asks for takes the question back; this keeps all that was chosen.
    stay = Action(say("put_away_not"), "/api/back", {"keep": len(state.chosen)})
    return ActionGroup(say("put_away_ask"), (stay, sure))


def _record(table: PlayTable, phone: str) -> Section:
    key = "record_whole" if table.open else "record_view"
    groups: tuple[ActionGroup, ...] = ()
    if phone == table.seating.host and not table.open:
        action = Action(say("show_all"), "/api/settings", {"show_all": True})
        groups = (ActionGroup(say("show_all_help"), (action,), folded=True),)
    links = (
        Link(say("report"), "/api/report.html"),
        Link(say("report_file"), "/api/report.zip"),
        Link(say(key), "/api/record.json"),
    )
    return Section("record", say("record"), groups=groups, links=links, folded=True)
