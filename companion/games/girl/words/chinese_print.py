"""Traditional Chinese: titles of the printed boards, notes for cutting and assembling."""

from __future__ import annotations

CHINESE_PRINT = {
    "print.board.player": "個人板",
    "print.board.main": "主板",
    "print.board.sky": "夜空板",
    "print.board.score": "計分板",
    "print.board.strips": "盒裝遊戲用的標記條",
}
