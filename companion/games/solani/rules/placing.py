"""Placing tiles on the personal board (SOL-PLACE)."""

from __future__ import annotations

from companion.flow import Reason, Refused, Verdict
from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.moves import Discard, Place
from companion.games.solani.pieces import Kind, Phase, line_names, mask_of
from companion.games.solani.reasons import MAY_STAND, Broken
from companion.games.solani.rules.change import Change, seat_reasons
from companion.games.solani.rules.course import go_on
from companion.games.solani.rules.order import places_now
from companion.games.solani.state import (
    CLUSTERS,
    DARK,
    EMPTY,
    NOTHING,
    PLANETS,
    Player,
    SolaniState,
    holds,
    tile_name,
    with_byte,
)


def place(state: SolaniState, move: Place) -> Verdict[SolaniState]:
    """A stored tile is placed; players do so at the same time (SOL-DRAFT-5, SOL-Q20)."""
    seat, reasons = _placing_reasons(state, move.seat, move.kind, move.tile)
    if reasons:
        return Refused(tuple(reasons))
    if move.kind == Kind.BRANCH.value:
        return _place_branch(state, seat, move)
    return _place_round(state, seat, move)


def _placing_reasons(
    state: SolaniState, seat_text: str, kind: str, tile: str = ""
) -> tuple[int, list[Reason]]:
    seat, reasons = seat_reasons(state, seat_text, Phase.DRAFT, Phase.PLACE)
    if not reasons:
        if not places_now(state, seat):
            reasons.append(Broken.NOT_BOTH_YET.reason(seat_text))
        stored = stored_name(state, state.players[seat], kind)
        if not stored or tile not in ("", stored):
            named = f"{kind} {tile}" if tile else kind
            reasons.append(Broken.NOT_STORED.reason(seat_text, tile=named))
    return seat, reasons


def stored_name(state: SolaniState, player: Player, kind: str) -> str:
    """The name of the stored tile of this kind, "" when there is none."""
    if kind == Kind.BRANCH.value:
        if player.branch == NOTHING:
            return ""
        return state.table.edition.branches[player.branch].name
    if player.tile == EMPTY or (player.tile >= PLANETS) != (kind == Kind.PLANET.value):
        return ""
    return tile_name(state.table.edition, player.tile).split(" ")[1]


def _place_round(state: SolaniState, seat: int, move: Place) -> Verdict[SolaniState]:
    lattice, player = state.table.edition.lattice, state.players[seat]
    where = f"{move.seat} {circle_text(move.cell)}"
    circle = lattice.circle_index.get(move.cell, NOTHING)
    reasons = circle_reasons(state, player, player.tile, circle, where)
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state, seat)
    name = tile_name(state.table.edition, player.tile)
    change.set_player(circles=with_byte(player.circles, circle, player.tile), tile=EMPTY)
    kind, tile = name.split(" ")
    change.say("placed", "SOL-PLACE-3", where, kind=kind, tile=tile)
    go_on(change)
    return change.accepted()


def circle_reasons(
    state: SolaniState, player: Player, code: int, circle: int, where: str
) -> list[Reason]:
    """What stands against a round tile (its code) on a circle (SOL-PLACE-3, 4)."""
    if circle == NOTHING:
        return [Broken.NO_SUCH_CELL.reason(where)]
    lattice, reasons = state.table.edition.lattice, []
    if player.circles[circle] != EMPTY:
        reasons.append(Broken.CELL_TAKEN.reason(where))
    if not any(player.gaps[gap] for gap, _ in lattice.around[circle]):
        reasons.append(Broken.NO_BRANCH_BESIDE.reason(where))
    if _is_cluster(code) and _beside_dark_sky(state, player, circle):
        if bans_dark_sky(state, code):
            reasons.append(Broken.DARK_SKY_BESIDE.reason(where))
        elif Broken.NO_BRANCH_BESIDE.key in [reason.key for reason in reasons]:
            reasons.append(Broken.DARK_SKY_NO_ANCHOR.reason(where))
    return reasons


def _is_cluster(code: int) -> bool:
    return CLUSTERS <= code < PLANETS


def bans_dark_sky(state: SolaniState, code: int) -> bool:
    """Whether this tile may not touch Dark Sky: a cluster, by the ruling (SOL-Q5)."""
    return state.table.rulings.dark_sky_ban == "touch" and _is_cluster(code)


def _beside_dark_sky(state: SolaniState, player: Player, circle: int) -> bool:
    beside = state.table.edition.lattice.beside[circle]
    return any(player.circles[other] == DARK for other in beside)


