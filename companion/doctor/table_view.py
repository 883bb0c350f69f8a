"""What the camera shows: from numbers measured in one picture to findings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.display.findings import Finding
from companion.display.status_words import is_starting
from companion.doctor.words import finding

# Standard deviation of the blur at the markers' edges.
SOFT_PX, BLURRED_PX = 2.5, 5.0
# Grey level of the markers' white, of 255; the readers refuse what is darker than the first.
DARK, DIM, GLARING = 35.0, 80.0, 252.0
COARSE_MM = 0.5
# Longer than a busy small computer may take to read a picture.
OLD_S = 20.0
# How the names of cameras begin whose pictures this computer draws itself.
_SIMULATED = "simulated "


@dataclass(frozen=True, slots=True)
class Sight:
    """One picture of a board, measured.

    `why` says why the board is not found; the numbers after it are then 0.  `white` is the grey
    level (0..255) of the markers' white, or of the brightest part without a board.
    """

    size_wh: tuple[int, int]
    age_s: float
    white: float
    markers_of: int
    why: str = ""
    markers: int = 0
    blur_px: float = 0.0
    rms_px: float = 0.0
    sigma_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class View:
    """What became of looking: a Sight, or the sentence that says why there is none.

    `unfixed` is what the camera says it can't keep fixed.
    """

    camera: str
    sight: Sight | None
    problem: str = ""
    unfixed: str = ""


def view_findings(view: View) -> list[Finding]:
    """Camera, focus, light, markers, board."""
    sight = view.sight
    if sight is None:
        starting = is_starting(view.problem)
        lost = (
            finding("camera_starting") if starting else finding("camera_lost", problem=view.problem)
        )
        unknown = ("focus_unknown", "light_unknown", "markers_unknown", "board_unknown")
        return [lost, *map(finding, unknown)]
    return [_camera(view.camera, sight), _focus(view, sight), _light(sight), *_board(sight)]


def _camera(name: str, sight: Sight) -> Finding:
    art = name.removeprefix(_SIMULATED)
    drawn = art != name
    if sight.age_s > OLD_S:
        return finding("camera_behind" if drawn else "camera_old", age=round(sight.age_s))
    width, height = sight.size_wh
    if drawn:
        return finding("camera_simulated", art=art, width=width, height=height)
    return finding("camera_ok", camera=name, width=width, height=height)


def _focus(view: View, sight: Sight) -> Finding:
    if sight.why:
        return finding("focus_unknown")
    if view.unfixed and sight.blur_px <= SOFT_PX:
        return finding("focus_unfixed", problem=view.unfixed)
    soft, blurred = sight.blur_px > SOFT_PX, sight.blur_px > BLURRED_PX
    key = "blurred" if blurred else "soft" if soft else "ok"
    return finding(f"focus_{key}", blur=f"{sight.blur_px:.1f}")


def _light(sight: Sight) -> Finding:
    white = sight.white
    if white < DARK:
        key = "dark"
    elif white > GLARING:
        key = "glaring"
    elif sight.why:
        key = "unknown"
    else:
        key = "dim" if white < DIM else "ok"
    return finding(f"light_{key}", white=round(white))


def _board(sight: Sight) -> list[Finding]:
    if sight.why:
        return [finding("markers_none", why=sight.why), finding("board_unknown")]
    seen, known = sight.markers, sight.markers_of
    markers = finding("markers_ok" if seen >= known else "markers_some", seen=seen, all=known)
    key = "board_coarse" if sight.sigma_mm > COARSE_MM else "board_ok"
    board = finding(key, sigma=f"{sight.sigma_mm:.2f}", rms=f"{sight.rms_px:.2f}")
    return [markers, board]
