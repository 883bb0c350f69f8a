"""What people decide when table and game differ: who is right, or that it stands as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.display.model import Note, Tone
from companion.live.behind import Behind
from companion.live.expected import Difference
from companion.live.letting_stand import lets_stand
from companion.live.referee import Referee
from companion.live.said import CORRECTION, EXCEPTION, PLACE, Said, written
from companion.live.telling import instructions, places_listed, told
from companion.live.understanding import Outcome, Understood, understand
from companion.live.words import refused, say
from companion.play.moving import after_move
from companion.play.running_game import RunningGame, who_made
from companion.table.contents import Content, content_of
from companion.whole_game.history import played

MOST_UNDONE = 6  # steps entered by hand that may be taken back at once


def resolve(referee: Referee, do: str, who: str, at_s: float) -> Note:
    """Carry out a decision about the table as it lies now."""
    understood, art = referee.understood, referee.watching.art
    if understood is None or art is None or referee.running is None:
        return refused("nothing_differs")
    wrong = (*understood.differences, *understood.doubtful)
    if not wrong and not understood.behind:
        return refused("nothing_differs")
    where = places_listed(art, wrong or understood.behind)
    name = who_made(referee.running, who)
    match do:
        case "put_back":
            referee.close_question()  # it is answered, though the table has yet to change
            what = instructions(art, wrong or understood.behind)
            return Note(Tone.INFO, say("please_put_back", what=what))
        case "accept":
            return _accept(referee, referee.running, understood, who, at_s)
        case "game":
            keep(referee, wrong, CORRECTION, who, at_s)
            return Note(Tone.OK, say("game_was_right", who=name, where=where))
        case "table":
            return _table_is_right(referee, referee.running, understood, who, at_s)
    return refused("unknown_choice", value=do[:20])


def _accept(
    referee: Referee, running: RunningGame, understood: Understood, who: str, at_s: float
) -> Note:
    """Let the table stand as it was played: as moves that count, else place by place."""
    name = who_made(running, who)
    found = lets_stand(running, referee.watching)
    if found is not None:
        what = told(running, found.moves)
        booked = referee.book(running, found.moves, found, at_s, by=who)
        return replace(booked, text=say("counted_as_played", who=name, what=what))
    art, wrong = referee.watching.art, (*understood.differences, *understood.doubtful)
    assert art is not None
    keep(referee, wrong, EXCEPTION, who, at_s)
    where = places_listed(art, wrong)
    return Note(Tone.OK, say("accepted_as_played", who=name, where=where))


def keep(referee: Referee, wrong: Sequence[Difference], kind: str, who: str, at_s: float) -> None:
    """Book that these places hold what the game has there, or stand as they are."""
    running, evidence = referee.running, referee.watching.evidence()
    assert running is not None
    for each in wrong:
        content = each.expected if kind == CORRECTION else content_of(each.reading)
        said(referee, Said(each.spot, content, content_of(each.reading), kind), who, at_s, evidence)


def said(referee: Referee, word: Said, who: str, at_s: float, evidence: str = "") -> None:
    """Book one word about a place."""
    running = referee.running
    assert running is not None
    running.session.note(PLACE, written(word), who, at_s, evidence)


def _table_is_right(
    referee: Referee, running: RunningGame, understood: Understood, who: str, at_s: float
) -> Note:
    """Book what leads to this table, or take back what was entered by hand until it fits."""
    name = who_made(running, who)
    bare = referee.watching.understood_without_waiting()
    for found in (understood, bare):
        if found is not None and found.outcome is Outcome.MOVES:
            what = told(running, found.moves)
            referee.book(running, found.moves, found, at_s)
            _all_followed(referee)
            return Note(Tone.OK, say("table_was_right", who=name, what=what))
    count = _steps_too_many(referee, running)
    if not count:
        return refused("no_way_there")
    for _ in range(count):
        running.undo(who, at_s)
    after_move(referee.table, running, at_s)
    referee.watching.went_on(by_camera=True)
    _all_followed(referee)
    what = say("taken_back", count=count)
    return Note(Tone.OK, say("table_was_right", who=name, what=what))


def _all_followed(referee: Referee) -> None:
    referee.watching.behind = Behind()
    referee.sync()


def _steps_too_many(referee: Referee, running: RunningGame) -> int:
    """How many of the newest steps of people have to go for the table to show the game."""
    art, now = referee.watching.art, referee.watching.now
    assert art is not None
    standing = played(running.session.entries)
    told_steps = running.chronicle.told
    if len(standing) != len(told_steps):
        return 0  # a correction stands between them: undo it by hand
    people = 0
    for step in reversed(told_steps[-MOST_UNDONE:]):
        if not step.moves or standing[-1].kind == "correct":
            return 0
        people += step.step.by != "chance"
        before = step.moves[0][0]
        found = understand(running.game, before, art, now.readings, referee.watching.said, Behind())
        if found.outcome is Outcome.SAME:
            return people
    return 0


def moved_content(content: Content, piece: tuple[str, str, int], more: bool) -> Content | None:
    """A place's content with one piece more or less; None when it has no such piece."""
    if more:
        return tuple(sorted((*content, piece)))
    for index, other in enumerate(content):
        if other[:2] == piece[:2]:
            return (*content[:index], *content[index + 1 :])
    return None
