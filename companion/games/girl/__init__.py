"""The Girl Who Made the Stars."""

from companion.games.girl.game import GAME

__all__ = ["GAME"]
