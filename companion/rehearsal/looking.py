"""Looking at the table until the referee has made up its mind, whatever goes wrong meanwhile."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Sequence
from typing import Any

from companion.games.contract import AnyGame, Explanation
from companion.live.behind import Behind
from companion.live.understanding import Outcome, understand
from companion.prints import Lie
from companion.rehearsal.asking import GoneError
from companion.rehearsal.disturbing import FRAME_S, STILL_FRAMES, Disturber
from companion.rehearsal.elsewhere import ServedElsewhere
from companion.rehearsal.faults import Faults
from companion.rehearsal.frames import (
    Boards,
    changed,
    covered,
    doubted,
    hides_new,
    holding,
    other_places,
)
from companion.rehearsal.mistaking import Mistakes
from companion.rehearsal.pushing import Finger
from companion.rehearsal.served import ServedTable, Sight
from companion.rehearsal.stand_in import at

MOST_STILL = 8
_KILLED_WITHIN_S = 0.1
_SHARES = (0.6, 0.3)  # of its true kind, for a piece that is read in doubt


class Looking:
    """What a player shows the referee; `fail` is told what it makes of it that is not so.

    `known` are the boards as they lay when all was settled last; `truth` gives the true state.
    `half_seen` says that a part of the newest move was covered and the rest was taken for another
    move, as people are told.
    """

    def __init__(
        self,
        game: AnyGame,
        served: ServedTable | ServedElsewhere,
        faults: Faults,
        chance: random.Random,
        tally: Any,
        fail: Callable[[str], None],
        truth: Callable[[], Any],
    ) -> None:
        self._game: Any = game
        self._served, self._faults, self._chance = served, faults, chance
        self._tally, self._fail, self._truth = tally, fail, truth
        self._disturber = Disturber(served, faults, chance, tally.faults, fail)
        self.finger = Finger(served, self._disturber, chance, fail)
        self._mistakes = Mistakes(game, served, chance, fail)
        self.known: Boards = ()
        self.half_seen = False
        self._truly: Boards = ()  # the table as it lies, read without a mistake

    def look(self, lies: Sequence[Lie], doubt: bool = True, misread: bool = True) -> Sight:
        """Frames of the table as it lies, until the referee has made up its mind.

        Without `doubt` the table need not be as the game has it, and nothing is misread; nor is it
        without `misread`.
        """
        self._tally.looks += 1
        self._truly = self._served.scene.boards(lies)
        boards, moved = self._mistakes.seen(self._truly)
        before = self.known
        seen = self._doubted(boards) if doubt and misread else boards
        if before:
            self._disturber.at_rest(before)
        self._disturber.while_moving(before, seen, hand=moved)
        sight = self._answered(self._still(seen), before, seen, boards)
        if sight.outcome is Outcome.BROKEN and not sight.by_itself:
            sight = self._pressed(before, seen)
        if seen is not boards:  # the sleeve goes away, the light gets better
            if sight.outcome is Outcome.BROKEN and not hides_new(before, seen, boards):
                self._fail(
                    f"misread: what can't be told was taken for a broken rule: {sight.named}"
                )
            sight = self._answered(self._still(boards), before, boards, boards)
        self.half_seen = sight.outcome is Outcome.BROKEN and hides_new(before, seen, boards)
        expected = doubt and not self.half_seen
        if expected and sight.outcome is not Outcome.SAME and not sight.over:
            reasons = [(r.clause, r.where) for r in sight.reasons]
            self._fail(f"the referee does not follow: {sight.outcome} {reasons}")
        self.known = boards
        return sight

    def until_killed(self, served: ServedElsewhere, lies: Sequence[Lie]) -> None:
        """Show moves to a referee that is killed at some instant before they are all taken in."""
        boards, last = served.scene.boards(lies), self._chance.randrange(STILL_FRAMES + 1)
        killer: threading.Timer | None = None
        with contextlib.suppress(GoneError):
            for number in range(MOST_STILL):
                if number == last:
                    killer = served.kill_soon(self._chance.random() * _KILLED_WITHIN_S)
                now_s = served.clock.pass_s(FRAME_S)
                served.show(at(self._disturber.lying(boards), now_s))
                if number >= last and served.sight().ready:
                    served.post("press", button="next")
        if killer is not None:
            killer.join()

    def press_next(self, lies: Sequence[Lie]) -> Sight:
        """Tell by a press what the table can't show."""
        self._truly = self._served.scene.boards(lies)
        boards, _ = self._mistakes.seen(self._truly)
        sight = self._pressed(boards, boards)
        return self._answered(sight, boards, boards, boards)

    def _pressed(self, before: Boards, boards: Boards) -> Sight:
        self.finger.press("next", before or boards)
        return self._still(boards)

    def _still(self, boards: Boards) -> Sight:
        """The table lies still until it is as the game has it, or there is something to do."""
        sight = self._served.sight()
        for number in range(MOST_STILL):
            now_s = self._served.clock.pass_s(FRAME_S)
            self._served.show(at(self._disturber.lying(boards), now_s))
            if number + 1 < STILL_FRAMES:
                continue
            sight = self._served.sight()
            if sight.outcome is Outcome.SAME or sight.over or sight.ready:
                return sight
            if sight.outcome is None and not sight.looking:
                self._served.post("press", button="look")
        return sight

    # -- what a player does ----------------------------------------------------------------

    def _answered(self, sight: Sight, before: Boards, seen: Boards, boards: Boards) -> Sight:
        """Press Next for what may be booked, tap the reading that is true where it is asked."""
        if sight.ready:
            sight = self._pressed(before, seen)
        if sight.outcome not in (Outcome.QUESTION, Outcome.MOVES) or sight.over:
            return sight
        self._tally.questions += 1
        chosen = next((each for each in sight.results if self._is_true(each)), None)
        if chosen is None:
            told = [each.moves for each in sight.results]
            self._fail(f"no reading of the question is true: {told}")
            return sight
        if chosen.moves:
            self._served.post("answer", moves=list(chosen.moves))
        return self._still(boards)

    def _is_true(self, reading: Explanation) -> bool:
        """Whether a reading shows the table as it lies, with the true scores."""
        game, art = self._game, self._served.scene.art
        assert art is not None
        found = understand(game, reading.state, art, self._truly, (), Behind())
        same = found.outcome is Outcome.SAME
        return same and totals(game, reading.state) == totals(game, self._truth())

    def mistake(self, lies: Sequence[Lie]) -> bool:
        """From now on a piece is read as another one; False if none can be now."""
        boards, _ = self._mistakes.seen(self._served.scene.boards(lies))
        made = self._mistakes.make(boards, self._still)
        self._tally.faults["mistaken"] += made
        self.known = self._mistakes.seen(boards)[0]
        return made

    # -- what is read wrongly --------------------------------------------------------------

    def _doubted(self, boards: Boards) -> Boards:
        """The boards with a place that can't be told, or that is covered."""
        if not holding(boards):
            return boards
        new = other_places(self.known, boards) or holding(boards)
        if self._disturber.happens("misread"):
            board, place = self._chance.choice(self._chance.choice((new, holding(boards))))
            others = self._other_kinds(boards, board, place)
            if others:
                others = self._chance.sample(others, min(2, len(others)))
                share = self._chance.choice(_SHARES)
                boards = changed(boards, board, place, lambda p: doubted(p, others, share))
        if self._disturber.happens("covered"):
            board, place = self._chance.choice(self._chance.choice((new, holding(boards))))
            boards = changed(boards, board, place, lambda p: covered(p, "a sleeve covers it"))
        return boards

    def _other_kinds(self, boards: Boards, board: int, place: int) -> list[str]:
        piece, art = boards[board].places[place].pieces[0], self._served.scene.art
        kinds = () if art is None else art.families[piece.family].kinds
        return [kind for kind in kinds if kind != piece.kind]


def totals(game: AnyGame, state: Any) -> dict[str, int]:
    """Everybody's points."""
    return {seat.seat: seat.total for seat in game.final_score(state).seats}
