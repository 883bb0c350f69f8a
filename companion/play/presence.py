"""Which phones are still there: whoever watches or asks is, and for a while afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection

# Long enough for a locked screen or a page that is loaded again.
AWAY_AFTER_S = 60.0


class Presence:
    """When each phone was last heard of; one thread calls everything here.

    `watching` gives the phones whose page is connected now.  Phones that were known before the
    table was opened count as heard of at `now_s`.
    """

    def __init__(self, now_s: float) -> None:
        self.watching: Callable[[], Collection[str]] = tuple
        self._opened_at_s = now_s
        self._heard_at_s: dict[str, float] = {}
        self._away: frozenset[str] = frozenset()

    def heard(self, phone: str, at_s: float) -> None:
        """A phone asked for something."""
        self._heard_at_s[phone] = at_s
        self._away -= {phone}

    def look(self, phones: Collection[str], now_s: float) -> bool:
        """See who of these phones is away now; says whether that has changed."""
        for phone in self.watching():
            self._heard_at_s[phone] = now_s
        before = self._away
        self._away = frozenset(
            phone
            for phone in phones
            if now_s - self._heard_at_s.get(phone, self._opened_at_s) >= AWAY_AFTER_S
        )
        return self._away != before

    def away(self, phone: str) -> bool:
        """Whether a phone has not been connected for `AWAY_AFTER_S`."""
        return phone in self._away
