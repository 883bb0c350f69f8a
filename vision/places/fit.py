"""Does the description of a board with places fit a photograph of the bare board?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.flow import Frame, Observation, PlaceStatus
from companion.places import PlaceBoard
from vision.area_colours import inside_picture
from vision.places.reader import PlaceReader
from vision.registration import FoundBoard
from vision.table_fit import TableFit, disagreement, marker_problems, seen_markers

COARSEST_PX_PER_MM = 1.5
_MOST_NAMED = 8


def place_fit(frame: Frame, board: PlaceBoard, found: FoundBoard) -> TableFit:
    """Compare the photograph with the description; `found` is the board found in it.

    Raises TableFileError or PictureError when a picture of the description can't be used.
    """
    seen = seen_markers(frame, board, found)
    problems = [*marker_problems(board, found, seen)]
    problems = problems or [*disagreement(frame, board, seen)]
    outside = [
        place.name
        for place in board.places
        if not inside_picture(frame, found.project_mm(np.array(place.outline_mm))).all()
    ]
    if outside:
        problems.append(
            f"{_named(outside)} lies partly outside the picture; move the camera back or turn it."
        )
    if board.empty is not None:
        problems += _print_problems(board, PlaceReader(board).read(frame))
    return TableFit(tuple(problems), tuple(_notes(board, found)))


def _print_problems(board: PlaceBoard, seen: Observation) -> Iterator[str]:
    """Where the bare board does not look like its picture."""
    if not seen.places:
        yield from seen.problems
        return
    hidden = [place.place for place in seen.places if place.status is PlaceStatus.COVERED]
    if hidden:
        yield f"{_named(hidden)} can't be seen for a hand, a lamp or another thing; clear it."
    other = [
        place.place
        for place in seen.places
        if place.place not in hidden and (place.pieces or place.status is PlaceStatus.UNKNOWN)
    ]
    if other:
        yield (
            f"{_named(other)} does not look like board.picture does there; take a picture of the "
            "bare board, or correct the places."
        )


def _notes(board: PlaceBoard, found: FoundBoard) -> Iterator[str]:
    width, height = board.size_mm
    scale = found.pose.px_per_mm((width / 2, height / 2))
    smallest = min(board.families, key=lambda family: float(np.abs(family.outline_mm).max()))
    across = 2 * float(np.abs(smallest.outline_mm).max())
    yield (
        f"The smallest piece, {smallest.name}, is {scale * across:.0f} pixels wide in the middle "
        "of the board."
    )
    if scale < COARSEST_PX_PER_MM:
        yield "That is little; bring the camera nearer or use a larger picture."
    if board.empty is None:
        yield (
            "The description has no board.picture: an empty place can't be told from one with an "
            "unknown piece."
        )


def _named(places: list[str]) -> str:
    shown = ", ".join(places[:_MOST_NAMED])
    more = f" and {len(places) - _MOST_NAMED} more" if len(places) > _MOST_NAMED else ""
    return f"Place {shown}{more}"
