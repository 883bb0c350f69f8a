"""The Stargazing phase: drawing tiles, placing them, and tiles that fit nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.flow import Accepted, Event, Reason, Refused, Verdict
from companion.games.girl.hexes import EDGE_NAMES, EDGES_OF, cell_text, turned
from companion.games.girl.moves import Draw, Place, Unplaceable
from companion.games.girl.pieces import COLOURS, SIDES, UNKNOWN_TILE, Phase, Source
from companion.games.girl.reasons import MAY_STAND, Broken
from companion.games.girl.rules.completing import collect_light, complete, completed
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.patterns import (
    areas_at,
    demands,
    lines_into,
    linked,
    new_cycles,
    walls,
)
from companion.games.girl.rules.turns import phase_reasons, seat_number
from companion.games.girl.state import (
    TILE,
    UNKNOWN,
    VACANT,
    Board,
    GirlState,
    Player,
    Table,
    with_byte,
)


def draw(state: GirlState, move: Draw) -> Verdict[GirlState]:
    """A player draws the round's tiles from the own bag (GIRL-STAR-1)."""
    seat, reasons = seat_number(state, move.seat), phase_reasons(state, Phase.STARGAZING)
    if seat < 0:
        return Refused((Broken.NO_SUCH_SEAT.reason(move.seat, seat=move.seat), *reasons))
    player, edition = state.players[seat], state.table.edition
    if player.drawn:
        reasons.append(Broken.DRAWN_ALREADY.reason(move.seat))
    due = min(edition.tiles_per_round, player.bag_count)
    if len(move.tiles) != due:
        reasons.append(Broken.DRAW_COUNT.reason(move.seat, due=due, count=len(move.tiles)))
    bag, hand = player.bag, []
    for name in move.tiles:
        number = UNKNOWN if name == UNKNOWN_TILE else edition.tile_index.get(name, None)
        if number is None or number >= state.table.rulings.tiles_per_player:
            reasons.append(Broken.NO_SUCH_TILE.reason(move.seat, tile=name))
        elif number != UNKNOWN and not bag >> number & 1:
            reasons.append(Broken.NOT_IN_BAG.reason(move.seat, tile=name))
        else:
            hand.append(number)
            bag &= ~(1 << number) if number != UNKNOWN else bag
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    draft.set_player(hand=tuple(hand), drawn=True, bag=bag, bag_count=player.bag_count - len(hand))
    draft.say("drawn", "GIRL-STAR-1", tiles=list(move.tiles))
    return draft.accepted()


def held(state: GirlState, player: Player, name: str) -> int | None:
    """The hand entry that a tile of this name is: its number, UNKNOWN, or None.

    A tile nobody noted at the draw may turn out to be any that was left in the bag.
    """
    if name == UNKNOWN_TILE:
        return UNKNOWN if UNKNOWN in player.hand else None
    number = state.table.edition.tile_index.get(name, None)
    if number is None:
        return None
    if number in player.hand:
        return number
    return UNKNOWN if UNKNOWN in player.hand and player.bag >> number & 1 else None


def place(state: GirlState, move: Place) -> Verdict[GirlState]:
    """A tile is placed; all its consequences follow (GIRL-STAR-3 to 13)."""
    seat, reasons = seat_number(state, move.seat), phase_reasons(state, Phase.STARGAZING)
    if seat < 0:
        return Refused((Broken.NO_SUCH_SEAT.reason(move.seat, seat=move.seat), *reasons))
    edition, player = state.table.edition, state.players[seat]
    where = f"{move.seat} {cell_text(move.cell)}"
    number = edition.tile_index.get(move.tile, UNKNOWN)
    known = move.tile in edition.tile_index
    if not known and (move.tile != UNKNOWN_TILE or move.front):
        reasons.append(Broken.NO_SUCH_TILE.reason(where, tile=move.tile))
    entry = held(state, player, move.tile)
    if entry is None:
        reasons.append(Broken.NOT_IN_HAND.reason(where, tile=move.tile))
    cell = edition.field.index.get(move.cell, -1)
    if cell < 0:
        reasons.append(Broken.NO_SUCH_CELL.reason(where))
    else:
        lines = edition.tiles[number].lines if move.front and known else edition.back
        reasons += fit_reasons(state.table, player.board, cell, turned(lines, move.turns), where)
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons or entry is None:
        return Refused(tuple(reasons))
    return _placed(state, seat, move, cell, number, entry)


def fit_reasons(table: Table, board: Board, cell: int, lines: int, where: str) -> list[Reason]:
    """Every line rule that a tile with these lines breaks at a cell (GIRL-STAR-4 to 6)."""
    if board.kind[cell] != VACANT:
        return [Broken.CELL_TAKEN.reason(where)]
    field, strict = table.edition.field, table.rulings.strict_matching
    forbidden, required = demands(field, board, cell, strict)
    if not lines & forbidden and not required & ~lines:
        return []
    bonus, stardust, blank, _ = walls(field, board, cell)
    found = []
    for edge in EDGES_OF[lines & forbidden]:
        for mask, broken in (
            (field.rim[cell], Broken.LINE_TO_EDGE),
            (bonus, Broken.LINE_TO_BONUS),
            (stardust, Broken.LINE_TO_STARDUST),
            (blank, Broken.LINE_TO_BLANK),
        ):
            if mask >> edge & 1:
                found.append(broken.reason(where, edge=EDGE_NAMES[edge]))
    for edge in EDGES_OF[required & ~lines]:
        old = cell_text(field.cells[field.neighbours[cell][edge]])
        found.append(Broken.OLD_LINE_BLOCKED.reason(where, edge=EDGE_NAMES[edge], old=old))
    return found


