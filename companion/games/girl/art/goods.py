"""Food tokens, Wood Ash tokens, Connection Rewards and Offering cards."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke, arc_points_mm
from companion.games.girl.art import palette
from companion.games.girl.art.figures import ASH_FIGURES, FOOD_FIGURES
from companion.games.girl.art.outlines import (
    ORIGIN,
    around_origin,
    bands,
    box_around,
    placed,
    star,
)
from companion.games.girl.art.signs import number, points_badge
from companion.games.girl.art.tiles import on_disc
from companion.games.girl.edition import Card, Edition, PileKind
from companion.games.girl.edition_print import PrintDoc
from companion.games.girl.pieces import ASH_KINDS, DOUBLE_KIND

_CARD_COLUMNS = 2
_CARD_EDGE_MM = 1.5
_PIPS_DEG = 310.0  # round a Connection Reward: the rest is for the pile's name


def food_drawing(food: int, sizes: PrintDoc) -> Drawing:
    """A food token: its figure dark on its own ground."""
    radius = sizes.diameter_mm.food / 2
    shapes: tuple[Shape, ...] = (
        Disc(ORIGIN, radius * 0.89, palette.fill(palette.FOODS[food])),
        *FOOD_FIGURES[food](radius * 1.12, palette.DEEP),
    )
    return on_disc(sizes.diameter_mm.food, sizes.bleed_mm, palette.DEEP, shapes)


def ash_drawing(kind: int, edition: Edition, sizes: PrintDoc) -> Drawing:
    """A Wood Ash token: dark wood, a pale ring and sign, the same on both sides."""
    radius, name = edition.token_radius_mm, ASH_KINDS[kind]
    sign: Iterator[Shape] | list[Shape] = (
        [number("x2", radius * 0.66, palette.WOOD_SIGN)]
        if name == DOUBLE_KIND
        else ASH_FIGURES[name](radius * 1.06, palette.WOOD_SIGN)
    )
    shapes: tuple[Shape, ...] = (
        *_grain(radius),
        Disc(ORIGIN, radius * 0.84, palette.line(palette.WOOD_SIGN, radius * 0.07)),
        *sign,
    )
    return on_disc(2 * radius, sizes.bleed_mm, palette.WOOD, shapes)


def _grain(radius_mm: float) -> Iterator[Shape]:
    """The rings of a tree, cut beside its middle."""
    for share in (0.5, 0.8, 1.1, 1.4):
        arc = arc_points_mm((0.0, -radius_mm), radius_mm * share, 110.0, 250.0, 8.0)
        yield Stroke(arc, palette.line(palette.WOOD_GRAIN, radius_mm * 0.05))


def reward_drawing(pile: int, label: str, vp: int, sizes: PrintDoc) -> Drawing:
    """A Connection Reward's front: its victory points as a number, and as so many pips round it;
    below, which pile it is from.

    The pips stand wider or closer all the way round, which shows where a number blurs.
    """
    radius = sizes.diameter_mm.reward / 2
    ground = palette.REWARDS[pile % len(palette.REWARDS)]
    shapes: tuple[Shape, ...] = (
        Disc(ORIGIN, radius * 0.91, palette.fill(ground)),
        Disc(ORIGIN, radius * 0.58, palette.fill(palette.GOLD)),
        number(str(vp), radius * (0.86 if vp < 10 else 0.66), palette.DEEP),
        *(
            Disc(at, radius * 0.085, palette.fill(palette.IVORY))
            for at in _pips_mm(vp, radius * 0.745)
        ),
        Disc((0.0, radius * 0.7), radius * 0.2, palette.fill(palette.DEEP)),
        number(label, radius * 0.2, palette.IVORY, (0.0, radius * 0.7)),
    )
    return on_disc(sizes.diameter_mm.reward, sizes.bleed_mm, palette.GOLD, shapes)


def _pips_mm(count: int, radius_mm: float) -> list[PointMm]:
    """So many places round the middle, evenly, the lowest part left free."""
    angles = (-_PIPS_DEG / 2 + _PIPS_DEG * (place + 0.5) / count for place in range(count))
    return [
        (radius_mm * math.sin(math.radians(a)), -radius_mm * math.cos(math.radians(a)))
        for a in angles
    ]


def reward_back(pile: int, label: str, sizes: PrintDoc) -> Drawing:
    """The other side: how many Light the pile is for, as many stars round it."""
    radius = sizes.diameter_mm.reward / 2
    ground = palette.REWARDS[pile % len(palette.REWARDS)]
    shapes: list[Shape] = [
        Disc(ORIGIN, radius * 0.91, palette.fill(palette.NIGHT)),
        Disc(ORIGIN, radius * 0.5, palette.fill(ground)),
        number(label, radius * 0.46, palette.IVORY),
    ]
    stars = int(label.rstrip("+"))
    for tip in arc_points_mm(ORIGIN, radius * 0.7, 0.0, 360.0, 360.0 / stars)[:stars]:
        shapes.append(
            Polygon(star(5, radius * 0.15, radius * 0.06, tip), palette.fill(palette.GOLD))
        )
    return on_disc(sizes.diameter_mm.reward, sizes.bleed_mm, palette.GOLD, tuple(shapes))


def reward_kind(pile: PileKind, vp: int) -> str:
    """What a Connection Reward is called, face up."""
    return f"{pile.label} vp {vp}"


def reward_back_kind(pile: PileKind) -> str:
    """What every Connection Reward of a pile is called, face down."""
    return f"{pile.label} back"


def card_outline_mm(sizes: PrintDoc) -> tuple[PointMm, ...]:
    """The cut line of an Offering card."""
    return box_around(ORIGIN, sizes.card_mm)


def card_spaces_mm(edition: Edition, sizes: PrintDoc) -> list[tuple[PointMm, PointMm]]:
    """Middle and size of each Offering of a card, from the card's middle, row by row."""
    most = max(len(card.spaces) for card in edition.cards)
    rows = math.ceil(most / _CARD_COLUMNS)
    width, height = (side - 2 * _CARD_EDGE_MM for side in sizes.card_mm)
    pitch = (width / _CARD_COLUMNS, height / rows)
    return [
        (
            (
                (number % _CARD_COLUMNS - (_CARD_COLUMNS - 1) / 2) * pitch[0],
                (number // _CARD_COLUMNS - (rows - 1) / 2) * pitch[1],
            ),
            (pitch[0] - 1.0, pitch[1] - 1.0),
        )
        for number in range(most)
    ]


def card_drawing(card: Card, edition: Edition, sizes: PrintDoc) -> Drawing:
    """An Offering card: for each Offering its victory points and the food it takes."""
    width, height = (side + 2 * sizes.bleed_mm for side in sizes.card_mm)
    shapes: list[Shape] = [
        Polygon(box_around(ORIGIN, (width, height)), palette.fill(palette.PLUM)),
        Polygon(
            box_around(ORIGIN, (sizes.card_mm[0] - 1.6, sizes.card_mm[1] - 1.6), 2.0),
            palette.line(palette.GOLD, 0.5),
        ),
    ]
    for space, (middle, size) in zip(card.spaces, card_spaces_mm(edition, sizes), strict=False):
        shapes += placed(_offering(space.food, space.vp, size, sizes.diameter_mm.food), middle)
    return around_origin((width, height), shapes)


def _offering(food: tuple[int, ...], vp: int, size_mm: PointMm, token_mm: float) -> Iterator[Shape]:
    """One Offering round the origin: a row of token outlines, the points above."""
    width, height = size_mm
    yield Polygon(box_around(ORIGIN, size_mm, 2.0), palette.fill("#4a3060"))
    wanted = [kind for kind, count in enumerate(food) for _ in range(count)]
    room = width - token_mm - 1.0
    pitch = min(token_mm + 0.5, room / max(1, len(wanted) - 1))
    y = height / 2 - token_mm / 2 - 0.6
    for place, kind in enumerate(wanted):
        at = ((place - (len(wanted) - 1) / 2) * pitch, y)
        yield Disc(at, token_mm / 2 - 0.3, palette.fill(palette.DEEP, 0.55))
        yield Disc(at, token_mm / 2 - 0.3, palette.line(palette.GOLD, 0.4))
        yield from FOOD_FIGURES[kind](token_mm * 0.6, palette.FOODS[kind], at)
    badge = (height - token_mm - 1.2) / 2
    yield from points_badge(str(vp), badge, (0.0, -height / 2 + badge + 0.4))


def card_back(sizes: PrintDoc) -> Drawing:
    """The other side of every Offering card: a night sky with a hand."""
    size = (sizes.card_mm[0] + 2 * sizes.bleed_mm, sizes.card_mm[1] + 2 * sizes.bleed_mm)
    middle = (size[0] / 2, size[1] / 2)
    drawing = Drawing(size, tuple(bands(size, palette.DUSK)))
    frame = box_around(middle, (sizes.card_mm[0] - 5.0, sizes.card_mm[1] - 5.0), 3.0)
    shapes: list[Shape] = [Polygon(frame, palette.line(palette.GOLD, 0.6))]
    shapes += ASH_FIGURES["offering"](sizes.card_mm[1] * 0.6, palette.GOLD, middle)
    return drawing.with_shapes(shapes)
