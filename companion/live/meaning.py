"""What a settled table means, as a note for everybody."""

from __future__ import annotations

from companion.display.model import Note, Tone
from companion.live.telling import (
    booking_action,
    broken_note,
    crop_of,
    instructions,
    readings_of,
    told,
)
from companion.live.understanding import Outcome, Understood
from companion.live.watching import Watching
from companion.live.words import say
from companion.play.running_game import RunningGame


def meaning_of(running: RunningGame, watching: Watching, understood: Understood) -> Note:
    """What was seen, in words, with its crop and what can be done about it."""
    art = watching.art
    assert art is not None
    differences = (*understood.differences, *understood.doubtful)
    evidence = watching.evidence() if differences else ""
    crop = crop_of(evidence, watching.seen, differences[0]) if differences else None
    match understood.outcome:
        case Outcome.BROKEN:
            return broken_note(running, art, understood, crop)
        case Outcome.QUESTION:
            actions = readings_of(running, understood.results)
            key = "which" if understood.differences else "which_unseen"
            return Note(Tone.UNSURE, say(key), crop=crop, actions=actions)
        case Outcome.MOVES:
            key = "looks_like" if understood.certain else "likely"
            actions = (booking_action(understood.moves),)
            what = told(running, understood.moves)
            return Note(Tone.UNSURE, say(key, what=what), crop=crop, actions=actions)
    if understood.behind:
        what = instructions(art, understood.behind)
        return Note(Tone.UNSURE, say("follow", what=what))
    if understood.upkeep:
        facts = running.speaker.facts(Tone.UNSURE, understood.upkeep)
        text = say("upkeep", what=facts.text)
        return Note(Tone.UNSURE, text, facts.clauses, facts.where, crop)
    return Note(Tone.OK, say("same"))