def open_circles(state: SolaniState, player: Player, code: int) -> list[int]:
    """The circles where a round tile may be placed."""
    lattice, gaps = state.table.edition.lattice, player.gaps
    ban = bans_dark_sky(state, code)
    return [
        circle
        for circle, lying in enumerate(player.circles)
        if lying == EMPTY
        and any(gaps[gap] for gap, _ in lattice.around[circle])
        and not (ban and _beside_dark_sky(state, player, circle))
    ]


def open_gaps(state: SolaniState, player: Player) -> list[int]:
    """The gaps where a branch may be placed: any round tile but Dark Sky adjoins (SOL-Q19)."""
    corners = state.table.edition.lattice.corners
    return [
        gap
        for gap, lines in enumerate(player.gaps)
        if not lines and any(holds(player.circles[circle]) for circle in corners[gap])
    ]


def _place_branch(state: SolaniState, seat: int, move: Place) -> Verdict[SolaniState]:
    edition, player = state.table.edition, state.players[seat]
    where = f"{move.seat} {gap_text(move.cell)}"
    gap = edition.lattice.gap_index.get(move.cell, NOTHING)
    lines = mask_of(move.lines)
    reasons = _gap_reasons(state, player, gap, where)
    if edition.branch_of.get(lines) != player.branch:
        kind = edition.branches[player.branch]
        values = {"tile": kind.name, "lines": line_names(kind.lines)}
        reasons.append(Broken.WRONG_LINES.reason(where, **values))
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state, seat)
    name = edition.branches[player.branch].name
    change.set_player(gaps=with_byte(player.gaps, gap, lines), branch=NOTHING)
    change.say("placed", "SOL-PLACE-1", where, kind=Kind.BRANCH.value, tile=name)
    _surround(change, move.seat, gap)
    go_on(change)
    return change.accepted()


def _gap_reasons(state: SolaniState, player: Player, gap: int, where: str) -> list[Reason]:
    if gap == NOTHING:
        return [Broken.NO_SUCH_CELL.reason(where)]
    reasons = []
    if player.gaps[gap]:
        reasons.append(Broken.CELL_TAKEN.reason(where))
    corners = state.table.edition.lattice.corners[gap]
    if not any(holds(player.circles[circle]) for circle in corners):
        reasons.append(Broken.NOTHING_TO_JOIN.reason(where))
    return reasons


def surrounded(state: SolaniState, player: Player, circle: int) -> bool:
    """Whether every gap that a circle has holds a branch (SOL-Q6)."""
    around = state.table.edition.lattice.around[circle]
    return all(player.gaps[gap] for gap, _ in around)


def _surround(change: Change, seat_text: str, gap: int) -> None:
    """Every Dark Sky tile that this branch closes in earns a special draft (SOL-PLACE-5)."""
    lattice = change.edition.lattice
    for circle in lattice.corners[gap]:
        player = change.player
        if player.circles[circle] == DARK and surrounded(change.state, player, circle):
            change.set_player(owed=player.owed + 1)
            where = f"{seat_text} {circle_text(lattice.circles[circle])}"
            change.say("surrounded", "SOL-PLACE-5", where)


def discard(state: SolaniState, move: Discard) -> Verdict[SolaniState]:
    """A stored tile without a legal place leaves the game (SOL-Q10)."""
    seat, reasons = _placing_reasons(state, move.seat, move.kind)
    if not reasons:
        reasons = _discard_reasons(state, state.players[seat], move)
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state, seat)
    name = stored_name(state, state.players[seat], move.kind)
    branch = move.kind == Kind.BRANCH.value
    change.set_player(**({"branch": NOTHING} if branch else {"tile": EMPTY}))
    lose(change, move.kind, name)
    go_on(change)
    return change.accepted()


def _discard_reasons(state: SolaniState, player: Player, move: Discard) -> list[Reason]:
    """Not while it fits, nor while the other stored tile may still make room for it."""
    branch_fits = player.branch != NOTHING and bool(open_gaps(state, player))
    tile_fits = player.tile != EMPTY and bool(open_circles(state, player, player.tile))
    branch = move.kind == Kind.BRANCH.value
    if branch_fits if branch else tile_fits:
        return [Broken.STILL_FITS.reason(move.seat, kind=move.kind)]
    if tile_fits if branch else branch_fits:
        return [Broken.OTHER_FIRST.reason(move.seat, kind=move.kind)]
    return []


def lose(change: Change, kind: str, name: str) -> None:
    """Count a tile that fits nowhere; it costs VP by the ruling only."""
    change.set_player(lost=change.player.lost + 1)
    costs = change.state.table.rulings.unplaceable == "minus1"
    vp = change.edition.worth.unplaceable if costs else 0
    change.say("unplaceable", "SOL-Q10", kind=kind, tile=name, vp=vp)
