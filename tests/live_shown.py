"""A rehearsed game whose pages are looked at while it is played, and tapped where it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from live_pages import Facts, Pages
from playwright.sync_api import Browser

from companion.live.booking import Booking
from companion.live.understanding import Outcome
from companion.prints import Lie
from companion.rehearsal.faults import Faults
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.looking import Looking
from companion.rehearsal.served import ServedTable, Sight, write_setup

NAMES = ("Ann", "Ben", "Cai", "Dee")
SHOWN = replace(Faults(), misread=0.25, breaks=2, restarts=1)
LOOKED_AT = ("place", "act")  # the prompts of a round at which the pages are looked at


class TappedTable(ServedTable):
    """A served table at which the referee answers, and a player presses Next, on their pages."""

    pages: Pages | None = None
    answered = 0
    untapped = 0  # questions whose true reading stood on no button
    owed_next = 0  # presses of Next that are to be a tap

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self.port}"

    def begin(self, setup: Any) -> None:
        """Write down the setup, with the players' names, and start."""
        write_setup(self._game, NAMES, self._folder, setup, self.clock.now_s())
        self.start()

    def post(self, act: str, **body: Any) -> None:
        """Ask for something, or tap the answer to a question."""
        if act != "answer" or self.pages is None:
            super().post(act, **body)
            return
        if not self.sight().by_itself:  # the page asks when Next is pressed, and no sooner
            super().post(act, **body)
        elif self.pages.answer(self.moment(), body["moves"]):
            self.answered += 1
        else:
            self.untapped += 1
            super().post(act, **body)

    def press(self, button: str, twice: bool = False) -> None:
        """Press a button on the phone that plays along, or tap it on the player's."""
        if button != "next" or twice or not self.owed_next or self.pages is None:
            super().press(button, twice)
            return
        self.owed_next -= 1
        self.pages.tap_next(self.moment())


class ToldLooking(Looking):
    """Tells of every rule that was broken on purpose, while it still lies so."""

    told: Callable[[Sight], None]

    def look(self, lies: Sequence[Lie], doubt: bool = True, misread: bool = True) -> Sight:
        """Frames of the table until the referee has made up its mind."""
        sight = super().look(lies, doubt, misread)
        if not doubt and sight.outcome is Outcome.BROKEN:
            self.told(sight)
        return sight


class ShownGame(Rehearsal):
    """A rehearsal with pages; `looked` are the rounds and prompts at which they were looked at.

    `answered` questions and `told_back` refusals were tapped.
    """

    _served: TappedTable
    looking_type = ToldLooking

    def __init__(
        self,
        game: Any,
        edition: Any,
        players: int,
        seed: int,
        faults: Faults,
        folder: Path,
        browser: Browser,
    ) -> None:
        super().__init__(game, edition, players, seed, faults, folder)
        self.looked: list[tuple[int, str]] = []
        self.told_back = 0
        try:
            self.pages = self._served.pages = Pages(browser, self._served)
        except BaseException:
            self._served.stop()  # nobody else would
            raise

    def _open(self, folder: Path, booking: Booking) -> TappedTable:
        return TappedTable(self._game, self._seats, folder, booking)

    def _looks(self) -> Looking:
        looking = super()._looks()
        assert isinstance(looking, ToldLooking)
        looking.told = self._tell_back
        return looking

    @property
    def answered(self) -> int:
        """Questions that were answered on the referee's page."""
        return self._served.answered

    @property
    def untapped(self) -> int:
        """Questions that the referee's page did not ask in time."""
        return self._served.untapped

    def close(self) -> None:
        """Close the pages; fails on any error of a script."""
        self.pages.close()

    def _compare(self) -> None:
        super()._compare()
        self.pages.ends(self.facts())

    def _make_trouble(self) -> None:
        sight = self._served.sight()
        prompt = self._game.prompt(sight.state)
        at = self._game.round_of(sight.state), prompt.key.rpartition(".")[2]
        if at[1] in LOOKED_AT and at not in self.looked:
            self.looked.append(at)
            self.pages.look(self.facts(sight), shoot=at[1] == LOOKED_AT[-1])
            self._served.owed_next = 1
        super()._make_trouble()

    def _tell_back(self, sight: Sight) -> None:
        self.pages.tell_back(self._served.moment(), sight.named)
        self.told_back += 1

    def facts(self, sight: Sight | None = None) -> Facts:
        """What the pages have to say now."""
        state = (sight or self._served.sight()).state
        score = self._game.final_score(state)
        return Facts(
            moment=self._served.moment(),
            round=self._game.round_of(state),
            prompt=self._game.prompt(state),
            order=tuple(self._game.order_of(state)),
            totals={seat.seat: seat.total for seat in score.seats},
            winners=tuple(score.winners),
        )
