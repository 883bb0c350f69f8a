"""StarFall."""

from companion.games.starfall.game import GAME

__all__ = ["GAME"]
