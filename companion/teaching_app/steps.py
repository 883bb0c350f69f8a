"""One step after the other: find the boards, cut out the pieces, keep what was understood."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import InputError, PictureError
from companion.flow import Frame
from companion.games.catalogue import find_game, load_edition
from companion.games.printable import Printable
from companion.places import Family, PlaceBoard
from companion.printing.descriptions import description_of, picture_size_mm
from companion.prints import Prints
from companion.teaching.boxes import SHEETS, TeachingSheet
from companion.teaching.edition import (
    Learnt,
    board_print,
    family_scale,
    own_prints,
    thickness_of,
)
from companion.teaching.plan import BoardPlan, PiecesPlan, TeachPlan
from companion.teaching.records import (
    FOLDER,
    BoardRecord,
    PieceRecord,
    PiecesRecord,
    TagRecord,
    digest_of,
    keep,
    kept,
    plain_name,
)
from vision.pictures import MOST_BYTES, decode_picture, write_picture
from vision.registration import BoardNotFound, find_board
from vision.teaching.boards import TaughtBoard, flat_mm, teach_board, teach_known
from vision.teaching.drawing import Drawn, draw_board, draw_pieces
from vision.teaching.outline import LaidPiece
from vision.teaching.photographed import outline_of
from vision.teaching.pieces import SheetView

_DOUBTFUL_SCORE = 0.6


class Teacher:
    """A folder of photographs with its plan; every step is kept and done again when needed."""

    def __init__(self, folder: Path, plan: TeachPlan) -> None:
        """Raises InputError when game or edition are not there."""
        self.folder, self.plan = folder, plan
        self.game: Any = find_game(plan.game)
        if not isinstance(self.game, Printable):
            raise InputError(f"{self.game.name} has no boards to be taught yet")
        self.edition = load_edition(self.game, plan.edition or self.game.default_edition)

    @cached_property
    def prints(self) -> Prints:
        """The game's own boards and pieces, from which names and first places are taken."""
        return self.game.prints(self.edition)  # type: ignore[no-any-return]

    def photo(self, name: str) -> bytes:
        """The bytes of a photograph; raises InputError when it is not there."""
        path = self.folder / name
        try:
            if path.stat().st_size > MOST_BYTES:
                raise PictureError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB; shrink it")
            return path.read_bytes()
        except OSError as error:
            raise InputError(f"{path} can't be read: {error.strerror}") from None

    def kept_path(self, *parts: str) -> Path:
        """A file among what was understood."""
        return self.folder / FOLDER / plain_name(*parts)

    # -- boards --------------------------------------------------------------------------

    def learn_board(self, own: BoardPlan) -> BoardRecord:
        """Find a board in its photographs; kept until plan or photographs change."""
        photos = [self.photo(name) for name in own.photos]
        said = (self.plan.game, self.plan.edition, self.plan.dictionary, self._marker_mm(own))
        pixels = [*own.handles, *own.moved]
        told = (*said, own.corners_px, own.size_mm, [h for h in pixels if h.px is not None])
        digest = digest_of((*told, own.board, own.copy), photos)
        path = self.kept_path(f"{own.key}.json")
        record = kept(path, BoardRecord, digest)
        if record is None:
            frames = [decode_picture(p, n) for p, n in zip(photos, own.photos, strict=True)]
            taught = self._taught(own, frames)
            record = _board_record(taught, own, digest)
            self._make_folder()
            write_picture(self.kept_path(f"{own.key}.png"), taught.picture_bgr)
            keep(path, record)
        return _with_mm(record, own)

    def _taught(self, own: BoardPlan, frames: list[Frame]) -> TaughtBoard:
        if own.corners_px is None or own.size_mm is None:
            return teach_known(frames, self._known(own))
        outline = outline_of(own.corners_px, own.size_mm)
        return teach_board(frames, self.plan.dictionary, self._marker_mm(own), outline)

    def _known(self, own: BoardPlan) -> PlaceBoard:
        """The printed board that has this one's markers."""
        original = board_print(self.prints, own.board, own.copy)
        title = f"the printed {own.board}"
        path = self.folder / "printed.toml"
        return description_of(self.prints, original, own.copy - 1, title, path).board

    def _marker_mm(self, own: BoardPlan) -> float:
        return own.marker_mm or self.plan.marker_mm

    def described(
        self,
        own: BoardPlan,
        learnt: dict[str, Learnt],
        families: tuple[Family, ...],
        file: Path,
    ) -> Any:
        """The description of a board as `companion sheets` would write it, for `file`."""
        prints, board = own_prints(self.prints, self.plan, own, learnt, families)
        several = board_print(self.prints, own.board, own.copy).count > 1
        said = self.game.say(board.key, "en", board.values)
        title = said + (f" {own.copy}" if several else "")
        return description_of(prints, board, 0, title, file)

    def draw_board(self, own: BoardPlan, learnt: dict[str, Learnt]) -> Path:
        """The places over the board's first photograph; the file's path."""
        file = self.folder / f"{own.key}.toml"
        board = self.described(own, learnt, self.prints.families, file).board
        frame = decode_picture(self.photo(own.photos[0]), own.photos[0])
        path = self.kept_path(f"{own.key}-seen.jpg")
        try:
            found = find_board(frame, board)
        except BoardNotFound as error:
            raise InputError(f"{own.photos[0]}: {error}") from None
        seen = draw_board(frame, board, found.pose, found.registration.rms_px)
        self._make_folder()
        write_picture(path, seen)
        return path

    # -- pieces --------------------------------------------------------------------------

    def learn_pieces(self, own: PiecesPlan) -> PiecesRecord:
        """Cut the pieces of one photograph out; kept until plan or photograph change."""
        family = self.family(own.family)
        for kind in own.kinds:
            if kind and kind not in family.kinds:
                raise InputError(
                    f"{own.photo}: {own.family} has no kind called {kind!r}; it has "
                    f"{', '.join(family.kinds[:12])}"
                )
        photo = self.photo(own.photo)
        height = thickness_of(family, self.plan)
        digest = digest_of((own, self.plan.game, self.plan.edition, height), [photo])
        path = self.kept_path(f"{_pieces_key(own)}.json")
        record = kept(path, PiecesRecord, digest)
        if record is None:
            frame = decode_picture(photo, own.photo)
            try:
                record = self._cut_out(own, replace(family, thickness_mm=height), frame, digest)
            except InputError as error:
                raise InputError(f"{own.photo}: {error}") from None
            keep(path, record)
        return record

    def family(self, name: str) -> Family:
        """A family of the game; raises InputError naming those that there are."""
        found = next((f for f in self.prints.families if f.name == name), None)
        if found is None:
            known = ", ".join(f.name for f in self.prints.families)
            raise InputError(f"there are no pieces called {name!r}; there are {known}")
        return found

    def _cut_out(self, own: PiecesPlan, family: Family, frame: Frame, digest: str) -> PiecesRecord:
        sheet, view = _sheet_in(frame)
        found = self._found(own, family, sheet, view)
        self._make_folder()
        records, drawn = [], []
        for kind, laid in found.items():
            width, height = picture_size_mm(family)
            size = (width * laid.scale, height * laid.scale)
            look = view.cut_out(laid, size, family.thickness_mm)
            file = plain_name(family.name, kind, f"{own.photo}.png")
            write_picture(self.kept_path(file), look)
            records.append(PieceRecord(kind, laid.scale, laid.score, laid.turn_deg, file))
            outline = view.outline_px(laid, family.outline_mm, family.thickness_mm)
            drawn.append(Drawn(outline, kind, laid.score >= _DOUBTFUL_SCORE))
        write_picture(self.kept_path(f"{_pieces_key(own)}-seen.jpg"), draw_pieces(frame, drawn))
        return PiecesRecord(digest, family.name, tuple(records))

    def _found(
        self, own: PiecesPlan, family: Family, sheet: TeachingSheet, view: SheetView
    ) -> dict[str, LaidPiece]:
        """Every kind's piece, all in the size that most of them have."""
        outline, height = family.outline_mm, family.thickness_mm
        if own.corners_px is not None:
            return {own.kinds[0]: view.given(own.corners_px, outline, height)}
        if not sheet.holds(family):
            raise InputError(
                f"{family.name} is too large for the boxes of the {sheet.name} sheet; use the "
                "large one, or give corners_px"
            )
        boxes = sheet.boxes[own.first_box - 1 :]
        if len(own.kinds) > len(boxes):
            raise InputError(f"the sheet has {len(boxes)} boxes from there, not {len(own.kinds)}")
        shown = [(kind, box) for kind, box in zip(own.kinds, boxes, strict=False) if kind]
        first = {kind: _in_box(view, box, kind, family) for kind, box in shown}
        if not first:
            return {}
        scale = family_scale(family, [laid.scale for laid in first.values()])
        return {kind: _in_box(view, box, kind, family, scale) for kind, box in shown}

    def _make_folder(self) -> None:
        try:
            (self.folder / FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self.folder} can't be written: {error.strerror}") from None


