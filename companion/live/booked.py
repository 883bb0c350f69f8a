"""Books moves that were seen, with the picture that shows them and where in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from companion.display.model import Crop, Note, Tone
from companion.flow import Accepted, Finished
from companion.games.contract import Explanation
from companion.keeping.journal import Entry
from companion.live.expected import Difference
from companion.play.choosing import seat_of
from companion.play.running_game import BY_CAMERA, RunningGame
from companion.play.sight import Sight
from companion.play.words import plain

SAW = "saw"
MOST_CROPS = 4

Window = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Saw:
    """What shows a booked step: the windows of the kept frame; `steps` are their entries."""

    steps: tuple[int, ...]
    size_wh: tuple[int, int]
    windows: tuple[Window, ...]


def book_moves(
    running: RunningGame, moves: Sequence[str], at_s: float, picture: str, by_whom: str = ""
) -> tuple[int, ...]:
    """Play each move; gives the entries' numbers, of fewer moves when one does not count.

    Each is booked by its player, or by whoever decided that it counts.
    """
    booked = []
    for text in moves:
        seat = seat_of(running.game.read_move(text))
        by = seat if seat in running.seats and seat is not None else BY_CAMERA
        outcome = running.session.play(text, by_whom or by, at_s, picture)
        if not isinstance(outcome.verdict, Accepted | Finished) or outcome.entry is None:
            break
        booked.append(outcome.entry.seq)
    running.changed()
    return tuple(booked)


def put_right(
    running: RunningGame, results: Sequence[Explanation], moves: Sequence[str], at_s: float
) -> None:
    """Put other moves in the place of earlier ones that must have been others for these."""
    chosen = next((each for each in results if each.moves == tuple(moves)), None)
    if chosen is not None and chosen.instead:
        running.session.revise(dict(chosen.instead), BY_CAMERA, at_s)
        running.changed()


def book_windows(
    running: RunningGame,
    steps: Sequence[int],
    differences: Sequence[Difference],
    size_wh: tuple[int, int],
    at_s: float,
    picture: str,
) -> None:
    """Book where in the picture the steps can be seen."""
    windows = tuple(each.reading.crop_xywh_px for each in differences[:MOST_CROPS])
    if not picture or not steps or not windows:
        return
    saw = Saw(tuple(steps), size_wh, windows)
    running.session.note(SAW, msgspec.json.encode(saw).decode(), BY_CAMERA, at_s, picture)


def booked_words(running: RunningGame, first: int) -> Note:
    """The clauses and places of the standing steps from number `first` on."""
    told = range(first, len(running.chronicle.told))
    notes = [running.chronicle.note(number, Sight(None)) for number in told]
    clauses = dict.fromkeys(clause for note in notes for clause in note.clauses)
    where = dict.fromkeys(note.where for note in notes if note.where)
    return Note(Tone.OK, plain(""), tuple(clauses), ", ".join(where))


def crops_of(entries: Sequence[Entry]) -> dict[int, tuple[Crop, ...]]:
    """What shows each booked step, by the number of its entry."""
    found: dict[int, tuple[Crop, ...]] = {}
    for entry in entries:
        if entry.kind != SAW:
            continue
        try:
            saw = msgspec.json.decode(entry.text, type=Saw)
        except msgspec.DecodeError:
            continue
        path = f"/api/picture/{entry.picture}.jpg"
        crops = tuple(Crop(path, saw.size_wh, window) for window in saw.windows)
        found |= dict.fromkeys(saw.steps, crops)
    return found
