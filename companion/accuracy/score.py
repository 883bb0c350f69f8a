"""Counts of what a reader said about photographs against what is true of them.

A token is *right* when it is found within 3 mm and its kind and its Light are right.  A reading
is *sure* when it has no close calls and every touch is sure; sure and of the wrong Light is
*confidently wrong* (the table calls it *falsely sure*).  A close call is *honest* when the truth
lies within 1.2 mm of deciding otherwise, else *timid*.  A token of which less than 12 % of the
top shows is *buried*: it can't be demanded, so it is counted apart, but what is said of it must
not be wrong either.  A token of which at least 95 % shows is *whole*.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from companion.accuracy.pairing import best_pairs
from companion.accuracy.truth import TrueGeometry, TruePhoto, TrueToken
from companion.games.girl.toss import Toss, TossToken

FOUND_WITHIN_MM = 3.0
HONEST_WITHIN_MM = 1.2
BURIED_BELOW = 0.12
WHOLE_FROM = 0.95


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over photographs; scores add up.

    Photographs with a hand count apart: only `hand_photos`, `hand_wrong` and `extra` grow.
    `whole` and `whole_right` are of the tokens that nothing hides; `buried_right` those of the
    buried ones that are right all the same.
    `errors_mm` are the distances of found tokens from the truth; `faults` say in words, with the
    photograph, each thing that must not be.
    """

    photos: int = 0
    tokens: int = 0
    found: int = 0
    right: int = 0
    kind_wrong: int = 0
    confidently_wrong: int = 0
    extra: int = 0
    honest: int = 0
    timid: int = 0
    blocked: int = 0
    hand_photos: int = 0
    hand_wrong: int = 0
    buried: int = 0
    buried_found: int = 0
    buried_right: int = 0
    whole: int = 0
    whole_right: int = 0
    errors_mm: tuple[float, ...] = ()
    faults: tuple[str, ...] = ()

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def must_be_zero(self) -> int:
        """Everything that no reading may do."""
        return self.kind_wrong + self.confidently_wrong + self.extra + self.hand_wrong

    @property
    def right_share(self) -> float:
        """Right tokens of all that could be demanded; 1 when there were none."""
        return self.right / self.tokens if self.tokens else 1.0

    @property
    def whole_right_share(self) -> float:
        """Right tokens of those that nothing hides; 1 when there were none."""
        return self.whole_right / self.whole if self.whole else 1.0

    @property
    def right_of_all(self) -> float:
        """Right tokens of all that lay there, buried ones too; 1 when there were none."""
        everyone = self.tokens + self.buried
        return (self.right + self.buried_right) / everyone if everyone else 1.0

    @property
    def missed(self) -> int:
        """Tokens that could be demanded and of which nothing was said, blocked ones too."""
        return self.tokens - self.found

    def error_mm(self, share: float) -> float:
        """The distance that `share` (0..1) of the found tokens stay below."""
        if not self.errors_mm:
            return math.nan
        ordered = sorted(self.errors_mm)
        return ordered[min(len(ordered) - 1, math.floor(share * len(ordered)))]


def score_photo(photo: TruePhoto, toss: Toss, geometry: TrueGeometry) -> Score:
    """Compare one judged toss with the truth of its photograph."""
    shares = [geometry.visible_share(token, photo.tokens) for token in photo.tokens]
    in_view = [t for t, share in zip(photo.tokens, shares, strict=True) if share >= BURIED_BELOW]
    buried = [t for t, share in zip(photo.tokens, shares, strict=True) if share < BURIED_BELOW]
    whole = sum(share >= WHOLE_FROM for share in shares)
    if toss.status == "blocked":
        if photo.hand:
            return Score(hand_photos=1)
        return Score(photos=1, tokens=len(in_view), whole=whole, buried=len(buried), blocked=1)
    pairs, left = _paired(in_view, toss.tokens)
    # What lies nearly below another token takes only a reading that no token in view claims.
    under, left = _paired(buried, left)
    score = Score(
        extra=len(left), faults=tuple(f"{photo.file}: {_said(token)}, extra" for token in left)
    )
    if photo.hand:
        score += Score(hand_photos=1)
    else:
        score += Score(
            photos=1,
            tokens=len(in_view),
            whole=whole,
            whole_right=sum(
                _is_right(true, read, geometry)
                and geometry.visible_share(true, photo.tokens) >= WHOLE_FROM
                for true, read in pairs
            ),
            buried=len(buried),
            buried_found=len(under),
            buried_right=sum(_is_right(true, read, geometry) for true, read in under),
        )
    for true, read in pairs:
        score += _score_token(photo, true, read, geometry)
    for true, read in under:
        score += _wrong(photo, true, read, geometry)
    return score


def _is_right(true: TrueToken, read: TossToken, geometry: TrueGeometry) -> bool:
    return read.kind == true.kind and read.light == geometry.landing(true).light


def _paired(
    true: Sequence[TrueToken], read: Sequence[TossToken]
) -> tuple[list[tuple[TrueToken, TossToken]], list[TossToken]]:
    """The pairs and the readings that are left over."""
    pairs = best_pairs(
        [token.centre_mm for token in true], [token.centre_mm for token in read], FOUND_WITHIN_MM
    )
    used = set(pairs.values())
    left = [token for index, token in enumerate(read) if index not in used]
    return [(true[one], read[other]) for one, other in pairs.items()], left


def _score_token(
    photo: TruePhoto, true: TrueToken, read: TossToken, geometry: TrueGeometry
) -> Score:
    wrong = _wrong(photo, true, read, geometry)
    if photo.hand:
        return wrong
    landing = geometry.landing(true)
    close = not _sure(read)
    honest = landing.margin_mm < HONEST_WITHIN_MM
    return wrong + Score(
        found=1,
        right=int(_is_right(true, read, geometry)),
        honest=int(close and honest),
        timid=int(close and not honest),
        errors_mm=(math.dist(true.centre_mm, read.centre_mm),),
    )


def _wrong(photo: TruePhoto, true: TrueToken, read: TossToken, geometry: TrueGeometry) -> Score:
    """What is wrong beyond doubt about one reading."""
    landing = geometry.landing(true)
    kind_wrong = read.kind is not None and read.kind != true.kind
    light_wrong = _sure(read) and read.light != landing.light
    if not (kind_wrong or light_wrong):
        return Score()
    truth = f"{true.kind} with {_light(landing.light)}, {landing.margin_mm:.2f} mm from otherwise"
    faults = (f"{photo.file}: {_said(read)}, but it is {truth}",)
    if photo.hand:
        return Score(hand_wrong=1, faults=faults)
    return Score(kind_wrong=int(kind_wrong), confidently_wrong=int(light_wrong), faults=faults)


def _sure(token: TossToken) -> bool:
    return not token.close_calls and all(touch.sure for touch in token.touches)


def _said(token: TossToken) -> str:
    x, y = token.centre_mm
    return f"{token.kind or 'unknown kind'} at ({x:.1f}, {y:.1f}) with {_light(token.light)}"


def _light(light: tuple[str, ...]) -> str:
    return " or ".join(light) or "no Light"
