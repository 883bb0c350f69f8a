"""Many rehearsed games, one after another, each in a folder of its own."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.games.catalogue import find_game, load_edition
from companion.rehearsal.faults import Faults
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.tally import Tally


def rehearse(
    name: str, edition: str, players: int, seeds: Sequence[int], faults: Faults
) -> Iterator[tuple[int, Tally]]:
    """Play a game for each seed; gives the seed and what came of it."""
    game = find_game(name)
    data = load_edition(game, edition or game.default_edition)
    quiet = logging.getLogger("companion.eyes")
    for seed in seeds:
        before, quiet.disabled = quiet.disabled, True  # the stand-in's end is no lost camera
        try:
            with tempfile.TemporaryDirectory() as folder:
                yield seed, Rehearsal(game, data, players, seed, faults, Path(folder)).run()
        finally:
            quiet.disabled = before
