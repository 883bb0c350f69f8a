"""What a settled table means, as a note for everybody."""

from __future__ import annotations

from collections.abc import Sequence

from companion.display.model import Crop, Note, Tone
from companion.games.contract import Explanation
from companion.live.expected import Spot
from companion.live.telling import (
    booking_action,
    broken_note,
    crop_of,
    instructions,
    readings_of,
    told,
)
from companion.live.understanding import Outcome, Understood, contents_of
from companion.live.watching import Watching
from companion.live.words import say
from companion.play.running_game import RunningGame
from companion.table.contents import Content


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
            crops = _crops(running, watching, understood.results, evidence)
            actions = readings_of(running, understood.results, crops)
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


def _crops(
    running: RunningGame, watching: Watching, results: Sequence[Explanation], evidence: str
) -> tuple[Crop | None, ...]:
    """For each reading a window on a place where it says something else than another reading.

    None for a reading that looks like all others, and for what lies at no place.
    """
    art, seen = watching.art, watching.seen
    if art is None or seen is None or not evidence:
        return (None,) * len(results)
    windows = {
        spot: reading.crop_xywh_px
        for board in watching.now.readings
        for reading in board.places
        if (spot := art.spot(board.board, reading.place)) is not None
    }
    contents = [contents_of(running.game, art, each.state) for each in results]
    path, size_wh = f"/api/picture/{evidence}.jpg", seen.frame.size_wh

    def crop(own: dict[Spot, Content]) -> Crop | None:
        told_apart = (
            spot for spot in windows if any(own.get(spot) != each.get(spot) for each in contents)
        )
        # A place where this reading has something shows more than one where others have it.
        spot = min(told_apart, key=lambda each: not own.get(each), default=None)
        return None if spot is None else Crop(path, size_wh, windows[spot])

    return tuple(crop(own) for own in contents)
