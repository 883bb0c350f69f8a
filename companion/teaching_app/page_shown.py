"""A draft of teaching as the page shows it: nothing is worked out but where places lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.display.setup import (
    BoardShown,
    KnownBoard,
    KnownFamily,
    OpenDraft,
    OverPlace,
    PieceShown,
    PiecesShown,
)
from companion.display.text import Text
from companion.errors import CompanionError, InputError
from companion.session.reader_words import in_both
from companion.teaching.boxes import SHEETS
from companion.teaching.edition import Learnt, placed
from companion.teaching.plan import BoardPlan, PiecesPlan
from companion.teaching_app.steps import Teacher
from companion.teaching_app.writing import Understood
from vision.pictures import picture_size

_SURE_SCORE = 0.6


@dataclass(frozen=True)
class DraftView:
    """What is known of a draft."""

    teacher: Teacher

    def draft(self, draft_id: str) -> OpenDraft:
        """All of it."""

        understood = Understood(self.teacher)
        understood.recall()
        plan = self.teacher.plan
        try:
            missing = tuple(map(in_both, understood.missing()))
        except CompanionError:
            missing = ()
        return OpenDraft(
            draft_id,
            plan.name,
            plan.game,
            plan.marker_mm,
            tuple(self._boards_known()),
            tuple(self._families()),
            tuple(self._board(own, understood) for own in plan.board),
            tuple(self._pieces(own, understood) for own in plan.pieces),
            tuple(plan.borrow),
            missing,
            self._photos(),
        )

    def _said(self, key: str, values: Mapping[str, Any] = {}) -> Text:
        game = self.teacher.game
        words = [game.say(key, lang, values).removeprefix("family.") for lang in ("en", "zh-Hant")]
        return Text(*words)

    def _boards_known(self) -> Iterator[KnownBoard]:
        for board in self.teacher.prints.boards:
            title = self._said(board.key, board.values)
            yield KnownBoard(board.name, title, board.count, board.drawing.size_mm)

    def _families(self) -> Iterator[KnownFamily]:

        prints = self.teacher.prints
        for family in prints.families:
            boards = tuple(
                board.name
                for board in prints.boards
                if any(family.name in place.families for place in board.places)
            )
            if boards:
                boxes = next((len(s.boxes) for s in SHEETS if s.holds(family)), 0)
                title = self._said(f"family.{family.name}")
                yield KnownFamily(family.name, title, family.kinds, boxes, boards)

    def _board(self, own: BoardPlan, understood: Understood) -> BoardShown:

        plan = msgspec.to_builtins(own)
        record = understood.boards.get(own.key)
        if record is None:
            return BoardShown(own.key, plan)
        said, drawn = None, ""
        bare: tuple[OverPlace, ...] = ()
        places: tuple[OverPlace, ...] = ()
        try:
            learnt = understood.learnt
            bare_plan = msgspec.structs.replace(own, nudge_mm=(0.0, 0.0))
            plain = {**learnt, own.key: _without_handles(learnt[own.key])}
            bare = _over(placed(self.teacher.plan, self.teacher.prints, bare_plan, plain).places)
            over = placed(self.teacher.plan, self.teacher.prints, own, learnt)
            places = _over(over.places)
            drawn = self.teacher.draw_board(own, learnt).name
        except InputError as error:
            said = in_both(error.sentence)
        return BoardShown(
            own.key,
            plan,
            record.size_mm,
            len(record.tags),
            record.sigma_mm,
            f"{own.key}.png",
            drawn,
            bare,
            places,
            said,
        )

    def _pieces(self, own: PiecesPlan, understood: Understood) -> PiecesShown:
        record = understood.known.get((own.photo, own.family, own.first_box))
        if record is None:
            return PiecesShown(msgspec.to_builtins(own))
        pieces = tuple(
            PieceShown(piece.kind, piece.file, piece.score >= _SURE_SCORE)
            for piece in record.pieces
        )
        drawn = self.teacher.pieces_drawing(own).name
        return PiecesShown(msgspec.to_builtins(own), drawn, pieces)

    def _photos(self) -> dict[str, tuple[int, int]]:

        found = {}
        for path in sorted(self.teacher.folder.glob("*.jpg")):
            size = picture_size(path)
            if size is not None:
                found[path.name] = size
        return found


def _without_handles(learnt: Learnt) -> Learnt:
    return replace(learnt, handles={}, snap=None)


def _over(places: Any) -> tuple[OverPlace, ...]:
    return tuple(
        OverPlace(place.name, tuple(round(v, 2) for point in place.outline_mm for v in point))
        for place in places
    )
