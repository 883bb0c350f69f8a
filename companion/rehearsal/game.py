"""One whole game: a player follows the rules, the referee follows the table."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame, FinalScore
from companion.live.booking import BUTTON, ITSELF, Booking
from companion.live.understanding import Outcome
from companion.play.chance import chance_due
from companion.prints import Lie
from companion.records.players import SEAT_NAMES
from companion.rehearsal.elsewhere import ServedElsewhere
from companion.rehearsal.faults import Faults
from companion.rehearsal.looking import Looking, totals
from companion.rehearsal.served import ServedTable
from companion.rehearsal.tally import Tally
from companion.soak.phone import Watcher

MOST_MOVES = 3000
_DURING = (10, 250)  # the moves of a long game, but for its very beginning and end
_NEAR_END = 10  # moves before the end, when nothing more goes wrong on purpose
_TOGETHER = 0.5  # how often the next tile is laid before anybody looks
_TOLD_WITHIN_S = 30.0  # of the start, so that phones that watch have found it again
_CHANGES_MIND = 0.02  # how often people change who books the moves of a phase


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

    looking_type: type[Looking] = Looking

    def __init__(
        self, game: AnyGame, edition: Any, players: int, seed: int, faults: Faults, folder: Path
    ) -> None:
        self._game: Any = game
        self._seed, self._faults = seed, faults
        self._play = random.Random(seed)  # what players and chance do
        self._chance = random.Random(f"trouble {seed}")
        self._seats = tuple(SEAT_NAMES[:players])
        setup = msgspec.to_builtins(game.deal(edition, self._seats, self._play))
        self._truth = game.start(edition, self._seats, {}, setup).state
        usual = self._chance.choice((BUTTON, ITSELF))
        self._served = self._open(folder, Booking(usual))
        self._served.begin(setup)
        self._may_break = isinstance(game, Mischievous)
        self._result: FinalScore | None = None
        self._number = 0
        self._owed: Counter[str] = Counter()
        self.tally = Tally(games=1)
        self._looking = self._looks()

    def _open(self, folder: Path, booking: Booking) -> ServedTable | ServedElsewhere:
        """The table that is refereed."""
        served = ServedElsewhere if self._faults.killed else ServedTable
        return served(self._game, self._seats, folder, booking)

    def _looks(self) -> Looking:
        """What shows the table to the referee."""
        return self.looking_type(
            self._game,
            self._served,
            self._faults,
            self._chance,
            self.tally,
            self._fail,
            lambda: self._truth,
        )

    def run(self, most_moves: int | None = None) -> Tally:
        """Play to the end or for so many moves, or to the first thing that goes wrong."""
        began_s = _cpu_s()
        try:
            self._looking.look(self._lies())
            plan = self._plan(most_moves or self._last_planned())
            while self._result is None and not self.tally.failures:
                if most_moves is not None and self._number >= most_moves:
                    return self.tally
                due = [what for number, what in plan if number <= self._number]
                plan = plan[len(due) :]
                self._owed.update(due)
                self._make_trouble()
                if not self.tally.failures:
                    self._do()
                if self._number > MOST_MOVES:
                    self._fail("the game does not end")
            if not self.tally.failures:
                self._compare()
        finally:
            self._served.stop()
            self.tally.cpu_s = _cpu_s() - began_s
        return self.tally

    def _last_planned(self) -> int:
        """The move before which all has gone wrong that has to, in a game of this length.

        The game is played once beforehand, without anybody looking, by the same chance.
        """
        state, play = self._truth, random.Random()
        play.setstate(self._play.getstate())
        for number in range(1, _DURING[1] + _NEAR_END):
            verdict = self._game.judge(state, self._game.self_play(state, play))
            if isinstance(verdict, Finished):
                return max(1, number - _NEAR_END)
            assert isinstance(verdict, Accepted), verdict
            state = verdict.state
        return _DURING[1]

    def _plan(self, last: int) -> list[tuple[int, str]]:
        """At which moves rules are broken, the referee is started anew, and the like."""
        faults, first = self._faults, min(_DURING[0], last // 2)
        due = ("break",) * faults.breaks + ("restarts",) * faults.restarts
        due += ("undone",) * faults.undone + ("mistaken",) * faults.mistaken
        due += ("killed",) * faults.killed
        return sorted((self._chance.randrange(first, last), what) for what in due)

    def _lies(self) -> tuple[Lie, ...]:
        return tuple(self._game.lies(self._truth))

    # -- playing ---------------------------------------------------------------------------

    def _make_trouble(self) -> None:
        """What is owed by now and can be done."""
        doing: dict[str, Callable[[], bool]] = {
            "restarts": self._restart,
            "break": self._break,
            "mistaken": lambda: self._looking.mistake(self._lies()),
        }
        for what, do in doing.items():
            if self._owed[what] and not self.tally.failures:
                self._owed[what] -= do()
        if self._chance.random() < _CHANGES_MIND:
            self._change_booking()

    def _do(self) -> None:
        """The next moves, up to one that is worth looking at."""
        before = self._truth
        while True:
            shown, seats = self._lies(), self._whose(self._truth)
            drawn = chance_due(self._game, self._truth)
            move = self._game.self_play(self._truth, self._play)
            verdict = self._game.judge(self._truth, move)
            assert isinstance(verdict, Accepted | Finished), verdict
            self._truth, self._number = verdict.state, self._number + 1
            self.tally.moves += 1
            if isinstance(verdict, Finished):
                self._result = verdict.result
            if drawn and self._lies() == shown:
                return
            together = self._whose(self._truth) == seats == self._whose(before)
            if not (len(seats) > 1 and together and self._chance.random() < _TOGETHER):
                break
        self._show_moves(self._game.lies(before), shown, seats)

    def _whose(self, state: Any) -> tuple[str, ...]:
        prompt = self._game.prompt(state)
        return (prompt.key, *prompt.seats) if not prompt.seats else prompt.seats

    def _show_moves(
        self, before: Sequence[Lie], shown: tuple[Lie, ...], seats: tuple[str, ...]
    ) -> None:
        """Look at what was done; what ends a turn and can't be seen is told by a press."""
        lies, sight = self._lies(), self._served.sight()
        if lies != shown and self._owed["killed"]:
            self._owed["killed"] -= 1
            self._kill(lies)
        if lies != shown:
            now = self._looking.look(lies)
            booked = now.steps > sight.steps and now.put_right == sight.put_right
            if self._looking.half_seen:
                self.tally.faults["half seen"] += 1
                self._take_back(tuple(before), now.steps - sight.steps)
            elif self._owed["undone"] and booked and not now.over:
                self._owed["undone"] -= 1
                self.tally.faults["undone"] += 1
                self._take_back(tuple(before), now.steps - sight.steps)
        elif self._ends_turn(seats) and not sight.over and self._whose(sight.state) == seats:
            self._looking.press_next(lies)

    def _ends_turn(self, seats: tuple[str, ...]) -> bool:
        """Whether it was those seats' turn until now."""
        return self._result is not None or self._whose(self._truth) != seats

    def _change_booking(self) -> None:
        """People decide that what is seen in this phase is booked in the other way."""
        sight = self._served.sight()
        how = BUTTON if sight.by_itself else ITSELF
        self._served.post("booking", how=how, phase=sight.phase)

    def _take_back(self, before: tuple[Lie, ...], steps: int) -> None:
        """Somebody takes back what was just booked, clears it away, and lays it again."""
        for _ in range(steps):
            self._looking.finger.take_back()
        if not self.tally.failures:
            self._looking.look(before, doubt=False)
            self._looking.look(self._lies(), misread=False)

    def _restart(self) -> bool:
        """Stop the referee as at a power cut, at rest or while pieces are moved; start it again."""
        before = self._served.sight()
        self._served.stop()
        self._served.start()
        self.tally.faults["restarts"] += 1
        after = self._served.sight()
        same = totals(self._game, before.state) == totals(self._game, after.state)
        if (after.entries, after.steps) != (before.entries, before.steps) or not same:
            self._fail("restarts: the game does not stand where it stood")
        self._looking.known = ()
        self._looking.look(self._lies())
        return True

    def _kill(self, lies: tuple[Lie, ...]) -> None:
        """Kill the referee's process while it looks at moves; the next one knows all that stood."""
        served = self._served
        assert isinstance(served, ServedElsewhere)
        before, watcher = served.sight(), Watcher(served)
        try:
            self._looking.until_killed(served, lies)
            served.start()
            after, published = served.sight(), served.phone.published()
            told = published is not None and watcher.arrival_s(published["version"], _TOLD_WITHIN_S)
            moment = watcher.newest["display"]["moment"] if told else -1
        finally:
            watcher.close()
        self.tally.faults["killed"] += 1
        self._looking.known = ()
        if after.entries < before.entries or after.steps < before.steps:
            self._fail(f"killed: {before.entries} entries stood, {after.entries} came back")
        if moment != served.moment():
            self._fail(f"killed: a watching phone came back to entry {moment}")

    # -- rules broken ----------------------------------------------------------------------

    def _break(self) -> bool:
        """Break a rule, wait until the referee says so, put it right; False if none can be now."""
        game = self._game
        found = game.mischief(self._truth, self._chance) if self._may_break else None
        if found is None:
            return False
        lies, clauses = found
        self.tally.breaks += 1
        before = self._served.sight()
        sight = self._looking.look(lies, doubt=False)
        told = sorted(set(sight.named) & set(clauses))
        booked = sight.steps - before.steps
        if sight.outcome is Outcome.BROKEN and told and not booked:
            self.tally.caught += 1
            self.tally.clauses[told[0]] += 1
        else:
            moves = [each.moves for each in sight.results]
            told_of = f"{sight.outcome} {sight.named} {moves}, {booked} moves booked"
            self._fail(f"{clauses} broken, but {told_of}")
        if not self.tally.failures:
            self._looking.look(self._lies())
        return True

    # -- the end ---------------------------------------------------------------------------

    def _compare(self) -> None:
        sight = self._served.sight()
        self.tally.put_right = sight.put_right
        truth, told = totals(self._game, self._truth), totals(self._game, sight.state)
        if truth == told and sight.over:
            self.tally.exact += 1
        else:
            self._fail(f"the score is {told}, truly {truth}" + ("" if sight.over else ", not over"))

    def _fail(self, what: str) -> None:
        self.tally.failures.append(f"seed {self._seed}, move {self._number}: {what}")


def _cpu_s() -> float:
    """Seconds of processor time that this process has used, and those that it has ended."""
    return sum(os.times()[:4])
