"""The colours that the print of a dish has in a frame, and what departs from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.foreign_types import Array, PrintPicture
from vision.print_colours import NOISE_LEVEL, SHINE, Colours, Flags, off, shining, total

DARKEST, _BRIGHTEST = 0.25, 2.0
_BURNT_OUT, _BLINDING, _NEARLY_WHITE = 249.0, 232.0, 200.0
_FAR_FROM = 0.75  # of that light: a light hub under a near lamp shows tokens all the same


@dataclass(frozen=True, eq=False)
class UsualPrint:
    """The print of one frame.

    Its `colours` (3, pixels) at each pixel that has a label, and how far they may turn in each
    area, the tangents of angles: `limits` (labels,), below 0 where nothing of an area shows,
    infinite where too little does.  `white` (3,), of unit length, is what white looks like,
    `printed` the colours as a picture.
    """

    colours: Colours
    limits: Colours
    white: Colours
    printed: PrintPicture

    def lit(self, gain: Array) -> UsualPrint:
        """The same in light multiplied by `gain` (3,)."""
        if (gain == 1.0).all():
            return self
        by = gain.astype(np.float32)
        printed = replace(self.printed, bgr=self.printed.bgr * by)
        white = self.white * by
        white /= np.linalg.norm(white)
        return UsualPrint(self.colours * by[:, None], self.limits, white, printed)


def blinding(here: Colours, print_light: Colours) -> Flags:
    """Which colours (3, n) are nearly white where the print is far from it.

    `print_light` (n,) is the sum of the channels that areas of that colour have elsewhere: one
    that lies under a mirrored lamp for the most part seems white itself.
    """
    lowest = np.minimum(np.minimum(here[0], here[1]), here[2])
    return np.asarray((lowest > _BLINDING) & (print_light < _FAR_FROM * total(here)))


def departures(
    here: Colours, expected: Colours, limits: Colours, white: Colours
) -> tuple[Flags, Flags]:
    """Which colours (3, n) are strange, and where a mirrored lamp is the reason or hides it."""
    light, usual = total(here), total(expected)
    dark = light + 3 * NOISE_LEVEL < DARKEST * (usual + 3 * NOISE_LEVEL)
    bright = (light > _BRIGHTEST * usual) & (light - usual > 3 * SHINE)
    shine = shining(here, expected, white)
    # Where the lamp burns the picture out nothing can be read, whatever lies there.
    lowest = np.minimum(np.minimum(here[0], here[1]), here[2])
    blinded = (lowest > _BURNT_OUT) & (usual < 3 * _NEARLY_WHITE)
    strange = (((off(here, expected, white) > limits) | dark | bright) & ~shine) | blinded
    return strange, shine | blinded
