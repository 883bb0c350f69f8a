"""A player's phone: it asks the served table over HTTP, and keeps its cookie over every start."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from companion.errors import CompanionError
from companion.soak.phone import Phone

_REFUSED = 409


class GoneError(CompanionError):
    """The served table is not there any more."""


class AskedByPhone(ABC):
    """What a phone asks of a served table, found at `port` with the join code `code`."""

    def __init__(self) -> None:
        self.port, self.code = 0, ""
        self.phone = Phone(self)

    @abstractmethod
    def moment(self) -> int:
        """The number of the newest entry."""

    def press(self, button: str, twice: bool = False) -> None:
        """Press a button on the phone; the second tap of a finger that trembles may be refused.

        Raises CompanionError when the first one is, or the second is not even answered.
        """
        moment = self.moment()
        self.post("press", button=button, moment=moment)
        if twice:
            reply = self.phone.post("/api/press", {"button": button, "moment": moment})
            if reply.status not in (200, _REFUSED):
                raise CompanionError(f"a bouncing button was answered {reply.status}")

    def post(self, act: str, **body: Any) -> None:
        """Ask for something; raises CompanionError when it is refused, GoneError if nobody is."""
        reply = self.phone.post(f"/api/{act}", body)
        if reply.status == 0:
            raise GoneError("nobody answers the phone")
        if reply.status != 200:
            raise CompanionError(f"/api/{act} {body} was answered {reply.status}: {reply.json}")
