"""One step after the other: find the boards, cut out the pieces, keep what was understood."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import InputError, PictureError
from companion.flow import Frame, Sentence
from companion.games.catalogue import find_game, load_edition
from companion.games.printable import Printable
from companion.places import Family, PlaceBoard
from companion.printing.descriptions import description_of
from companion.prints import Prints
from companion.teaching.edition import (
    Learnt,
    board_print,
    own_prints,
    thickness_of,
)
from companion.teaching.plan import BoardPlan, PiecesPlan, TeachPlan
from companion.teaching.records import (
    FOLDER,
    BoardRecord,
    PiecesRecord,
    TagRecord,
    digest_of,
    keep,
    kept,
    plain_name,
)
from companion.teaching_app.cutting import at, cut_out
from vision.pictures import MOST_BYTES, decode_picture, write_picture
from vision.registration import BoardNotFound, find_board
from vision.teaching.boards import TaughtBoard, flat_mm, teach_board, teach_known
from vision.teaching.drawing import draw_board
from vision.teaching.photographed import outline_of


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
            raise InputError(
                Sentence(
                    "teach_no_photo",
                    "the photograph {name} can't be read: {why}",
                    name=str(path),
                    why=str(error.strerror),
                )
            ) from None

    def absent(self) -> tuple[str, ...]:
        """The photographs that the plan names and the folder does not have, each once."""
        plan = self.plan
        named = [name for board in plan.board for name in board.photos]
        named += [pieces.photo for pieces in plan.pieces]
        return tuple(name for name in dict.fromkeys(named) if not (self.folder / name).exists())

    def kept_path(self, *parts: str) -> Path:
        """A file among what was understood."""
        return self.folder / FOLDER / plain_name(*parts)

    # -- boards --------------------------------------------------------------------------

    def learn_board(self, own: BoardPlan) -> BoardRecord:
        """Find a board in its photographs; kept until plan or photographs change."""
        record = self.known_board(own)
        if record is not None:
            return record
        frames = [decode_picture(self.photo(name), name) for name in own.photos]
        taught = self._taught(own, frames)
        record = _board_record(taught, own, self._board_digest(own))
        self._make_folder()
        write_picture(self.kept_path(f"{own.key}.png"), taught.picture_bgr)
        keep(self.kept_path(f"{own.key}.json"), record)
        return _with_mm(record, own)

    def known_board(self, own: BoardPlan) -> BoardRecord | None:
        """What was understood of a board, when it still holds."""
        record = kept(self.kept_path(f"{own.key}.json"), BoardRecord, self._board_digest(own))
        return None if record is None else _with_mm(record, own)

    def _board_digest(self, own: BoardPlan) -> str:
        pixels = [handle for handle in (*own.handles, *own.moved) if handle.px is not None]
        said = (self.plan.game, self.plan.edition, self.plan.dictionary, self._marker_mm(own))
        told = (*said, own.board, own.copy, own.corners_px, own.size_mm, pixels)
        return digest_of(told, map(self.photo, own.photos))

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
        made = description_of(prints, board, 0, title, file)
        owned = replace(made.board, game=self.game.name, edition=self.edition.name)
        return replace(made, board=owned)

    def draw_board(self, own: BoardPlan, learnt: dict[str, Learnt]) -> Path:
        """The places over the board's first photograph; the file's path."""
        file = self.folder / f"{own.key}.toml"
        board = self.described(own, learnt, self.prints.families, file).board
        frame = decode_picture(self.photo(own.photos[0]), own.photos[0])
        path = self.board_drawing(own)
        try:
            found = find_board(frame, board)
        except BoardNotFound as error:
            raise InputError(at(own.photos[0], error.sentence)) from None
        seen = draw_board(frame, board, found.pose, found.registration.rms_px)
        self._make_folder()
        write_picture(path, seen)
        return path

    def board_drawing(self, own: BoardPlan) -> Path:
        """Where the photograph with the places over it lies."""
        return self.kept_path(f"{own.key}-seen.jpg")

    # -- pieces --------------------------------------------------------------------------

    def learn_pieces(self, own: PiecesPlan) -> PiecesRecord:
        """Cut the pieces of one photograph out; kept until plan or photograph change."""
        family = self.family(own.family)
        for kind in own.kinds:
            if kind and kind not in family.kinds:
                raise InputError(
                    Sentence(
                        "teach_no_kind",
                        "{family} has no kind called '{kind}'; it has {known}",
                        family=own.family,
                        kind=kind,
                        known=", ".join(family.kinds[:12]),
                    )
                )
        record = self.known_pieces(own)
        if record is None:
            frame = decode_picture(self.photo(own.photo), own.photo)
            self._make_folder()
            thick = replace(family, thickness_mm=thickness_of(family, self.plan))
            try:
                pieces = cut_out(own, thick, frame, self.kept_path, self.pieces_drawing(own))
            except InputError as error:
                raise InputError(at(own.photo, error.sentence)) from None
            record = PiecesRecord(self._pieces_digest(own), family.name, pieces)
            keep(self.kept_path(f"{_pieces_key(own)}.json"), record)
        return record

    def known_pieces(self, own: PiecesPlan) -> PiecesRecord | None:
        """What was cut out of a photograph, when it still holds."""
        path = self.kept_path(f"{_pieces_key(own)}.json")
        return kept(path, PiecesRecord, self._pieces_digest(own))

    def pieces_drawing(self, own: PiecesPlan) -> Path:
        """Where the photograph with the outlines of its pieces lies."""
        return self.kept_path(f"{_pieces_key(own)}-seen.jpg")

    def _pieces_digest(self, own: PiecesPlan) -> str:
        height = thickness_of(self.family(own.family), self.plan)
        said = (own, self.plan.game, self.plan.edition, height)
        return digest_of(said, [self.photo(own.photo)])

    def family(self, name: str) -> Family:
        """A family of the game; raises InputError naming those that there are."""
        found = next((f for f in self.prints.families if f.name == name), None)
        if found is None:
            known = ", ".join(f.name for f in self.prints.families)
            raise InputError(
                Sentence(
                    "teach_no_family",
                    "there are no pieces called '{name}'; there are {known}",
                    name=name,
                    known=known,
                )
            )
        return found

    def _make_folder(self) -> None:
        try:
            (self.folder / FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self.folder} can't be written: {error.strerror}") from None


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
