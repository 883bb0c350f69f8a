"""The Girl's drawings by other editions: what can be drawn, and what is refused with its key."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import pytest
from games.girl_drawings import DOCUMENT, board_of
from games.spoiling import setting
from shapely.geometry import Polygon as Outline

from companion.games.contract import AnyGame, EditionError
from companion.games.girl.art import prints


def _one_bonus_of_three(document: dict[str, Any]) -> None:
    document["board"]["bonus"][1]["cells"] = ["0,6", "0,7", "1,6"]


def _bonus_in_two_parts(document: dict[str, Any]) -> None:
    document["board"]["bonus"][0]["cells"] = ["0,0", "2,0"]


def _more_rows(document: dict[str, Any]) -> None:
    document["board"]["rows"] = [8, 7, 8, 7, 8, 7, 8, 7, 8]


BROKEN = [
    ("no table [print]", lambda document: document.pop("print")),
    ("print.hex_mm", setting("print", "hex_mm", to=0.0)),
    ("print.hex_mm", setting("print", "hex_mm", to=float("nan"))),
    ("print.hex_mm", setting("print", "hex_mm", to=float("inf"))),
    ("print.card_mm", setting("print", "card_mm", to=[100.0])),
    ("print.main.village_mm", setting("print", "main", "village_mm", to=[1.0, 2.0, -3.0, 4.0])),
    ("print.thickness_mm", setting("print", "thickness_mm", "star", to=None)),
    ("print.sky.track_from_deg", setting("print", "sky", "track_from_deg", to=float("nan"))),
    ("print.main.decor", setting("print", "main", "decor", 0, "figure", to="dragon")),
    ("print.diameter_mm.stardust", setting("print", "diameter_mm", "stardust", to=12.0)),
    ("print.diameter_mm.crystal", setting("print", "diameter_mm", "crystal", to=15.0)),
    ("print.tile_play_mm", setting("print", "tile_play_mm", to=15.0)),
    ("print.line_mm", setting("print", "line_mm", to=8.0)),
    ("print.sky.tags.first_id", setting("print", "sky", "tags", "first_id", to=3)),
    (
        "print.score.tags.corners_mm[0]",
        setting("print", "score", "tags", "corners_mm", 0, to=[-1.0, 4.0]),
    ),
    (
        "the marker lies on 2,0",
        setting("print", "player", "tags", "corners_mm", 1, to=[25.0, 89.0]),
    ),
    (
        "the marker lies on village",
        setting("print", "main", "tags", "corners_mm", 2, to=[190.0, 130.0]),
    ),
    ("reaches over", setting("print", "player", "first_cell_mm", to=[5.0, 20.0])),
    ("print.player: ", _more_rows),
    ("print.sky.dish_at_mm", setting("print", "sky", "dish_at_mm", to=[203.0, 230.0])),
    ("print.main.sites: F1", setting("print", "main", "sites", "F1", to=None)),
    ("print.main: piles_mm", setting("print", "main", "piles_mm", to=[[155.0, 66.0]])),
    ("board.bonus: TR", _one_bonus_of_three),
    ("board.bonus: TL", _bonus_in_two_parts),
]


@pytest.mark.parametrize(("key", "change"), BROKEN, ids=[str(n) for n in range(len(BROKEN))])
def test_what_can_not_be_drawn_is_refused_with_its_key(
    girl: AnyGame, key: str, change: Callable[[dict[str, Any]], None]
) -> None:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    with pytest.raises(EditionError) as error:
        prints(girl.read_edition(document, "mine.toml"))
    sentence = str(error.value)
    assert key in sentence
    assert "\n" not in sentence


def test_a_file_without_shapes_is_complete_for_the_rules(girl: AnyGame) -> None:
    document = copy.deepcopy(DOCUMENT)
    del document["print"]
    assert girl.read_edition(document, "mine.toml").printed_shapes is None


def test_bonus_tokens_of_three_hexes_can_be_drawn(girl: AnyGame) -> None:
    """Another box: the same shape in every corner."""
    document = copy.deepcopy(DOCUMENT)
    cells = [["0,0", "0,1", "0,2"], ["0,5", "0,6", "0,7"], ["6,0", "6,1", "6,2"]]
    cells.append(["6,5", "6,6", "6,7"])
    for bonus, three in zip(document["board"]["bonus"], cells, strict=True):
        bonus["cells"] = three
    art = prints(girl.read_edition(document, "mine.toml"))
    (family,) = (family for family in art.families if family.name == "bonus")
    area = Outline(family.outline_mm).area
    assert area == pytest.approx(3 * 30.0**2 * math.sqrt(3) / 2, rel=0.08)
    assert len(board_of(art, "player").places) == 41 + 4
