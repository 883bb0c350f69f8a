"""What a referee's screen shows beside the game: settings, corrections, what was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.display.model import Action, ActionGroup, Card, Note, Section, Text, Tone
from companion.flow import LENS_ESTIMATED
from companion.live.booked import crops_of
from companion.live.booking import BUTTON, ITSELF
from companion.live.compose_places import fix_forms
from companion.live.said import EXCEPTION, Said
from companion.live.telling import EVERYBODY, content_words, place_words, short_name
from companion.live.words import say
from companion.play.roles import REFEREE
from companion.play.running_game import RunningGame, who_made
from companion.play.words import plain
from companion.session.reader_words import in_both

if TYPE_CHECKING:
    from companion.live.expected import TableArt
    from companion.live.table import LiveTable

NEWEST = 12


def referee_sections(table: LiveTable, phone: str) -> list[Section]:
    """The parts of the page, for a referee's screen all of them."""
    running, art = table.referee.running, table.referee.watching.art
    if running is None or art is None:
        return []
    sections = [_evidence(running)]
    if table.seating.roles.get(phone) == REFEREE:
        forms = fix_forms(table.referee, art, phone)
        sections.append(Section("fix", say("fix_place"), forms=forms, folded=True))
        sections += _corrections(table, running, art)
        sections.append(_booking(table))
    return [section for section in sections if section.cards or section.forms or section.groups]


def _evidence(running: RunningGame) -> Section:
    """The newest booked moves with what shows them."""
    crops, told = crops_of(running.session.entries), running.chronicle.told
    cards = []
    for index in range(len(told) - 1, -1, -1):
        shown = crops.get(told[index].step.seq, ())
        if not shown:
            continue
        note = running.chronicle.note(index, EVERYBODY)
        who = who_made(running, told[index].step.by)
        clauses = Note(Tone.INFO, note.text, note.clauses, note.where)
        cards.append(
            Card(
                f"seen {told[index].step.seq}", str(index + 1), who, notes=(clauses,), crop=shown[0]
            )
        )
        if len(cards) == NEWEST:
            break
    return Section("evidence", say("evidence"), cards=tuple(cards), folded=True)


def _corrections(table: LiveTable, running: RunningGame, art: TableArt) -> list[Section]:
    cards = tuple(_said(running, art, word) for word in table.referee.watching.said)
    return [Section("corrections", say("corrections"), cards=cards)] if cards else []


def _said(running: RunningGame, art: TableArt, word: Said) -> Card:
    key = "exception_here" if word.kind == EXCEPTION else "said_here"
    who = who_made(running, word.by)
    text = say(key, who=who, what=content_words(art, word.content))
    action = Action(say("unsay"), "/api/unsay", {"entry": word.seq})
    return Card(
        f"said {word.seq}",
        short_name(word.spot),
        place_words(art, word.spot),
        "done",
        notes=(Note(Tone.INFO, text),),
        groups=(ActionGroup(plain(""), (action,)),),
        unfolded=True,
    )


def _booking(table: LiveTable) -> Section:
    """When what is seen is booked, for this phase and for all; ending and shutting down."""
    referee = table.referee
    phase, booking = referee.phase, referee.booking
    now = booking.way(phase)
    other = ITSELF if now == BUTTON else BUTTON
    running = referee.running
    name: Text = plain(phase)
    if running is not None:
        name = running.speaker.say(running.prompt.key, running.prompt.values)
    notes = [Note(Tone.INFO, say("book_now", phase=name, how=say(f"book_{now}")))]
    if _lens_estimated(table):
        notes.append(Note(Tone.INFO, in_both(LENS_ESTIMATED)))
    actions = (
        Action(
            say("book_phase", how=say(f"book_{other}")),
            "/api/booking",
            {"how": other, "phase": phase},
        ),
        *(
            Action(
                say("book_all", how=say(f"book_{how}")), "/api/booking", {"how": how, "phase": ""}
            )
            for how in (BUTTON, ITSELF)
        ),
    )
    ending = (
        Action(say("end_game"), "/api/press", {"button": "next", "held": True}),
        Action(say("shut_down"), "/api/press", {"button": "undo", "held": True}),
    )
    groups = (
        ActionGroup(plain(""), actions),
        ActionGroup(say("end_game"), ending, folded=True),
    )
    return Section("booking", say("booking"), tuple(notes), groups=groups, folded=True)


def _lens_estimated(table: LiveTable) -> bool:
    """Whether a real camera is read without a calibration; a simulated one needs none."""
    seen = table.referee.watching.seen
    boards = getattr(seen.observation, "boards", ()) if seen is not None else ()
    found = [board.registration for board in boards if board.registration is not None]
    real = table.referee.scene.hands is None
    return real and any(each.lens == "estimated" for each in found)
