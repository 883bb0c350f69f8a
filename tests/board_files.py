"""Board descriptions for tests: a complete small one in a folder, and ways to spoil it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

TABLE_TOML = """\
[board]
name = "test dish"
size_mm = [300.0, 280.0]

[markers]
dictionary = "DICT_4X4_50"

[[markers.tag]]
id = 3
corners_mm = [[5.0, 5.0], [25.0, 5.0], [25.0, 25.0], [5.0, 25.0]]

[[markers.tag]]
id = 7
corners_mm = [[275.0, 5.0], [295.0, 5.0], [295.0, 25.0], [275.0, 25.0]]

[[markers.tag]]
id = 11
corners_mm = [[275.0, 255.0], [295.0, 255.0], [295.0, 275.0], [275.0, 275.0]]

[[markers.tag]]
id = 12
corners_mm = [[5.0, 255.0], [25.0, 255.0], [25.0, 275.0], [5.0, 275.0]]

[dish]
centre_mm = [150.0, 140.0]
target_radius_mm = 100.0
hub_radius_mm = 20.0

[[dish.area]]
colour = "red"
from_deg = 330.0
to_deg = 450.0

[[dish.area]]
colour = "yellow"
from_deg = 90.0
to_deg = 210.0

[[dish.area]]
colour = "blue"
polygon_mm = [[90.0, 100.0], [110.0, 100.0], [100.0, 130.0]]

[token]
diameter_mm = 22.0
thickness_mm = 3.0

[token.kinds]
x2 = { count = 3, picture = "kinds/x2.png" }
recall = { count = 2, picture = "kinds/recall.png" }
"""


def write_table(folder: Path, text: str = TABLE_TOML) -> Path:
    """`text` as table.toml in `folder`, with the pictures that `TABLE_TOML` names."""
    (folder / "kinds").mkdir(exist_ok=True)
    for name in ("x2", "recall"):
        (folder / "kinds" / f"{name}.png").write_bytes(grey_png(8))
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def grey_png(side_px: int) -> bytes:
    """A square grey PNG, made with nothing but the standard library."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    header = struct.pack(">IIBBBBB", side_px, side_px, 8, 0, 0, 0, 0)
    rows = (b"\0" + b"\x80" * side_px) * side_px
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
