"""The game's pages with what the camera sees: status, lamp, picture, buttons, differences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.devices.device_words import CAMERA_STARTS, TABLE_DRAWN
from companion.display.model import Action, Display, Note, Section, Text, Tone
from companion.display.status_words import status_line
from companion.flow import Status
from companion.live.compose_places import difference_sections, open_note
from companion.live.compose_referee import referee_sections
from companion.live.presses import Situation
from companion.live.signals import LAMPS, STATUS_SIGNALS, TONES, Signal
from companion.live.telling import titles_words
from companion.live.words import say
from companion.play.compose_entering import ENTER
from companion.play.moving import choices
from companion.play.roles import PLAYER, TABLE, may_referee
from companion.running.loop import Shown
from companion.session.reader_words import in_both

if TYPE_CHECKING:
    from companion.live.table import LiveTable


def refereed(table: LiveTable, plain_pages: Shown, now_s: float, lost_presses: int) -> Shown:
    """The pages of a refereed table; the same object as long as they say the same."""
    referee = table.referee
    if referee.running is None or referee.watching.art is None:
        return plain_pages
    status, details = _status(table, now_s), _details(table, now_s)
    lamp = LAMPS[signal_of(table, now_s)]
    watching = referee.watching
    key = (
        id(plain_pages),
        status,
        details,
        lamp,
        id(watching.picture),
        id(referee.understood),
        referee.situation,
        len(referee.open_asked()),
        tuple(referee.examined.items()),
        id(referee.open_note),
        lost_presses,
    )
    if table.dressed is not None and key == table.dressed[0]:
        return table.dressed[1]
    own = {
        phone: _page(table, display, phone, status, details, lamp, lost_presses)
        for phone, display in plain_pages.own.items()
    }
    bystander = _page(table, plain_pages.display, "", status, details, lamp, lost_presses)
    shown = Shown(bystander, own)
    # The plain pages are kept, so that their identity stays theirs.
    table.dressed = (key, shown, plain_pages)
    return shown


def signal_of(table: LiveTable, now_s: float) -> Signal:
    """What the lamp says now; what was decided last is shown for a moment."""
    referee = table.referee
    if referee.running is None:
        return Signal.OFF
    situation = referee.situation
    if situation is Situation.LOOKING:
        return Signal.LOOKING
    verdict, said_at_s = table.verdict, table.said_at_s
    fresh = (now_s - said_at_s) * 1000 <= referee.rules.accepted_ms
    if fresh and verdict is not None and verdict.tone in TONES:
        return TONES[verdict.tone]
    by_status = STATUS_SIGNALS[_status(table, now_s)]
    if by_status is not Signal.YOUR_TURN:
        return by_status
    if situation is Situation.BROKEN and verdict is not None and verdict.tone is Tone.REFUSED:
        return Signal.REFUSED
    asking = situation in (Situation.ENDING, Situation.STOPPING, Situation.ASKING)
    return Signal.ASK if asking else Signal.YOUR_TURN


def _status(table: LiveTable, now_s: float) -> Status:
    return table.referee.watching.status(now_s)


def _details(table: LiveTable, now_s: float) -> tuple[Text, ...]:
    """What explains the status, in sentences."""
    watching = table.referee.watching
    now, found = watching.now, list[Text]()
    if watching.camera_says:
        said = in_both(watching.camera_says)
        silent = say("camera_silent").zh
        found.append(said if said.zh != said.en else Text(said.en, silent))
    elif watching.seen is None:
        found.append(in_both(TABLE_DRAWN if table.referee.scene.hands else CAMERA_STARTS))
    elif watching.status(now_s) is Status.CAMERA_LOST:
        # Whole steps of five seconds, so that the page is not redrawn for every one.
        age_s = max(0.0, now_s - now.exposed_at_s)
        found.append(say("old_frame", seconds=5 * max(1, round(age_s / 5))))
    else:
        unfixed = table.unfixed()
        found += [in_both(unfixed)] if unfixed else []
    if now.camera_moved:
        found.append(say("camera_moved"))
    if now.relit:
        found.append(say("relit", boards=titles_words(watching.art, now.relit)))
    if watching.missing and not watching.camera_says:
        found.append(say("board_away", boards=titles_words(watching.art, watching.missing)))
    found += [in_both(problem) for problem in watching.problems]
    return (*found, *map(in_both, table.notices))


def _page(
    table: LiveTable,
    display: Display,
    phone: str,
    status: Status,
    details: tuple[Text, ...],
    lamp: str,
    lost_presses: int,
) -> Display:
    """One phone's page."""
    may_act = bool(phone) and bool(
        table.seating.held_by(phone) or may_referee(table.seating, phone)
    )
    sections = difference_sections(table, phone, may_act)
    beside = referee_sections(table, phone) if display.view != PLAYER else []
    # On a tablet in the middle the turn order stands first, what was seen last.
    below = beside if display.view == TABLE else []
    sections += [] if below else beside
    if lost_presses:
        note = Note(Tone.UNSURE, say("lost_presses", count=lost_presses))
        sections.append(Section("lost", say("question"), (note,)))
    troubles = display.status.details
    # What waits for an answer stands first, unless this phone has just been told something.
    waits = open_note(table) if table.told(phone) is None else None
    hands_lay = referee_lays(table, phone) if may_act else False
    chosen = any(each.style == "main" for each in display.buttons)
    verdict = waits or display.verdict
    if verdict is not None and chosen:
        verdict = replace(verdict, actions=_aside(verdict.actions))
    return replace(
        display,
        verdict=verdict,
        status=status_line(status, (*troubles, *details)),
        picture=table.referee.watching.picture if display.view != PLAYER else None,
        buttons=(
            *_entered(display.buttons, hands_lay),
            *(_buttons(table, chosen or _asks(verdict), hands_lay) if may_act else ()),
        ),
        sections=(*sections, *(_with_hint(each, hands_lay) for each in display.sections), *below),
        lamp=lamp,
    )


