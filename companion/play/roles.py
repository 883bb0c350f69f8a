"""What a phone or tablet is used for: playing, showing the table, or refereeing.

Whoever has the join code may play or put a tablet in the middle.  The host referees, and may
have another phone referee, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.display.model import Action, ActionGroup, Note, Section, Step, Text, Tone
from companion.play.requests import RoleRequest
from companion.play.running_game import RunningGame
from companion.play.seating import Seating
from companion.play.sight import Sight
from companion.play.words import plain, refused, say

if TYPE_CHECKING:
    from companion.play.table import PlayTable

PLAYER, TABLE, REFEREE = "player", "table", "referee"
ROLES = (PLAYER, TABLE, REFEREE)


def role_of(seating: Seating, phone: str) -> str:
    """What a phone is used for."""
    return seating.roles.get(phone, PLAYER) if phone else PLAYER


def may_referee(seating: Seating, phone: str) -> bool:
    """Whether a phone may take back and correct what anybody did."""
    return bool(phone) and (phone == seating.host or role_of(seating, phone) == REFEREE)


def set_role(table: PlayTable, request: RoleRequest, phone: str) -> Note:
    """Give a phone its part; only the host makes a referee, or changes another phone's part."""
    seating = table.seating
    if request.role not in ROLES:
        return refused("unknown_choice", value=request.role[:20], name="role")
    target = seating.numbered(request.phone) if request.phone else phone
    if target is None:
        return refused("no_such_phone", phone=request.phone)
    if phone != seating.host and (target != phone or request.role == REFEREE):
        return refused("only_host")
    table.seating = table.shelf.seating = seating.with_role(target, request.role)
    said = say("role_set", phone=seating.number(target), role=say(f"role_{request.role}"))
    if target != phone or request.role == REFEREE:
        table.verdict = Note(Tone.INFO, said)
    return Note(Tone.OK, said)


def roles(table: PlayTable, phone: str) -> Section:
    """What this screen is for, and for the host who else referees."""
    seating = table.seating
    mine = role_of(seating, phone)
    allowed = [role for role in ROLES if role != REFEREE or may_referee(seating, phone)]
    own = tuple(
        Action(say(f"role_{role}"), "/api/role", {"role": role, "phone": 0})
        for role in allowed
        if role != mine
    )
    groups = [ActionGroup(say("role_change"), own)]
    if phone == seating.host:
        others = tuple(_hand_on(seating, each) for each in seating.phones if each != phone)
        if others:
            groups.append(ActionGroup(say("referees"), others, folded=True))
    note = Note(Tone.INFO, say("role_now", role=say(f"role_{mine}")))
    return Section("role", say("role"), (note,), groups=tuple(groups), folded=True)


def _hand_on(seating: Seating, other: str) -> Action:
    number = seating.number(other)
    referees = role_of(seating, other) == REFEREE
    role, key = (PLAYER, "stop_referee") if referees else (REFEREE, "make_referee")
    return Action(say(key, phone=number), "/api/role", {"role": role, "phone": number})


def turn_order(running: RunningGame, sight: Sight) -> Section:
    """Who acts now, and everybody's score, to be read from afar."""
    acting = running.prompt.seats if not running.over else ()
    totals = {seat.seat: seat.total for seat in running.score(sight).seats}
    steps = tuple(
        Step(
            seat,
            plain(f"{seat} · {running.speaker.name(seat)}"),
            "now" if seat in acting else "next",
            say("vp", vp=totals[seat]),
        )
        for seat in running.order
    )
    return Section("order", Text(*_title(running)), steps=steps)


def _title(running: RunningGame) -> tuple[str, str]:
    said = say("turn_order")
    number = running.round
    if not number:
        return said.en, said.zh
    at = say("in_round", round=number)
    return f"{said.en} · {at.en}", f"{said.zh} · {at.zh}"
