"""Teaching one's own copy from the page: step by step, kept on disk, also over a restart."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.display.model import Note, Tone
from companion.display.setup import NamedThing, OpenDraft, SetupState, TestShown
from companion.display.text import Text
from companion.errors import CompanionError, InputError
from companion.flow import Sentence
from companion.games.catalogue import find_game, game_names
from companion.games.printable import Printable
from companion.photos.process import PhotoProcess
from companion.session.reader_words import in_both
from companion.teaching.archive import unzip_edition, zip_edition
from companion.teaching.asked import (
    ACTS,
    BeginAsked,
    BoardAsked,
    BorrowAsked,
    HoldAsked,
    PiecesAsked,
    RemoveAsked,
)
from companion.teaching.drafts import Drafts
from companion.teaching.plan import BoardPlan, PiecesPlan, TeachPlan
from companion.teaching_app.page_jobs import CheckEdition, KeepPhoto, SheetPdf, StepDone, TeachStep

if TYPE_CHECKING:
    from companion.flow import Frame

STILL_WAIT_S = 15.0
_JPEG_QUALITY = 95
_PAPERS = ("a4", "a3", "letter")


class PageSetup:
    """Everything of the setup page; safe to call from any thread.

    `still` takes a picture of full size with the table's camera; None without one.
    """

    def __init__(self, data: Path, still: Callable[[float], Frame] | None = None) -> None:
        self._drafts, self._still = Drafts(data), still
        self._process, self._lock = PhotoProcess(), threading.Lock()
        self._sheets: dict[str, bytes] = {}
        self._last: OpenDraft | None = None

    def state(self, draft: str) -> SetupState:
        """What there is, and one draft when it is named."""
        return self._answered(lambda: self._step(draft) if draft else self._shown())

    def do(self, act: str, body: object) -> SetupState | None:
        """Carry out a request by its name and JSON; None when there is none of that name."""
        kind = ACTS.get(act)
        if kind is None:
            return None
        try:
            asked: Any = msgspec.convert(body, kind)
        except msgspec.ValidationError as error:
            raise InputError(f"the body does not fit: {error}") from None
        if isinstance(asked, BeginAsked):
            return self.begin(asked.game, asked.name, asked.marker_mm)
        if isinstance(asked, BoardAsked):
            return self.board(asked.draft, asked.plan)
        if isinstance(asked, HoldAsked):
            return self.board(asked.draft, asked.plan, find=False)
        if isinstance(asked, PiecesAsked):
            return self.pieces(asked.draft, asked.plan)
        if isinstance(asked, BorrowAsked):
            return self.borrow(asked.draft, asked.families)
        if isinstance(asked, RemoveAsked):
            return self.remove(asked.draft, asked.what)
        plain = {"take": self.take, "save": self.save, "drop": self.drop, "open": self.state}
        return plain[act](asked.draft)

    def begin(self, game: str, name: str, marker_mm: float) -> SetupState:
        """Begin to teach a copy of a game."""

        def begun() -> SetupState:
            found = find_game(game)
            plan = TeachPlan(found.name, name.strip(), marker_mm=marker_mm)
            return self._step(self._drafts.begin(plan))

        return self._answered(begun)

    def drop(self, draft: str) -> SetupState:
        """Throw a draft away."""

        def dropped() -> SetupState:
            self._last = None
            self._drafts.drop(draft)
            return self._shown()

        return self._answered(dropped)

    def add(self, draft: str, encoded: bytes) -> SetupState:
        """Keep a photograph that a phone sent; the state names it."""
        return self._answered(lambda: self._kept(draft, encoded), draft)

    def take(self, draft: str) -> SetupState:
        """Take a photograph with the table's camera."""
        from vision.pictures import encode_jpeg

        def taken() -> SetupState:
            if self._still is None:
                none = Sentence("setup_no_camera", "this table has no camera of its own")
                raise InputError(none)
            frame = self._still(STILL_WAIT_S)
            return self._kept(draft, encode_jpeg(frame.image_bgr, _JPEG_QUALITY))

        return self._answered(taken, draft)

    def _kept(self, draft: str, encoded: bytes) -> SetupState:
        path = self._drafts.new_photo(draft)
        self._process.run(KeepPhoto(encoded, path))
        note = Note(Tone.OK, Text("The photograph is there.", "照片已收到。"))
        return replace(self._step(draft), photo=path.name, note=note)

    def board(self, draft: str, board: BoardPlan, find: bool = True) -> SetupState:
        """Keep what is said of a board, and find it in its photographs."""

        def said(plan: TeachPlan) -> TeachPlan:
            others = [each for each in plan.board if each.key != board.key]
            return msgspec.structs.replace(plan, board=[*others, board])

        return self._answered(
            lambda: self._changed(draft, said, "board" if find else "", board.key), draft
        )

    def pieces(self, draft: str, pieces: PiecesPlan) -> SetupState:
        """Keep what is said of a photograph of pieces, and cut them out."""

        def said(plan: TeachPlan) -> TeachPlan:
            others = [each for each in plan.pieces if each.photo != pieces.photo]
            return msgspec.structs.replace(plan, pieces=[*others, pieces])

        return self._answered(lambda: self._changed(draft, said, "pieces", pieces.photo), draft)

    def borrow(self, draft: str, families: tuple[str, ...]) -> SetupState:
        """Keep which families of pieces are printed from our own sheets."""

        def said(plan: TeachPlan) -> TeachPlan:
            return msgspec.structs.replace(plan, borrow=list(families))

        return self._answered(lambda: self._changed(draft, said, "", ""), draft)

    def remove(self, draft: str, what: str) -> SetupState:
        """Take a board (by its key) or a photograph of pieces out again."""

        def said(plan: TeachPlan) -> TeachPlan:
            return msgspec.structs.replace(
                plan,
                board=[each for each in plan.board if each.key != what],
                pieces=[each for each in plan.pieces if each.photo != what],
            )

        def removed() -> SetupState:
            state = self._changed(draft, said, "", "")
            self._drafts.tidy(draft, self._drafts.plan(draft))
            return state

        return self._answered(removed, draft)

    def save(self, draft: str) -> SetupState:
        """Write the edition, test it, and keep it when it is good."""

        def saved() -> SetupState:
            name = self._drafts.plan(draft).name
            out = self._drafts.edition_for(name)
            return self._step(draft, "save", out=out)

        return self._answered(saved, draft)

    def file(self, draft: str, name: str) -> bytes | None:
        """A photograph of a draft, or a picture of what was understood."""
        try:
            path = self._drafts.file(draft, name)
            return None if path is None else path.read_bytes()
        except (CompanionError, OSError):
            return None

    def packed(self, edition: str) -> bytes | None:
        """An edition as a zip file."""
        folder = self._drafts.edition(edition)
        return None if folder is None else zip_edition(folder)

    def unpack(self, packed: bytes) -> SetupState:
        """Take an edition in that somebody else made, when its files can be used."""

        def taken() -> SetupState:
            trial = self._drafts.trial()
            try:
                manifest = unzip_edition(packed, trial)
                find_game(manifest.game)
                self._process.run(CheckEdition(trial))
                name = manifest.name or manifest.game
                self._drafts.put(trial, self._drafts.free_edition(name))
            finally:
                self._drafts.clear_trial()
            said = Sentence("setup_imported", "The edition '{name}' is taken in.", name=name)
            return replace(self._shown(), note=Note(Tone.OK, in_both(said)))

        return self._answered(taken)

    def sheet(self, paper: str) -> bytes | None:
        """The sheets with boxes as a PDF; None for a paper that there is not."""
        if paper not in _PAPERS:
            return None
        with self._lock:
            if paper not in self._sheets:
                self._sheets[paper] = self._process.run(SheetPdf(paper))
            return self._sheets[paper]

    # -- one request ---------------------------------------------------------------------

    def _answered(self, act: Callable[[], SetupState], draft: str = "") -> SetupState:
        """What an act leads to; what can't be used is told beside what there is."""
        with self._lock:
            try:
                return act()
            except CompanionError as error:
                note = Note(Tone.REFUSED, in_both(error.sentence))
                status = error.http_status
            before = self._last if self._last is not None and self._last.id == draft else None
            try:
                again = before is None and draft
                shown = self._step(draft) if again else self._shown(before)
            except CompanionError:
                shown = self._shown()
            return replace(shown, note=note, http_status=status)

    def _changed(
        self, draft: str, said: Callable[[TeachPlan], TeachPlan], act: str, target: str
    ) -> SetupState:
        self._drafts.save(draft, said(self._drafts.plan(draft)))
        return self._step(draft, act, target)

    def _step(
        self, draft: str, act: str = "", target: str = "", out: Path | None = None
    ) -> SetupState:
        """Do a step of a draft in a process of its own."""
        done: StepDone = self._process.run(TeachStep(self._drafts.folder(draft), act, target, out))
        note = None
        if done.said is not None:
            note = Note(Tone.REFUSED if done.refused else Tone.OK, in_both(done.said))
        self._last = done.draft
        return self._shown(done.draft, done.test, note)

    def _shown(
        self,
        draft: OpenDraft | None = None,
        test: TestShown | None = None,
        note: Note | None = None,
    ) -> SetupState:
        return SetupState(
            tuple(_games()),
            tuple(
                NamedThing(name, Text(plan.name, plan.name), plan.game)
                for name, plan in self._drafts.every()
            ),
            tuple(
                NamedThing(name, Text(said.name or name, said.name or name), said.game)
                for name, said in self._drafts.editions()
            ),
            self._still is not None,
            draft,
            test,
            "",
            note,
        )


def _games() -> list[NamedThing]:
    games = [find_game(name) for name in game_names()]
    return [
        NamedThing(
            game.name, Text(game.say("game", "en", {}), game.say("game", "zh-Hant", {})), game.name
        )
        for game in games
        if isinstance(game, Printable)
    ]
