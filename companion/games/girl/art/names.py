"""How the places of the boards are called, beside the names that the edition gives."""

from __future__ import annotations

VILLAGE = "village"
CARD = "card"


def early_bird(site: str) -> str:
    """Where one Villager covers the Early Bird of a foraging space."""
    return f"{site} early bird"


def beside(site: str) -> str:
    """Where Villagers stand beside a foraging space."""
    return f"{site} beside"


def pile(label: str) -> str:
    """A pile of Connection Rewards."""
    return f"pile {label}"


def mark(label: str) -> str:
    """Where Stardust marks a pile."""
    return f"mark {label}"


def offering(space: str) -> str:
    """An Offering of the card that lies on the board."""
    return f"offering {space}"


def track(space: int) -> str:
    """A space of the Night Sky track, from 1."""
    return f"sky{space}"
