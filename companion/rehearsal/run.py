"""Many rehearsed games, one after another, each in a folder of its own."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.games.catalogue import find_game, load_edition
from companion.rehearsal.faults import Faults
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.tally import Tally


def rehearse(
    name: str,
    edition: str,
    players: int,
    seeds: Sequence[int],
    faults: Faults,
    kind: type[Rehearsal] = Rehearsal,
) -> Iterator[tuple[int, Tally]]:
    """Play a game of this kind for each seed; gives the seed and what came of it."""
    game = find_game(name)
    data = load_edition(game, edition or game.default_edition)
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder, _quiet():
            tally = kind(game, data, players, seed, faults, Path(folder)).run()
        yield seed, tally


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what is logged about a busy computer, and about the end of the stand-in camera."""
    loggers = [logging.getLogger(name) for name in ("companion.running.eyes", "waitress.queue")]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled
