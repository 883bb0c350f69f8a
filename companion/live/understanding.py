"""What a settled table means for the game: nothing new, moves, a question, a broken rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.flow import Observation, PlaceStatus, Reason
from companion.games.contract import AnyGame, Explanation
from companion.games.printable import ExplainsTable, Lying, Past
from companion.live.behind import Behind
from companion.live.expected import Difference, Spot, TableArt
from companion.live.explaining import MOST_READINGS, explain, reasons_of, results_of
from companion.live.fallback import explain_lying
from companion.live.said import EXCEPTION, Said, overlaid
from companion.live.steady import Steady
from companion.table.contents import Content, content_of, piece_of

CERTAIN = 0.9  # probability of an explanation that is booked without asking


class Outcome(Enum):
    """What the table means."""

    SAME = "the table shows the game as it is booked"
    MOVES = "legal moves account for what changed"
    QUESTION = "several moves account for it"
    BROKEN = "no legal moves account for it"


@dataclass(frozen=True, slots=True)
class Understood:
    """A settled table, understood.

    `results` are the explanations, one for each state they may lead to.  `certain` says that one
    of them may be booked without asking.  `differences` are places that show something else than
    the game has there, `behind` those that have yet to follow, `doubtful` those that can't be
    told and are not as the game has them.  `upkeep` is what lies wrong though the moves are legal.
    """

    outcome: Outcome
    results: tuple[Explanation, ...] = ()
    certain: bool = False
    reasons: tuple[Reason, ...] = ()
    differences: tuple[Difference, ...] = ()
    behind: tuple[Difference, ...] = ()
    doubtful: tuple[Difference, ...] = ()
    upkeep: tuple[Reason, ...] = ()

    @property
    def wrong(self) -> tuple[Difference, ...]:
        """The places that no legal move accounts for, those in doubt last."""
        if self.outcome in (Outcome.MOVES, Outcome.QUESTION):
            return ()
        return (*self.differences, *self.doubtful)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the likeliest result."""
        return self.results[0].moves if self.results else ()


def contents_of(game: AnyGame, art: TableArt, state: Any) -> dict[Spot, Content]:
    """What the game has lying where; nothing for a game that does not say."""
    return art.contents(game.lies(state)) if isinstance(game, Lying) else {}


def understand(
    game: AnyGame,
    state: Any,
    art: TableArt,
    readings: Sequence[Observation],
    said: Sequence[Said],
    behind: Behind,
    past: Past | None = None,
    steady: Steady | None = None,
) -> Understood:
    """Explain a settled table; `said` and places that are `behind` outrank the camera.

    `past` is what led to the state, when earlier moves may be reconsidered.  Places in doubt that
    are `steady` are first taken to hold what they held, and only if that explains nothing for
    certain, as the pictures show them.
    """
    held = {} if steady is None else steady.held(art, readings)
    if held:
        still = overlaid(art, readings, held)
        understood = _understood(game, state, art, still, said, behind, past)
        if understood.certain or understood.outcome is Outcome.SAME:
            return understood
    return _understood(game, state, art, readings, said, behind, past)


def _understood(
    game: AnyGame,
    state: Any,
    art: TableArt,
    readings: Sequence[Observation],
    said: Sequence[Said],
    behind: Behind,
    past: Past | None,
) -> Understood:
    expected = contents_of(game, art, state)
    told = {each.spot: _content(each, expected) for each in said}
    readings = overlaid(art, readings, told)
    late = behind.expected(art, readings, expected)
    seen = overlaid(art, readings, late)
    if isinstance(game, ExplainsTable):
        explained = explain(game, state, seen, past)
    else:
        explained = explain_lying(game, state, art, seen)
    differences = art.differences(expected, seen)
    sure = tuple(d for d in differences if d.seen is not None)
    unsure = tuple(d for d in differences if d.seen is None)
    # Most of the time nothing is late, and comparing every place again would find nothing.
    slow = tuple(d for d in art.differences(expected, readings) if d.spot in late) if late else ()
    understood = Understood(
        Outcome.BROKEN, (), False, reasons_of(explained), sure, slow, unsure, explained.mismatches
    )
    results = results_of(explained)
    if not results:
        return understood
    likely = isinstance(game, ExplainsTable) and results[0].probability >= CERTAIN
    if len(results) > 1 and not likely:
        return replace(understood, outcome=Outcome.QUESTION, results=results[:MOST_READINGS])
    if not results[0].moves:
        return replace(understood, outcome=Outcome.SAME, results=results)
    certain = (likely or not unsure) and not explained.gave_up
    return replace(understood, outcome=Outcome.MOVES, results=results, certain=certain)


def _content(said: Said, expected: Mapping[Spot, Content]) -> Content:
    """An exception stands as if the game had what it expects."""
    return expected.get(said.spot, ()) if said.kind == EXCEPTION else said.content


def signature(readings: Sequence[Observation]) -> tuple[object, ...]:
    """What makes one settled table another than the one before, beside where tokens lie."""
    return tuple(
        (
            observation.board,
            tuple(
                (p.place, p.status, content_of(p))
                for p in observation.places
                if p.pieces or p.status is not PlaceStatus.READ
            ),
            tuple(sorted(piece_of(s) for s in observation.sightings if not s.place)),
        )
        for observation in readings
    )
