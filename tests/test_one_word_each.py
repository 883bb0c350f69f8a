"""One thing has one name in Chinese, on pages, sheets and in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WRITTEN = [
    path
    for folder in ("companion", "hardware", "vision", "web")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".py", ".js", ".html", ".toml"}
]


@pytest.mark.parametrize(
    ("kept", "others"),
    [("圖板", ("圖版", "版圖")), ("板塊", ("版塊",)), ("毫米", ("公釐", "公厘"))],
    ids=["board", "tile", "millimetre"],
)
def test_a_thing_is_called_one_word(kept: str, others: tuple[str, ...]) -> None:
    texts = {path: path.read_text("utf-8") for path in WRITTEN}
    assert any(kept in text for text in texts.values())
    found = [
        f"{p.relative_to(ROOT)}: {w}" for p, text in texts.items() for w in others if w in text
    ]
    assert not found
