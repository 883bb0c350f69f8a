"""Preparation and the two drafts in opposite directions (SOL-PREP, SOL-DRAFT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.flow import Reason, Refused, Verdict
from companion.games.solani.edition import Counts
from companion.games.solani.moves import Prepare, Take
from companion.games.solani.pieces import DRAFTED, UNSEEN, Kind, Phase
from companion.games.solani.reasons import MAY_STAND, Broken
from companion.games.solani.rules.change import TABLE, Change, phase_reasons, seat_reasons
from companion.games.solani.rules.course import go_on
from companion.games.solani.rules.order import due_types, market_due, may_be_taken, taker
from companion.games.solani.state import CLUSTERS, NOTHING, PLANETS, SolaniState, seat_name

BRANCH = DRAFTED.index(Kind.BRANCH)


def prepare(state: SolaniState, move: Prepare) -> Verdict[SolaniState]:
    """Clusters and branches are drawn from their bags and laid out (SOL-Q2)."""
    reasons = phase_reasons(state, Phase.PREPARE)
    if reasons:
        return Refused(tuple(reasons))
    edition = state.table.edition
    lists = (move.clusters, edition.cluster_index), (move.branches, edition.branch_index)
    laid = []
    for type_number, (names, index) in enumerate(lists):
        reasons += _drawn_reasons(state, type_number, names, index)
        laid.append(tuple(names.count(name) for name in index))
    unseen = move.clusters.count(UNSEEN), move.branches.count(UNSEEN)
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state)
    bags = tuple(
        tuple(have - out for have, out in zip(bag, counts, strict=True))
        for bag, counts in zip(state.bags, laid, strict=True)
    )
    change.set(
        phase=Phase.DRAFT, market=tuple(laid), unseen=unseen, bags=bags, takes=0, first=NOTHING
    )
    change.say("prepared", "SOL-Q2", clusters=move.clusters, branches=move.branches)
    go_on(change)
    return change.accepted()


def _drawn_reasons(
    state: SolaniState, type_number: int, names: Sequence[str], index: Mapping[str, int]
) -> list[Reason]:
    kind, bag = DRAFTED[type_number].value, state.bags[type_number]
    reasons = []
    for name, count in Counter(names).items():
        if name == UNSEEN:
            continue
        if name not in index:
            reasons.append(Broken.NO_SUCH_TILE.reason(TABLE, kind=kind, tile=name))
        elif count > bag[index[name]]:
            values = {"kind": kind, "tile": name, "count": count, "left": bag[index[name]]}
            reasons.append(Broken.NOT_IN_BAG.reason(TABLE, **values))
    due = min(market_due(state), sum(bag))
    if len(names) != due:
        reasons.append(Broken.PREPARE_COUNT.reason(TABLE, kind=kind, due=due, count=len(names)))
    return reasons


def take(state: SolaniState, move: Take) -> Verdict[SolaniState]:
    """A player takes a tile from the market, and may exchange a cluster for a planet."""
    seat, reasons = seat_reasons(state, move.seat, Phase.DRAFT)
    if reasons:
        return Refused(tuple(reasons))
    type_number = DRAFTED.index(Kind(move.kind))
    index = _index(state, type_number)
    if seat != taker(state):
        reasons.append(Broken.NOT_YOUR_TAKE.reason(move.seat, turn=seat_name(taker(state))))
    if type_number not in due_types(state):
        lap = state.takes < state.table.seats
        broken = Broken.WRONG_TYPE_FIRST if lap else Broken.WRONG_TYPE_SECOND
        reasons.append(broken.reason(move.seat, kind=DRAFTED[1 - type_number].value))
    if move.tile not in index:
        reasons.append(Broken.NO_SUCH_TILE.reason(move.seat, kind=move.kind, tile=move.tile))
    elif not may_be_taken(state, type_number, index[move.tile]):
        reasons.append(Broken.NOT_IN_MARKET.reason(move.seat, kind=move.kind, tile=move.tile))
    if move.place:
        reasons += _exchange_reasons(state, move)
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    return _taken(state, seat, move, type_number, index[move.tile])


def _index(state: SolaniState, type_number: int) -> Mapping[str, int]:
    edition = state.table.edition
    return edition.branch_index if type_number == BRANCH else edition.cluster_index


def _exchange_reasons(state: SolaniState, move: Take) -> list[Reason]:
    """What stands against an exchange (SOL-DRAFT-2, 3, 6)."""
    edition, reasons = state.table.edition, []
    number = edition.place_index.get(move.place, NOTHING)
    if number == NOTHING:
        reasons.append(Broken.NO_SUCH_PLACE.reason(move.seat, place=move.place))
    elif state.row[number] == NOTHING:
        reasons.append(Broken.NO_PLANET_THERE.reason(move.place, place=move.place))
    if move.kind != Kind.CLUSTER.value:
        reasons.append(Broken.ONLY_CLUSTERS_BUY.reason(move.seat))
    elif move.tile in edition.cluster_index:
        cluster = edition.clusters[edition.cluster_index[move.tile]]
        if cluster.white:
            reasons.append(Broken.WHITE_STAR.reason(move.seat, tile=move.tile))
        if number != NOTHING and cluster.stars not in edition.places[number].buys:
            buys = [str(stars) for stars in sorted(edition.places[number].buys)]
            values = {"place": move.place, "tile": move.tile, "buys": buys}
            reasons.append(Broken.WRONG_REGION.reason(move.place, **values))
    return reasons


def _taken(
    state: SolaniState, seat: int, move: Take, type_number: int, kind: int
) -> Verdict[SolaniState]:
    change = Change(state, seat)
    _take_out(change, type_number, kind)
    first = type_number if state.first == NOTHING else state.first
    change.set(takes=state.takes + 1, first=first)
    if state.first == NOTHING:
        change.say("first_type", "SOL-DRAFT-1", kind=move.kind)
    clause = "SOL-DRAFT-1" if state.takes < state.table.seats else "SOL-DRAFT-4"
    change.say("took", clause, kind=move.kind, tile=move.tile)
    if move.place:
        _exchange(change, move.place)
    elif type_number == BRANCH:
        change.set_player(branch=kind)
    else:
        change.set_player(tile=CLUSTERS + kind)
    go_on(change)
    return change.accepted()


def _take_out(change: Change, type_number: int, kind: int) -> None:
    """A tile leaves the market; one that nobody had noted counted as in its bag till now."""
    state = change.state
    known = state.market[type_number][kind] > 0
    lying = list(state.market if known else state.bags)
    lying[type_number] = _less(lying[type_number], kind)
    if known:
        change.set(market=tuple(lying))
    else:
        change.set(bags=tuple(lying), unseen=_less(state.unseen, type_number))


def _less(counts: Counts, place: int) -> Counts:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def _exchange(change: Change, place: str) -> None:
    """The cluster leaves the game for a planet; a spare fills the gap (SOL-Q4)."""
    state, edition = change.state, change.edition
    number = edition.place_index[place]
    colour = state.row[number]
    row, spares = list(state.row), state.spares
    row[number] = NOTHING
    change.set_player(tile=PLANETS + colour)
    change.say("exchanged", "SOL-DRAFT-2", place=place, colour=edition.colours[colour])
    if spares and state.table.rulings.spare_planets == "refill":
        row[number], *left = spares
        spares = tuple(left)
        name = edition.colours[row[number]]
        change.say("spare_used", "SOL-Q4", place, place=place, colour=name)
    change.set(row=tuple(row), spares=spares)
