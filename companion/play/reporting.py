"""The report of a game: scores, chart, turning points, every move, the boards at the end."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from companion.display.model import Note, Section, Text
from companion.display.report import DrawnBoard, GameReport, ReportMove, TurningPoint
from companion.display.svg import svg_text
from companion.drawing import Drawing
from companion.games.contract import LANGUAGES, AnyGame
from companion.games.naming import place_name
from companion.play.compose_scores import scores
from companion.play.drawn import draw_scenes
from companion.play.running_game import RunningGame, who_made
from companion.play.score_history import Totals
from companion.play.sight import Sight
from companion.play.speaking import sentences
from companion.play.words import joined, plain, say
from companion.records.document import write_record

if TYPE_CHECKING:
    from companion.play.table import PlayTable

MOST_TURNING_POINTS = 6


def report_of(table: PlayTable, running: RunningGame, sight: Sight) -> GameReport:
    """The report for whoever sees that much."""
    moves = _moves(running, sight)
    totals = running.history.every(running.chronicle.told, sight)
    speaker = running.speaker
    scenes = draw_scenes(running.game, running.seen(sight), sight.seat)
    score = scores(table, running, sight)
    return GameReport(
        title=speaker.say("game", {}),
        subtitle=joined(map(plain, running.names.values())),
        over=running.over,
        whole=sight.everything,
        scores=score,
        chart=running.history.chart(running.chronicle.told, sight, speaker.name),
        turning_points=_turning_points(running, moves, totals),
        moves=moves,
        boards=tuple(
            _drawn(speaker.say(scene.key, scene.values), scene.drawing) for scene in scenes
        ),
        assumed=tuple(speaker.noted(note) for note in running.session.notes),
        record=write_record(running.record_seen(sight)),
        places=_places(running.game, (*(move.note for move in moves), *_notes(score))),
    )


def _notes(section: Section) -> Iterator[Note]:
    """What a section says, on its cards as well."""
    yield from section.notes
    for card in section.cards:
        yield from (*card.notes, *card.details)


def _places(game: AnyGame, notes: Iterable[Note]) -> dict[str, Text]:
    """What the places of these notes are called, by how the notes name them."""
    return {note.where: _place(game, note.where) for note in notes if note.where}


def _place(game: AnyGame, where: str) -> Text:
    """Places in words, in the order in which they stand."""
    names = where.split(", ")
    said = (", ".join(place_name(game.say, name, each) for name in names) for each in LANGUAGES)
    return Text(*said)


def _drawn(title: Text, drawing: Drawing) -> DrawnBoard:
    return DrawnBoard(title, Text(svg_text(drawing, title.en), svg_text(drawing, title.zh)))


def _moves(running: RunningGame, sight: Sight) -> tuple[ReportMove, ...]:
    pictures = {entry.seq: entry.picture for entry in running.session.entries}
    return tuple(
        ReportMove(
            index + 1,
            who_made(running, told.step.by),
            running.chronicle.note(index, sight),
            pictures.get(told.step.seq, ""),
        )
        for index, told in enumerate(running.chronicle.told)
    )


def _turning_points(
    running: RunningGame, moves: tuple[ReportMove, ...], totals: list[Totals]
) -> tuple[TurningPoint, ...]:
    """The moves that changed who leads, the later the weightier, and the largest gains."""
    weights = []
    for index, (before, after) in enumerate(itertools.pairwise(totals)):
        gain = max(after[seat] - before[seat] for seat in after)
        new_leader = len(_leaders(after)) == 1 and _leaders(after) != _leaders(before)
        weights.append((new_leader, index if new_leader else gain, gain, index))
    chosen = [each for each in sorted(weights, reverse=True) if each[2] > 0]
    numbers = sorted(index for *_, index in chosen[:MOST_TURNING_POINTS])
    return tuple(
        TurningPoint(moves[n], _change(running, totals[n], totals[n + 1])) for n in numbers
    )


def _leaders(totals: Totals) -> tuple[str, ...]:
    most = max(totals.values())
    return tuple(seat for seat in sorted(totals) if totals[seat] == most)


def _change(running: RunningGame, before: Totals, after: Totals) -> Text:
    texts = [
        say("changes_score", who=running.speaker.name(s), before=before[s], after=after[s])
        for s in running.seats
        if before[s] != after[s]
    ]
    leaders = _leaders(after)
    if leaders != _leaders(before) and len(leaders) == 1:
        texts.append(say("takes_lead", who=running.speaker.name(leaders[0])))
    return sentences(texts)
