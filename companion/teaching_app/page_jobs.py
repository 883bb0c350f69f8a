"""Steps of teaching that are done in a process of their own; see companion.photos.process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.display.setup import OpenDraft, TestShown
from companion.errors import CompanionError, InputError
from companion.flow import Sentence
from companion.photos.jobs import NAME
from companion.session.reader_words import in_both

if TYPE_CHECKING:
    from companion.teaching.plan import TeachPlan
    from companion.teaching_app.steps import Teacher

LONGEST_PX = 4000  # of a photograph that is kept
PHOTO_QUALITY = 93


@dataclass(frozen=True)
class StepDone:
    """What a step led to: the draft as it is now, and what is said of it."""

    draft: OpenDraft
    said: Sentence | None = None
    refused: bool = False
    test: TestShown | None = None


@dataclass(frozen=True)
class KeepPhoto:
    """Keep a photograph upright, without remarks, not larger than it has to be."""

    encoded: bytes
    path: Path

    def run(self) -> tuple[int, int]:
        """Its size, pixels.  Raises PictureError."""
        from companion.keeping.whole_file import write_whole
        from vision.pictures import decode_picture, encode_jpeg

        frame = decode_picture(self.encoded, NAME, LONGEST_PX)
        write_whole(self.path, encode_jpeg(frame.image_bgr, PHOTO_QUALITY))
        return frame.size_wh


@dataclass(frozen=True)
class SheetPdf:
    """Draw the sheets with boxes for a paper."""

    paper: str

    def run(self) -> bytes:
        """The PDF."""
        from companion.teaching_app.sheets import teaching_pdf

        return teaching_pdf(self.paper)[0]


@dataclass(frozen=True)
class CheckEdition:
    """Whether an edition that a stranger made can be read at all: every file of it is opened."""

    folder: Path

    def run(self) -> None:
        """Raises CompanionError naming what can't be used."""
        from companion.describing.table_file import load_places
        from companion.teaching.manifest import read_manifest
        from vision.pictures import read_picture
        from vision.places.reader import TableReader

        manifest = read_manifest(self.folder)
        for path in (*self.folder.glob("pictures/*"), *self.folder.glob("photos/*")):
            read_picture(path)
        boards = [load_places(self.folder / table) for table in manifest.tables.values()]
        for board in boards:
            named = [*(picture.picture for picture in board.pictures), board.empty]
            for path in filter(None, named):
                if not path.resolve().is_relative_to(self.folder.resolve()):
                    raise InputError(
                        Sentence(
                            "setup_not_zip",
                            "this file is not the zip of an edition: {why}",
                            why=f"{board.source.name} names a picture outside of it",
                        )
                    )
        TableReader(boards)


@dataclass(frozen=True)
class TeachStep:
    """Look at a draft after doing what `act` says with `target`.

    "board": find the board of that key; "pieces": cut the pieces of that photograph and family
    out; "save": write the edition to `out` and test it; "": nothing.
    """

    folder: Path
    act: str = ""
    target: str = ""
    out: Path | None = None

    def run(self) -> StepDone:
        """Do it.  Raises CompanionError."""
        from companion.teaching.plan import read_plan
        from companion.teaching_app.page_shown import DraftView
        from companion.teaching_app.steps import Teacher

        teacher = Teacher(self.folder, read_plan(self.folder))
        said: Sentence | str | None = None
        refused, test = False, None
        try:
            if self.act == "save":
                said, test = _saved(teacher, self.out or self.folder / "edition")
                refused = not test.good
            else:
                said = _acted(teacher, self.act, self.target)
        except CompanionError as error:
            said, refused = error.sentence, True
            if self.act == "pieces":
                teacher.plan = _without_pieces(teacher, self.target)
        if said is not None and not isinstance(said, Sentence):
            said = Sentence("setup_said", "{said}", said=said)
        return StepDone(DraftView(teacher).draft(self.folder.name), said, refused, test)


def _acted(teacher: Teacher, act: str, target: str) -> Sentence | None:
    if act == "board":
        own = next((board for board in teacher.plan.board if board.key == target), None)
        if own is not None:
            record = teacher.learn_board(own)
            return Sentence(
                "setup_found_board",
                "The board is found: {markers} markers, sure to {sigma_mm} mm.",
                markers=str(len(record.tags)),
                sigma_mm=f"{record.sigma_mm:.2f}",
            )
    if act == "pieces":
        count = sum(
            len(teacher.learn_pieces(own).pieces)
            for own in teacher.plan.pieces
            if own.photo == target
        )
        return Sentence("setup_found_pieces", "{count} pieces are found.", count=str(count))
    return None


def _without_pieces(teacher: Teacher, photo: str) -> TeachPlan:
    """A photograph in which pieces were not found teaches nothing; the plan without it."""
    import msgspec

    from companion.keeping.whole_file import write_whole
    from companion.teaching.plan import JSON_NAME

    pieces = [own for own in teacher.plan.pieces if own.photo != photo]
    plan = msgspec.structs.replace(teacher.plan, pieces=pieces)
    write_whole(teacher.folder / JSON_NAME, msgspec.json.encode(plan))
    return plan


def _saved(teacher: Teacher, out: Path) -> tuple[Sentence, TestShown]:
    """Write the edition beside its place, test it, and move it there only when it is good."""
    import shutil

    from companion.teaching_app.checking import check_edition
    from companion.teaching_app.writing import Understood, write_edition

    trial = teacher.folder / "trial"
    shutil.rmtree(trial, ignore_errors=True)
    understood = Understood(teacher)
    understood.learn()
    write_edition(understood, trial)
    judged = list(check_edition(trial))
    good = all(each.good for each in judged)
    test = TestShown(
        good,
        tuple(in_both(problem) for each in judged for problem in each.problems),
        tuple(in_both(note) for each in judged for note in each.notes),
    )
    if good:
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(trial, out)
        return Sentence("setup_saved", "The edition is saved."), test
    shutil.rmtree(trial, ignore_errors=True)
    refused = "It is not good enough, see below; mend it and try again."
    return Sentence("setup_refused", refused), test
