"""StarFall on the page: taps make every legal move in any order of paying, scenes show the rest."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from games.boards import start

from companion.drawing import Words
from companion.games.contract import AnyGame
from companion.games.playable import Playable, StepsByTap
from companion.games.printable import Lying
from companion.games.starfall.moves import Discover

BEFORE = {
    "board": {"8": "S05", "6": "S20", "0": "S12"},
    "players": {"A": {"tiles": ["S01", "S03", "S17"], "stardust": {"white": 3, "orange": 1}}},
}


@pytest.fixture
def before(starfall: AnyGame, reference: Any) -> Any:
    return start(starfall, reference, position=BEFORE)


def ids(game: Any, state: Any, seat: str | None, *chosen: str) -> list[str]:
    return [tap.id for tap in game.next_taps(state, seat, chosen)]


def test_the_game_is_playable_by_taps_and_can_be_photographed(starfall: AnyGame) -> None:
    assert isinstance(starfall, Playable)
    assert isinstance(starfall, StepsByTap)
    assert isinstance(starfall, Lying)


def test_a_tile_first_then_what_is_done_with_it(starfall: Any, before: Any) -> None:
    assert ids(starfall, before, "A") == ["tile S05", "tile S20", "tile S12"]
    assert ids(starfall, before, "A", "tile S20") == ["down", "discover"]
    down, discover = starfall.next_taps(before, "A", ["tile S20"])
    assert (down.spot, discover.spot) == ("5", "6")
    off, free = starfall.next_taps(before, "A", ["tile S12"])
    assert (off.key, free.key) == ("tap.move_off", "tap.discover_free")
    assert starfall.write_move(starfall.tapped_move(before, "A", ["tile S12", "discover"])) == (
        "discover A S12"
    )


def test_what_is_paid_may_be_tapped_in_any_order(starfall: Any, before: Any) -> None:
    wanted = ["pay white", "pay white", "pay tile S01"]
    for order in set(permutations(wanted)):
        path = ["tile S20", "discover"]
        for tap in order:
            assert tap in ids(starfall, before, "A", *path)
            assert starfall.tapped_move(before, "A", path) is None
            path.append(tap)
        assert ids(starfall, before, "A", *path) == []
        move = starfall.tapped_move(before, "A", path)
        assert starfall.write_move(move) == "discover A S20 with 2 white S01"


def test_what_would_be_superfluous_is_not_offered(starfall: Any, before: Any) -> None:
    path = ["tile S20", "discover", "pay orange"]
    assert ids(starfall, before, "A", *path) == ["pay white", "pay tile S01", "pay tile S03"]
    assert "pay tile S17" not in ids(starfall, before, "A", "tile S20", "discover")


def test_a_tile_nobody_can_pay_for_is_only_moved(starfall: Any, reference: Any) -> None:
    position = {"board": {"8": "S05"}, "players": {"A": {"stardust": {"white": 1}}}}
    state = start(starfall, reference, position=position)
    assert ids(starfall, state, "A", "tile S05") == ["down"]


def test_a_new_tile_is_shown_by_chance(starfall: Any, reference: Any) -> None:
    state = start(starfall, reference)
    assert ids(starfall, state, "A") == ["add"]
    assert ids(starfall, state, "B") == []
    assert ids(starfall, state, None) == []
    waiting = starfall.judge(state, starfall.tapped_move(state, "A", ["add"])).state
    assert ids(starfall, waiting, "A") == []
    assert len(ids(starfall, waiting, None)) == 27
    assert starfall.write_move(starfall.tapped_move(waiting, None, ["reveal S09"])) == "reveal S09"


@pytest.mark.parametrize(
    "chosen",
    [
        ["nonsense"],
        ["tile S01"],
        ["tile S20", "fly"],
        ["tile S20", "down", "down"],
        ["tile S20", "discover", "tile S05"],
        ["tile S20", "discover", "pay green"],
        ["tile S20", "discover", "pay orange", "pay orange"],
        ["add", "add"],
    ],
)
def test_what_leads_nowhere_offers_nothing(starfall: Any, before: Any, chosen: list[str]) -> None:
    assert ids(starfall, before, "A", *chosen) == []
    assert starfall.tapped_move(before, "A", chosen) is None


@pytest.mark.parametrize("overpay", ["needed_only", "any", "exact"])
def test_every_listed_payment_is_reached(starfall: Any, reference: Any, overpay: str) -> None:
    position = {**BEFORE, "board": {"4": "S05", "2": "S20"}}
    state = start(starfall, reference, position=position, overpay=overpay)
    seen = 0
    for move in starfall.legal_moves(state):
        path = [tap.id for tap in starfall.taps(state, move)]
        for depth in range(len(path)):
            assert path[depth] in ids(starfall, state, "A", *path[:depth])
        assert starfall.tapped_move(state, "A", path) == move
        seen += isinstance(move, Discover)
    assert seen >= 3


def words_of(scene: Any) -> set[str]:
    return {shape.text for shape in scene.drawing.shapes if isinstance(shape, Words)}


def test_scenes_show_board_and_piles(starfall: Any, before: Any) -> None:
    scenes = starfall.scenes(before, "B")
    assert [scene.id for scene in scenes] == ["board", "area B", "area A", "supply"]
    spots = {spot.id for scene in scenes for spot in scene.spots}
    assert {str(number) for number in range(10)} <= spots
    assert "S01" not in spots
    assert "S01" in {spot.id for s in starfall.scenes(before, "A") for spot in s.spots}
    assert {"S05", "S20", "S12"} <= words_of(scenes[0])
    assert {"S01", "S03", "S17", "= 8"} <= words_of(scenes[2])


@pytest.mark.clause("STAR-Q17")
def test_scenes_do_not_depend_on_what_is_hidden(starfall: Any, reference: Any) -> None:
    chance = random.Random(5)
    for _ in range(6):
        piles = [sorted(chance.sample([t.name for t in reference.tiles[:20]], 3)) for _ in "AB"]
        drawn = []
        for tiles in piles:
            position = {"players": {"A": {"tiles": tiles}, "B": {"tiles": ["S27"]}}}
            state = start(starfall, reference, position=position, open_piles=False)
            drawn.append(starfall.scenes(starfall.view(state, "B"), "B"))
        assert drawn[0] == drawn[1]


def test_the_supply_says_what_is_left(starfall: Any, reference: Any, before: Any) -> None:
    supply = starfall.scenes(before, None)[-1]
    assert supply.values == {"count": 11}
    assert {"× 11", "× 30", "× 14"} <= words_of(supply)


def test_pieces_lie_on_places_that_take_them(starfall: Any, reference: Any, before: Any) -> None:
    prints = starfall.prints(reference)
    places = {board.name: {place.name: place for place in board.places} for board in prints.boards}
    kinds = {family.name: set(family.kinds) for family in prints.families}
    lies = starfall.lies(before)
    for lie in lies:
        place = places[lie.board][lie.place]
        assert lie.family in place.families
        assert lie.kind in kinds[lie.family]
    assert sum(lie.board == "stargazer" for lie in lies) == 3
    assert sum(lie.place == "tiles" for lie in lies) == 3
    assert sum(lie.place == "stardust" for lie in lies) == 4 + 12
