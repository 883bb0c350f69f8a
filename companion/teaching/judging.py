"""Is a taught edition good enough?  Measured numbers in, sentences out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

MOST_SIGMA_MM = 0.6
MOST_RMS_PX = 1.0
MOST_OFF_PRINT_MM = 1.5
MOST_UNSURE = 0.15  # of the bare board's places, or of the pieces that were tried
MOST_NAMED = 6


@dataclass(frozen=True)
class BareBoard:
    """A photograph of a bare board, read: why it was not, or how many places are not empty."""

    photo: str
    markers: int
    rms_px: float
    sigma_mm: float
    places: int
    empty: int
    wrong: Sequence[str] = ()
    unsure: Sequence[str] = ()
    why: str = ""


@dataclass(frozen=True)
class Pieces:
    """Pieces laid on made photographs: what was unsure, what was taken for what."""

    tried: int
    right: int
    unsure: Sequence[tuple[str, str]] = ()
    taken_for: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True)
class Measured:
    """Everything that the self-test measured of one board."""

    board: str
    bare: Sequence[BareBoard]
    pieces: Pieces
    off_print_mm: float | None = None


@dataclass(frozen=True)
class Judged:
    """What a person is told: problems refuse the edition, notes do not."""

    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def good(self) -> bool:
        """Whether the edition may be used."""
        return not self.problems


def judge(measured: Measured) -> Judged:
    """Judge one board's self-test."""
    problems = [*_bare_problems(measured), *_print_problems(measured), *_kind_problems(measured)]
    return Judged(tuple(problems), tuple(_notes(measured)))


def _bare_problems(measured: Measured) -> Iterator[str]:
    for bare in measured.bare:
        at = f"{measured.board}, {bare.photo}"
        if bare.why:
            yield f"{at}: the board is not read: {bare.why}"
            continue
        if bare.rms_px > MOST_RMS_PX or bare.sigma_mm > MOST_SIGMA_MM:
            yield (
                f"{at}: markers are {bare.rms_px:.1f} pixels off and the board is sure to "
                f"{bare.sigma_mm:.1f} mm only; check corners and sizes, and that the board is flat"
            )
        if bare.wrong:
            yield f"{at}: something is seen on {_some(bare.wrong)}, though the board is bare"
        if len(bare.unsure) > MOST_UNSURE * bare.places:
            yield (
                f"{at}: {len(bare.unsure)} of {bare.places} empty places can't be told, such as "
                f"{_some(bare.unsure)}; photograph the board in even light without mirrored lamps"
            )


def _print_problems(measured: Measured) -> Iterator[str]:
    off = measured.off_print_mm
    if off is not None and off > MOST_OFF_PRINT_MM:
        yield (
            f"{measured.board}: the places lie {off:.1f} mm off the outlines that are printed "
            "there; move the handles, or let them snap"
        )


def _kind_problems(measured: Measured) -> Iterator[str]:
    pieces = measured.pieces
    if pieces.taken_for:
        counts = Counter(pieces.taken_for)
        said = [f"{f} {kind} for {other}" for (f, kind, other), _ in counts.most_common(MOST_NAMED)]
        yield (
            f"{measured.board}: pieces are taken for others: {'; '.join(said)}; their pictures "
            "look alike, so show these kinds again, larger and sharper, or leave one out"
        )
    if len(pieces.unsure) > MOST_UNSURE * max(pieces.tried, 1):
        names = sorted({f"{family} {kind}" for family, kind in pieces.unsure})
        yield (
            f"{measured.board}: {len(pieces.unsure)} of {pieces.tried} pieces can't be told, such "
            f"as {_some(names)}; show them again, sharp and without mirrored lamps"
        )


def _notes(measured: Measured) -> Iterator[str]:
    for bare in measured.bare:
        if not bare.why:
            yield (
                f"{measured.board}, {bare.photo}: {bare.markers} markers, {bare.rms_px:.2f} pixels "
                f"off, sure to {bare.sigma_mm:.2f} mm; {bare.empty} of {bare.places} places read "
                "empty"
            )
    if len(measured.bare) < 2:
        yield (
            f"{measured.board}: there is one photograph only; a second from another side would "
            "test what the first one taught"
        )
    if measured.off_print_mm is None:
        yield f"{measured.board}: no outlines are printed round the places, so none were compared"
    else:
        yield f"{measured.board}: places lie {measured.off_print_mm:.1f} mm off their print"
    pieces = measured.pieces
    yield (
        f"{measured.board}: of {pieces.tried} pieces laid on made photographs {pieces.right} are "
        f"read right, {len(pieces.unsure)} are unsure, {len(pieces.taken_for)} are taken for others"
    )


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    return shown + (f" and {more} more" if more > 0 else "")
