"""What lies where in a state, so that any position can be photographed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.girl.art import names
from companion.games.girl.art.families import GIRL, STARDUST
from companion.games.girl.art.goods import reward_kind
from companion.games.girl.art.main_board import NAME as MAIN_BOARD
from companion.games.girl.art.player_board import NAME as PLAYER_BOARD
from companion.games.girl.art.score_board import NAME as SCORE_BOARD
from companion.games.girl.art.sky_board import NAME as SKY_BOARD
from companion.games.girl.edition import Counts
from companion.games.girl.hexes import cell_text
from companion.games.girl.pieces import ASH_KINDS, BONUSES, COLOURS, FOODS, SEATS, SIDES
from companion.games.girl.state import NOBODY, TILE, Board, GirlState
from companion.games.girl.state import STARDUST as DUSTED
from companion.prints import Lie

_FIRST_TILE = 2  # a board's number of the edition's first tile; lower ones are not known
_VILLAGER = BONUSES.index("villager")


def lies(state: GirlState) -> tuple[Lie, ...]:
    """Every piece that lies at a place of a board, those of one place from the lowest up.

    What people hold or keep beside the boards is left out.  Wood Ash lies anywhere in the dish
    where it touches the areas whose Light it gives.  A tile whose front nobody has seen lies
    with its back up, whichever tile it is; Offering cards whose order nobody knows lie in the
    order of the edition.
    """
    seats = range(len(state.players))
    return (
        *(lie for seat in seats for lie in _on_player(state, seat)),
        *_on_paths(state),
        *_on_sites(state),
        *_on_piles(state),
        *_on_card(state),
        *_on_track(state),
        *_in_dish(state),
        *_on_score(state),
    )


def _on_player(state: GirlState, seat: int) -> Iterator[Lie]:
    board = state.players[seat].board
    field = state.table.edition.field
    for cell, kind in enumerate(board.kind):
        place = cell_text(field.cells[cell])
        if kind == TILE:
            yield from _tile(state, seat, board, cell, place)
        elif kind == DUSTED:
            for _ in range(board.lines[cell]):
                yield Lie(PLAYER_BOARD, seat, place, "stardust", STARDUST)
    for number, corner in enumerate(field.corners):
        used = bool(board.used >> number & 1)
        if used and not state.table.rulings.bonus_stays:
            continue
        kind = board.bonus[number]
        yield Lie(PLAYER_BOARD, seat, corner.name, "bonus", BONUSES[kind], back=used)
        if kind == _VILLAGER and not used:
            yield _villager(PLAYER_BOARD, seat, corner.name, seat)


def _tile(state: GirlState, seat: int, board: Board, cell: int, place: str) -> Iterator[Lie]:
    tiles, side = state.table.edition.tiles, board.side[cell]
    tile = tiles[max(board.tile[cell] - _FIRST_TILE, 0)]
    yield Lie(PLAYER_BOARD, seat, place, "star", tile.name, side % SIDES, back=side >= SIDES)
    if board.crystal[cell]:
        yield Lie(PLAYER_BOARD, seat, place, "crystal", COLOURS[board.crystal[cell] - 1])


def _on_paths(state: GirlState) -> Iterator[Lie]:
    for place, light in zip(state.table.edition.paths.names, state.paths, strict=True):
        if light:
            yield Lie(MAIN_BOARD, 0, place, "crystal", COLOURS[light - 1])


def _on_sites(state: GirlState) -> Iterator[Lie]:
    for site, lying in zip(state.table.edition.sites, state.sites, strict=True):
        for _ in range(lying.left):
            yield Lie(MAIN_BOARD, 0, site.name, "food", FOODS[site.food])
        if lying.cover != NOBODY:
            yield _villager(MAIN_BOARD, 0, names.early_bird(site.name), lying.cover)
        yield from _villagers(names.beside(site.name), lying.beside)
    yield from _villagers(names.VILLAGE, state.village)


def _villagers(place: str, counts: Counts) -> Iterator[Lie]:
    for seat, count in enumerate(counts):
        for _ in range(count):
            yield _villager(MAIN_BOARD, 0, place, seat)


def _on_piles(state: GirlState) -> Iterator[Lie]:
    """GIRL-SET-14: face up, the highest value on top; GIRL-CON-4: Stardust marks a pile."""
    for kind, pile in zip(state.table.edition.piles, state.piles, strict=True):
        for vp in reversed(pile.values[pile.gone :]):
            yield Lie(MAIN_BOARD, 0, names.pile(kind.label), "reward", reward_kind(kind, vp))
        if pile.marked:
            yield Lie(MAIN_BOARD, 0, names.mark(kind.label), "stardust", STARDUST)


def _on_card(state: GirlState) -> Iterator[Lie]:
    """GIRL-SET-15: face up, the one in use on top; GIRL-OFF-4: its food on filled spaces."""
    edition, offering = state.table.edition, state.offering
    below = [number for number in range(len(edition.cards)) if offering.unseen >> number & 1]
    in_use = [] if offering.card < 0 else [offering.card]
    for number in (*below, *in_use):
        yield Lie(MAIN_BOARD, 0, names.CARD, "card", edition.cards[number].name)
    for number in in_use:
        for place, space in enumerate(edition.cards[number].spaces):
            if offering.filled >> place & 1:
                yield from _offered(names.offering(space.name), space.food)


def _offered(place: str, food: Counts) -> Iterator[Lie]:
    for kind, count in zip(FOODS, food, strict=True):
        for _ in range(count):
            yield Lie(MAIN_BOARD, 0, place, "food", kind)


def _on_track(state: GirlState) -> Iterator[Lie]:
    track = state.track
    yield Lie(SKY_BOARD, 0, names.track(track.girl), "girl", GIRL)
    for seat, space in enumerate(track.elders):
        yield Lie(SKY_BOARD, 0, names.track(space), "elder", f"elder {SEATS[seat]}")
    for space, seat in track.villagers:
        yield _villager(SKY_BOARD, 0, names.track(space), seat)


def _in_dish(state: GirlState) -> Iterator[Lie]:
    """GIRL-ASH-4: what is cast and not yet selected."""
    for token in state.cast:
        if not token.taken:
            touches = tuple(COLOURS[colour] for colour in token.colours)
            yield Lie(SKY_BOARD, 0, "", "ash", ASH_KINDS[token.kind], touches=touches)


def _on_score(state: GirlState) -> Iterator[Lie]:
    """Every marker on its score; past the last space it begins again."""
    sizes = state.table.edition.printed_shapes
    if sizes is None:
        return
    for seat, player in enumerate(state.players):
        place = str(player.score % sizes.score.spaces)
        yield Lie(SCORE_BOARD, 0, place, "marker", f"marker {SEATS[seat]}")


def _villager(board: str, copy: int, place: str, seat: int) -> Lie:
    return Lie(board, copy, place, "villager", f"villager {SEATS[seat]}")
