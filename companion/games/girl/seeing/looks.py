"""What a state looks like, place by place, in the words that readings are put into.

`firm` is what players put there by their moves; `upkeep` is what follows from it and is put
right by hand (Light on tiles, Bonus tokens, Rewards, Elders, score markers).  A look is split
into parts, so that a part that no move touched is compared only once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion.games.girl.art import names
from companion.games.girl.art.bonus import used_kind
from companion.games.girl.art.goods import reward_kind
from companion.games.girl.edition import Counts, Edition
from companion.games.girl.explaining.features import SCORE_SPACES, tile_feature
from companion.games.girl.hexes import cell_text
from companion.games.girl.pieces import ASH_KINDS, BONUSES, COLOURS, FOODS, SEATS
from companion.games.girl.state import (
    NOBODY,
    STARDUST,
    TILE,
    AshToken,
    Board,
    GirlState,
    Offering,
    Pile,
    SiteState,
    Track,
    seat_name,
)

Spot = tuple[str, str]  # board, place
Content = tuple[str, ...]  # what lies there, sorted
Look = Mapping[Spot, Content]

MAIN, SKY, SCORE = "main", "sky", "score"
DISH: Spot = (SKY, "")
CARD: Spot = (MAIN, names.CARD)
VILLAGE: Spot = (MAIN, names.VILLAGE)
FOOD = "food"
_VILLAGER = BONUSES.index("villager")


def player_board(seat: int) -> str:
    """The board of a seat."""
    return f"player {seat_name(seat)}"


def firm(state: GirlState) -> tuple[Look, ...]:
    """The parts that moves decide: each player board, paths, sites, card, track, dish."""
    edition = state.table.edition
    boards = (
        _tiles(state.table.edition, seat, player.board) for seat, player in enumerate(state.players)
    )
    return (
        *boards,
        _paths(edition, state.paths),
        _sites(edition, state.sites, state.village),
        _card(edition, state.offering),
        _track(state.track),
        _dish(state.cast),
    )


def upkeep(state: GirlState) -> dict[Spot, Content]:
    """What has to lie there besides; places that have to be empty are there, too."""
    edition, stays = state.table.edition, state.table.rulings.bonus_stays
    found: dict[Spot, Content] = {}
    for seat, player in enumerate(state.players):
        found |= _crystals(edition, seat, player.board)
        found |= _bonus(edition, seat, player.board, stays)
    found |= _piles(edition, state.piles)
    for space in range(1, state.table.track_length + 1):
        here = [seat for seat, elder in enumerate(state.track.elders) if elder == space]
        found[SKY, names.track(space)] = tuple(f"elder {seat_name(seat)}" for seat in here)
    for seat, player in enumerate(state.players):
        found[SCORE, f"marker {seat_name(seat)}"] = (str(player.score % SCORE_SPACES),)
    return found


def ash_word(kind: str, colours: Sequence[str]) -> str:
    """A token in the dish by its kind and the Light it gives."""
    return f"{kind}@{'/'.join(sorted(colours))}"


def token_word(token: AshToken) -> str:
    """A cast token as it is seen."""
    return ash_word(ASH_KINDS[token.kind], [COLOURS[colour] for colour in token.colours])


@lru_cache(maxsize=512)
def _tiles(edition: Edition, seat: int, board: Board) -> Look:
    found: dict[Spot, Content] = {}
    name = player_board(seat)
    for cell, kind in enumerate(board.kind):
        if kind == TILE:
            what = tile_feature(edition, board.tile[cell] - 2, board.side[cell])
            found[name, cell_text(edition.field.cells[cell])] = (what,)
        elif kind == STARDUST:
            found[name, cell_text(edition.field.cells[cell])] = ("stardust",) * board.lines[cell]
    return found


@lru_cache(maxsize=256)
def _paths(edition: Edition, paths: bytes) -> Look:
    return {
        (MAIN, name): (f"crystal {COLOURS[lit - 1]}",)
        for name, lit in zip(edition.paths.names, paths, strict=True)
        if lit
    }


@lru_cache(maxsize=256)
def _sites(edition: Edition, sites: tuple[SiteState, ...], village: Counts) -> Look:
    found: dict[Spot, Content] = {VILLAGE: _villagers(village)}
    for site, lying in zip(edition.sites, sites, strict=True):
        found[MAIN, site.name] = (FOOD,) * lying.left
        if lying.cover != NOBODY:
            found[MAIN, names.early_bird(site.name)] = (f"villager {seat_name(lying.cover)}",)
        found[MAIN, names.beside(site.name)] = _villagers(lying.beside)
    return found


def _villagers(counts: Counts) -> Content:
    pairs = zip(SEATS, counts, strict=False)
    return tuple(f"villager {seat}" for seat, count in pairs for _ in range(count))


@lru_cache(maxsize=256)
def _card(edition: Edition, offering: Offering) -> Look:
    """The card on top; one that has to be revealed lies there already, so it is left open."""
    if offering.card == NOBODY:
        return {}
    card = edition.cards[offering.card]
    found: dict[Spot, Content] = {CARD: (f"card {card.name}",)}
    for number, space in enumerate(card.spaces):
        if offering.filled >> number & 1:
            pairs = zip(FOODS, space.food, strict=True)
            food = sorted(f"food {kind}" for kind, count in pairs for _ in range(count))
            found[MAIN, names.offering(space.name)] = tuple(food)
    return found


@lru_cache(maxsize=256)
def _track(track: Track) -> Look:
    villagers = {
        (SKY, names.track(space)): (f"villager {seat_name(seat)}",)
        for space, seat in track.villagers
    }
    return villagers | {(SKY, names.track(track.girl)): ("girl",)}


@lru_cache(maxsize=256)
def _dish(cast: tuple[AshToken, ...]) -> Look:
    return {DISH: tuple(sorted(token_word(token) for token in cast if not token.taken))}


@lru_cache(maxsize=512)
def _crystals(edition: Edition, seat: int, board: Board) -> dict[Spot, Content]:
    name = player_board(seat)
    return {
        (name, cell_text(edition.field.cells[cell])): (
            (f"crystal {COLOURS[light - 1]}",) if light else ()
        )
        for cell, light in enumerate(board.crystal)
    }


@lru_cache(maxsize=512)
def _bonus(edition: Edition, seat: int, board: Board, stays: bool) -> dict[Spot, Content]:
    name = player_board(seat)
    found: dict[Spot, Content] = {}
    for number, corner in enumerate(edition.field.corners):
        kind, used = board.bonus[number], bool(board.used >> number & 1)
        word = used_kind(BONUSES[kind]) if used else BONUSES[kind]
        here = [f"bonus {word}"] if stays or not used else []
        if kind == _VILLAGER and not used:
            here.append(f"villager {seat_name(seat)}")
        found[name, corner.name] = tuple(here)
    return found


@lru_cache(maxsize=256)
def _piles(edition: Edition, piles: tuple[Pile, ...]) -> dict[Spot, Content]:
    found: dict[Spot, Content] = {}
    for kind, pile in zip(edition.piles, piles, strict=True):
        top = () if pile.empty else (f"reward {reward_kind(kind, pile.values[pile.gone])}",)
        found[MAIN, names.pile(kind.label)] = top
        found[MAIN, names.mark(kind.label)] = ("stardust",) if pile.marked else ()
    return found
