"""Names of what can be tapped; a place of a player board is named as verdicts name it."""

from __future__ import annotations

from companion.games.solani.pieces import Kind


def on_board(seat: str, place: str) -> str:
    """A circle, a gap or the storage of a player."""
    return f"{seat} {place}"


def stored(seat: str, kind: str) -> str:
    """Where a player stores tiles of this kind."""
    return on_board(seat, "stored branch" if kind == Kind.BRANCH.value else "stored tile")


def laid_out(kind: str, tile: str) -> str:
    """Tiles of one kind that are laid out."""
    return f"{kind} {tile}"


def card_spot(card: str) -> str:
    """A feature card that is shown or drawn."""
    return f"card {card}"


def deck_spot(deck: str) -> str:
    """A deck of feature cards."""
    return f"deck {deck}"
