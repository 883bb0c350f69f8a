"""One whole game: a player follows the rules, the referee follows the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame, Explanation, FinalScore
from companion.live.understanding import Outcome
from companion.play.chance import chance_due
from companion.prints import Lie
from companion.records.players import SEAT_NAMES
from companion.rehearsal.faults import FRAME_S, Faults, Trouble, changed, covered, doubted
from companion.rehearsal.served import ServedTable, Sight
from companion.rehearsal.stand_in import Shot, at
from companion.rehearsal.tally import Tally

STILL_FRAMES = 3
MOST_STILL = 8
MOST_MOVES = 3000
_DURING = (10, 250)  # the moves of a game, but for its very beginning and end
_SHARE = 0.6  # of its true kind, for a piece that is read in doubt
_TOGETHER = 0.5  # how often the next tile is laid before anybody looks


@runtime_checkable
class Mischievous(Protocol):
    """A game that can say how its rules may be broken on the table."""

    def mischief(self, state: Any, chance: Any) -> tuple[tuple[Lie, ...], tuple[str, ...]] | None:
        """What lies there after a rule was broken, and the clauses of which one has to be named.

        None when nothing comes to mind now.
        """
        ...


class Rehearsal:
    """Plays one game to its end; `tally` says what came of it."""

    def __init__(
        self, game: AnyGame, edition: Any, players: int, seed: int, faults: Faults, folder: Path
    ) -> None:
        self._game: Any = game
        self._seed, self._faults = seed, faults
        self._play = random.Random(seed)  # what players and chance do
        self._chance = random.Random(f"trouble {seed}")
        self._trouble = Trouble(faults, self._chance)
        self._seats = tuple(SEAT_NAMES[:players])
        setup = msgspec.to_builtins(game.deal(edition, self._seats, self._play))
        self._truth = game.start(edition, self._seats, {}, setup).state
        self._served = ServedTable(game, edition, self._seats, folder)
        self._served.begin(setup)
        self._may_break = isinstance(game, Mischievous)
        self._result: FinalScore | None = None
        self._number = 0
        self._boards: tuple[Any, ...] = ()
        self.tally = Tally(games=1)

    def run(self) -> Tally:
        """Play to the end, or to the first thing that goes wrong."""
        try:
            self._look(self._game.lies(self._truth))
            plan = self._plan()
            while self._result is None and not self.tally.failures:
                due = [what for number, what in plan if number <= self._number]
                plan = plan[len(due) :]
                self._do(due)
                if self._number > MOST_MOVES:
                    self._fail("the game does not end")
            if not self.tally.failures:
                self._compare()
        finally:
            self._served.stop()
        return self.tally

    def _plan(self) -> list[tuple[int, str]]:
        """At which moves rules are broken and the referee is started anew."""
        due = ("break",) * self._faults.breaks + ("restart",) * self._faults.restarts
        return sorted((self._chance.randrange(*_DURING), what) for what in due)

    def _do(self, due: Sequence[str]) -> None:
        """The next moves, up to one that is worth looking at."""
        if "restart" in due:
            self._served.stop()
            self._served.start()
            self.tally.restarts += 1
            self._look(self._game.lies(self._truth))
        if "break" in due:
            self._break()
        before = self._truth
        while True:
            shown, seats = self._game.lies(self._truth), self._whose(self._truth)
            drawn = chance_due(self._game, self._truth)
            move = self._game.self_play(self._truth, self._play)
            verdict = self._game.judge(self._truth, move)
            assert isinstance(verdict, Accepted | Finished), verdict
            self._truth, self._number = verdict.state, self._number + 1
            self.tally.moves += 1
            if isinstance(verdict, Finished):
                self._result = verdict.result
            if drawn and self._game.lies(self._truth) == shown:
                return
            together = self._whose(self._truth) == seats == self._whose(before)
            if not (len(seats) > 1 and together and self._trouble.happens(_TOGETHER)):
                break
        self._show_moves(shown, seats)

    def _whose(self, state: Any) -> tuple[str, ...]:
        prompt = self._game.prompt(state)
        return (prompt.key, *prompt.seats) if not prompt.seats else prompt.seats

    def _show_moves(self, shown: tuple[Lie, ...], seats: tuple[str, ...]) -> None:
        """Look at what was done; what ends a turn and can't be seen is told by a press."""
        lies = self._game.lies(self._truth)
        if lies != shown:
            self._look(lies)
        elif self._result is not None or self._whose(self._truth) != seats:
            self._press_next(seats)

    def _press_next(self, seats: tuple[str, ...]) -> None:
        sight = self._served.sight()
        if not sight.over and self._whose(sight.state) == seats:
            self._served.post("press", button="next")
            if self._trouble.happens(self._faults.bounce):
                self._served.bounce("next")
            self._look(self._game.lies(self._truth))

    # -- looking ---------------------------------------------------------------------------

    def _look(self, lies: tuple[Lie, ...], doubt: bool = True) -> Sight:
        """Frames of the table as it lies, until the referee has made up its mind."""
        self.tally.looks += 1
        boards = self._served.scene.boards(lies)
        self._boards = boards
        if doubt:
            boards = self._doubted(boards)
        for each in self._trouble.before(self._served.clock.now_s(), boards):
            now_s = self._served.clock.pass_s(FRAME_S)
            if isinstance(each, Shot):
                late = each.exposed_at_s < now_s - FRAME_S - 0.1
                self._served.show(each if late else at(each.boards, now_s))
        sight = self._still(boards)
        if sight.outcome in (Outcome.QUESTION, Outcome.MOVES) and not sight.over:
            sight = self._answered(sight, boards)
        if self._faults.misread or self._faults.covered:
            sight = self._still(self._boards) if sight.outcome is not Outcome.SAME else sight
        expected = doubt and sight.outcome is not Outcome.SAME and not sight.over
        if expected:
            reasons = [(r.clause, r.where) for r in sight.reasons]
            self._fail(f"the referee does not follow: {sight.outcome} {reasons}")
        return sight

    def _still(self, boards: tuple[Any, ...]) -> Sight:
        sight = self._served.sight()
        for number in range(MOST_STILL):
            now_s = self._served.clock.pass_s(FRAME_S)
            self._served.show(at(self._trouble.lying(boards), now_s))
            if number + 1 < STILL_FRAMES:
                continue
            sight = self._served.sight()
            if sight.outcome is Outcome.SAME or sight.over:
                return sight
            if sight.outcome is None:
                self._served.post("press", button="look")
        return sight

    def _doubted(self, boards: tuple[Any, ...]) -> tuple[Any, ...]:
        """The boards with a place that can't be told, or that is covered."""
        if self._trouble.happens(self._faults.misread):
            spots = [
                (b, p)
                for b, board in enumerate(boards)
                for p, place in enumerate(board.places)
                if place.pieces
            ]
            board, place = self._chance.choice(spots)
            piece = boards[board].places[place].pieces[0]
            art = self._served.scene.art
            kinds = () if art is None else art.families[piece.family].kinds
            others = [kind for kind in kinds if kind != piece.kind][:2]
            if others:
                boards = changed(boards, board, place, lambda p: doubted(p, others, _SHARE))
        if self._trouble.happens(self._faults.covered):
            board = self._chance.randrange(len(boards))
            place = self._chance.randrange(len(boards[board].places))
            boards = changed(boards, board, place, lambda p: covered(p, "a sleeve covers it"))
        return boards

    def _answered(self, sight: Sight, boards: tuple[Any, ...]) -> Sight:
        """One tap: the reading that is true."""
        self.tally.questions += 1
        chosen = next((each for each in sight.results if self._is_true(each)), None)
        if chosen is None:
            told = [each.moves for each in sight.results]
            self._fail(f"no reading of the question is true: {told}")
            return sight
        if chosen.moves:
            self._served.post("answer", moves=list(chosen.moves))
        return self._still(self._boards)

    def _is_true(self, reading: Explanation) -> bool:
        """Whether a reading shows the table as it lies, with the true scores."""
        game = self._game
        found = game.explain_table(reading.state, self._boards)
        same = bool(found.explanations) and not found.explanations[0].moves
        return same and _totals(game, reading.state) == _totals(game, self._truth)

    # -- rules broken ----------------------------------------------------------------------

    def _break(self) -> None:
        """Break a rule, wait until the referee says so, put it right."""
        game = self._game
        found = game.mischief(self._truth, self._chance) if self._may_break else None
        if found is None:
            return
        lies, clauses = found
        self.tally.breaks += 1
        sight = self._look(lies, doubt=False)
        named = {reason.clause for reason in sight.reasons}
        if sight.outcome is Outcome.BROKEN and named & set(clauses):
            self.tally.caught += 1
        else:
            moves = [each.moves for each in sight.results]
            self._fail(f"{clauses} broken, but {sight.outcome} {named} {moves}")
        if not self.tally.failures:
            self._look(self._game.lies(self._truth))

    # -- the end ---------------------------------------------------------------------------

    def _compare(self) -> None:
        sight = self._served.sight()
        self.tally.put_right = sight.put_right
        truth, told = _totals(self._game, self._truth), _totals(self._game, sight.state)
        if truth == told and sight.over:
            self.tally.exact += 1
        else:
            self._fail(f"the score is {told}, truly {truth}" + ("" if sight.over else ", not over"))

    def _fail(self, what: str) -> None:
        self.tally.failures.append(f"seed {self._seed}, move {self._number}: {what}")


def _totals(game: AnyGame, state: Any) -> dict[str, int]:
    return {seat.seat: seat.total for seat in game.final_score(state).seats}
