"""An edition folder written from what was understood, and its self-test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from companion.describing.table_text import dump_places
from companion.errors import InputError
from companion.flow import Sentence
from companion.keeping.whole_folder import write_all
from companion.places import Family, as_circle
from companion.printing.descriptions import kind_picture_path, pictures_of
from companion.teaching.edition import (
    Learnt,
    board_print,
    files_of,
    own_families,
    placed,
)
from companion.teaching.manifest import MANIFEST, Manifest
from companion.teaching.placing import Affine
from companion.teaching.plan import BoardPlan, PiecesPlan
from companion.teaching.records import BoardRecord, PiecesRecord
from companion.teaching_app.cutting import at
from companion.teaching_app.steps import Teacher
from hardware.simulated.drawing_file import drawing_png
from vision.pictures import decode_picture, encode_jpeg, encode_png, read_picture
from vision.teaching.gloss import turned_alike, without_gloss
from vision.teaching.printed_outlines import printed_fit

PHOTO_QUALITY = 92
PIECE_PX_PER_MM = 10.0
NAMES_SHOWN = 8  # of photographs or kinds in one sentence
Told = Callable[[str], None]


class Understood:
    """Everything of a plan, understood: boards by key, pieces by family and kind."""

    def __init__(self, teacher: Teacher) -> None:
        self.teacher = teacher
        self.boards: dict[str, BoardRecord] = {}
        self.pieces: list[PiecesRecord] = []
        self.known: dict[tuple[str, str, int], PiecesRecord] = {}
        self.problems: list[str] = []

    def recall(self) -> None:
        """Take what was understood before and still holds; nothing is worked out."""
        for own in self.teacher.plan.board:
            self._try(lambda own=own: self._recall_board(own))  # type: ignore[misc]
        for pieces in self.teacher.plan.pieces:
            self._try(lambda pieces=pieces: self._recall_pieces(pieces))  # type: ignore[misc]

    def _recall_board(self, own: BoardPlan) -> None:
        record = self.teacher.known_board(own)
        if record is not None:
            self.boards[own.key] = record

    def _recall_pieces(self, own: PiecesPlan) -> None:
        record = self.teacher.known_pieces(own)
        if record is not None:
            self._keep_pieces(own, record)

    def _keep_pieces(self, own: PiecesPlan, record: PiecesRecord) -> None:
        self.pieces.append(record)
        self.known[own.photo, own.family, own.first_box] = record

    def learn(self, told: Told = lambda _: None) -> None:
        """Do every step; what goes wrong is collected, the other steps are done all the same.

        Photographs that are not there are one problem, said first.
        """
        absent = self.teacher.absent()
        if absent:
            self.problems.append(_not_there(absent, self.teacher.folder))
        for own in self.teacher.plan.board:
            if not set(own.photos) & set(absent):
                self._try(lambda own=own: self._board(own, told))  # type: ignore[misc]
        for pieces in self.teacher.plan.pieces:
            if pieces.photo not in absent:
                self._try(lambda pieces=pieces: self._pieces(pieces, told))  # type: ignore[misc]
        for own in self.teacher.plan.board:
            if own.key in self.boards:
                self._try(lambda own=own: told(self._seen(own)))  # type: ignore[misc]

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except InputError as error:
            self.problems.append(error.sentence)

    def _board(self, own: BoardPlan, told: Told) -> None:
        try:
            record = self.teacher.learn_board(own)
        except InputError as error:
            raise InputError(at(f"{own.board} {own.copy}", error.sentence)) from None
        self.boards[own.key] = record
        corner = "" if record.corner_mm is None else f", corners to {record.corner_mm:.1f} mm"
        told(
            f"{own.board} {own.copy}: {len(record.tags)} markers, {record.rms_px:.2f} px off, "
            f"sure to {record.sigma_mm:.2f} mm{corner}; {len(record.used)} photographs used"
        )

    def _pieces(self, own: PiecesPlan, told: Told) -> None:
        record = self.teacher.learn_pieces(own)
        self._keep_pieces(own, record)
        kinds = ", ".join(
            f"{piece.kind} ({100 * (piece.scale - 1):+.0f} %)" for piece in record.pieces
        )
        told(f"{own.photo}: {record.family} {kinds}")

    def _seen(self, own: BoardPlan) -> str:
        path = self.teacher.draw_board(own, self.learnt)
        over = placed(self.teacher.plan, self.teacher.prints, own, self.learnt)
        off = f", handles off by {over.off_mm:.1f} mm at most" if own.handles else ""
        return f"{own.board} {own.copy}: {len(over.places)} places{off}; look at {path}"

    @property
    def learnt(self) -> dict[str, Learnt]:
        """For laying places; those that snap are laid onto their printed outlines."""
        plain = {key: record.learnt for key, record in self.boards.items()}
        snapped = {
            own.key: replace(plain[own.key], snap=self._snap(own, plain))
            for own in self.teacher.plan.board
            if own.snap and own.key in plain
        }
        return {**plain, **snapped}

    def _snap(self, own: BoardPlan, learnt: Mapping[str, Learnt]) -> Affine | None:
        over = placed(self.teacher.plan, self.teacher.prints, own, learnt)
        picture = read_picture(self.teacher.kept_path(f"{own.key}.png")).image_bgr
        outlines = [place.outline_mm for place in over.places]
        fit = printed_fit(picture, self.boards[own.key].px_per_mm, outlines)
        if fit is None:
            return None
        (a, d), (b, e) = fit.turn.tolist()
        return Affine(a, b, float(fit.shift_mm[0]), d, e, float(fit.shift_mm[1]))

    @property
    def families(self) -> tuple[Family, ...]:
        """The families that were taught or borrowed, with their kinds."""
        taught: dict[str, dict[str, float]] = {}
        for record in self.pieces:
            own = taught.setdefault(record.family, {})
            own |= {piece.kind: piece.scale for piece in record.pieces}
        return own_families(self.teacher.prints, taught, self.teacher.plan)

    def missing(self) -> Iterator[str]:
        """Kinds that lie on the taught boards and were not shown, a sentence for each family."""
        known = {family.name: family.kinds for family in self.families}
        wanted = {
            name
            for own in self.teacher.plan.board
            for place in board_print(self.teacher.prints, own.board, own.copy).places
            for name in place.families
        }
        for family in self.teacher.prints.families:
            untold = [kind for kind in family.kinds if kind not in known.get(family.name, ())]
            if family.name in wanted and untold:
                shown = ", ".join(untold[:NAMES_SHOWN])
                shown += " ..." if len(untold) > NAMES_SHOWN else ""
                yield Sentence(
                    "teach_missing",
                    "{family}: {count} of {all} not shown: {kinds}",
                    family=family.name,
                    count=str(len(untold)),
                    all=str(len(family.kinds)),
                    kinds=shown,
                )


def _not_there(absent: Sequence[str], folder: Path) -> Sentence:
    shown = ", ".join(absent[:NAMES_SHOWN]) + (" ..." if len(absent) > NAMES_SHOWN else "")
    return Sentence(
        "teach_absent",
        "photographs of the plan that are not in {folder}: {count} ({names}); "
        "add them, or take what they show out of the plan",
        folder=str(folder),
        count=str(len(absent)),
        names=shown,
    )


def write_edition(understood: Understood, out: Path) -> tuple[Path, ...]:
    """Write the edition's folder, whole or not at all; the descriptions' files.

    Raises InputError when something was not understood, or nothing was taught.
    """
    teacher, families = understood.teacher, understood.families
    if understood.problems:
        raise InputError(understood.problems[0])
    if not understood.boards:
        raise InputError(Sentence("teach_nothing", "no board was taught yet"))
    if not families:
        raise InputError(
            Sentence(
                "teach_no_pieces",
                "no piece was taught; show at least one kind in a box of the sheet",
            )
        )
    files: dict[str, bytes] = {}
    names = files_of(teacher.plan, teacher.prints)
    for own in teacher.plan.board:
        files |= _board_files(understood, own, families, out, out / names[own.key])
    files |= _piece_files(understood, families, out)
    manifest = Manifest(
        teacher.game.name,
        teacher.edition.name,
        teacher.plan.name,
        {
            own.key: [f"photos/{own.key}-{i + 1}.jpg" for i in range(len(own.photos))]
            for own in teacher.plan.board
        },
        {own.key: names[own.key] for own in teacher.plan.board},
    )
    files[MANIFEST] = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    write_all(out, files)
    return tuple(out / name for name in names.values())


def _board_files(
    understood: Understood, own: BoardPlan, families: tuple[Family, ...], out: Path, file: Path
) -> dict[str, bytes]:
    """A board's description, its flat picture, its photographs without their remarks."""
    teacher = understood.teacher
    described = teacher.described(own, understood.learnt, families, file)
    board = described.board
    if not board.places:
        raise InputError(
            Sentence(
                "teach_none_there",
                "{board}: none of the pieces that were taught may lie there",
                board=own.board,
            )
        )
    text = dump_places(board, described.tokens)
    picture = teacher.kept_path(f"{own.key}.png").read_bytes()
    files = {file.name: text.encode("utf-8"), board.empty.relative_to(out).as_posix(): picture}
    for number, name in enumerate(own.photos, 1):
        frame = decode_picture(teacher.photo(name), name)
        files[f"photos/{own.key}-{number}.jpg"] = encode_jpeg(frame.image_bgr, PHOTO_QUALITY)
    return files


