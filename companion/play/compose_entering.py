"""The part of the page where moves are entered: choices, chips, the move in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.display.forms import Form, TextField
from companion.display.model import Action, ActionGroup, Note, Section, Tone
from companion.flow import Accepted, Finished
from companion.games.playable import Tap
from companion.play.choosing import Offered
from companion.play.running_game import RunningGame
from companion.play.sight import Sight
from companion.play.words import joined, plain, say

if TYPE_CHECKING:
    from companion.play.table import PlayTable

ENTER = "enter"  # the section's id
# More buttons than this are folded away behind a label.
MOST_OPEN = 24


def entering(
    table: PlayTable, running: RunningGame, phone: str, offered: Offered | None
) -> list[Section]:
    """What a phone is offered now."""
    if running.over:
        return []
    side, held = table.side(phone), table.seating.held_by(phone)
    sections = []
    if len(held) > 1:
        sections.append(_sides(table, running, phone))
    if side is None:
        return sections
    if offered is not None and (offered.done or offered.taps or offered.move is not None):
        sections.append(_choices(table, running, phone, side, offered))
    field = TextField("line", say("move"))
    typed = Form(say("play_line"), "/api/say", "", fields=(field,))
    sections.append(Section("type", say("type_move"), forms=(typed,), folded=True))
    return sections


def _sides(table: PlayTable, running: RunningGame, phone: str) -> Section:
    """Which of a phone's seats it shows; while something is hidden it is handed over covered."""
    held, side = table.seating.held_by(phone), table.side(phone)
    acting = table.acting(phone)
    actions = [
        Action(
            say("i_am", who=running.speaker.name(seat)),
            "/api/look",
            {"seat": seat},
            style="main" if side is None and seat in acting else "plain",
        )
        for seat in sorted(held, key=lambda seat: seat not in acting)
        if seat != side
    ]
    notes: tuple[Note, ...] = ()
    if side is None:
        who = joined(plain(running.speaker.name(seat)) for seat in acting or held)
        notes = (Note(Tone.INFO, say("hand_over", who=who)),)
    elif running.keeps_secrets(held):
        actions.append(Action(say("cover"), "/api/look", {"seat": ""}))
    group = ActionGroup(plain(""), tuple(actions))
    return Section("sides", say("look_at"), notes, groups=(group,), folded=False)


def _choices(
    table: PlayTable, running: RunningGame, phone: str, side: str, offered: Offered
) -> Section:
    spot = table.phone(phone).spot
    here = tuple(tap for tap in offered.taps if tap.spot == spot) if spot else ()
    groups = []
    if offered.chosen:
        groups.append(
            ActionGroup(say("chosen"), _chips(running, table.phone(phone).chosen, offered))
        )
    if here:
        elsewhere = Action(say("elsewhere"), "/api/back", {"keep": offered.chosen}, style="quiet")
        actions = (*_taps(running, here), elsewhere)
        groups.append(ActionGroup(say("next_spot"), actions))
    else:
        groups += _next(running, offered)
    notes = []
    if any(tap.spot for tap in offered.taps) and not here:
        notes.append(Note(Tone.INFO, say("on_board")))
    if offered.cut:
        notes.append(Note(Tone.UNSURE, say("more_moves")))
    if offered.move is not None:
        notes.append(_preview(running, Sight(side), offered))
    chance = running.chance_due
    title = say("enter_chance") if chance else say("enter", who=running.speaker.name(side))
    return Section(ENTER, title, tuple(notes), groups=tuple(groups))


def _chips(running: RunningGame, chosen: Sequence[str], offered: Offered) -> tuple[Action, ...]:
    """What was chosen; pressing one takes it and what came after it back."""
    chips, keep = [], 0
    for tap in offered.done:
        if keep < offered.chosen and tap.id == chosen[keep]:
            label = running.speaker.say(tap.key, tap.values)
            chips.append(Action(label, "/api/back", {"keep": keep}, style="chosen"))
            keep += 1
    return tuple(chips)


def _next(running: RunningGame, offered: Offered) -> list[ActionGroup]:
    """Choices that lie on no board as buttons, those on a board as a folded list."""
    free = tuple(tap for tap in offered.taps if not tap.spot)
    placed = tuple(tap for tap in offered.taps if tap.spot)
    groups = []
    if free:
        groups.append(ActionGroup(say("next"), _taps(running, free), folded=len(free) > MOST_OPEN))
    if placed:
        groups.append(ActionGroup(say("as_list"), _taps(running, placed), folded=True))
    return groups


def _taps(running: RunningGame, taps: Sequence[Tap]) -> tuple[Action, ...]:
    return tuple(
        Action(running.speaker.say(tap.key, tap.values), "/api/tap", {"tap": tap.id})
        for tap in taps
    )


def _preview(running: RunningGame, sight: Sight, offered: Offered) -> Note:
    """What the chosen move would lead to in the player's eyes; the move itself if that is nothing.

    What was chosen stands beside it anyway.
    """
    verdict = running.game.judge(running.seen(sight), offered.move)
    if isinstance(verdict, Accepted | Finished) and verdict.events:
        effects = running.speaker.facts(Tone.INFO, verdict.events)
        return replace(effects, text=say("does", move=effects.text))
    said = [running.speaker.say(tap.key, tap.values) for tap in offered.done]
    words = joined(said, (" · ", "・")) if said else plain(running.game.write_move(offered.move))
    return Note(Tone.INFO, say("does", move=words))
