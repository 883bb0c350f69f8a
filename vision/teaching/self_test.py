"""How well a taught board can be read: measured on its own photographs and on made ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.flow import Frame, Observation, PlaceStatus
from companion.places import Family, Place, PlaceBoard
from vision.pictures import read_picture
from vision.places.reader import PlaceReader
from vision.teaching.printed_outlines import PrintedFit, printed_fit
from vision.teaching.trial_scene import Laid, TrialScenes

_TRIES = 2  # of every kind
_MOST_SCENES = 6


@dataclass(frozen=True)
class EmptyTest:
    """One photograph of the bare board, read: `why` is set when it is not read at all."""

    photo: str
    markers: int
    rms_px: float
    sigma_mm: float
    places: int
    empty: int
    wrong: tuple[str, ...]
    unsure: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True)
class KindsTest:
    """Pieces laid on made photographs: how often read right, unsure; what was taken for what."""

    tried: int
    right: int
    unsure: tuple[tuple[str, str], ...]
    taken_for: tuple[tuple[str, str, str], ...]  # family, kind, what it was read as


def empty_tests(board: PlaceBoard, frames: Sequence[Frame]) -> Iterator[EmptyTest]:
    """Read each photograph of the bare board; every place has to be empty."""
    reader = PlaceReader(board)
    for frame in frames:
        reader.forget()
        yield _empty(frame, reader.read(frame), len(board.places))


def _empty(frame: Frame, seen: Observation, count: int) -> EmptyTest:
    found = seen.registration
    markers, rms, sigma = (
        (0, 0.0, 0.0) if found is None else (found.markers, found.rms_px, found.sigma_mm)
    )
    if not seen.places:
        why = " ".join(str(problem) for problem in seen.problems)
        return EmptyTest(frame.camera, markers, rms, sigma, count, 0, (), (), why)
    read = [place for place in seen.places if place.status is PlaceStatus.READ]
    wrong = tuple(place.place for place in read if place.pieces)
    unsure = tuple(p.place for p in seen.places if p.status is not PlaceStatus.READ)
    return EmptyTest(
        frame.camera, markers, rms, sigma, count, len(read) - len(wrong), wrong, unsure
    )


def outline_test(board: PlaceBoard) -> PrintedFit | None:
    """How far the places lie off the outlines printed round them; None when none are printed."""
    assert board.empty is not None, "a taught board has a picture"
    picture = read_picture(board.empty).image_bgr
    scale = picture.shape[1] / board.size_mm[0]
    return printed_fit(picture, scale, [place.outline_mm for place in board.places])


def kinds_test(board: PlaceBoard, families: Sequence[Family]) -> KindsTest:
    """Lay every kind of the families onto the board, photograph, read, compare."""
    scenes, reader = TrialScenes(board), PlaceReader(board)
    tried, right = 0, 0
    unsure: list[tuple[str, str]] = []
    taken_for: list[tuple[str, str, str]] = []
    for number, laid in enumerate(_layouts(board, families)):
        reader.forget()
        seen = reader.read(scenes.photograph([piece for _, piece in laid], number))
        readings = {place.place: place for place in seen.places}
        for place, piece in laid:
            tried += 1
            reading = readings.get(place.name)
            if reading is None or reading.status is not PlaceStatus.READ:
                unsure.append((piece.family.name, piece.kind))
                continue
            kinds = [(p.family, p.kind) for p in reading.pieces]
            if kinds == [(piece.family.name, piece.kind)]:
                right += 1
            else:
                said = " and ".join(f"{f} {k}" for f, k in kinds) or "nothing"
                taken_for.append((piece.family.name, piece.kind, said))
    return KindsTest(tried, right, tuple(unsure), tuple(taken_for))


def _layouts(board: PlaceBoard, families: Sequence[Family]) -> Iterator[list[tuple[Place, Laid]]]:
    """Scenes in which every kind lies somewhere; a place inside another one is left free."""
    rng = np.random.default_rng(7)
    waiting = {family.name: list(family.kinds) * _TRIES for family in families}
    by_name = {family.name: family for family in families}
    for _ in range(_MOST_SCENES):
        if not any(waiting.values()):
            return
        laid: list[tuple[Place, Laid]] = []
        taken: list[Place] = []
        for place in sorted(board.places, key=lambda p: len(p.families)):
            name = max(
                (name for name in place.families if waiting.get(name)),
                key=lambda name: len(waiting[name]),
                default=None,
            )
            if name is None or any(_touch(place, other) for other in taken):
                continue
            family, kind = by_name[name], waiting[name].pop(0)
            middle = np.mean(place.outline_mm, axis=0)
            turn = place.up_deg + _turn(family, rng)
            centre = (float(middle[0]), float(middle[1]))
            laid.append((place, Laid(family, kind, centre, turn)))
            taken.append(place)
        if not laid:
            return
        yield laid


def _turn(family: Family, rng: np.random.Generator) -> float:
    if family.turns == 0:
        return float(rng.uniform(0, 360))
    return float(rng.integers(family.turns)) * 360.0 / family.turns


def _touch(place: Place, other: Place) -> bool:
    """Whether two places overlap by more than their edges."""
    a, b = np.array(place.outline_mm), np.array(other.outline_mm)
    low, high = np.maximum(a.min(axis=0), b.min(axis=0)), np.minimum(a.max(axis=0), b.max(axis=0))
    if (high - low <= 1.0).any():
        return False
    middle_a, middle_b = a.mean(axis=0), b.mean(axis=0)
    reach = min(float(np.ptp(a, axis=0).min()), float(np.ptp(b, axis=0).min())) / 2
    return bool(np.linalg.norm(middle_a - middle_b) < reach * 1.6)
