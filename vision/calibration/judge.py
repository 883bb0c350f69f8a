"""From pictures of the calibration sheet to a lens that may be trusted, or why there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.board import CameraModel
from companion.errors import InputError
from companion.flow import Sentence
from vision.calibration.coverage import Coverage, coverage_of
from vision.calibration.solve import FOLDS, MODELS, best_model, fit_lens, uncertain_px
from vision.calibration.views import SheetFinder, View

# Shares of the picture's longer side, so that large and small pictures are judged alike.
GOOD_RMS = 0.00035
GOOD_HELD_OUT = 0.00045
GOOD_UNCERTAIN = 0.002
_GOOD_FOCAL_SIGMA = 0.004  # of the focal length
_ODD = 3.0  # times the median residual: such a picture is not like the others
_MOST_ODD = 0.25  # of the pictures; more than these, and nobody knows which ones are right
FITS = FOLDS * len(MODELS)


class NotCalibrated(InputError):
    """The pictures don't make a calibration; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A lens with its quality: residual, error at pictures left out, uncertainty at the rim (px).

    `focal_sigma_px` is the focal length's standard deviation, `views` how many pictures it
    rests on, `odd` names those that were left out because they fit the others badly.
    """

    model: CameraModel
    views: int
    rms_px: float
    held_out_px: float
    uncertain_px: float
    focal_sigma_px: float
    odd: tuple[str, ...]
    coverage: Coverage


def calibrate(
    views: Sequence[View], finder: SheetFinder, told: Callable[[], None] = lambda: None
) -> Calibration:
    """Fit and judge a lens; `told` is called after each of about FITS steps.

    Raises NotCalibrated with one sentence that names what is missing or which picture is wrong.
    """
    _one_size(views)
    _require(coverage_of(views))
    kept, odd = _without_odd_ones(views, finder)
    coverage = coverage_of(kept)
    _require(coverage, odd)
    checked = best_model(kept, finder, told)
    fit = fit_lens(kept, finder, checked.model)
    size_wh = kept[0].size_wh
    done = Calibration(
        CameraModel(
            tuple((float(a), float(b), float(c)) for a, b, c in fit.matrix),
            tuple(float(each) for each in fit.distortion),
            size_wh,
        ),
        len(kept),
        fit.rms_px,
        checked.held_out_px,
        uncertain_px(fit, checked.fits, size_wh),
        float(fit.sigmas[0]),
        tuple(view.name for view in odd),
        coverage,
    )
    _refuse_bad(done, kept, fit.by_view_px)
    return done


def _one_size(views: Sequence[View]) -> None:
    """Raise when the pictures are of several sizes: each size is another camera."""
    if not views:
        raise NotCalibrated(
            Sentence(
                "calibration_nothing",
                "No picture shows the calibration sheet; print it by `companion markers --charuco`"
                " and photograph it.",
            )
        )
    usual = Counter(view.size_wh for view in views).most_common(1)[0][0]
    other = next((view for view in views if view.size_wh != usual), None)
    if other is not None:
        raise NotCalibrated(differs_in_size(other, usual))


def differs_in_size(view: View, usual_wh: tuple[int, int]) -> Sentence:
    """What is wrong with a picture of another size than the others."""
    return Sentence(
        "calibration_sizes",
        "{name} has {size} pixels, the other pictures have {usual}; take all of them with one "
        "camera, held the same way, at one setting.",
        name=view.name,
        size=_said(view.size_wh),
        usual=_said(usual_wh),
    )


def _require(coverage: Coverage, odd: Sequence[View] = ()) -> None:
    missing = tuple(coverage.missing())
    if not missing:
        return
    if odd:
        raise NotCalibrated(
            Sentence(
                "calibration_odd_and_missing",
                "{name} does not fit the other pictures and was left out (another zoom or focus, "
                "a bent sheet, blur); without it something is missing. {missing}",
                name=odd[0].name,
                missing=missing[0],
            )
        )
    raise NotCalibrated(missing[0])


def _without_odd_ones(views: Sequence[View], finder: SheetFinder) -> tuple[list[View], list[View]]:
    """The views that agree with each other, and the few that don't."""
    kept, odd = list(views), list[View]()
    while True:
        errors = np.array(fit_lens(kept, finder, MODELS[0]).by_view_px)
        worst = int(errors.argmax())
        limit = max(_ODD * float(np.median(errors)), GOOD_RMS * max(kept[0].size_wh))
        if errors[worst] <= limit:
            return kept, odd
        if len(odd) + 1 > _MOST_ODD * len(views):
            raise NotCalibrated(
                Sentence(
                    "calibration_contradiction",
                    "The pictures contradict each other, {name} and others the most: they are of "
                    "several cameras, zooms or focus settings, or the sheet is bent; take them "
                    "anew with everything fixed and the sheet on something flat.",
                    name=kept[worst].name,
                )
            )
        odd.append(kept.pop(worst))


def _refuse_bad(done: Calibration, views: Sequence[View], by_view_px: Sequence[float]) -> None:
    longer = max(done.model.size_wh)
    worst = views[int(np.argmax(by_view_px))].name
    if done.rms_px > GOOD_RMS * longer or done.held_out_px > GOOD_HELD_OUT * longer:
        raise NotCalibrated(
            Sentence(
                "calibration_bad_fit",
                "The lens is found only to {rms_px} px ({held_out_px} px in pictures left out), "
                "the worst picture is {name}; take all with one camera at one zoom, the sheet "
                "glued onto something flat, held still and well lit.",
                rms_px=f"{done.rms_px:.2f}",
                held_out_px=f"{done.held_out_px:.2f}",
                name=worst,
            )
        )
    focal_px = done.model.matrix[0][0]
    loose = done.focal_sigma_px > _GOOD_FOCAL_SIGMA * focal_px
    if loose or done.uncertain_px > GOOD_UNCERTAIN * longer:
        raise NotCalibrated(
            Sentence(
                "calibration_uncertain",
                "These pictures leave the lens uncertain by {uncertain_px} px at the picture's "
                "rim; add pictures with the sheet at the rim and leaning more.",
                uncertain_px=f"{done.uncertain_px:.1f}",
            )
        )


def _said(size_wh: tuple[int, int]) -> str:
    return f"{size_wh[0]} x {size_wh[1]}"
