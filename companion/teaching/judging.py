"""Is a taught edition good enough?  Measured numbers in, sentences out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.flow import Sentence

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


def _bare_problems(measured: Measured) -> Iterator[Sentence]:
    for bare in measured.bare:
        at = f"{measured.board}, {bare.photo}"
        if bare.why:
            yield Sentence(
                "teach_bare_not_read",
                "{at}: the board is not read: {why}",
                at=at,
                why=bare.why,
            )
            continue
        if bare.rms_px > MOST_RMS_PX or bare.sigma_mm > MOST_SIGMA_MM:
            yield Sentence(
                "teach_bare_off",
                "{at}: markers are {rms_px} pixels off and the board is sure to {sigma_mm} mm "
                "only; check corners and sizes, and that the board is flat",
                at=at,
                rms_px=f"{bare.rms_px:.1f}",
                sigma_mm=f"{bare.sigma_mm:.1f}",
            )
        if bare.wrong:
            yield Sentence(
                "teach_bare_wrong",
                "{at}: something is seen on {places}, though the board is bare",
                at=at,
                places=_some(bare.wrong),
            )
        if len(bare.unsure) > MOST_UNSURE * bare.places:
            yield Sentence(
                "teach_bare_unsure",
                "{at}: {count} of {all} empty places can't be told, such as {places}; photograph "
                "the board in even light without mirrored lamps",
                at=at,
                count=str(len(bare.unsure)),
                all=str(bare.places),
                places=_some(bare.unsure),
            )


def _print_problems(measured: Measured) -> Iterator[Sentence]:
    off = measured.off_print_mm
    if off is not None and off > MOST_OFF_PRINT_MM:
        yield Sentence(
            "teach_off_print",
            "{board}: the places lie {off_mm} mm off the outlines that are printed there; move the "
            "handles, or let them snap",
            board=measured.board,
            off_mm=f"{off:.1f}",
        )


def _kind_problems(measured: Measured) -> Iterator[Sentence]:
    pieces = measured.pieces
    if pieces.taken_for:
        counts = Counter(pieces.taken_for)
        said = [f"{f} {kind} → {other}" for (f, kind, other), _ in counts.most_common(MOST_NAMED)]
        yield Sentence(
            "teach_alike",
            "{board}: pieces are taken for others: {pairs}; their pictures look alike, so show "
            "these kinds again, larger and sharper, or leave one out",
            board=measured.board,
            pairs="; ".join(said),
        )
    if len(pieces.unsure) > MOST_UNSURE * max(pieces.tried, 1):
        names = sorted({f"{family} {kind}" for family, kind in pieces.unsure})
        yield Sentence(
            "teach_unsure_kinds",
            "{board}: {count} of {all} pieces can't be told, such as {kinds}; show them again, "
            "sharp and without mirrored lamps",
            board=measured.board,
            count=str(len(pieces.unsure)),
            all=str(pieces.tried),
            kinds=_some(names),
        )


def _notes(measured: Measured) -> Iterator[Sentence]:
    for bare in measured.bare:
        if not bare.why:
            yield Sentence(
                "teach_note_bare",
                "{at}: {markers} markers, {rms_px} pixels off, sure to {sigma_mm} mm; {empty} of "
                "{all} places read empty",
                at=f"{measured.board}, {bare.photo}",
                markers=str(bare.markers),
                rms_px=f"{bare.rms_px:.2f}",
                sigma_mm=f"{bare.sigma_mm:.2f}",
                empty=str(bare.empty),
                all=str(bare.places),
            )
    if len(measured.bare) < 2:
        yield Sentence(
            "teach_note_one",
            "{board}: there is one photograph only; a second from another side would test what the "
            "first one taught",
            board=measured.board,
        )
    if measured.off_print_mm is None:
        yield Sentence(
            "teach_note_no_print",
            "{board}: no outlines are printed round the places, so none were compared",
            board=measured.board,
        )
    else:
        yield Sentence(
            "teach_note_print",
            "{board}: places lie {off_mm} mm off their print",
            board=measured.board,
            off_mm=f"{measured.off_print_mm:.1f}",
        )
    pieces = measured.pieces
    yield Sentence(
        "teach_note_pieces",
        "{board}: of {tried} pieces laid on made photographs {right} are read right, {unsure} are "
        "unsure, {wrong} are taken for others",
        board=measured.board,
        tried=str(pieces.tried),
        right=str(pieces.right),
        unsure=str(len(pieces.unsure)),
        wrong=str(len(pieces.taken_for)),
    )


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    return shown + (f" +{more}" if more > 0 else "")
