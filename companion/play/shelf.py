"""Where games are kept: a folder of journals, one for each game, the newest one open."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from companion.errors import InputError
from companion.games.refusals import refusal
from companion.keeping.journal import Journal
from companion.play.seating import Seating, read_seating, write_seating

_NUMBERED = re.compile(r"game-(\d{4})\.db")
# What belongs to the table and not to one game.
_OF_THE_TABLE = ("join_code", "table", "phones")
COMPANION, TABLE = "companion", "table"
DEALERS = (COMPANION, TABLE)


class Shelf:
    """The open journal and what is kept beside its entries; `file` keeps all in one journal.

    Raises JournalError when the journal can't be opened.
    """

    def __init__(self, folder: Path, file: Path | None = None) -> None:
        self._folder, self._file = folder, file
        self.journal = Journal(file or self._newest())

    def _newest(self) -> Path:
        known = sorted(path for path in self._folder.glob("game-*.db") if _number(path))
        return known[-1] if known else self._folder / "game-0001.db"

    def another(self) -> None:
        """Put the open journal away and open a new one for the same table.

        Raises InputError for a table that was given its one journal.
        """
        old = self.journal
        if self._file is not None:
            raise InputError(refusal("own_journal", path=str(old.path)))
        new = Journal(self._folder / f"game-{_number(self._newest()) + 1:04d}.db")
        for name in _OF_THE_TABLE:
            value = old.fact(name)
            if value is not None:
                new.set_fact(name, value)
        new.set_fact("epoch", old.fact("epoch") or "0")
        self.journal = new
        old.close()

    def close(self) -> None:
        """Close the open journal."""
        self.journal.close()

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return read_seating(self.journal.fact("phones"))

    @seating.setter
    def seating(self, seating: Seating) -> None:
        self.journal.set_fact("phones", write_seating(seating))

    @property
    def dealer(self) -> str:
        """Who draws."""
        return self.journal.fact("dealer") or COMPANION

    @dealer.setter
    def dealer(self, dealer: str) -> None:
        self.journal.set_fact("dealer", dealer)

    @property
    def shows_all(self) -> bool:
        """Whether the host shows everything to everybody."""
        return self.journal.fact("shows_all") == "yes"

    def show_all(self) -> None:
        """Show everything from now on."""
        self.journal.set_fact("shows_all", "yes")

    @property
    def seed(self) -> str:
        """The seed of what the companion draws in this game."""
        seed = self.journal.fact("seed")
        if seed is None:
            seed = secrets.token_hex(16)
            self.journal.set_fact("seed", seed)
        return seed


def _number(path: Path) -> int:
    match = _NUMBERED.fullmatch(path.name)
    return int(match[1]) if match else 0
