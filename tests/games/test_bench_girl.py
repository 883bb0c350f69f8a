"""The figures of the rules: they are measured, and a missing baseline is said in a sentence."""

from __future__ import annotations

import sys

import pytest

from companion.bench.girl import rows
from companion.errors import CompanionError


def test_every_figure_is_measured() -> None:
    measured = list(rows())
    assert [row.unit for row in measured] == ["chess moves", "ms", "ms"]
    assert all(row.value > 0 and row.goal is not None and row.note for row in measured)


def test_a_missing_baseline_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(CompanionError, match="pip install chess"):
        next(rows())
