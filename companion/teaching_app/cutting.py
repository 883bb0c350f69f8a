"""The pieces of one photograph of a teaching sheet, cut out and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError
from companion.flow import Frame, Sentence
from companion.places import Family
from companion.printing.descriptions import picture_size_mm
from companion.teaching.boxes import SHEETS, TeachingSheet
from companion.teaching.edition import family_scale
from companion.teaching.plan import PiecesPlan
from companion.teaching.records import PieceRecord, plain_name
from vision.pictures import write_picture
from vision.teaching.drawing import Drawn, draw_pieces
from vision.teaching.outline import LaidPiece
from vision.teaching.pieces import SheetView

_DOUBTFUL_SCORE = 0.6


def cut_out(
    own: PiecesPlan, family: Family, frame: Frame, path_of: Callable[[str], Path], drawing: Path
) -> tuple[PieceRecord, ...]:
    """Find the pieces, write a picture of each to `path_of` its file, and what was seen.

    Raises InputError when the sheet or a piece is not found.
    """
    sheet, view = _sheet_in(frame)
    records, drawn = [], []
    for kind, laid in _found(own, family, sheet, view).items():
        width, height = picture_size_mm(family)
        size = (width * laid.scale, height * laid.scale)
        file = plain_name(family.name, kind, f"{own.photo}.png")
        write_picture(path_of(file), view.cut_out(laid, size, family.thickness_mm))
        records.append(PieceRecord(kind, laid.scale, laid.score, laid.turn_deg, file))
        outline = view.outline_px(laid, family.outline_mm, family.thickness_mm)
        drawn.append(Drawn(outline, kind, laid.score >= _DOUBTFUL_SCORE))
    write_picture(drawing, draw_pieces(frame, drawn))
    return tuple(records)


def at(where: str, said: str) -> Sentence:
    """What is wrong, and where."""
    return Sentence("teach_at", "{where}: {said}", where=where, said=said)


@dataclass(frozen=True)
class _Shown:
    """The kinds and their boxes on the sheet."""

    view: SheetView
    family: Family

    def lying(
        self, kind: str, box: tuple[float, float, float, float], scale: float | None = None
    ) -> LaidPiece:
        """The piece in a box; raises InputError naming it."""
        try:
            return self.view.lying(box, self.family.outline_mm, self.family.thickness_mm, scale)
        except InputError as error:
            raise InputError(
                Sentence(
                    "teach_in_box",
                    "{family} {kind}: {why}; lay it in the middle of its box, its top at the "
                    "arrow, in even light without a hard shadow",
                    family=self.family.name,
                    kind=kind,
                    why=error.sentence,
                )
            ) from None


def _found(
    own: PiecesPlan, family: Family, sheet: TeachingSheet, view: SheetView
) -> dict[str, LaidPiece]:
    """Every kind's piece, all in the size that most of them have."""
    if own.corners_px is not None:
        laid = view.given(own.corners_px, family.outline_mm, family.thickness_mm)
        return {own.kinds[0]: laid}
    if not sheet.holds(family):
        raise InputError(
            Sentence(
                "teach_too_large",
                "{family} is too large for the boxes of this sheet; use the one with large boxes, "
                "or give the piece's corners",
                family=family.name,
            )
        )
    boxes = sheet.boxes[own.first_box - 1 :]
    if len(own.kinds) > len(boxes):
        raise InputError(
            Sentence(
                "teach_boxes",
                "the sheet has {boxes} boxes from there, not {count}",
                boxes=str(len(boxes)),
                count=str(len(own.kinds)),
            )
        )
    shown, hand = list(zip(own.kinds, boxes, strict=False)), _Shown(view, family)
    first = {kind: hand.lying(kind, box) for kind, box in shown if kind}
    if not first:
        return {}
    scale = family_scale(family, [laid.scale for laid in first.values()])
    return {kind: hand.lying(kind, box, scale) for kind, box in shown if kind}


def _sheet_in(frame: Frame) -> tuple[TeachingSheet, SheetView]:
    """The teaching sheet that a photograph shows; raises InputError when there is none."""
    said = []
    for sheet in SHEETS:
        try:
            return sheet, SheetView(frame, sheet)
        except InputError as error:
            said.append(error)
    raise said[0]
