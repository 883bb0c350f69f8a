"""Phones that tap at random."""

from __future__ import annotations

import random

from companion.play.moving import choices
from companion.play.requests import ConfirmRequest, TapRequest
from companion.play.table import PlayTable

MOST_TAPS = 20_000


def play_on(table: PlayTable, phones: tuple[str, ...], chance: random.Random, most: int) -> int:
    """Tap at random until the game is over or `most` moves are made; gives how many were."""
    running = table.running
    assert running is not None
    moves = 0
    for _ in range(MOST_TAPS):
        if running.over or moves >= most:
            return moves
        able = [(phone, found) for phone in phones if (found := choices(table, phone))]
        able = [(phone, found) for phone, found in able if found.taps or found.move is not None]
        assert able, running.prompt
        phone, found = chance.choice(able)
        if found.move is not None and (not found.taps or chance.random() < 0.7):
            note = table.ask(ConfirmRequest(), phone, 0.0)
            moves += 1
        else:
            note = table.ask(TapRequest(chance.choice(found.taps).id), phone, 0.0)
        assert note.tone.value == "ok", note
    raise AssertionError("the game does not end")
