"""Hands and other things on the dish: seen in all tones, and not seen where there are none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from photographs import Photograph, Photographs, spread_out

from companion.board import SectorArea
from companion.flow import Status
from hardware.simulated.arts import ART_NAMES
from hardware.simulated.hand import SKINS, Hand
from vision.toss import TossReader


def hand(skin: str, tip_mm: tuple[float, float] = (150.0, 150.0)) -> Hand:
    """A hand that reaches into the middle of the dish from the right."""
    return Hand(tip_mm, 20.0, skin, "#2f3f5c", 230.0)


@pytest.mark.parametrize("with_empty", [False, True], ids=["alone", "with an empty picture"])
@pytest.mark.parametrize("skin", SKINS)
def test_a_hand_of_any_tone_is_seen(skin: str, with_empty: bool, photographs: Photographs) -> None:
    tokens = spread_out(photographs.studio("night").art)
    shown = photographs.take("night", tokens, hand=hand(skin))
    empty = photographs.take("night", number=2) if with_empty else None
    seen = TossReader(shown.board, empty.frame if empty else None).read(shown.frame)
    assert seen.hand_present
    assert seen.uncovered < 0.9
    assert seen.problems
    # What is read beside the hand is right; nothing on the hand is taken for a token.
    for sighting in seen.sightings:
        off = min(
            float(np.hypot(*np.subtract(token.centre_mm, sighting.centre_mm))) for token in tokens
        )
        assert off < 3.0


@pytest.mark.parametrize("art", ART_NAMES)
def test_a_board_without_a_hand_has_none(art: str, photographs: Photographs) -> None:
    tokens = spread_out(photographs.studio(art).art)
    shown = photographs.take(art, tokens)
    seen = TossReader(shown.board).read(shown.frame)
    assert not seen.hand_present
    assert seen.covered == ()
    assert seen.uncovered > 0.95


def painted(shown: Photograph, outline_mm: np.ndarray, bgr: tuple[int, int, int]) -> Photograph:
    """The photograph with something flat of one colour laid over it."""
    image = shown.frame.image_bgr.copy()
    cv2.fillPoly(image, [shown.true_px(outline_mm).round().astype(np.int32)], bgr)
    return shown.with_image(image)


def test_a_cloth_over_most_of_the_dish_blocks(photographs: Photographs) -> None:
    shown = photographs.take("night")
    size = np.array([[35.0, 42.0], [290.0, 42.0], [290.0, 215.0], [35.0, 215.0]])
    seen = TossReader(shown.board).read(painted(shown, size, (70, 150, 60)).frame)
    assert seen.status is Status.HAND
    assert seen.sightings == () or seen.uncovered < 0.35
    assert "covers" in seen.problems[0]
    assert "take it away" in seen.problems[0]


def test_a_sheet_of_paper_over_an_area_is_named(photographs: Photographs) -> None:
    shown = photographs.take("night")
    # A green card that covers the whole of a yellow area's middle.
    area = next(a for a in shown.board.dish.areas if a.colour == "yellow")
    middle = np.radians((area.from_deg + area.to_deg) / 2)  # type: ignore[union-attr]
    x, y = shown.board.dish.centre_mm
    at_mm = np.array([x + 65 * np.sin(middle), y - 65 * np.cos(middle)])
    square = at_mm + np.array([[-22, -22], [22, -22], [22, 22], [-22, 22]])
    seen = TossReader(shown.board).read(painted(shown, square, (60, 160, 40)).frame)
    assert "yellow" in {name for name, _ in seen.covered}
    assert "yellow" in seen.problems[0]
    assert seen.status is Status.READ


def beside_the_lines(shown: Photograph, gap_mm: float) -> Photograph:
    """Cloths over the whole length of each line between two areas, ending just beyond it."""
    dish = shown.board.dish
    for area in dish.areas:
        assert isinstance(area, SectorArea)
        turn = np.radians(area.from_deg)
        along = np.array([np.sin(turn), -np.cos(turn)])
        across = np.array([-along[1], along[0]])
        near, far = dish.hub_radius_mm, dish.target_radius_mm - 4
        outline = [near * along + gap_mm * across, far * along + gap_mm * across]
        outline += [far * along - 26 * across, near * along - 26 * across]
        shown = painted(shown, np.array(outline) + dish.centre_mm, (110, 150, 205))
    return shown


def test_what_lies_along_the_lines_is_no_moved_marker(photographs: Photographs) -> None:
    shown = photographs.take("night")
    assert shown.board.dish.areas
    reader = TossReader(shown.board)
    seen = reader.read(beside_the_lines(shown, 3.0).frame)
    assert seen.hand_present or seen.status is Status.HAND
    assert not any("printed lines lie" in problem for problem in seen.problems)
    # As soon as it is gone the lines are looked at again, though the camera stood still.
    after, alone = reader.read(shown.frame), TossReader(shown.board).read(shown.frame)
    assert after.status is Status.READ
    assert after.registration == alone.registration


def test_a_description_beside_the_print_is_refused(photographs: Photographs) -> None:
    shown = photographs.take("night", spread_out(photographs.studio("night").art))
    x, y = shown.board.dish.centre_mm
    moved = replace(shown.board, dish=replace(shown.board.dish, centre_mm=(x + 3.0, y)))
    seen = TossReader(moved).read(shown.frame)
    assert seen.status is Status.NO_BOARD
    assert "printed lines lie about 3" in seen.problems[0]
