"""The figures of the rules are measured, each with its goal."""

from __future__ import annotations

from companion.bench.starfall import rows


def test_every_figure_is_measured() -> None:
    measured = list(rows())
    assert [row.unit for row in measured] == ["chess moves", "ms", "ms", "ms"]
    assert all(row.value > 0 and row.goal is not None and row.note for row in measured)
