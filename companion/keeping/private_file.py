"""Files that only this user may read."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path


def keep_private(path: Path) -> None:
    """Make `path` when it is not there, and take it from other users' eyes.

    What can't be opened is left for whoever opens it to tell.  The files that SQLite keeps beside
    a database follow its rights.
    """
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.fchmod(descriptor, stat.S_IMODE(os.fstat(descriptor).st_mode) & 0o700)
        finally:
            os.close(descriptor)
