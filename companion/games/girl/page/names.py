"""Names of what can be tapped; places are named as moves and verdicts name them."""

from __future__ import annotations

from collections.abc import Sequence

TOKEN = "token"  # of an action that a kept Wood Ash token pays for
KEEP = "keep"


def on_board(seat: str, place: str) -> str:
    """A cell or Bonus position of a player board, or something beside it."""
    return f"{seat} {place}"


def in_hand(seat: str, tile: str) -> str:
    """A drawn tile that waits to be placed."""
    return on_board(seat, f"tile {tile}")


def in_bag(seat: str, tile: str) -> str:
    """A tile that may be drawn."""
    return on_board(seat, f"bag {tile}")


def stardust(seat: str) -> str:
    """The Stardust that a player holds."""
    return on_board(seat, "stardust")


def kept(seat: str, kind: str) -> str:
    """A kept Wood Ash token of a kind."""
    return on_board(seat, f"kept {kind}")


def food(seat: str, kind: str) -> str:
    """The food tokens of a kind that a player holds."""
    return on_board(seat, f"food {kind}")


def in_dish(number: int) -> str:
    """A cast token by its number, 1 for the first."""
    return f"dish token {number}"


def card_space(name: str) -> str:
    """A space of the Offering card."""
    return f"space {name}"


def sky(space: int) -> str:
    """A space of the Night Sky track."""
    return f"sky{space}"


def action(verb: str, by_token: bool) -> str:
    """An action, or the same paid by a kept token."""
    return f"{verb} {TOKEN}" if by_token else verb


def light_id(verb: str, light: Sequence[str]) -> str:
    """Some Light that is taken or paid."""
    return " ".join((verb, *light))


def beside(site: str) -> str:
    """Where Villagers stand beside a foraging space."""
    return f"{site} beside"
