from __future__ import annotations

from camera_sights import pictures, small_studio

__all__ = ["pictures", "small_studio"]
