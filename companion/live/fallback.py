"""Explains a whole table for a game that only explains single boards, or none of them well.

What a board's own explanation leaves over is looked for among the legal moves, and what chance
may decide: those after which every place that can be told holds what was seen there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from companion.flow import Accepted, Finished, Observation, PlaceReading, PlaceStatus
from companion.games.contract import AnyGame, Explained, Explanation
from companion.games.playable import Playable
from companion.games.printable import Lying
from companion.live.expected import Spot, TableArt
from companion.live.explaining import MOST_READINGS, explain_boards
from companion.table.contents import Content

MOST_TRIED = 600  # moves that are judged for one look
MOST_MOVES = 4  # of one look


def explain_lying(
    game: AnyGame, state: Any, art: TableArt, readings: Sequence[Observation]
) -> Explained:
    """The moves that account for what lies on all boards, or what the differing boards break."""
    wrong = unlike(game, art, state, readings)
    if not wrong:
        return Explained((Explanation((), 1.0, state),))
    titles = {art.titles[spot.board, spot.copy] for spot in wrong}
    by_board = explain_boards(game, state, [each for each in readings if each.board in titles])
    fitting = tuple(
        each
        for each in by_board.explanations
        if each.moves and not unlike(game, art, each.state, readings)
    )
    if fitting:
        same = all(each.state == fitting[0].state for each in fitting)
        return replace(by_board, explanations=fitting, same_result=same)
    assert isinstance(game, Lying)
    search = _Search(game, game, art, _readings_at(art, readings, wrong))
    search.run(Explanation((), 1.0, state), wrong)
    if search.found:
        share = 1.0 / len(search.found)
        found = tuple(replace(each, probability=share) for each in search.found)
        return Explained(found, (), len(found) == 1, search.gave_up)
    return Explained((), by_board.reasons, True, search.gave_up)


def unlike(
    game: AnyGame, art: TableArt, state: Any, readings: Sequence[Observation]
) -> frozenset[Spot]:
    """The places that are read for sure and hold something else than the game has there."""
    if not isinstance(game, Lying):
        return frozenset()
    contents = art.contents(game.lies(state))
    return frozenset(
        each.spot
        for each in art.differences(contents, readings)
        if each.reading.status is PlaceStatus.READ
    )


def _readings_at(
    art: TableArt, readings: Sequence[Observation], spots: frozenset[Spot]
) -> dict[Spot, PlaceReading]:
    found = {}
    for observation in readings:
        for reading in observation.places:
            spot = art.spot(observation.board, reading.place)
            if spot is not None and spot in spots:
                found[spot] = reading
    return found


class _Search:
    """Moves that each put some places right and none wrong, until all are."""

    def __init__(
        self, rules: AnyGame, game: Lying, art: TableArt, wrong: Mapping[Spot, PlaceReading]
    ) -> None:
        self._rules, self._game, self._art, self._wrong = rules, game, art, wrong
        self.found: list[Explanation] = []
        self._tried = 0

    @property
    def gave_up(self) -> bool:
        """Whether the bound was reached."""
        return self._tried >= MOST_TRIED

    def run(self, sofar: Explanation, wrong: frozenset[Spot]) -> None:
        """Try every move after those so far."""
        if len(sofar.moves) == MOST_MOVES:
            return
        before = self._art.contents(self._game.lies(sofar.state))
        for move in self._moves(sofar.state):
            if self.gave_up or len(self.found) == MOST_READINGS:
                return
            self._tried += 1
            verdict = self._rules.judge(sofar.state, move)
            if not isinstance(verdict, Accepted | Finished):
                continue
            left = self._left(before, verdict.state, wrong)
            if left is None:
                continue
            then = Explanation((*sofar.moves, self._rules.write_move(move)), 1.0, verdict.state)
            if left:
                self.run(then, left)
            elif all(each.state != then.state for each in self.found):
                self.found.append(then)

    def _left(
        self, before: Mapping[Spot, Content], state: Any, wrong: frozenset[Spot]
    ) -> frozenset[Spot] | None:
        """What is still wrong; None unless only wrong places changed, and some came right."""
        after = self._art.contents(self._game.lies(state))
        changed = {s for s in before.keys() | after.keys() if before.get(s, ()) != after.get(s, ())}
        if not changed or not changed <= wrong:
            return None
        left = {s for s in wrong if not self._art.same(after.get(s, ()), self._wrong[s])}
        return frozenset(left) if left < wrong else None

    def _moves(self, state: Any) -> Iterator[Any]:
        drawn = self._rules.chance_moves(state) if isinstance(self._rules, Playable) else ()
        return islice(chain(self._rules.legal_moves(state), drawn), MOST_TRIED)
