"""The kinds of pieces of the game, by the names that records and editions use."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

SEATS = ("A", "B", "C", "D")
LINES = ("NW", "NE", "SE", "SW")  # clockwise; a set of lines is a mask, NW is bit 0
SIDES = len(LINES)
UNSEEN = "?"  # a tile or card that nobody has noted
NOWHERE = "nowhere"


class Kind(Enum):
    """What can lie in a player's storage."""

    CLUSTER = "cluster"
    PLANET = "planet"
    BRANCH = "branch"


DRAFTED = (Kind.CLUSTER, Kind.BRANCH)  # the two types of a draft, by their number


class Phase(Enum):
    """Where a round stands.  Players who have both tiles place during the draft, too."""

    PREPARE = "prepare"
    DRAFT = "draft"
    PLACE = "place"
    SPECIAL = "special"
    TIDY = "tidy"
    REFILL = "refill"
    OVER = "over"


def mask_of(lines: Sequence[str]) -> int:
    """The mask of some lines; raises ValueError for a name that is no line."""
    mask = 0
    for line in lines:
        mask |= 1 << LINES.index(line)
    return mask


def line_names(mask: int) -> tuple[str, ...]:
    """The lines of a mask, clockwise from NW."""
    return tuple(line for bit, line in enumerate(LINES) if mask >> bit & 1)


def turned(mask: int, turns: int) -> int:
    """The mask after so many quarter turns clockwise."""
    turns %= SIDES
    return (mask << turns | mask >> SIDES - turns) & (1 << SIDES) - 1
