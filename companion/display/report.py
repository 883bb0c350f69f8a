"""A finished or interrupted game as a report, as plain data that a template draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.display.charts import Chart
from companion.display.model import Note, Section
from companion.display.text import Text


@dataclass(frozen=True, slots=True)
class ReportMove:
    """A move: its number from 1, who made it, what it was, and the name of its picture or ""."""

    number: int
    who: Text
    note: Note
    picture: str = ""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that decided much: what it changed in the score, in words."""

    move: ReportMove
    change: Text


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board as it lay at the end, as SVG in each language."""

    title: Text
    svg: Text


@dataclass(frozen=True, slots=True)
class GameReport:
    """Everything of one game, as far as its reader may know it.

    `record` is the record file.  `whole` says that nothing is left out.  `places` says what the
    places of its notes (`where`) are called.
    """

    title: Text
    subtitle: Text
    over: bool
    whole: bool
    scores: Section
    chart: Chart | None
    turning_points: tuple[TurningPoint, ...]
    moves: tuple[ReportMove, ...]
    boards: tuple[DrawnBoard, ...]
    assumed: tuple[Text, ...]
    record: bytes
    places: Mapping[str, Text] = field(default_factory=dict)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of all its pictures, each once."""
        return tuple(dict.fromkeys(move.picture for move in self.moves if move.picture))
