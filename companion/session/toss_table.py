"""The Wood Ash session as the loop drives it: with its Display, the same for everybody."""

from __future__ import annotations

from collections.abc import Callable

from companion.display.model import Note
from companion.flow import Press
from companion.running.loop import Shown
from companion.session.compose import compose
from companion.session.ports import Seen
from companion.session.requests import Request
from companion.session.wood_ash import WoodAshSession


class TossTable:
    """A session and its page; `notices` are said there.

    `unfixed` tells what the camera can't keep fixed now, or nothing.
    """

    def __init__(
        self,
        session: WoodAshSession,
        notices: tuple[str, ...] = (),
        unfixed: Callable[[], str] = str,
    ) -> None:
        self._session, self._notices, self._unfixed = session, notices, unfixed

    @property
    def verdict(self) -> Note | None:
        """What is said about the last press or request."""
        return self._session.verdict

    @verdict.setter
    def verdict(self, note: Note | None) -> None:
        self._session.verdict = note

    @property
    def calm(self) -> bool:
        """Whether the table lies still and no press waits for a reading."""
        return self._session.calm

    def press(self, press: Press) -> Note:
        """Carry out a press."""
        return self._session.press(press)

    def ask(self, request: Request, by: str, at_s: float) -> Note:
        """Carry out what a phone asks for."""
        return self._session.ask(request, by, at_s)

    def see(self, seen: Seen, now_s: float) -> None:
        """Take in the newest reading."""
        self._session.see(seen, now_s)

    def lose(self, why: str) -> None:
        """Take in that there is no picture."""
        self._session.view.lost(why)

    def tick(self, now_s: float, busy_until_s: float) -> None:
        """Let time pass."""
        self._session.view.busy_until_s = busy_until_s
        self._session.tick(now_s)

    def shown(self, now_s: float, lost_presses: int) -> Shown:
        """The Display."""
        unfixed = self._unfixed()
        return Shown(compose(self._session, now_s, lost_presses, self._notices, unfixed))
