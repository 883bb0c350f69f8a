"""What a picture of the boards means: the placements that account for what is seen.

Boards are called `player A` and so on, or by their printed name; places are circles (`c2,1`) and
gaps (`b1,0`); kinds are what lies there: `cluster 2+w`, `planet red`, `feature 2-5`,
`branch NE SE`, or, as readers say it, `branch corner` and how far it is turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product

from companion.flow import Accepted, Finished, Observation, Reason, Refused, Sighting
from companion.games.contract import Explained, Explanation, MoveTextError
from companion.games.solani.move_read import read_cell, read_lines
from companion.games.solani.move_write import write_move
from companion.games.solani.moves import Feature, Keep, Move, Place
from companion.games.solani.pieces import SEATS, Kind, Phase, line_names
from companion.games.solani.rules import judge
from companion.games.solani.scoring import final_score
from companion.games.solani.seeing import seat_of_board, sighted
from companion.games.solani.state import (
    CLUSTERS,
    EMPTY,
    NOTHING,
    Player,
    SolaniState,
    tile_name,
)

MOST_NEW = 3  # a player places two tiles, or one tile of the special draft
MOST_READINGS = 3  # alternatives of one sighting that are tried
MOST_EXPLANATIONS = 4
MOST_JUDGED = 400


@dataclass(frozen=True, slots=True)
class _Seen:
    """One new thing on a board: where, and what it may be, likeliest first."""

    place: str
    kinds: tuple[tuple[str, float], ...]


class _Search:
    """Tries orders and alternatives of new tiles, with a bound on the moves judged."""

    def __init__(self, state: SolaniState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.judged = 0
        self.refused: tuple[Reason, ...] = ()
        self.found: dict[tuple[str, ...], Explanation] = {}

    @property
    def gave_up(self) -> bool:
        """Whether the bound was reached."""
        return self.judged >= MOST_JUDGED

    def run(self, seen: Sequence[_Seen]) -> None:
        """Every choice of kinds, every order of moves."""
        before = _totals(self.state)
        for chosen in product(*(things.kinds[:MOST_READINGS] for things in seen)):
            probability = 1.0
            for _, share in chosen:
                probability *= share
            pairs = [(things.place, kind) for things, (kind, _) in zip(seen, chosen, strict=True)]
            for order in permutations(pairs):
                if self.gave_up or self._try(order, probability, before):
                    break

    def _try(
        self, order: Sequence[tuple[str, str]], probability: float, before: tuple[int, ...]
    ) -> bool:
        state, moves = self.state, []
        for place, kind in order:
            move = _move(state, self.seat, place, kind)
            if move is None:
                return False
            self.judged += 1
            verdict = judge(state, move)
            if isinstance(verdict, Refused):
                self.refused = self.refused or verdict.reasons
                return False
            if isinstance(verdict, Accepted | Finished):
                state = verdict.state
            moves.append(write_move(move))
        changes = tuple(a - b for a, b in zip(_totals(state), before, strict=True))
        key = tuple(sorted(moves))
        self.found.setdefault(key, Explanation(tuple(moves), probability, state, changes))
        return True


def explain(state: SolaniState, observation: Observation) -> Explained:
    """The placements that account for what lies on a board, or the clauses that it breaks."""
    seat = seat_of_board(state, observation.board)
    if seat == NOTHING:
        return Explained((Explanation((), 1.0, state, (0,) * state.table.seats),))
    player = state.players[seat]
    seen, reasons = _changes(state, player, observation)
    if reasons or len(seen) > MOST_NEW:
        places = [thing.place for thing in seen]
        too_many = Reason("reason.too_many", "SOL-PLACE-5", observation.board, {"places": places})
        return Explained((), tuple(reasons) or (too_many,))
    search = _Search(state, seat)
    search.run(seen)
    ranked = sorted(search.found.values(), key=lambda found: -found.probability)
    best = tuple(ranked[:MOST_EXPLANATIONS])
    if not best:
        where = observation.board
        no_move = Reason("reason.no_placement", "SOL-PLACE-5", where)
        return Explained((), search.refused or (no_move,), gave_up=search.gave_up)
    same = all(found.state.same_position(best[0].state) for found in best)
    return Explained(best, same_result=same, gave_up=search.gave_up)


def _totals(state: SolaniState) -> tuple[int, ...]:
    seats = sorted(final_score(state).seats, key=lambda score: score.seat)
    return tuple(score.total for score in seats)


def _changes(
    state: SolaniState, player: Player, observation: Observation
) -> tuple[list[_Seen], list[Reason]]:
    """What is seen and not in the state; reasons for what changed against the rules."""
    seen, reasons = [], []
    for sighting in sighted(state.table.edition, observation):
        known = _known(state, player, sighting.place)
        kinds = tuple(pair for pair in sighting.kinds if pair[0] != "vacant")
        if known is None or not kinds or sighting.kind in (known, "vacant", "dark sky"):
            continue
        if known:
            values = {"known": known, "kind": sighting.kind or kinds[0][0]}
            reasons.append(Reason("reason.other_tile", "SOL-PLACE-5", sighting.place, values))
        else:
            seen.append(_Seen(sighting.place, _sorted(sighting)))
    return seen, reasons


def _sorted(sighting: Sighting) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(sighting.kinds, key=lambda pair: -pair[1]))


def _known(state: SolaniState, player: Player, place: str) -> str | None:
    """What the state has at a place: a kind, "" for nothing, None for no place of a board."""
    lattice = state.table.edition.lattice
    try:
        if place[:1].casefold() == "b":
            gap = lattice.gap_index.get(read_cell(place, Kind.BRANCH.value), NOTHING)
            if gap == NOTHING:
                return None
            lines = player.gaps[gap]
            return " ".join((Kind.BRANCH.value, *line_names(lines))) if lines else ""
        circle = lattice.circle_index.get(read_cell(place, Kind.CLUSTER.value), NOTHING)
    except MoveTextError:
        return None
    if circle == NOTHING or EMPTY < player.circles[circle] < CLUSTERS:
        return None
    code = player.circles[circle]
    return "" if code == EMPTY else tile_name(state.table.edition, code)


def _move(state: SolaniState, seat: int, place: str, seen: str) -> Move | None:
    """The move that puts such a tile there; None when no move does."""
    kind, _, name = seen.partition(" ")
    try:
        if kind == Kind.BRANCH.value:
            cell = read_cell(place, kind)
            return Place(SEATS[seat], kind, cell, read_lines(name.split()))
        cell = read_cell(place, Kind.CLUSTER.value)
    except MoveTextError:
        return None
    if kind in (Kind.CLUSTER.value, Kind.PLANET.value):
        return Place(SEATS[seat], kind, cell, (), name)
    if kind != "feature" or state.phase is not Phase.SPECIAL:
        return None
    card = state.table.edition.card_index.get(name, NOTHING)
    return (Keep if card in state.drawn else Feature)(SEATS[seat], name, cell)
