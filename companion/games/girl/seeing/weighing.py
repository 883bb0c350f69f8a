"""How likely each explanation is: what the picture says, what people do, what lies wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.girl.seeing.differences import Changes
from companion.games.girl.seeing.looks import SCORE, Content, Spot, firm, upkeep
from companion.games.girl.seeing.search import Found
from companion.games.girl.state import GirlState

LEAST = 0.02  # explanations less likely than that are not worth a question
MARKER_COST = 2.5
_COST = 1.5  # how fast likelihood falls with the cost of moves


@dataclass(frozen=True)
class Weighed:
    """What was found, what lies wrong after it, and its probability.

    `strangeness` counts what lies wrong by how seldom people leave it so.  `instead` are the
    earlier moves that must have been others, by number.
    """

    found: Found
    wrong: Changes
    probability: float
    strangeness: float
    instead: tuple[tuple[int, str], ...] = ()

    @property
    def unlikely(self) -> float:
        """How unlikely the moves are with the score markers as they stand; 0 is the usual."""
        markers = sum(board == SCORE for board, _ in self.wrong)
        return self.found.cost + MARKER_COST * markers


def weigh(weighed: Sequence[Weighed], unknown: float) -> list[Weighed]:
    """Likeliest first; those that look alike and score alike are one, with its likeliest moves.

    `unknown` is the share of readings that nobody thought of; probabilities leave it out.
    """
    if not weighed:
        return []
    least = min(each.found.cost * _COST + each.strangeness for each in weighed)
    together: dict[tuple[object, ...], Weighed] = {}
    for each in weighed:
        worse = each.found.cost * _COST + each.strangeness - least
        scaled = replace(each, probability=each.probability * math.exp(-worse))
        key = _result(each.found.state)
        known = together.get(key)
        if known is None or scaled.probability > known.probability:
            together[key] = scaled
    total = sum(each.probability for each in together.values())
    share = 1 / (total + unknown)
    ordered = sorted(together.values(), key=lambda each: -each.probability)
    ordered = [replace(each, probability=each.probability * share) for each in ordered]
    return [each for number, each in enumerate(ordered) if not number or each.probability >= LEAST]


def _result(state: GirlState) -> tuple[object, ...]:
    """What tells two outcomes apart: all that lies on the table, and the scores."""
    looks: tuple[tuple[tuple[Spot, Content], ...], ...] = tuple(
        tuple(sorted((spot, content) for spot, content in look.items() if content))
        for look in (*firm(state), upkeep(state))
    )
    return (*looks, tuple(player.score for player in state.players))
