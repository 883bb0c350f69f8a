"""The arts a simulated table can be dressed in, each a different edition of the Night Sky."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.board import (
    TOKEN_KINDS,
    Area,
    Board,
    Dish,
    PointMm,
    PolygonArea,
    SectorArea,
    Tag,
    TokenKind,
    Tokens,
)
from companion.errors import InputError
from hardware.simulated.looks import Art, BoardLook, Rim, TokenLook

_COUNTS = {"x2": 3}


def _tag(number: int, left: float, top: float, side: float) -> Tag:
    right, bottom = left + side, top + side
    return Tag(number, ((left, top), (right, top), (right, bottom), (left, bottom)))


def _corner_tags(first: int, size_mm: PointMm, inset: float, side: float) -> tuple[Tag, ...]:
    far_x, far_y = size_mm[0] - inset - side, size_mm[1] - inset - side
    corners = ((inset, inset), (far_x, inset), (far_x, far_y), (inset, far_y))
    return tuple(_tag(first + i, x, y, side) for i, (x, y) in enumerate(corners))


def _tokens(diameter_mm: float, thickness_mm: float) -> Tokens:
    kinds = tuple(
        TokenKind(name, _COUNTS.get(name, 2), Path("kinds") / f"{name}.png") for name in TOKEN_KINDS
    )
    return Tokens(diameter_mm, thickness_mm, kinds)


def _ring(colours: tuple[str, ...], start_deg: float) -> tuple[Area, ...]:
    step = 360.0 / len(colours)
    starts = [(start_deg + i * step) % 360.0 for i in range(len(colours))]
    return tuple(
        SectorArea(colour, start, start + step)
        for colour, start in zip(colours, starts, strict=True)
    )


def _board(
    name: str, size_mm: PointMm, dictionary: str, tags: tuple[Tag, ...], dish: Dish, tokens: Tokens
) -> Board:
    return Board(name, size_mm, dictionary, tags, dish, tokens, None, Path("table.toml"))


def _same(colour: str) -> dict[str, str]:
    return dict.fromkeys(TOKEN_KINDS, colour)


def _night() -> Art:
    """Navy with a lined dish; dark tokens, light signs and a ring."""
    size = (310.0, 310.0)
    dish = Dish((155.0, 155.0), 108.0, 26.0, _ring(("red", "yellow", "blue"), 20.0))
    board = _board(
        "night", size, "DICT_4X4_50", _corner_tags(0, size, 7.0, 23.0), dish, _tokens(21.0, 2.8)
    )
    look = BoardLook(
        ground="#1c2748",
        hub="#dcd9e6",
        line="#e8e6ef",
        line_mm=1.3,
        areas={"red": "#a83a4b", "yellow": "#d2a63a", "blue": "#2f66a8"},
        mottle=0.14,
        area_mottle=0.16,
        pattern="stars",
        gloss=0.16,
    )
    token = TokenLook(
        _same("#35302e"),
        sign="#e2d8c6",
        wall="#26211f",
        family="carved",
        ring="#d8cdb9",
        ring_at=0.88,
        grain=0.15,
    )
    return Art(board, look, token)


def _meadow() -> Art:
    """Pale board, pastel patterned areas without lines, tokens of pale wood, dark signs."""
    size = (340.0, 300.0)
    dish = Dish((172.0, 150.0), 112.0, 31.0, _ring(("blue", "red", "yellow"), 305.0))
    board = _board(
        "meadow", size, "DICT_4X4_50", _corner_tags(10, size, 9.0, 26.0), dish, _tokens(24.0, 4.0)
    )
    look = BoardLook(
        ground="#dfe4c8",
        hub="#ead9b8",
        line=None,
        bare=None,
        areas={"red": "#dd9a92", "yellow": "#e8d489", "blue": "#9fbcd8"},
        mottle=0.06,
        area_mottle=0.08,
        pattern="leaves",
        area_pattern="dots",
        paper="#f4efe2",
        gloss=0.06,
    )
    token = TokenLook(
        _same("#e3cda3"),
        sign="#4a3626",
        wall="#c3a678",
        family="drawn",
        sign_scale=1.1,
        grain=0.10,
        wood=True,
        gloss=0.08,
    )
    return Art(board, look, token, crop_corner="#8f8f8c", crop_turn_deg=33.0)


def _ember() -> Art:
    """Dark and low in contrast: dark red and brown tokens with muted signs on a dark dish."""
    size = (300.0, 300.0)
    dish = Dish((150.0, 150.0), 100.0, 24.0, _ring(("yellow", "blue", "red"), 75.0))
    board = _board(
        "ember", size, "DICT_5X5_50", _corner_tags(3, size, 6.0, 28.0), dish, _tokens(20.0, 2.5)
    )
    look = BoardLook(
        ground="#251d1b",
        hub="#5c4a42",
        line="#4f3f38",
        line_mm=0.7,
        areas={"red": "#6a2421", "yellow": "#77591f", "blue": "#28405a"},
        mottle=0.2,
        area_mottle=0.2,
        area_pattern="stripes",
        paper="#cfc6b8",
        gloss=0.3,
    )
    token = TokenLook(
        _same("#4a1f1b"),
        sign="#a07b5c",
        wall="#32150f",
        family="carved",
        sign_scale=1.08,
        ring="#6d4230",
        ring_at=0.93,
        ring_width=0.04,
        grain=0.2,
        gloss=0.4,
    )
    return Art(board, look, token, crop_corner="#ffffff")


def _six() -> Art:
    """Six sectors at an odd angle, five markers, each kind of token on its own ground."""
    size = (360.0, 330.0)
    colours = ("red", "yellow", "blue", "red", "yellow", "blue")
    dish = Dish((186.0, 163.0), 122.0, 22.0, _ring(colours, 17.3))
    tags = (*_corner_tags(20, size, 8.0, 25.0), _tag(24, 8.0, 152.0, 22.0))
    board = _board("six", size, "DICT_4X4_100", tags, dish, _tokens(26.0, 2.0))
    look = BoardLook(
        ground="#6d7c7a",
        hub="#f0efe9",
        line="#20242a",
        line_mm=0.8,
        areas={"red": "#c8452f", "yellow": "#efc02b", "blue": "#2a79b9"},
        mottle=0.08,
        area_mottle=0.07,
        area_pattern="stripes",
        frame="#2b2f33",
        gloss=0.22,
    )
    grounds = {
        "x2": "#2d2d30",
        "scouting": "#285a77",
        "foraging": "#46683a",
        "offering": "#8a4f2b",
        "recall": "#6a3566",
        "stardust": "#b9b2a2",
    }
    token = TokenLook(
        grounds,
        sign="#f3eedf",
        wall="#b8ac93",
        family="drawn",
        sign_scale=1.1,
        grain=0.06,
        gloss=0.25,
    )
    return Art(
        board, look, replace(token, grounds={**grounds, "stardust": "#8e7f33"}), crop_turn_deg=200.0
    )


def _shards() -> Art:
    """Areas are odd polygons with gaps between them; big tokens; six markers."""
    size = (330.0, 330.0)
    shards: tuple[tuple[str, tuple[PointMm, ...]], ...] = (
        ("red", ((168.0, 128.0), (205.0, 66.0), (262.0, 110.0), (241.0, 152.0), (197.0, 150.0))),
        ("blue", ((203.0, 165.0), (248.0, 166.0), (268.0, 214.0), (214.0, 258.0), (190.0, 205.0))),
        ("yellow", ((178.0, 212.0), (196.0, 262.0), (131.0, 266.0), (142.0, 206.0))),
        ("red", ((128.0, 198.0), (114.0, 258.0), (66.0, 206.0), (80.0, 172.0), (124.0, 174.0))),
        ("blue", ((125.0, 160.0), (70.0, 156.0), (84.0, 92.0), (136.0, 118.0))),
        ("yellow", ((148.0, 122.0), (102.0, 84.0), (140.0, 58.0), (190.0, 62.0))),
    )
    dish = Dish(
        (165.0, 165.0),
        115.0,
        29.0,
        tuple(PolygonArea(colour, corners) for colour, corners in shards),
    )
    tags = (
        *_corner_tags(30, size, 6.0, 24.0),
        _tag(34, 153.0, 6.0, 20.0),
        _tag(35, 153.0, 304.0, 20.0),
    )
    board = _board("shards", size, "DICT_4X4_50", tags, dish, _tokens(30.0, 3.0))
    look = BoardLook(
        ground="#3a3440",
        hub="#c9c2b0",
        line=None,
        bare="#524a5c",
        areas={"red": "#b04a3a", "yellow": "#cfa94a", "blue": "#4a7fa0"},
        mottle=0.12,
        area_mottle=0.14,
        pattern="dots",
        gloss=0.12,
    )
    token = TokenLook(
        _same("#23413d"),
        sign="#d9e0c4",
        wall="#182c2a",
        family="drawn",
        ring="#7d9a86",
        ring_at=0.86,
        ring_width=0.03,
        grain=0.12,
    )
    return Art(board, look, token, crop_turn_deg=-70.0)


def _rim() -> Art:
    """A dish with a raised wooden ring around the target, which hides and shades a little."""
    size = (320.0, 320.0)
    dish = Dish((160.0, 160.0), 104.0, 27.0, _ring(("yellow", "red", "blue"), 350.0))
    board = _board(
        "rim", size, "DICT_4X4_50", _corner_tags(40, size, 6.0, 25.0), dish, _tokens(22.0, 3.0)
    )
    look = BoardLook(
        ground="#27414a",
        hub="#e6dcc8",
        line="#efe6d2",
        line_mm=0.9,
        areas={"red": "#b33c3c", "yellow": "#dcb040", "blue": "#3a6fae"},
        mottle=0.1,
        area_mottle=0.1,
        pattern="stars",
        gloss=0.1,
    )
    token = TokenLook(
        _same("#3b2a20"),
        sign="#e7d6b5",
        wall="#2a1d15",
        family="carved",
        ring="#c9b48c",
        ring_at=0.9,
        grain=0.14,
        wood=True,
    )
    return Art(board, look, token, rim=Rim(105.5, 113.0, 6.0, "#8a5c36"))


_MAKERS: tuple[Callable[[], Art], ...] = (_night, _meadow, _ember, _six, _shards, _rim)
_BY_NAME = {maker.__name__.removeprefix("_"): maker for maker in _MAKERS}

ART_NAMES = tuple(_BY_NAME)


def art_named(name: str) -> Art:
    """Give the art of that name; raises InputError naming the known ones."""
    if name not in _BY_NAME:
        raise InputError(f"There is no art called {name!r}; choose one of {', '.join(_BY_NAME)}.")
    return _BY_NAME[name]()
