"""What lies where is what the state says: counted, and laid on the printed boards."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from companion.flow import Accepted, Finished
from companion.games.catalogue import find_game, load_edition
from companion.games.girl.pieces import ASH_KINDS, SIDES
from companion.games.girl.state import STARDUST, TILE, GirlState
from companion.games.printable import Lying
from companion.prints import Lie

GAME: Any = find_game("girl")
EDITION = load_edition(GAME, GAME.default_edition)


def states(seed: int, players: int, moves: int) -> list[GirlState]:
    """Some positions of a random game."""
    chance = random.Random(seed)
    seats = ("A", "B", "C", "D")[:players]
    setup = msgspec.to_builtins(GAME.deal(EDITION, seats, chance))
    found = [GAME.start(EDITION, seats, {}, setup).state]
    for _ in range(moves):
        verdict = GAME.judge(found[-1], GAME.self_play(found[-1], chance))
        assert isinstance(verdict, Accepted | Finished)
        found.append(verdict.state)
        if isinstance(verdict, Finished):
            break
    return found[:: max(1, len(found) // 8)]


def counted(lies: tuple[Lie, ...], family: str, board: str) -> int:
    return sum(lie.family == family and lie.board == board for lie in lies)


def test_the_girl_can_be_photographed() -> None:
    assert isinstance(GAME, Lying)


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 4), (3, 3)])
def test_as_many_lie_there_as_the_state_has(seed: int, players: int) -> None:
    for state in states(seed, players, 260):
        lies = GAME.lies(state)
        boards = [player.board for player in state.players]
        assert counted(lies, "star", "player") == sum(b.kind.count(TILE) for b in boards)
        dust = sum(
            lines
            for b in boards
            for kind, lines in zip(b.kind, b.lines, strict=True)
            if kind == STARDUST
        )
        assert counted(lies, "stardust", "player") == dust
        lit = sum(sum(light > 0 for light in b.crystal) for b in boards)
        assert counted(lies, "crystal", "player") == lit
        assert counted(lies, "crystal", "main") == sum(light > 0 for light in state.paths)
        assert counted(lies, "food", "main") >= sum(site.left for site in state.sites)
        assert counted(lies, "girl", "sky") == 1
        assert counted(lies, "elder", "sky") == players
        assert counted(lies, "marker", "score") == players
        cast = [token for token in state.cast if not token.taken]
        thrown = [lie for lie in lies if lie.family == "ash"]
        assert [lie.kind for lie in thrown] == [ASH_KINDS[token.kind] for token in cast]
        assert [len(lie.touches) for lie in thrown] == [len(token.colours) for token in cast]
        # GIRL-COMP-4: every Villager is ready, on a board, or nowhere else.
        villagers = sum(lie.family == "villager" for lie in lies)
        ready = sum(player.villagers for player in state.players)
        assert villagers + ready == players * EDITION.printed.villagers


@pytest.mark.parametrize("seed", [4, 5])
def test_every_piece_and_place_is_printed(seed: int) -> None:
    prints = GAME.prints(EDITION)
    pieces = {(piece.family, piece.kind): piece for piece in prints.pieces}
    places = {board.name: {place.name: place for place in board.places} for board in prints.boards}
    copies = {board.name: board.count for board in prints.boards}
    for state in states(seed, 4, 260):
        used: Counter[tuple[str, str]] = Counter()
        for lie in GAME.lies(state):
            assert lie.copy < copies[lie.board]
            if lie.family == "ash":
                assert (lie.board, lie.place) == ("sky", "")
                continue
            place = places[lie.board][lie.place]
            assert lie.family in place.families
            piece = pieces[lie.family, lie.kind]
            assert piece.back_kind or not lie.back
            assert 0 <= lie.turn < SIDES
            used[lie.family, lie.kind] += 1
        for kind, count in used.items():
            # GIRL-SUPPLY: Light and Stardust may run out in the box, not in the rules.
            assert count <= pieces[kind].count or kind[0] in ("crystal", "stardust"), kind


def test_pieces_of_one_place_come_from_the_lowest_to_the_highest() -> None:
    """GIRL-SET-14 and GIRL-SET-15: the highest reward and the card in use lie on top."""
    first = states(1, 4, 0)[0]
    piles: dict[str, list[int]] = {}
    for lie in GAME.lies(first):
        if lie.family == "reward":
            piles.setdefault(lie.place, []).append(int(lie.kind.rsplit(" ", 1)[1]))
    assert len(piles) == len(EDITION.piles)
    assert all(values == sorted(values) for values in piles.values())
    cards = [lie.kind for lie in GAME.lies(first) if lie.family == "card"]
    if first.offering.card >= 0:
        assert cards[-1] == EDITION.cards[first.offering.card].name


def test_a_tile_is_turned_as_the_board_says() -> None:
    """GIRL-STAR-1: the lines that show are the tile's own, turned clockwise."""
    from companion.games.girl.hexes import cell_text, turned

    checked = 0
    for state in states(6, 4, 200):
        lies = {
            (lie.copy, lie.place): lie
            for lie in GAME.lies(state)
            if lie.family == "star" and lie.board == "player"
        }
        for seat, player in enumerate(state.players):
            for cell, kind in enumerate(player.board.kind):
                if kind != TILE:
                    continue
                lie = lies[seat, cell_text(EDITION.field.cells[cell])]
                tile = EDITION.tiles[EDITION.tile_index[lie.kind]]
                mask = EDITION.back if lie.back else tile.lines
                assert turned(mask, lie.turn) == player.board.lines[cell]
                checked += 1
    assert checked > 50
