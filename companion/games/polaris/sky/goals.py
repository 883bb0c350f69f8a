"""How often a player fulfils a common goal, and what decides a tie (POL-GOAL)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.polaris.edition import Goal, Sky, bits
from companion.games.polaris.pieces import GoalKind
from companion.games.polaris.sky.longest import longest_line

Fulfilment = tuple[int, int]  # how often; what decides a tie (0 where nothing does)


def fulfilment(sky: Sky, goal: Goal, own: int, lines: int) -> Fulfilment:
    """Count a goal for the stars of one player."""
    match goal.kind:
        case GoalKind.SECTOR | GoalKind.ORBIT | GoalKind.BORDERS:
            return (own & goal.mask).bit_count(), 0
        case GoalKind.ORBITS:
            return _present(goal, own, sky.orbits.values())
        case GoalKind.SECTORS:
            return _present(goal, own, sky.interiors)
        case GoalKind.LONGEST:
            return longest_line(sky, own, lines), 0
        case GoalKind.SURROUNDED:
            return _surrounded(sky, goal, own, lines)


def _present(goal: Goal, own: int, areas: Iterable[int]) -> Fulfilment:
    """Areas with at least so many stars, and with as many as decide a tie (POL-Q26)."""
    counts = [(own & area).bit_count() for area in areas]
    return (
        sum(count >= goal.at_least for count in counts),
        sum(count >= goal.then for count in counts),
    )


def _surrounded(sky: Sky, goal: Goal, own: int, lines: int) -> Fulfilment:
    """Stars with a token on every line round them, and those with the most lines."""
    stars = [space for space in bits(own) if not sky.rim[space] & ~lines]
    most = sum(sky.rim[space].bit_count() >= goal.then_lines for space in stars)
    return len(stars), most


def with_the_most(counts: list[Fulfilment], zero_bonus: bool) -> list[int]:
    """The seats that get the bonus: the largest count, then the tie rule, then all tied.

    By default nobody does when nobody fulfils the goal at all (POL-Q12).
    """
    best = max(counts)
    if not best[0] and not zero_bonus:
        return []
    return [seat for seat, count in enumerate(counts) if count == best]
