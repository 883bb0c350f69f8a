"""What changed on a simulated table is drawn alone, and looks as if all of it were drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small_game import small_lies, small_prints

from companion.prints import Lie
from hardware.simulated.conditions import conditions_named
from hardware.simulated.tabletop.live import LiveTabletop
from hardware.simulated.tabletop.scene import TableScene
from hardware.simulated.tabletop.seen import Seen
from hardware.simulated.tabletop.studio import TableStudio, copies_of

PRINTS = small_prints(2)
TILE = Lie("field", 0, "1,1", "tile", "red one", 2)
MOST_LEVELS = 4  # what a part may differ from the whole by


def tabletop(condition: str, scale: float = 0.25) -> LiveTabletop:
    studio = TableStudio(PRINTS, 3, conditions_named(condition), scale=scale)
    return LiveTabletop(studio, copies_of(PRINTS), 3)


@pytest.mark.parametrize("condition", ["low-lamp", "two-lamps"])
def test_a_part_that_is_drawn_again_looks_like_the_whole(condition: str) -> None:
    """Pieces come and go, with their shadows."""
    table = tabletop(condition)
    lies = tuple(small_lies(PRINTS, np.random.default_rng(5), 4))
    layout = table.laid(lies, table.bare, 0)
    table.picture(layout, None, 0)
    for number, lying in enumerate((lies[1:], lies[2:], lies), 1):
        before, layout = layout, table.laid(lying, layout, number)
        assert before.known != layout.known
        seen = table.picture(layout, None, number)
        whole = tabletop(condition).picture(layout, None, number)
        assert int(np.abs(seen.astype(int) - whole).max()) <= MOST_LEVELS


def test_what_is_not_touched_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is drawn whole once; then a window for each place that changed."""
    table = tabletop("mounted")
    windows: list[Any] = []
    still = TableScene.still

    def drawn(scene: TableScene, window: Any = None) -> Seen:
        windows.append(window)
        return still(scene, window)

    monkeypatch.setattr(TableScene, "still", drawn)
    bare = table.laid((), table.bare, 1)
    one = table.laid((TILE,), bare, 2)
    for layout in (bare, one, one, table.laid((TILE,), one, 3)):
        table.picture(layout, None, 1)
    whole = [window for window in windows if window is None]
    parts = [window for window in windows if window is not None]
    assert (len(whole), len(parts)) == (2, 1)  # the first for the exposure
    assert parts[0][2] * parts[0][3] < table.size_wh[0] * table.size_wh[1] / 4
