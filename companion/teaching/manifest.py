"""What an edition folder says of itself, `edition.json`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.errors import InputError

MANIFEST = "edition.json"
_MOST_BYTES = 200_000


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game and its edition, what people call the copy, and its files.

    `photos` are photographs of each bare board, `tables` the boards' descriptions, both by the
    board's key.
    """

    game: str
    edition: str
    name: str
    photos: dict[str, list[str]]
    tables: dict[str, str]


def read_manifest(folder: Path) -> Manifest:
    """The manifest of an edition's folder; raises InputError with one sentence."""
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{folder} is no taught edition: {MANIFEST} can't be read ({error.strerror})"
        ) from None
    return parse_manifest(data, str(path))


def parse_manifest(data: bytes, name: str) -> Manifest:
    """The manifest in a file's bytes."""
    if len(data) > _MOST_BYTES:
        raise InputError(f"{name} is too large to be an edition's {MANIFEST}")
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{name} is not an edition's {MANIFEST}: {error}") from None
    for file in [
        *manifest.tables.values(),
        *(p for each in manifest.photos.values() for p in each),
    ]:
        if Path(file).is_absolute() or ".." in Path(file).parts:
            raise InputError(f"{name} names {file!r}, which lies outside the edition's folder")
    return manifest
