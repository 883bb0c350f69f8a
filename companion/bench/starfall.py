"""How long the rules of StarFall take: judging, listing moves, scoring, explaining a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from companion.bench import Row, cpu_ms, judging_row, whole_game
from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame
from companion.games.printable import ExplainsTable, Lying

LEGAL_GOAL_MS = 50.0
SCORE_GOAL_MS = 50.0
EXPLAIN_GOAL_MS = 50.0
_SEATS = "ABCD"
_SEEDS = (11, 12, 13)
_POSITIONS = 24
_WINDOW = (0, 0, 1, 1)


def rows() -> Iterator[Row]:
    """Judging a move of four-player games, legal moves, the final score, a look at the table."""
    game = find_game("starfall")
    edition = load_edition(game, game.default_edition)
    judged = [pair for seed in _SEEDS for pair in whole_game(game, edition, _SEATS, seed)]
    yield judging_row(game, "starfall", judged, "discover")
    states = [state for state, _ in judged]
    some = states[:: max(1, len(states) // _POSITIONS)]
    note = f"the worst of {len(some)} positions"
    legal_ms = max(cpu_ms(lambda s=state: list(game.legal_moves(s))) for state in some)  # type: ignore[misc]
    yield Row("starfall: list every legal move", legal_ms, "ms", LEGAL_GOAL_MS, note)
    score_ms = cpu_ms(lambda: game.final_score(states[-1]))
    note = "four piles with their breakdown"
    yield Row("starfall: final score", score_ms, "ms", SCORE_GOAL_MS, note)
    if isinstance(game, Lying) and isinstance(game, ExplainsTable):
        pairs = islice(zip(states, states[2:], strict=False), 0, None, 9)
        looks_ms = [_explain_ms(game, before, _looks(game, after)) for before, after in pairs]
        note = f"two moves at once on all boards, the worst of {len(looks_ms)}"
        yield Row("starfall: explain a look", max(looks_ms), "ms", EXPLAIN_GOAL_MS, note)


def _explain_ms(game: ExplainsTable, state: Any, look: Sequence[Observation]) -> float:
    return cpu_ms(lambda: game.explain_table(state, look))


def _looks(game: AnyGame, state: Any) -> Sequence[Observation]:
    """Exact readings of all boards of a state."""
    assert isinstance(game, Lying)
    lies = game.lies(state)
    found = []
    for board in game.prints(state.table.edition).boards:
        places = []
        for place in board.places:
            pieces = tuple(
                Sighting(each.kind, ((each.kind, 1.0),), (0.0, 0.0), 1.0, 0, _WINDOW, place.name)
                for each in lies
                if (each.board, each.place) == (board.name, place.name)
            )
            places.append(PlaceReading(place.name, PlaceStatus.READ, pieces, 1.0, (), _WINDOW))
        found.append(Observation(board.name, 0.0, Status.READ, places=tuple(places)))
    return found
