"""The table of scores: one row for each art and condition, never one mean over all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from companion.accuracy.score import Score

COLUMNS = (
    "art", "condition", "photos", "tokens", "right", "right of all", "whole right", "missed",
    "kind wrong", "falsely sure", "extra",
    "timid %", "honest %", "median mm", "p95 mm", "blocked", "hand photos", "hand wrong",
    "buried",
)  # fmt: skip
TABLE_WIDTH = 170  # room enough; the table takes what it needs
_WORDS = 2  # the first columns hold words, the others numbers

Row = tuple[str, str, Score]


def cells(row: Row) -> tuple[str, ...]:
    """One row as texts, in the order of `COLUMNS`; `buried` is how many were found of how many."""
    art, condition, score = row
    return (
        art,
        condition,
        str(score.photos),
        str(score.tokens),
        f"{score.right_share:.3f}",
        f"{score.right_of_all:.3f}",
        f"{score.whole_right_share:.3f}",
        str(score.missed),
        str(score.kind_wrong),
        str(score.confidently_wrong),
        str(score.extra),
        _percent(score.timid, score.found),
        _percent(score.honest, score.found),
        _mm(score.error_mm(0.5)),
        _mm(score.error_mm(0.95)),
        str(score.blocked),
        str(score.hand_photos),
        str(score.hand_wrong),
        f"{score.buried_found}/{score.buried}",
    )


def terminal_table(rows: Sequence[Row]) -> Table:
    """The scores for a terminal of `TABLE_WIDTH`; rows with what must not be are red."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for index, column in enumerate(COLUMNS):
        words = index < _WORDS
        # Headings break between words, values never.
        width = max(
            [len(word) for word in column.split()] + [len(cells(row)[index]) for row in rows]
        )
        table.add_column(column, justify="left" if words else "right", width=width)
    for row in rows:
        table.add_row(*cells(row), style="bold red" if row[2].must_be_zero else None)
    return table


def markdown_lines(rows: Sequence[Row]) -> Iterator[str]:
    """The scores as a Markdown table."""
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"|{' --- |' * _WORDS}{' ---: |' * (len(COLUMNS) - _WORDS)}"
    for row in rows:
        yield f"| {' | '.join(cells(row))} |"


def fault_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Each thing that must not be, with where it happened."""
    for art, condition, score in rows:
        yield from (f"{art}, {condition}, {fault}" for fault in score.faults)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def _mm(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"
