"""Numbers over time, as plain data that the page draws."""

from __future__ import annotations

from dataclasses import dataclass

from companion.display.text import Text


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart: `mark` is the letter at its points, `values` one for each `along`."""

    mark: str
    name: Text
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over the same steps; `along` names the steps, `along_label` says what they are."""

    title: Text
    along_label: Text
    along: tuple[Text, ...]
    curves: tuple[Curve, ...]
