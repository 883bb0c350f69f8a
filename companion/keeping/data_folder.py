"""Where the companion keeps what it has to remember, unless it is told otherwise."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder for journals, evidence, calibrations and descriptions."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "tabletop-companion"