def _piece_files(
    understood: Understood, families: tuple[Family, ...], out: Path
) -> dict[str, bytes]:
    """The picture of every kind: taught ones from their photographs, borrowed ones drawn."""
    teacher = understood.teacher
    prints = replace(teacher.prints, families=families)
    shown: dict[tuple[str, str], list[Path]] = {}
    for record in understood.pieces:
        for piece in record.pieces:
            path = teacher.kept_path(piece.file)
            shown.setdefault((record.family, piece.kind), []).append(path)
    drawn = {picture.path: picture for picture in pictures_of(prints, out)}
    files = {}
    for family in families:
        for kind in family.kinds:
            path = kind_picture_path(out, family.name, kind)
            name = path.relative_to(out).as_posix()
            if family.name in teacher.plan.borrow:
                files[name] = drawing_png(drawn[path].drawing, PIECE_PX_PER_MM)
            else:
                files[name] = _looks(shown[family.name, kind], family)
    return files


def _looks(paths: Sequence[Path], family: Family) -> bytes:
    """One picture of a kind from all its photographs."""
    first, *others = (read_picture(path).image_bgr for path in paths)
    if as_circle(family.outline_mm) is not None:
        others = [turned_alike(first, other) for other in others]
    return encode_png(without_gloss([first, *others]))