def referee_lays(table: LiveTable, phone: str) -> bool:
    """Whether this phone has chosen a whole move that a simulated hand may lay."""
    if table.referee.scene.hands is None:
        return False
    offered = choices(table, phone)
    return offered is not None and offered.move is not None


def _aside(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The same while something else is to be pressed."""
    return tuple(replace(each, style="plain") if each.style == "main" else each for each in actions)


def _asks(verdict: Note | None) -> bool:
    """Whether what is said has a button that is to be pressed now."""
    return verdict is not None and any(each.style == "main" for each in verdict.actions)


def _entered(buttons: tuple[Action, ...], hands_lay: bool) -> tuple[Action, ...]:
    """The game's own buttons; where a hand lays the move, it is that which is to be pressed.

    Then to confirm the move says that the table is left as it lies.
    """
    if not hands_lay:
        return buttons
    return tuple(
        replace(each, label=say("confirm_unlaid"), style="plain") if each.style == "main" else each
        for each in buttons
    )


def _with_hint(section: Section, hands_lay: bool) -> Section:
    """What happens where the chosen move is laid by a simulated hand."""
    if not hands_lay or section.id != ENTER:
        return section
    return replace(section, notes=(*section.notes, Note(Tone.INFO, say("lay_hint"))))


def _buttons(table: LiveTable, else_wanted: bool, hands_lay: bool) -> tuple[Action, ...]:
    """The table's buttons beside those of the game.

    The chosen move may be laid on a simulated table.  Only what is to be pressed now stands out.
    """
    style = "plain" if else_wanted else _next_style(table)
    buttons = [
        Action(say("look"), "/api/press", {"button": "look"}),
        Action(say("next"), "/api/press", {"button": "next"}, style=style),
    ]
    if hands_lay:
        buttons.append(Action(say("lay"), "/api/lay", {}, style="main"))
    return tuple(buttons)


def _next_style(table: LiveTable) -> str:
    """`main` when Next has something to book, or tells of what the table can't show."""
    situation = table.referee.situation
    shows_all = situation is Situation.SAME and table.referee.scene.hands is None
    return "main" if situation is Situation.READY or shows_all else "plain"
