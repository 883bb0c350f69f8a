"""Places that are read as another piece, quite surely, until somebody says what lies there."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.live.explaining import explain
from companion.live.fixing import board_text, piece_text
from companion.live.understanding import Outcome
from companion.rehearsal.elsewhere import ServedElsewhere
from companion.rehearsal.frames import Boards, changed, holding, mistaken
from companion.rehearsal.served import ServedTable
from companion.table.contents import Content, content_of

LASTS = 12  # looks that a mistake lasts, unless its piece leaves sooner
_TRIED = 20


@dataclass(frozen=True, slots=True)
class Mistake:
    """On a board, what lies truly at a place is read as another kind, for so many looks."""

    title: str
    place: str
    truly: Content
    kind: str
    looks: int = LASTS


class Mistakes:
    """Makes mistakes and has a player put them right; `wrong` is told when that does not help."""

    def __init__(
        self,
        game: Any,
        served: ServedTable | ServedElsewhere,
        chance: random.Random,
        wrong: Callable[[str], None],
    ) -> None:
        self._game, self._served, self._chance = game, served, chance
        self._wrong = wrong
        self._made: tuple[Mistake, ...] = ()

    def seen(self, boards: Boards) -> tuple[Boards, bool]:
        """The boards as they are read, and whether a piece that was mistaken has been moved."""
        still, moved = [], False
        for each in self._made:
            spot = _spot(boards, each)
            if spot is None or content_of(boards[spot[0]].places[spot[1]]) != each.truly:
                moved = True
            elif each.looks:
                still.append(replace(each, looks=each.looks - 1))
                boards = _read_wrongly(boards, spot, each.kind)
        self._made = tuple(still)
        return boards, moved

    def make(self, boards: Boards, still: Callable[[Boards], Any]) -> bool:
        """Mistake a piece from now on: it is refused, set right by a tap, and let be.

        `still` shows boards that lie still and gives what is made of them.  False when whatever
        was tried might have been a move.
        """
        found = self._choose(boards)
        if found is None:
            return False
        mistake, read = found
        before = self._served.sight()
        sight = still(read)
        if sight.outcome is not Outcome.BROKEN or sight.entries != before.entries:
            self._wrong(f"mistaken: {mistake} was taken for {sight.outcome}")
            return True
        self._put_right(mistake)
        self._made += (mistake,)
        sight = still(read)
        if sight.outcome is not Outcome.SAME:
            reasons = [(r.clause, r.where) for r in sight.reasons]
            self._wrong(f"mistaken: {mistake} was put right, but {sight.outcome} {reasons}")
        return True

    def _put_right(self, mistake: Mistake) -> None:
        art = self._served.scene.art
        spot = None if art is None else art.spot(mistake.title, mistake.place)
        assert art is not None
        assert spot is not None
        piece = piece_text(art, mistake.truly[0])
        self._served.post("fix", board=board_text(spot), place=spot.place, do="set", piece=piece)

    def _choose(self, boards: Boards) -> tuple[Mistake, Boards] | None:
        """A piece that can't have been changed for another by any move, and boards that show it."""
        art, sight = self._served.scene.art, self._served.sight()
        spots = holding(boards)
        for spot in self._chance.sample(spots, min(_TRIED, len(spots))):
            reading = boards[spot[0]].places[spot[1]]
            kinds = () if art is None else art.families[reading.pieces[0].family].kinds
            others = [kind for kind in kinds if kind != reading.pieces[0].kind]
            if len(reading.pieces) != 1 or not others:
                continue
            kind = self._chance.choice(others)
            read = _read_wrongly(boards, spot, kind)
            if not explain(self._game, sight.state, read, sight.past).explanations:
                title = boards[spot[0]].board
                return Mistake(title, reading.place, content_of(reading), kind), read
        return None


def _read_wrongly(boards: Boards, spot: tuple[int, int], kind: str) -> Boards:
    return changed(boards, *spot, lambda place: mistaken(place, kind))


def _spot(boards: Boards, mistake: Mistake) -> tuple[int, int] | None:
    """The numbers of board and place where a mistake is made."""
    return next(
        (
            (b, p)
            for b, board in enumerate(boards)
            for p, place in enumerate(board.places)
            if (board.board, place.place) == (mistake.title, mistake.place)
        ),
        None,
    )
