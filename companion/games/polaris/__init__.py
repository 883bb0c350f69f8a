"""Polaris."""

from companion.games.polaris.game import GAME

__all__ = ["GAME"]
