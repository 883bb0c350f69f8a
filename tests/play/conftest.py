from __future__ import annotations

from play_fakes import dots
from play_served import served

__all__ = ["dots", "served"]
