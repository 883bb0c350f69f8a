"""A camera that shows the pictures of a folder, in the order of their names."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CameraError
from companion.flow import Frame, Sentence
from hardware.closing import PlainCamera
from hardware.ports import CameraState, Clock

SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp")
_LONGEST_SIDE_PX = 12000


class FolderCamera(PlainCamera):
    """Shows each picture for `each_s` seconds (0: a new one for every frame asked for).

    A picture's orientation mark is honoured.  With `loop` it begins again after the last,
    else it has ended.  Raises CameraError when the folder holds no pictures, and one naming the
    file when a file is no picture; the next frame is then of the next file.
    """

    def __init__(
        self, folder: Path, clock: Clock, *, each_s: float = 0.0, loop: bool = False
    ) -> None:
        self._clock, self._each_s, self._loop = clock, each_s, loop
        self._files = _pictures(folder)
        self.name = f"folder {folder.name}"
        self._shown = -1
        self._since_s = float("-inf")
        self._image = _read(self._files[0])
        self._state = CameraState.LIVE

    @property
    def size_wh(self) -> tuple[int, int]:
        """Size of the picture shown now."""
        height, width = self._image.shape[:2]
        return width, height

    @property
    def state(self) -> CameraState:
        """`live` until the last picture has been shown."""
        return self._state

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give the picture that is shown now, or the next; it counts as exposed just now."""
        self._refuse_ended()
        early_s = newer_than_s - self._clock.now_s()
        if early_s >= wait_s:
            raise CameraError(
                CameraState.STOPPED.value,
                Sentence(
                    "folder_no_newer",
                    "The {folder} shows no picture newer than asked for within {wait_s} s.",
                    folder=self.name,
                    wait_s=f"{wait_s:g}",
                ),
            )
        self._clock.wait_s(early_s)
        now_s = max(self._clock.now_s(), float(np.nextafter(newer_than_s, np.inf)))
        if now_s - self._since_s >= self._each_s:
            self._turn_over(now_s)
        return Frame(self._image.copy(), now_s, self.name)

    def close(self) -> None:
        """Show nothing more."""
        self._state = CameraState.ENDED

    def _turn_over(self, now_s: float) -> None:
        following = self._shown + 1
        if following >= len(self._files):
            if not self._loop:
                self._state = CameraState.ENDED
                self._refuse_ended()
            following = 0
        # Step on before reading, so that an unreadable picture is complained of once.
        self._shown, self._since_s = following, now_s
        self._image = _read(self._files[following])

    def _refuse_ended(self) -> None:
        if self._state is CameraState.ENDED:
            raise CameraError(
                CameraState.ENDED.value,
                Sentence(
                    "folder_ended",
                    "All pictures of the {folder} have been shown; start again to see them again.",
                    folder=self.name,
                ),
            )


def _pictures(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise CameraError(
            CameraState.NO_CAMERA.value,
            Sentence(
                "folder_missing",
                "There is no folder {folder} to take pictures from.",
                folder=str(folder),
            ),
        )
    try:
        files = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES]
    except OSError as error:
        raise CameraError(
            CameraState.NO_CAMERA.value,
            Sentence(
                "folder_shut",
                "The folder {folder} can't be looked into: {why}.",
                folder=str(folder),
                why=error.strerror or "",
            ),
        ) from error
    if not files:
        raise CameraError(
            CameraState.NO_CAMERA.value,
            Sentence(
                "folder_empty",
                "The folder {folder} holds no pictures; put JPEG or PNG files into it.",
                folder=str(folder),
            ),
        )
    return sorted(files, key=_counting)


def _counting(path: Path) -> list[tuple[int, str]]:
    """Sort `2.jpg` before `10.jpg`."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def _unfit(key: str, template: str, path: Path, **more: str) -> CameraError:
    sentence = Sentence(key, template, picture=str(path), **more)
    return CameraError(CameraState.UNFIT.value, sentence)


def _read(path: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise _unfit(
            "picture_shut",
            "The picture {picture} can't be read: {why}.",
            path,
            why=error.strerror or "",
        ) from error
    image = None
    if data.size:
        try:
            image = cv2.imdecode(data, cv2.IMREAD_COLOR)
        except cv2.error:  # a size that OpenCV refuses
            image = None
    if image is None:
        raise _unfit(
            "no_picture", "The file {picture} is not a picture; take it away or replace it.", path
        )
    if max(image.shape[:2]) > _LONGEST_SIDE_PX:
        raise _unfit(
            "picture_large",
            "The picture {picture} is larger than {side_px} px a side.",
            path,
            side_px=str(_LONGEST_SIDE_PX),
        )
    return np.asarray(image, np.uint8)