def _in_box(
    view: SheetView,
    box: tuple[float, float, float, float],
    kind: str,
    family: Family,
    scale: float | None = None,
) -> LaidPiece:
    try:
        return view.lying(box, family.outline_mm, family.thickness_mm, scale)
    except InputError as error:
        raise InputError(
            f"{family.name} {kind}: {error}; lay it in the middle of its box, its top at the "
            "arrow, in even light without a hard shadow"
        ) from None


def _sheet_in(frame: Frame) -> tuple[TeachingSheet, SheetView]:
    """The teaching sheet that a photograph shows; raises InputError when there is none."""
    said = []
    for sheet in SHEETS:
        try:
            return sheet, SheetView(frame, sheet)
        except InputError as error:
            said.append(error)
    raise said[0]


def _pieces_key(own: PiecesPlan) -> str:
    return plain_name("pieces", own.photo, own.family, str(own.first_box))


def _board_record(taught: TaughtBoard, own: BoardPlan, digest: str) -> BoardRecord:
    def in_mm(handles: list[Any]) -> dict[str, Any]:
        told = [handle for handle in handles if handle.px is not None]
        points = flat_mm(taught, [handle.px for handle in told])
        return {handle.place: at for handle, at in zip(told, points, strict=True)}

    return BoardRecord(
        digest,
        taught.size_mm,
        taught.px_per_mm,
        tuple(TagRecord(tag.id, tag.corners_mm) for tag in taught.tags),
        taught.rms_px,
        taught.sigma_mm,
        taught.corner_mm,
        tuple(own.photos[view.number] for view in taught.views),
        in_mm(own.handles) if own.handles else {},
        in_mm(own.moved) if own.moved else {},
    )


def _with_mm(record: BoardRecord, own: BoardPlan) -> BoardRecord:
    """The record with what is said in millimetres, which needs no photograph."""
    handles = {h.place: h.mm for h in own.handles if h.mm is not None}
    moved = {h.place: h.mm for h in own.moved if h.mm is not None}
    return msgspec.structs.replace(
        record, handles={**record.handles, **handles}, moved={**record.moved, **moved}
    )
