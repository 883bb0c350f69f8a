"""English: titles of the printed boards, notes for cutting and assembling."""

from __future__ import annotations

ENGLISH_PRINT = {
    "print.board.player": "Player board",
    "print.board.main": "Main board",
    "print.board.sky": "Night Sky board",
    "print.board.score": "Score board",
    "print.board.strips": "Marker strips for a printed box",
}
