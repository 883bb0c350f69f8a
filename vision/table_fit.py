"""Does a board description fit a photograph of the board it describes?

What is checked: every described marker is seen where it is said to be, the whole dish is in the
picture, its printed lines and the hub's edge lie where they are described, and each area shows the
colour that it is named after, up to its outline.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.board import Board, Marked, Tag
from companion.flow import Frame
from companion.places import PlaceBoard
from vision.area_colours import SeenColours, colour_notes, colour_problems, inside_picture
from vision.graying import to_gray
from vision.hub_edge import hub_problems
from vision.markers import Marker, MarkerFinder
from vision.print_check import MOST_OFF_MM, measure_shift
from vision.registration import BoardNotFound, FoundBoard, find_board

FARTHEST_CORNER_MM = 1.0
# A marker's place as foretold by the others is extrapolated over the board: up to 2 mm off in
# pictures of a correctly described board with an unknown lens.
FARTHEST_FORETOLD_MM = 2.5
COARSEST_PX_PER_MM = 1.5
_WORTH_A_WORD_MM = 0.5


@dataclass(frozen=True, slots=True)
class TableFit:
    """What does not fit (`problems`) and what is worth knowing (`notes`), as sentences."""

    problems: tuple[str, ...]
    notes: tuple[str, ...]


def table_fit(frame: Frame, board: Board, found: FoundBoard) -> TableFit:
    """Compare the photograph with the description; `found` is the board found in it."""
    seen = seen_markers(frame, board, found)
    problems = [*marker_problems(board, found, seen)]
    problems = problems or [*disagreement(frame, board, seen)]
    problems += _frame_problems(frame, board, found)
    off = _print_off(frame, board, found)
    problems += [sentence for wrong, sentence in off if wrong]
    colours = SeenColours(frame, found, board.dictionary, list(seen.values()))
    problems += [*colour_problems(board, colours), *hub_problems(frame, board, found)]
    notes = [*_scale_notes(board, found), *colour_notes(board, colours)]
    notes += [sentence for wrong, sentence in off if not wrong]
    return TableFit(tuple(problems), tuple(notes))


def seen_markers(frame: Frame, board: Marked, found: FoundBoard) -> dict[int, Marker]:
    """Every marker of the board's dictionary in the picture, by its id."""
    everywhere = MarkerFinder(board.dictionary).everywhere(to_gray(frame.image_bgr))
    return {marker.id: marker for marker in (*everywhere, *found.markers)}


def marker_problems(board: Marked, found: FoundBoard, seen: dict[int, Marker]) -> Iterator[str]:
    """Which markers are not seen, or not where the description says."""
    for index, tag in enumerate(board.tags):
        key = f"Marker {tag.id} (markers.tag[{index}])"
        if tag.id not in seen:
            yield f"{key} is not seen; uncover it, light it evenly or correct its id."
            continue
        off_mm = _off_mm(tag, seen[tag.id], found)
        if off_mm > FARTHEST_CORNER_MM:
            yield (
                f"{key} lies {off_mm:.1f} mm from where corners_mm says;"
                " measure it again, or check that it lies flat and is turned as described."
            )


def disagreement(frame: Frame, board: Board | PlaceBoard, seen: dict[int, Marker]) -> Iterator[str]:
    """Whether each marker lies where the others foretell it.

    A pose fitted to all markers bends to please a wrong one; a pose without it does not.
    """
    trials: list[tuple[float, float, Tag]] = []  # residual of the others, how far off, which
    for tag in board.tags:
        others = tuple(other for other in board.tags if other is not tag)
        try:
            found = find_board(frame, replace(board, tags=others))
        except BoardNotFound:
            continue
        trials.append((found.registration.rms_px, _off_mm(tag, seen[tag.id], found), tag))
    if not trials:
        return
    # The others agree best without the one that is wrong.
    _, off_mm, tag = min(trials, key=lambda trial: trial[0])
    if off_mm > FARTHEST_FORETOLD_MM:
        yield (
            f"The markers contradict each other by {off_mm:.1f} mm, most likely because of"
            f" marker {tag.id}; measure its corners_mm again and see that the board lies flat."
        )


def _off_mm(tag: Tag, marker: Marker, found: FoundBoard) -> float:
    """The farthest corner's distance between where it is seen and where it is said to be."""
    there = found.pose.to_board_mm(marker.corners_px)
    return float(np.linalg.norm(there - np.array(tag.corners_mm), axis=1).max())


def _frame_problems(frame: Frame, board: Board, found: FoundBoard) -> Iterator[str]:
    dish = board.dish
    angle = np.radians(np.arange(0, 360, 3))
    ring = np.column_stack([np.sin(angle), -np.cos(angle)]) * dish.target_radius_mm
    if not inside_picture(frame, found.project_mm(ring + dish.centre_mm)).all():
        yield "Part of the dish lies outside the picture; move the camera back or turn it."


def _print_off(frame: Frame, board: Board, found: FoundBoard) -> list[tuple[bool, str]]:
    """Where the dish's lines lie beside the described ones, and whether that is too far."""
    shift = measure_shift(frame.image_bgr, found.pose, board)
    off_mm = 0.0 if shift is None else shift.off_mm(board.dish.target_radius_mm)
    if shift is None or off_mm < _WORTH_A_WORD_MM:
        return []
    x_mm, y_mm = shift.shift_mm
    across = f"{abs(x_mm):.1f} mm to the {'right' if x_mm > 0 else 'left'}"
    down = f"{abs(y_mm):.1f} mm {'below' if y_mm > 0 else 'above'}"
    turn = f"{abs(shift.turn_deg):.1f} degrees {'' if shift.turn_deg > 0 else 'anti'}clockwise"
    sentence = (
        f"The dish's printed lines lie {across}, {down} and {turn} of where they are"
        " described; correct the dish and its areas by that, or measure the markers again."
    )
    return [(off_mm > MOST_OFF_MM, sentence)]


def _scale_notes(board: Board, found: FoundBoard) -> Iterator[str]:
    scale = found.pose.px_per_mm(board.dish.centre_mm)
    yield (
        f"A token of {board.tokens.diameter_mm:g} mm is {scale * board.tokens.diameter_mm:.0f}"
        " pixels wide in the middle of the dish."
    )
    if scale < COARSEST_PX_PER_MM:
        yield "That is few pixels; move the camera closer or choose a larger picture size."
