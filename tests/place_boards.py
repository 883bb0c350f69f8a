"""Descriptions of boards with places for tests: a small complete one in a folder."""

from __future__ import annotations

from pathlib import Path

from board_files import TABLE_TOML, grey_png

DISH = "[dish]" + TABLE_TOML.split("[dish]", 1)[1]
PLACES_TOML = (
    TABLE_TOML.split("[dish]", 1)[0].replace(
        "size_mm = [300.0, 280.0]\n", 'size_mm = [300.0, 280.0]\npicture = "empty.png"\n'
    )
    + """\
[[family]]
name = "tile"
outline_mm = [[0, -17.32], [15, -8.66], [15, 8.66], [0, 17.32], [-15, 8.66], [-15, -8.66]]
thickness_mm = 2.0
turns = 6

[family.kinds]
"blue P1" = { picture = "kinds/x2.png" }
back = { picture = "kinds/recall.png" }

[[family]]
name = "crystal"
diameter_mm = 10.0
thickness_mm = 3.0
lies_on = ["tile"]
picture_mm = [12.0, 12.0]

[family.kinds]
red = { picture = "kinds/x2.png" }

[[place]]
name = "1,1"
polygon_mm = [[100, 82], [115, 91], [115, 109], [100, 118], [85, 109], [85, 91]]
families = ["tile", "crystal"]
up_deg = 30.0

[[place]]
name = "pool"
circle_mm = { centre = [200.0, 150.0], radius = 25.0 }
families = ["crystal"]
capacity = 6
"""
)


def write_places(folder: Path, text: str = PLACES_TOML) -> Path:
    """`text` as places.toml in `folder`, with the pictures that `PLACES_TOML` names."""
    (folder / "kinds").mkdir(exist_ok=True)
    for name in ("kinds/x2", "kinds/recall", "empty"):
        (folder / f"{name}.png").write_bytes(grey_png(8))
    path = folder / "places.toml"
    path.write_text(text, encoding="utf-8")
    return path
