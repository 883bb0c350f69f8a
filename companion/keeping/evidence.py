"""Pictures that support a verdict, kept as files named after their SHA-256, with a size cap."""

from __future__ import annotations

import hashlib
import logging
import os
import re
from pathlib import Path

_log = logging.getLogger(__name__)
_NAME = re.compile(r"[0-9a-f]{64}")


class EvidenceFolder:
    """A folder of JPEG files; when it grows above `cap_bytes` the oldest go first."""

    def __init__(self, folder: Path, cap_bytes: int) -> None:
        self.folder = folder
        self.cap_bytes = cap_bytes

    def keep(self, jpeg: bytes) -> str:
        """Store a picture and return its hash.

        A full disk is logged and loses the picture, never the verdict.
        """
        name = hashlib.sha256(jpeg).hexdigest()
        path = self.folder / f"{name}.jpg"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not path.exists():
                half = path.with_suffix(".part")
                half.write_bytes(jpeg)
                os.replace(half, path)
            self._shrink(path)
        except OSError as error:
            _log.warning("a picture could not be kept as evidence: %s", error)
        return name

    def read(self, name: str) -> bytes | None:
        """Read a kept picture by its hash, or None when it is not (or no longer) there."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return (self.folder / f"{name}.jpg").read_bytes()
        except OSError:
            return None

    def _shrink(self, newest: Path) -> None:
        files = [(path, path.stat()) for path in self.folder.glob("*.jpg")]
        total = sum(stat.st_size for _, stat in files)
        files.sort(key=lambda item: item[1].st_mtime_ns)
        for path, stat in files:
            if total <= self.cap_bytes:
                return
            if path != newest:
                path.unlink(missing_ok=True)
                total -= stat.st_size
