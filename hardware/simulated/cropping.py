"""A part of a simulated picture, drawn as it would be in the whole of it."""

from __future__ import annotations

from dataclasses import replace

from companion.board import Board
from hardware.simulated.ground import KeptGround
from hardware.simulated.lens import View
from hardware.simulated.scene import LIGHT_PX, Scene
from hardware.simulated.solids import Window

# What lies outside the part changes nothing farther in than that: light is drawn on every
# LIGHT_PX-th pixel, and the sensor blurs a little.
MARGIN_PX = 3 * LIGHT_PX
# So far beyond a board's edge falls the shadow of what lies on it.
_SHADOW_MM = 30.0


def board_window(view: View, board: Board) -> Window:
    """The window x, y, width, height that holds the board, what lies on it and its shadows.

    It begins and ends between the pixels that light is drawn on.
    """
    width_mm, height_mm = board.size_mm
    corners = [
        (x, y, 0.0)
        for x in (-_SHADOW_MM, width_mm + _SHADOW_MM)
        for y in (-_SHADOW_MM, height_mm + _SHADOW_MM)
    ]
    left, top, width, height = view.window(corners, MARGIN_PX)
    most_x, most_y = view.lens.size_wh
    right, bottom = left + width, top + height
    left, top = left // LIGHT_PX * LIGHT_PX, top // LIGHT_PX * LIGHT_PX
    right = min(most_x, -(-right // LIGHT_PX) * LIGHT_PX)
    bottom = min(most_y, -(-bottom // LIGHT_PX) * LIGHT_PX)
    return left, top, right - left, bottom - top


def inner(window: Window, size_wh: tuple[int, int]) -> Window:
    """The window without what its edges spoil; the picture's own edges spoil nothing."""
    left, top, width, height = window
    right, bottom = left + width, top + height
    left, top = (0 if at == 0 else at + MARGIN_PX for at in (left, top))
    right, bottom = (
        most if at == most else at - MARGIN_PX
        for at, most in zip((right, bottom), size_wh, strict=True)
    )
    return left, top, right - left, bottom - top


def rows_around(scene: Scene, first: int, end: int) -> Window:
    """The window of all columns and these rows, with what its edges spoil around it."""
    width, height = scene.view.lens.size_wh
    top = max(0, first - MARGIN_PX) // LIGHT_PX * LIGHT_PX
    bottom = min(height, -(-(end + MARGIN_PX) // LIGHT_PX) * LIGHT_PX)
    return 0, top, width, bottom - top


def cropped(scene: Scene, window: Window) -> Scene:
    """The part of a standing scene in that window; raises ValueError for another scene."""
    if not isinstance(scene.ground, KeptGround):
        raise ValueError("only a standing scene can be cropped")
    lens = scene.view.lens
    left, top, width, height = window
    centre_xy_px = lens.centre_xy_px[0] - left, lens.centre_xy_px[1] - top
    part = replace(lens, centre_xy_px=centre_xy_px, size_wh=(width, height))
    view = replace(scene.view, lens=part)
    return replace(scene, view=view, ground=scene.ground.cropped(window))
