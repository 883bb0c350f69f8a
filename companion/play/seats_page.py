"""Who sits where, and what the host may do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.display.model import Action, ActionGroup, Card, Note, Section, Text, Tone
from companion.play.presence import AWAY_AFTER_S
from companion.play.roles import PLAYER, role_of
from companion.play.running_game import RunningGame
from companion.play.words import plain, say

if TYPE_CHECKING:
    from companion.play.table import PlayTable


def seats(table: PlayTable, running: RunningGame, phone: str) -> Section:
    """The seats of the game; unfolded while one is free."""
    seating = table.seating
    notes = [Note(Tone.INFO, _who_am_i(table, phone))] if phone else []
    cards = tuple(_card(table, running, seat, phone) for seat in running.seats)
    groups: tuple[ActionGroup, ...] = ()
    if phone and phone == seating.host:
        groups = _handing_over(table, phone)
    elif phone:
        groups = _being_host(table, phone)
    folded = not phone or not _seat_wanted(table, running, phone)
    return Section("seats", say("seats"), tuple(notes), cards=cards, groups=groups, folded=folded)


def _being_host(table: PlayTable, phone: str) -> tuple[ActionGroup, ...]:
    """Seated phones may always become the host's, every other one when the host's is away."""
    away = table.presence.away(table.seating.host)
    if not away and not table.seating.held_by(phone):
        return ()
    label = say("host_away", away_s=round(AWAY_AFTER_S)) if away else say("be_host")
    be_host = Action(say("be_host"), "/api/seat", {"seat": "host", "do": "take"})
    return (ActionGroup(label, (be_host,), folded=not away),)


def _handing_over(table: PlayTable, phone: str) -> tuple[ActionGroup, ...]:
    """The other phones, one of which the host may make the host's."""
    numbers = [table.seating.number(each) for each in table.seating.phones if each != phone]
    actions = tuple(
        Action(
            say("give_seat", phone=number),
            "/api/seat",
            {"seat": "host", "do": "give", "phone": number},
        )
        for number in numbers
    )
    return (ActionGroup(say("give_host"), actions, folded=True),) if actions else ()


def seat_free(table: PlayTable, running: RunningGame) -> bool:
    """Whether somebody may still sit down."""
    return not all(table.seating.holders.get(seat) for seat in running.seats)


def seats_first(table: PlayTable, running: RunningGame, phone: str) -> bool:
    """Whether a phone needs a seat before anything else."""
    if not phone or running.over or table.seating.held_by(phone):
        return False
    if role_of(table.seating, phone) != PLAYER:
        return False
    return _seat_wanted(table, running, phone)


def _seat_wanted(table: PlayTable, running: RunningGame, phone: str) -> bool:
    """Whether a seat is free, or left behind where this phone has none."""
    left = any(table.presence.away(table.seating.holders.get(each, "")) for each in running.seats)
    return seat_free(table, running) or (left and not table.seating.held_by(phone))


def _who_am_i(table: PlayTable, phone: str) -> Text:
    number = table.seating.number(phone)
    return say("this_host" if phone == table.seating.host else "this_phone", phone=number)


def _card(table: PlayTable, running: RunningGame, seat: str, phone: str) -> Card:
    seating = table.seating
    holder = seating.holders.get(seat, "")
    if not holder:
        where = say("seat_free")
    elif holder == phone:
        where = say("seat_here")
    else:
        where = say("seat_there", phone=seating.number(holder))
    name = plain(running.speaker.name(seat))
    title = Text(f"{name.en} · {where.en}", f"{name.zh} · {where.zh}")
    actions = _actions(table, seat, holder, phone) if phone else ()
    groups = (ActionGroup(plain(""), actions),) if actions else ()
    # Who takes another's seat sees the other's hand; that stays to be seen by all.
    before = ", ".join(map(str, seating.others_at(seat)))
    notes = (Note(Tone.UNSURE, say("sat_before", phones=before)),) if before else ()
    away = holder != phone and table.presence.away(holder)
    if away:
        number, away_s = seating.number(holder), round(AWAY_AFTER_S)
        notes = (Note(Tone.UNSURE, say("seat_away", phone=number, away_s=away_s)), *notes)
    state = "done" if holder else "open"
    wanted = not holder or (away and not seating.held_by(phone))
    return Card(f"seat-{seat}", seat, title, state, notes=notes, groups=groups, unfolded=wanted)


def _actions(table: PlayTable, seat: str, holder: str, phone: str) -> tuple[Action, ...]:
    seating, host = table.seating, table.seating.host == phone

    def act(key: str, do: str, number: int = 0) -> Action:
        body = {"seat": seat, "do": do, "phone": number}
        return Action(say(key, phone=number), "/api/seat", body)

    actions = []
    if not holder or (host and holder != phone):
        actions.append(act("take_seat", "take"))
    elif table.presence.away(holder) and holder != phone:
        actions.append(act("take_over", "take"))
    if holder == phone:
        actions.append(act("leave_seat", "free"))
    elif holder and host:
        actions.append(act("free_seat", "free"))
    if host:
        others = (seating.number(each) for each in seating.phones if each not in (phone, holder))
        actions += [act("give_seat", "give", number) for number in others]
    return tuple(actions)
