"""The table of scores of boards with places: one row for each set and board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from companion.accuracy.places import BINS, PlaceScore

COLUMNS = (
    "set", "condition", "board", "boards", "perfect or flagged %", "places", "wrong and sure",
    "clear", "clear but unsure %", "hidden", "blocked", "ECE",
)  # fmt: skip
_WORDS = 3

Row = tuple[str, str, str, PlaceScore]


def added_up(rows: Sequence[Row]) -> list[Row]:
    """The rows of the same set, condition and board added up, in the order of their first."""
    sums: dict[tuple[str, str, str], PlaceScore] = {}
    for name, condition, board, score in rows:
        key = name, condition, board
        sums[key] = sums.get(key, PlaceScore()) + score
    return [(*key, score) for key, score in sums.items()]


def cells(row: Row) -> tuple[str, ...]:
    """One row as texts, in the order of `COLUMNS`."""
    name, condition, board, score = row
    return (
        name,
        condition,
        board,
        str(score.boards),
        _percent(score.flagged, score.boards),
        str(score.places),
        str(score.wrong_sure),
        str(score.clear),
        _percent(score.clear_unsure, score.clear),
        str(score.hidden),
        str(score.blocked),
        f"{score.calibration_error:.3f}",
    )


def terminal_table(rows: Sequence[Row]) -> Table:
    """The scores for a terminal; rows with what must not be are red."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for index, column in enumerate(COLUMNS):
        table.add_column(column, justify="left" if index < _WORDS else "right")
    for row in rows:
        table.add_row(*cells(row), style="bold red" if row[3].wrong_sure else None)
    return table


def markdown_lines(rows: Sequence[Row]) -> Iterator[str]:
    """The scores as a Markdown table."""
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"|{' --- |' * _WORDS}{' ---: |' * (len(COLUMNS) - _WORDS)}"
    for row in rows:
        yield f"| {' | '.join(cells(row))} |"


def reliability_lines(score: PlaceScore) -> Iterator[str]:
    """How often what was said to be so likely was right, as a Markdown table."""
    yield "| said | places | right % | mean said % |"
    yield "| --- | ---: | ---: | ---: |"
    for index, (count, right, said) in enumerate(score.bins):
        if count:
            low, high = 100 * index // BINS, 100 * (index + 1) // BINS
            yield (
                f"| {low} to {high} % | {count} | {_percent(right, count)} |"
                f" {100 * said / count:.1f} |"
            )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
