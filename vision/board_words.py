"""Why a board is not found, in words."""

from __future__ import annotations

from companion.flow import Sentence
from vision.graying import Gray

_SMALL_PX = 24.0  # side of a marker below which its corners are found too roughly
_ELSEWHERE = 0.15  # residual in sides of a marker: neither a moved marker nor a bent board
_EVEN = 4.0  # grey levels, standard deviation: nothing at all is in such a picture
_BLACK, _WHITE, _DARK = 60.0, 190.0, 12.0  # mean grey levels

MIRRORED = Sentence(
    "mirrored",
    "The markers are mirrored; switch off mirroring in the camera or print the sheet anew "
    "without it.",
)
NO_POSITION = Sentence(
    "no_position",
    "The markers were seen, but no camera position explains where they lie; check corners_mm in "
    "the board description.",
)


def contradiction(rms_px: float, side_px: float) -> Sentence:
    """No camera position explains all markers, whose sides are `side_px` long, well."""
    if rms_px > _ELSEWHERE * side_px:
        return Sentence(
            "laid_out_otherwise",
            "The markers lie otherwise than the board description says (residual {rms_px} px): "
            "another board or edition with the same markers is in view, or corners_mm was "
            "measured wrongly; take the description of the board that lies there.",
            rms_px=f"{rms_px:.0f}",
        )
    if side_px < _SMALL_PX:
        return Sentence(
            "markers_small",
            "The markers are only {side_px} pixels wide, too few to place the board by; take a "
            "larger picture, or go nearer.",
            side_px=f"{side_px:.0f}",
        )
    return Sentence(
        "contradiction",
        "The markers contradict each other (residual {rms_px} px): one was moved, the board is "
        "bent or the camera was shaken; take another picture, and if that says the same check the "
        "markers against corners_mm in the board description.",
        rms_px=f"{rms_px:.1f}",
    )


def seen_twice(ids: str) -> Sentence:
    """Two boards with the same markers lie in view."""
    return Sentence(
        "seen_twice",
        "Markers {ids} are seen twice: two boards with the same markers lie in view; take one "
        "away or give it markers of its own.",
        ids=ids,
    )


def unlit(gray: Gray) -> Sentence | None:
    """What to say of a grey picture (height, width) in which nothing can be seen."""
    if gray.std() < _EVEN:
        tone = "black" if gray.mean() < _BLACK else "white" if gray.mean() > _WHITE else "grey"
        return Sentence(
            f"all_{tone}",
            f"The picture is {tone} all over; check the lens cap, the lamp and the exposure.",
        )
    if gray.mean() < _DARK:
        return Sentence(
            "markers_too_dark",
            "The picture is too dark to see any marker; give the table more light.",
        )
    return None


def of_another_dictionary(theirs: str, own: str) -> Sentence:
    """Markers are seen, but of another dictionary than the description's."""
    return Sentence(
        "other_dictionary",
        "The markers in the picture are of {theirs}, but markers.dictionary in the board "
        "description says {own}.",
        theirs=theirs,
        own=own,
    )


def of_another_board(seen_ids: str, all_ids: str) -> Sentence:
    """Markers of the right dictionary are seen, but none of this board's."""
    return Sentence(
        "other_board",
        "The board is not found: the markers in the picture ({seen_ids}) belong to another board, "
        "this one has {all_ids}; show it, or take the description of the board that lies there.",
        seen_ids=seen_ids,
        all_ids=all_ids,
    )


def too_few(seen_ids: str, all_ids: str, fewest: int) -> Sentence:
    """Fewer markers are seen than are needed; `seen_ids` is empty when there are none."""
    rest = (
        ", and at least {fewest} are needed; uncover them, light them evenly and check the focus."
    )
    if not seen_ids:
        start = "The board is not found: no marker was seen of {all_ids}"
        return Sentence("no_marker", start + rest, all_ids=all_ids, fewest=str(fewest))
    start = "The board is not found: of the markers {all_ids} only {seen_ids} can be seen"
    return Sentence(
        "few_markers", start + rest, seen_ids=seen_ids, all_ids=all_ids, fewest=str(fewest)
    )


def marker_moved(tag_id: int, moved_mm: float) -> Sentence:
    """One marker does not lie where the others and the description put it."""
    return Sentence(
        "marker_moved",
        "Marker {id} lies about {moved_mm} mm away from where corners_mm of the "
        "board description puts it; put it back or measure it anew.",
        id=str(tag_id),
        moved_mm=f"{moved_mm:.0f}",
    )


def too_coarse(sigma_mm: float) -> Sentence:
    """The board is found, but not well enough to measure on it."""
    return Sentence(
        "too_coarse",
        "The board is found only to {sigma_mm} mm; bring the camera nearer, "
        "make the picture sharper or show more markers.",
        sigma_mm=f"{sigma_mm:.1f}",
    )
