"""What the game expects on the table against what lies there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.table.matching import PointMm, pair_up


@dataclass(frozen=True, slots=True)
class Difference:
    """Pieces the table lacks, and places (board mm) where something lies unexpectedly."""

    missing: tuple[int, ...]
    extra_mm: tuple[PointMm, ...]

    @property
    def any(self) -> bool:
        """Say whether game and table differ at all."""
        return bool(self.missing or self.extra_mm)


def compare(
    expected_mm: Mapping[int, PointMm], seen_mm: Sequence[PointMm], reach_mm: float
) -> Difference:
    """Compare expected pieces (number to place, board mm) with the places seen."""
    numbers = tuple(expected_mm)
    pairs = pair_up([expected_mm[number] for number in numbers], seen_mm, reach_mm)
    found, used = {i for i, _ in pairs}, {j for _, j in pairs}
    missing = tuple(number for i, number in enumerate(numbers) if i not in found)
    return Difference(missing, tuple(at for j, at in enumerate(seen_mm) if j not in used))
