"""What was understood of photographs, kept beside them so that work can be taken up again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.board import PointMm, Tag
from companion.errors import InputError
from companion.keeping.whole_file import write_whole
from companion.teaching.edition import Learnt

FOLDER = "understood"
_AGE = "1"  # changes when what is kept has another meaning

Kept = TypeVar("Kept", bound=msgspec.Struct)


class TagRecord(msgspec.Struct, frozen=True):
    """A marker: its id and corners, board mm."""

    id: int
    corners_mm: tuple[PointMm, PointMm, PointMm, PointMm]


class BoardRecord(msgspec.Struct, frozen=True):
    """A board that was found; its flat picture lies beside, as `<key>.png`.

    `handles` and `moved` are the middles that were said in pixels, in board mm; `used` are the
    photographs, by name, in which it was found.
    """

    digest: str
    size_mm: tuple[float, float]
    px_per_mm: float
    tags: tuple[TagRecord, ...]
    rms_px: float
    sigma_mm: float
    corner_mm: float | None
    used: tuple[str, ...]
    handles: dict[str, PointMm]
    moved: dict[str, PointMm]

    @property
    def learnt(self) -> Learnt:
        """For laying places."""
        tags = tuple(Tag(tag.id, tag.corners_mm) for tag in self.tags)
        return Learnt(self.size_mm, tags, self.handles, self.moved)


class PieceRecord(msgspec.Struct, frozen=True):
    """A piece that was found: its kind, size beside the described one, the file of its picture."""

    kind: str
    scale: float
    score: float
    turn_deg: float
    file: str


class PiecesRecord(msgspec.Struct, frozen=True):
    """The pieces of one photograph, all of one family."""

    digest: str
    family: str
    pieces: tuple[PieceRecord, ...]


def digest_of(said: msgspec.Struct | tuple[object, ...], photos: Iterable[bytes]) -> str:
    """Changes when what was said or any photograph changes."""
    found = hashlib.sha256(_AGE.encode() + msgspec.json.encode(said))
    for photo in photos:
        found.update(hashlib.sha256(photo).digest())
    return found.hexdigest()[:32]


def kept(path: Path, kind: type[Kept], digest: str) -> Kept | None:
    """What was understood before, when that still holds."""
    try:
        record = msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return record if getattr(record, "digest", "") == digest else None


def keep(path: Path, record: msgspec.Struct) -> None:
    """Keep what was understood; raises InputError when the folder can't be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path.parent} can't be made: {error.strerror}") from None
    write_whole(path, msgspec.json.format(msgspec.json.encode(record), indent=1))


def plain_name(*parts: str) -> str:
    """A file's name of letters, digits, dots and dashes."""
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in "-".join(parts))
