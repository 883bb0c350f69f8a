"""What the records package itself says, in English and Traditional Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.contract import Note
from companion.games.refusals import changed

# what would move the cursor, colour the terminal or turn the writing round
_UNSHOWN = dict.fromkeys(
    (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd"
)

RECORD_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "accepted": "accepted",
        "refused": "refused",
        "unsure": "unsure",
        "finished": "finished",
        "counts": "{accepted} accepted, {refused} refused, {unsure} unsure.",
        "final": "Final score",
        "standing": "Score if the game ended now",
        "vp": "VP",
        "first": "first",
        "read_as": "read as",
        "assumed": "assumed before it",
        "damage.utf8": (
            "The file is not UTF-8 text at byte {byte}; letters that can't be read are replaced."
        ),
        "damage.half": (
            "Half letters (lone surrogates, {count} in all, the first in line {line}) "
            "were replaced."
        ),
        "damage.json": (
            "The JSON is damaged at line {line}, column {column} ({why}); "
            "what follows was not read."
        ),
        "damage.line": (
            "The JSON is damaged at line {line}, column {column} ({why}); "
            "that line was passed over."
        ),
        "damage.comma": "A comma is missing before line {line}, column {column}; it was assumed.",
        "damage.move": "Move {number} is no text and was passed over.",
        "damage.move_like": (
            "Move {number} is no text and was passed over; a move is written like {text}, "
            "or {entry}."
        ),
        "damage.misspelt": "{name!r} is not part of a record and was passed over; {near!r} is.",
        "note.unknown": "{name!r} is not part of a record and was passed over.",
    },
    "zh-Hant": {
        "accepted": "成立",
        "refused": "不成立",
        "unsure": "待確認",
        "finished": "遊戲結束",
        "counts": "{accepted} 個成立，{refused} 個不成立，{unsure} 個待確認。",
        "final": "最終分數",
        "standing": "若現在結束的分數",
        "vp": "分",
        "first": "第一名",
        "read_as": "讀作",
        "assumed": "之前假定",
        "damage.utf8": "檔案在第 {byte} 位元組不是 UTF-8 文字；讀不出的部分已替換。",
        "damage.half": "不成字的半個字元（共 {count} 個，最先在第 {line} 行）已替換。",
        "damage.json": "JSON 在第 {line} 行第 {column} 欄損壞（{why}）；之後的內容沒有讀取。",
        "damage.line": "JSON 在第 {line} 行第 {column} 欄損壞（{why}）；略過這一行。",
        "damage.comma": "第 {line} 行第 {column} 欄之前少了逗號；已假定有逗號。",
        "damage.move": "第 {number} 個行動不是文字，已略過。",
        "damage.move_like": ("第 {number} 個行動不是文字，已略過；行動要寫成 {text}，或 {entry}。"),
        "damage.misspelt": "{name!r} 不是紀錄的一部分，已略過；應該是 {near!r}。",
        "note.unknown": "{name!r} 不是紀錄的一部分，已略過。",
    },
}


def say(key: str, language: str, values: Mapping[str, Any]) -> str:
    """A sentence of the records package."""
    return RECORD_WORDS[language][key].format_map(values)


def said(note: Note, language: str = "en") -> str:
    """A note of the records package as a sentence."""
    return say(note.key, language, note.values)


def shown(line: str) -> str:
    """A line in which nothing that a record wrote can steer the terminal."""
    return changed(line, lambda text: text.translate(_UNSHOWN))
