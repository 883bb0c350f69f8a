"""Solani."""

from companion.games.solani.game import GAME

__all__ = ["GAME"]
