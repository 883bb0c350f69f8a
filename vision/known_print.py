"""The bare print of a dish as earlier frames of the same pose and light showed it.

A token shows as a difference against it, so that a new toss is looked for there only, and where
the print is not known yet.  What is remembered decides where is looked, not what is seen there: a
wrong memory costs time.  A thing that was missed and taken for print stays missed until the dish
is next read in full, which is why places whose rims stand out are never learnt.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.area_raster import circles
from vision.flat_view import Asked, Earlier, Flat, Flattener, differ, flatten_frame
from vision.foreign_types import Strange
from vision.pose import Pose
from vision.print_colours import middle_of
from vision.tiles import Tiles, enlarged, padded

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]

_MOST_GAIN = 0.1  # change of light beyond which the print is learnt anew
_SAME_GAIN = 0.006
_SAMPLE = 5  # every so manieth pixel and row tells light and noise
_LEAST_LEVELS, _MOST_LEVELS = 4.0, 13.0  # grey levels that a change must exceed at least
_NOISES = 3.0  # of the usual change, which is noise
_AROUND_PX = 3  # width of what is asked about around each changed pixel
_SINGLE, _MOST_SINGLE = 3.0, 8.0  # of that for a point alone, where four pixels are averaged
_MOST_SHARE = 0.55  # of the raster: more is quicker read in full
_MOST_READINGS = 25  # between two in full
_FEWEST_LEARNT = 0.01  # of the raster: what is worth remembering
_TOKEN_AND_SHADE, _STANDING_OUT = 1.45, 1.1  # of a token's radius


class KnownPrint:
    """Remembers the print of one dish while the camera stands still and the light stays.

    `readings` is how many frames were read by way of it since the last that was read in full.
    """

    def __init__(self, flattener: Flattener, radius_mm: float) -> None:
        """`radius_mm` is a token's."""
        self._flattener, self._radius_mm = flattener, radius_mm
        self._pose: Pose | None = None
        self.readings = 0
        nothing = np.zeros((0, 0, 3), np.uint8)
        # Padded to whole tiles; `sparse` and `unknown`, 255 where it is not known, are coarser.
        self._fine, self._flat, self._sparse = nothing, nothing, nothing
        self._unknown: Picture = np.zeros((0, 0), np.uint8)
        self._read: tuple[Pose, Picture] | None = None
        self._now: Picture | None = None
        self._earlier = Earlier()

    def forget(self) -> None:
        """Have the next frame read in full."""
        self._pose = self._read = None

    def knows(self, pose: Pose) -> bool:
        """Whether the print is known as a camera of this pose sees it."""
        return pose is self._pose

    def shows_the_same(self, image_bgr: Picture, pose: Pose) -> bool:
        """Whether nothing has changed since the frame that was read last but noise and light."""
        same_pose = self._read is not None and self._read[0] is pose
        self._now = self._flattener.sparse(image_bgr, pose) if same_pose else None
        return (
            self._read is not None
            and self._now is not None
            and not differ(self._read[1], self._now)
        )

    def flattened(self, image_bgr: Picture, pose: Pose) -> Flat:
        """The frame that was just asked about, flat: where it may show something else than the
        print, or everywhere when too little is known of that."""
        asked = self._asked() if pose is self._pose and self._now is not None else None
        if asked is None:
            self._now = self._flattener.sparse(image_bgr, pose)
            return flatten_frame(image_bgr, pose, self._flattener)
        self.readings += 1
        return self._patched(image_bgr, pose, asked)

    def learn(self, flat: Flat, strange: Strange, standing_out_mm: Array, lie_mm: Array) -> None:
        """Remember the frame that was just read, and the print where nothing else shows.

        `lie_mm` (n, 2) are the tokens that were read.  `standing_out_mm` (m, 2) are places whose
        rims stood out: what was no token may have been one that was missed, so that these are
        looked at again.
        """
        assert self._now is not None
        self._read = flat.pose, self._now
        if not strange.printed.whole:
            self._pose = None
            return
        odd = cv2.dilate((strange.mask | strange.like_tokens).view(np.uint8), np.ones((3, 3)))
        bare = (odd == 0) & ~circles(strange.grid, lie_mm, _TOKEN_AND_SHADE * self._radius_mm)
        bare &= ~circles(strange.grid, standing_out_mm, _STANDING_OUT * self._radius_mm)
        if flat.asked is None:
            self._pose, self.readings, self._earlier = flat.pose, 0, flat.earlier
            self._fine, self._flat = padded(flat.fine_bgr, 2), padded(flat.flat_bgr)
            self._sparse = self._now.copy()
            self._unknown = np.where(bare, np.uint8(0), np.uint8(255))
        elif (flat.asked.gain == 1.0).all():
            self._learn_more(flat, bare & flat.asked.mask, self._now)

    def _learn_more(self, flat: Flat, new: Mask, sparse: Picture) -> None:
        if np.count_nonzero(new) < _FEWEST_LEARNT * new.size:
            return
        once = new.view(np.uint8)
        left, top, across, down = cv2.boundingRect(once)
        part = once[top : top + down, left : left + across]
        for scale, seen, known in ((4, flat.fine_bgr, self._fine), (2, flat.flat_bgr, self._flat)):
            rows = slice(scale * top, scale * (top + down))
            columns = slice(scale * left, scale * (left + across))
            cv2.copyTo(seen[rows, columns], enlarged(part, scale), known[rows, columns])
        cv2.copyTo(sparse, once, self._sparse)
        self._unknown[new] = 0

    def _asked(self) -> Asked | None:
        """What to ask of the frame at hand; None when it must be read in full."""
        assert self._now is not None
        gain = self._gain(self._now)
        if self.readings >= _MOST_READINGS or np.abs(gain - 1).max() > _MOST_GAIN:
            return None
        change = cv2.blur(cv2.absdiff(self._now, _lit(self._sparse, gain)), (3, 3))
        some = change[::_SAMPLE, ::_SAMPLE]
        noise = float(some[some <= _MOST_LEVELS].mean())
        levels = max(_LEAST_LEVELS, _NOISES * noise)
        if levels > _MOST_LEVELS:
            return None
        same = cv2.inRange(change, (0.0, 0.0, 0.0), (levels, levels, levels))
        changed = cv2.bitwise_or(cv2.bitwise_not(same), self._unknown)
        around = np.ones((_AROUND_PX, _AROUND_PX), np.uint8)
        mask = np.asarray(cv2.dilate(changed, around), np.uint8)
        tiles = Tiles.touching(mask, self._flattener.grid.size_wh)
        if not 0 < tiles.share <= _MOST_SHARE:
            return None
        unknown = self._unknown.view(bool)
        # Where it is noisier fewer points pass for bare print: that costs time only.
        single = min(max(_LEAST_LEVELS, _SINGLE * noise), _MOST_SINGLE)
        return Asked(mask.view(bool), tiles, gain, _lit(self._flat, gain), unknown, single)

    def _gain(self, sparse: Picture) -> Array:
        """What (3,) the light of the remembered print is to be multiplied by."""
        known = np.flatnonzero(self._unknown[::_SAMPLE, ::_SAMPLE] == 0)
        if len(known) == 0:
            return np.zeros(3)
        then, now = (
            np.asarray(
                picture[::_SAMPLE, ::_SAMPLE].reshape(-1, 3).take(known, axis=0).T, np.float32
            )
            for picture in (self._sparse, sparse)
        )
        gain = middle_of((now + 1) / (then + 1))[:, 0].astype(np.float64)
        return np.where(np.abs(gain - 1) < _SAME_GAIN, 1.0, gain)

    def _patched(self, image_bgr: Picture, pose: Pose, asked: Asked) -> Flat:
        """The remembered print with what the frame shows where that is asked about."""
        fine, flat = _lit(self._fine, asked.gain), asked.print_bgr.copy()
        if fine is self._fine:
            fine = fine.copy()
        seen = self._flattener.tiles(image_bgr, pose, asked.tiles)
        asked.tiles.put(fine, seen)
        half_wh = seen.shape[1] // 2, len(seen) // 2
        asked.tiles.put(flat, cv2.resize(seen, half_wh, interpolation=cv2.INTER_AREA))
        width, height = self._flattener.grid.size_wh
        fine, flat = fine[: 2 * height, : 2 * width], flat[:height, :width]
        return Flat(image_bgr, pose, fine, flat, asked, self._earlier)


def _lit(picture: Picture, gain: Array) -> Picture:
    """A picture with its channels multiplied by `gain` (3,); it may be the same one."""
    if (gain == 1.0).all():
        return picture
    # Channel by channel: a table for all three takes three times as long.
    channels = zip(cv2.split(picture), gain.tolist(), strict=True)
    lit = [cv2.convertScaleAbs(channel, alpha=by) for channel, by in channels]
    return np.asarray(cv2.merge(lit), np.uint8)
