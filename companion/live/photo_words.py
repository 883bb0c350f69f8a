"""What is said of a photograph that a phone sent, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.display.text import Text, begun, filled

WORDS: Mapping[str, tuple[str, str]] = {
    "agrees": (
        "{boards}: the picture shows what the game has there.",
        "{boards}：照片與遊戲相符。",
    ),
    "agrees_but": (
        "{boards}: what can be told agrees with the game; {count} places can't be told.",
        "{boards}：看得清的都與遊戲相符；有 {count} 個位置無法判讀。",
    ),
    "differs": (
        "{boards}: {count} places differ from the game.",
        "{boards}：有 {count} 個位置與遊戲不符。",
    ),
    "differs_one": (
        "{boards}: 1 place differs from the game.",
        "{boards}：有 1 個位置與遊戲不符。",
    ),
    "agrees_but_one": (
        "{boards}: what can be told agrees with the game; 1 place can't be told.",
        "{boards}：看得清的都與遊戲相符；有 1 個位置無法判讀。",
    ),
    "alone": ("{boards}: every place is read.", "{boards}：每個位置都判讀完成。"),
    "alone_but": (
        "{boards}: {count} places can't be told.",
        "{boards}：有 {count} 個位置無法判讀。",
    ),
    "alone_but_one": (
        "{boards}: 1 place can't be told.",
        "{boards}：有 1 個位置無法判讀。",
    ),
    "bare": ("{count} places are empty.", "有 {count} 個位置是空的。"),
    "bare_one": ("1 place is empty.", "有 1 個位置是空的。"),
    "looks_like": ("This would be: {what}", "這會是：{what}"),
    "play_it": ("Play it: {what}", "打出這步：{what}"),
    "no_board": (
        "No board of this game is found in the picture: show one whole, with its markers.",
        "照片中找不到這場遊戲的圖板：請完整拍下一塊，連同標記。",
    ),
    "no_game": ("No game has begun yet.", "遊戲還沒開始。"),
    "no_lies": (
        "This game does not say what lies where, so a picture can't be compared with it.",
        "這個遊戲不記錄配件位置，無法與照片比對。",
    ),
    "seen": ("The picture, as it was read", "照片判讀結果"),
    "alt": (
        "The photograph with every reading drawn over it: green is read, amber in doubt, red out "
        "of sight",
        "照片與判讀：綠色已判讀，琥珀色不確定，紅色看不到",
    ),
    "differences": ("Where they differ", "不符的位置"),
    "unsure": ("What can't be told", "無法判讀的位置"),
    "more": ("{count} more", "另有 {count} 個"),
    "place": ("{board}, {place}", "{board}，{place}"),
    "game_has": ("The game has: {what}", "遊戲中：{what}"),
    "picture_has": ("The picture shows: {what}", "照片中：{what}"),
    "likely": ("Most likely: {what}", "最可能：{what}"),
    "board_says": ("{board}: {why}", "{board}：{why}"),
    "score": ("What it scores by itself", "照片中的分數"),
    "score_exact": ("{who}: {vp} VP", "{who}：{vp} 分"),
    "score_least": ("{who}: at least {vp} VP", "{who}：至少 {vp} 分"),
    "score_least_told": (
        "{who}: at least {vp} VP (what can be told: {told})",
        "{who}：至少 {vp} 分（看得清的：{told}）",
    ),
    "nothing": ("nothing", "沒有東西"),
}


def say(key: str, /, **values: Any) -> Text:
    """The sentence for a key, filled in; a Text among the values is said in each language.

    A board's name may begin it.
    """
    return begun(filled(WORDS[key], values))
