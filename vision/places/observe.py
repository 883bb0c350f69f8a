"""What was read of the places, as the observation that the other steps understand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.flow import PlaceReading, PlaceStatus, Sentence, Sighting
from companion.places import Place
from vision.places.base import Guess
from vision.places.coverage import Coverage
from vision.places.decide import SURE, honest
from vision.places.loose_piece import Loose
from vision.places.spot_read import SpotRead
from vision.pose import Pose

_COVERED_SHARE = 0.12
_GLARE_SHARE, _GLOSS_SHARE = 0.10, 0.25
# A mirrored lamp as small as a few loose pieces is read as some.
_LOOSE_GLARE_SHARE = 0.03
_WHITENED = 30.0  # levels of white that a piece is seen through
_AMID_SHARE = 0.9
_PIECE_MM = 0.3  # what a piece's own fit is off by
_WORTH_NAMING = 0.005
_STRANGE = 0.5

Reading = tuple[tuple[str, str, float], ...]
Crop = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Window:
    """Where a place is seen in the frame: left, top, width, height; and whether all of it is."""

    crop_xywh_px: Crop
    inside: bool


def windows(places: Sequence[Place], pose: Pose) -> tuple[Window, ...]:
    """The windows of places, in their order."""
    outlines = [place.outline_mm for place in places]
    starts = np.cumsum([0, *(len(outline) for outline in outlines[:-1])])
    pixels = pose.project_px(np.array([corner for outline in outlines for corner in outline]))
    low = np.minimum.reduceat(pixels, starts, axis=0)
    high = np.maximum.reduceat(pixels, starts, axis=0)
    edge = np.array(pose.size_wh) - 1.0
    out = np.maximum(-low, high - edge).max(axis=1)
    crops = _crops(low, high, pose.size_wh)
    return tuple(Window(crop, bool(far <= 0)) for crop, far in zip(crops, out, strict=True))


def piece_crops(reads: Sequence[SpotRead], pose: Pose) -> list[tuple[Crop, ...]]:
    """Where in the frame the small pieces of each place are seen, in their order."""
    outlines = [
        np.array(piece.family.outline_mm) + piece.centre_mm
        for read in reads
        for piece in read.content.pieces
    ]
    if not outlines:
        return [()] * len(reads)
    starts = np.cumsum([0, *(len(outline) for outline in outlines[:-1])])
    pixels = pose.project_px(np.concatenate(outlines))
    low, high = (side.reduceat(pixels, starts, axis=0) for side in (np.minimum, np.maximum))
    every = iter(_crops(low, high, pose.size_wh))
    return [tuple(next(every) for _ in read.content.pieces) for read in reads]


def place_reading(
    read: SpotRead,
    window: Window,
    crops: Sequence[Crop],
    sigma_mm: float,
    hidden: Coverage | None,
) -> PlaceReading:
    """One place's reading; `crops` show its small pieces, `hidden` is what covers the board, when
    that was looked for.
    """
    probability = read.weighed.probability
    status = PlaceStatus.READ
    why: str = ""
    if not window.inside:
        status = PlaceStatus.COVERED
        why = Sentence("place_outside", "part of it lies outside the picture")
    elif probability < SURE or _lost_in_gloss(read, hidden) or _under_hand(read, hidden):
        status, why = _why(read, hidden)
    said = probability if status is PlaceStatus.READ else honest(probability)
    rest = min(1.0, (1 - said) / max(1 - probability, 1e-9))
    pieces = tuple(_sightings(read, window.crop_xywh_px, crops, sigma_mm, why))
    return PlaceReading(
        read.spot.place.name,
        status,
        pieces,
        said,
        tuple((words, rest * other) for words, other in _alternatives(read)),
        window.crop_xywh_px,
        why,
    )


def _crops(
    low_px: NDArray[np.float64], high_px: NDArray[np.float64], size_wh: tuple[int, int]
) -> list[Crop]:
    """Whole pixels around rectangles (n, 2), as far as they are in the frame."""
    corner = np.clip(np.floor(low_px), 0, np.array(size_wh) - 1)
    other = np.clip(np.ceil(high_px), corner + 1, size_wh)
    every = np.hstack([corner, other - corner]).astype(int).tolist()
    return [(left, top, width, height) for left, top, width, height in every]


def _lost_in_gloss(read: SpotRead, hidden: Coverage | None) -> bool:
    """Whether pieces were read that a mirrored lamp makes of anything: white or whitened ones."""
    if hidden is None:
        return False
    base = read.content.base
    whitened = base.family is not None and base.lie[4] > _WHITENED
    pale = any(bank.is_pale(row) for bank, row in read.content.templates())
    return (whitened or pale) and hidden.share(hidden.gloss, read) > _GLOSS_SHARE


def _under_hand(read: SpotRead, hidden: Coverage | None) -> bool:
    """Whether what was read lies amid something that covers the board, as fingers seem to."""
    return hidden is not None and hidden.share(hidden.beside, read) > _AMID_SHARE


def _why(read: SpotRead, hidden: Coverage | None) -> tuple[PlaceStatus, str]:
    """Why nothing can be said of a place, for people."""
    if hidden is not None and (
        hidden.share(hidden.foreign, read) > _COVERED_SHARE or _under_hand(read, hidden)
    ):
        return PlaceStatus.COVERED, Sentence(
            "place_hand", "a hand covers it, or a thing that this edition does not have"
        )
    most = _GLARE_SHARE if read.spot.fitted else _LOOSE_GLARE_SHARE
    if hidden is not None and (
        hidden.share(hidden.glare, read) > most or _lost_in_gloss(read, hidden)
    ):
        return PlaceStatus.COVERED, Sentence(
            "place_glare", "a lamp is mirrored in it, or something bright covers it"
        )
    if read.weighed.strange > _STRANGE:
        touched = hidden is not None and hidden.share(hidden.foreign, read) > 0
        return PlaceStatus.UNKNOWN, _strange(touched)
    alternatives = [words for words, _ in _alternatives(read)]
    if alternatives:
        other = Sentence("place_other", "it may also be {other}", other=alternatives[0])
        return PlaceStatus.UNKNOWN, other
    return PlaceStatus.UNKNOWN, Sentence("place_no_fit", "the picture fits no reading well enough")


def _strange(touched: bool) -> Sentence:
    """What is said of a place that shows no reading; `touched` by what covers the board."""
    if touched:
        return Sentence("place_part_hidden", "a hand or another thing covers a part of it")
    return Sentence(
        "place_strange", "what lies there is no piece of this description, or something covers it"
    )


def _sightings(
    read: SpotRead, crop: Crop, crops: Sequence[Crop], sigma_mm: float, why: str
) -> Iterator[Sighting]:
    base = read.content.base
    level = 0 if read.spot.below is None or read.floor_mm == 0 else 1
    if base.family is not None:
        yield _base_sighting(read, base, level, crop, sigma_mm, why)
        level += 1
    for piece, kinds, own in zip(read.content.pieces, read.weighed.pieces, crops, strict=True):
        yield _loose_sighting(read, piece, kinds, level, own, sigma_mm, why)


def _base_sighting(
    read: SpotRead, base: Guess, level: int, crop: Crop, sigma_mm: float, why: str
) -> Sighting:
    assert base.family is not None
    known = 1 - read.weighed.strange
    kinds: dict[str, float] = {}
    for (family, kind, _), probability in read.weighed.base:
        if family == base.family.name:
            kinds[kind] = kinds.get(kind, 0.0) + probability * known
    ordered = tuple(sorted(kinds.items(), key=lambda pair: -pair[1]))
    period = base.bank.period_deg[int(base.bank.kinds[base.row])]
    sure = kinds.get(base.kind, 0.0) >= SURE
    return Sighting(
        base.kind if sure else None,
        ordered,
        base.centre_mm,
        float(np.hypot(sigma_mm, _PIECE_MM)),
        level,
        crop,
        read.spot.place.name,
        why,
        base.family.name,
        base.turn_deg if base.family.turns > 1 and period > 0 else None,
        period or 360.0,
    )


def _loose_sighting(
    read: SpotRead,
    piece: Loose,
    kinds: tuple[tuple[int, float], ...],
    level: int,
    crop: Crop,
    sigma_mm: float,
    why: str,
) -> Sighting:
    named = tuple((piece.family.kinds[kind], probability) for kind, probability in kinds)
    return Sighting(
        named[0][0] if named[0][1] >= SURE else None,
        named,
        piece.centre_mm,
        float(np.hypot(sigma_mm, _PIECE_MM)),
        level,
        crop,
        read.spot.place.name,
        why,
        piece.family.name,
    )


def _alternatives(read: SpotRead) -> Iterator[tuple[str, float]]:
    """Other contents in words, most likely first."""
    own = read.weighed.probability
    best = read.weighed.base[0][1]
    loose = [(piece.family.name, piece.family.kinds[kinds[0][0]]) for piece, kinds in _pairs(read)]
    found: list[tuple[str, float]] = []
    for key, probability in read.weighed.base[1:]:
        found.append((_words(key, loose), own * probability / max(best, 1e-6)))
    for index, (_, kinds) in enumerate(_pairs(read)):
        for kind, probability in kinds[1:]:
            other = list(loose)
            other[index] = loose[index][0], read.content.pieces[index].family.kinds[kind]
            share = probability / max(kinds[0][1], 1e-6)
            found.append((_words(read.weighed.base[0][0], other), own * share))
        there = read.weighed.there[index]
        without = [piece for number, piece in enumerate(loose) if number != index]
        found.append(
            (_words(read.weighed.base[0][0], without), own * (1 - there) / max(there, 1e-6))
        )
    found.sort(key=lambda pair: -pair[1])
    yield from ((words, min(p, 1.0)) for words, p in found[:4] if p > _WORTH_NAMING)


def _pairs(read: SpotRead) -> Sequence[tuple[Loose, tuple[tuple[int, float], ...]]]:
    return list(zip(read.content.pieces, read.weighed.pieces, strict=True))


def _words(base: tuple[str, str, float], loose: Sequence[tuple[str, str]]) -> str:
    family, kind, turn_deg = base
    said = []
    if family:
        said.append(piece_words(family, kind) + (f" turned {turn_deg:.0f}°" if turn_deg else ""))
    for (sort, name), count in Counter(loose).items():
        said.append(piece_words(sort, name) + (f" x{count}" if count > 1 else ""))
    return " + ".join(said) or "empty"


def piece_words(family: str, kind: str | None) -> str:
    """A piece in words: its family and kind, which are often the same."""
    if kind is None:
        return f"some {family}"
    return kind if kind.startswith(family) else f"{family} {kind}"
