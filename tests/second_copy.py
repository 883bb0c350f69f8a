"""How well an edition taught from photographs is read on others: sets of a second printing."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

from second_art import STICKER_MM, second_art
from teaching_photos import board_photos, piece_photos, studio, write_plan

from companion.games.catalogue import find_game, load_edition
from companion.prints import Prints
from companion.records.positions import played_positions
from companion.teaching.plan import TeachPlan
from hardware.simulated.conditions import conditions_named, fixed
from hardware.simulated.tabletop.photo_set import Wanted, write_table_set
from hardware.simulated.tabletop.studio import TableStudio

BOARD = "player"


def own_copy(folder: Path, seed: int, scale: float = 1.0) -> Prints:
    """Photograph a second printing of The Girl's player board, and write the plan to teach it."""
    game = find_game("girl")
    prints = second_art(game.prints(load_edition(game, game.default_edition)), BOARD, seed)
    board = prints.boards[0]
    table = studio(prints, seed, scale=scale)
    own = board_photos(folder, table, board, ("0,2", "3,0", "6,5"))
    pieces = piece_photos(folder, prints, prints.families, seed, scale)
    plan = TeachPlan("girl", "second", marker_mm=STICKER_MM, board=[own], pieces=pieces)
    write_plan(folder, plan)
    return prints


def photograph_games(
    prints: Prints, table: str, folder: Path, photos: int, seed: int, condition: str = "any"
) -> None:
    """Photographs of positions of games on the second printing, with their truth."""
    game: Any = find_game("girl")
    edition = load_edition(game, game.default_edition)
    board = prints.boards[0]
    wanted = (
        Wanted(((board, 0),), tuple(lie for lie in lies if (lie.board, lie.copy) == (BOARD, 0)), {})
        for lies in itertools.islice(_lies(game, edition, seed), photos)
    )
    conditions = fixed(conditions_named(condition), hand_share=0.0)
    said = {"condition": condition, "tables": [{"board": BOARD, "copy": 0, "table": table}]}
    write_table_set(TableStudio(prints, seed, conditions), wanted, {}, said, folder)


def _lies(game: Any, edition: Any, seed: int) -> Any:
    chance = random.Random(seed)
    for number in itertools.count():
        states = played_positions(game, edition, 4, seed * 100 + number)
        for _ in range(10):
            yield game.lies(chance.choice(states))
