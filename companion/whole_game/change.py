"""What a correction of an earlier move changes: later moves, scores, places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.flow import Accepted, Finished, Verdict
from companion.games.contract import AnyGame
from companion.records.judging import Judged
from companion.whole_game.history import Step

Scores = tuple[tuple[str, int, int], ...]
Places = tuple[tuple[str, Any, Any], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction changes.

    `lost` are later moves that are not accepted any more, with their verdicts.  `scores` are
    the totals before and after by seat, where they differ; `places` the parts of the position
    that differ, as a dotted path with the value before and after (None: not there).  `after` is
    the state that it leads to, None when the move is not possible.
    """

    judged: Judged
    lost: tuple[tuple[Step, Verdict[Any]], ...] = ()
    scores: tuple[tuple[str, int, int], ...] = ()
    places: tuple[tuple[str, Any, Any], ...] = ()
    after: Any = None

    @property
    def possible(self) -> bool:
        """Whether the corrected move itself is accepted."""
        return isinstance(self.judged.verdict, Accepted | Finished)


def differences(game: AnyGame, before: Any, after: Any) -> tuple[Scores, Places]:
    """Scores by seat and parts of the position that differ between two states."""
    now, then = game.final_score(before), game.final_score(after)
    totals = {seat.seat: seat.total for seat in then.seats}
    scores = sorted(
        (seat.seat, seat.total, totals[seat.seat])
        for seat in now.seats
        if seat.total != totals[seat.seat]
    )
    old = dict(flat(game.write_position(before)))
    new = dict(flat(game.write_position(after)))
    places = tuple(
        (path, old.get(path), new.get(path))
        for path in {**old, **new}
        if old.get(path) != new.get(path)
    )
    return tuple(scores), places


def flat(value: Any, path: str = "") -> list[tuple[str, Any]]:
    """A JSON value as dotted paths to its leaves; lists are leaves."""
    if not isinstance(value, dict):
        return [(path, value)]
    return [leaf for key, item in value.items() for leaf in flat(item, f"{path}.{key}".lstrip("."))]