def lay(board: Board, cell: int, lines: int, colour: int, tile: int, side: int) -> Board:
    """The board with a tile; its crystal is put on separately."""
    return replace(
        board,
        kind=with_byte(board.kind, cell, TILE),
        lines=with_byte(board.lines, cell, lines),
        colour=with_byte(board.colour, cell, colour),
        tile=with_byte(board.tile, cell, tile),
        side=with_byte(board.side, cell, side),
    )


def _placed(
    state: GirlState, seat: int, move: Place, cell: int, number: int, entry: int
) -> Verdict[GirlState]:
    edition = state.table.edition
    field, before = edition.field, state.players[seat].board
    front = edition.tiles[number] if move.front else None
    lines = turned(front.lines if front else edition.back, move.turns)
    colour = front.colour if front else 0
    side = move.turns % SIDES + (0 if front else SIDES)
    board = lay(before, cell, lines, colour, number + 2, side)
    draft = Draft(state, seat)
    player, hand = draft.player, list(draft.player.hand)
    hand.remove(entry)
    bag = player.bag & ~(1 << number) if number != UNKNOWN else player.bag
    draft.set_player(board=board, hand=tuple(hand), bag=bag)
    where = f"{move.seat} {cell_text(move.cell)}"
    draft.say("placed", "GIRL-STAR-3", where, tile=move.tile)
    if colour and draft.take_light(colour - 1, 1):
        crystal = with_byte(draft.player.board.crystal, cell, colour)
        draft.set_player(board=replace(draft.player.board, crystal=crystal))
        draft.say("crystal", "GIRL-STAR-8", where, colour=COLOURS[colour - 1])
    board = draft.player.board
    joined = linked(field, board, cell)
    collect_light(draft, (cell, *joined))
    _close_areas(draft, before, cell, joined, where)
    touched = [cell]
    if not state.table.rulings.strict_matching:  # a blank edge may have stopped other patterns
        touched += lines_into(field, board, cell)
    return advance(complete(draft, move, completed(field, draft.player.board, touched)))


def _close_areas(draft: Draft, before: Board, cell: int, joined: list[int], where: str) -> None:
    """Stardust for areas closed by lines (GIRL-STAR-11, GIRL-STAR-12)."""
    field = draft.edition.field
    areas = new_cycles(field, before, joined) if len(joined) > 1 else 0
    if areas and draft.rulings.split_area == "each_new":
        areas = areas_at(field, draft.player.board, cell)
    if areas:
        clause = "GIRL-STAR-11" if areas == 1 else "GIRL-STAR-12"
        draft.gain_stardust(areas, clause, where, key="area_closed")


def fits_somewhere(table: Table, board: Board, lines: Iterable[int]) -> bool:
    """Whether any of these edge sets has a legal cell and turn."""
    masks = {turned(mask, turns) for mask in lines for turns in range(SIDES)}
    field, strict = table.edition.field, table.rulings.strict_matching
    for cell in range(len(field.cells)):
        if board.kind[cell] == VACANT:
            forbidden, required = demands(field, board, cell, strict)
            if any(not mask & forbidden and not required & ~mask for mask in masks):
                return True
    return False


def sides_of(state: GirlState, number: int) -> Iterator[int]:
    """The edge sets of a hand entry's sides; only the back of one whose front nobody saw."""
    yield state.table.edition.back
    if number != UNKNOWN:
        yield state.table.edition.tiles[number].lines


def unplaceable(state: GirlState, move: Unplaceable) -> Verdict[GirlState]:
    """A tile that fits nowhere costs a VP (GIRL-EOP-2), when no other drawn tile fits either."""
    seat, reasons = seat_number(state, move.seat), phase_reasons(state, Phase.STARGAZING)
    if seat < 0:
        return Refused((Broken.NO_SUCH_SEAT.reason(move.seat, seat=move.seat), *reasons))
    player = state.players[seat]
    entry = held(state, player, move.tile)
    if entry is None:
        reasons.append(Broken.NOT_IN_HAND.reason(move.seat, tile=move.tile))
    for number in player.hand:
        if fits_somewhere(state.table, player.board, sides_of(state, number)):
            name = UNKNOWN_TILE if number == UNKNOWN else state.table.edition.tiles[number].name
            reasons.append(Broken.STILL_FITS.reason(move.seat, tile=name))
    if reasons or entry is None:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    hand = list(player.hand)
    hand.remove(entry)
    number = state.table.edition.tile_index.get(move.tile, UNKNOWN)
    bag = player.bag & ~(1 << number) if number != UNKNOWN else player.bag
    draft.set_player(hand=tuple(hand), bag=bag)
    draft.say("unplaceable", "GIRL-EOP-2", tile=move.tile)
    draft.score(-1, Source.LOSS)
    return advance(draft.accepted())


def advance(verdict: Verdict[GirlState]) -> Verdict[GirlState]:
    """After the last tile of the round the Wood Ash phase begins (GIRL-EOP-1)."""
    if not isinstance(verdict, Accepted):
        return verdict
    state = verdict.state
    if any(player.hand or not player.drawn for player in state.players):
        return verdict
    event = Event("event.phase_casting", "GIRL-EOP-1", "table", {"count": state.track.meeples()})
    return Accepted(replace(state, phase=Phase.CASTING), (*verdict.events, event))
