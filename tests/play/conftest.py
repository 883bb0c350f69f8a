from __future__ import annotations

from play_fakes import dots

__all__ = ["dots"]
