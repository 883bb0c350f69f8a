"""Every finding in words: its state, what it says, what to do about it, in both languages."""

from __future__ import annotations

from typing import Any

from companion.display.findings import Finding, State
from companion.display.model import Text
from companion.doctor.words_machine import MACHINE
from companion.doctor.words_table import TABLE
from companion.flow import Sentence
from companion.session.reader_words import in_both

TITLES = {
    "camera": ("Camera", "相機"),
    "focus": ("Focus", "對焦"),
    "light": ("Light", "光線"),
    "markers": ("Markers", "標記"),
    "board": ("Board", "圖板定位"),
    "pins": ("Buttons and lamp", "按鈕與燈"),
    "disk": ("Disk", "磁碟"),
    "folder": ("Data folder", "資料夾"),
    "memory": ("Memory", "記憶體"),
    "temperature": ("Temperature", "溫度"),
    "power": ("Power", "電源"),
    "clock": ("Clock", "時鐘"),
    "port": ("Port", "連接埠"),
    "others": ("Other companions", "別的裁判程式"),
    "address": ("Address", "網址"),
    "name": ("Name", "名稱"),
    "update": ("Update", "更新"),
    "versions": ("Versions", "版本"),
}

OUTCOMES = {**TABLE, **MACHINE}


def finding(key: str, /, **values: Any) -> Finding:
    """The finding of a key (`disk_full` belongs to the check `disk`), filled in with values."""
    state, what, todo = OUTCOMES[key]
    check = key.partition("_")[0]
    return Finding(
        check,
        key,
        State(state),
        Text(*TITLES[check]),
        _filled(what, values),
        None if todo is None else _filled(todo, values),
    )


def _filled(sentences: tuple[str, str], values: dict[str, Any]) -> Text:
    english, chinese = sentences
    in_chinese = {gap: _in_chinese(value) for gap, value in values.items()}
    return Text(english.format_map(values), chinese.format_map(in_chinese))


def _in_chinese(value: Any) -> Any:
    """What a device or a reader said."""
    return in_both(value).zh if isinstance(value, Sentence) else value
