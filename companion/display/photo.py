"""What a phone is shown of a photograph that it sent."""

from __future__ import annotations

from dataclasses import dataclass

from companion.display.model import Note, Section

OK, NOT_FOUND = 200, 404


@dataclass(frozen=True, slots=True)
class PhotoOf:
    """What a photograph is of, when the phone says so: boards of a game, or its dish.

    Without `game` it is of the game that goes on.
    """

    game: str = ""
    dish: bool = False


@dataclass(frozen=True, slots=True)
class PhotoAnswer:
    """A photograph, read: what is said of it, and what it shows, part by part.

    `http_status` is 200, or says why it could not be used.
    """

    note: Note
    sections: tuple[Section, ...] = ()
    http_status: int = OK
