"""Feature cards and Dark Sky cards, with their backs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.drawing import Disc, Drawing, Polygon, Shape, Words
from companion.games.solani.art.lettering import both
from companion.games.solani.art.motifs import at, centred, moon, scattered
from companion.games.solani.art.outlines import rectangle
from companion.games.solani.art.palette import (
    BLACK,
    DEEP,
    FAINT,
    GOLD,
    GREY,
    GROUND,
    IVORY,
    edged,
    fill,
    line,
)
from companion.games.solani.art.tiles import feature_figure
from companion.games.solani.edition import Condition, Edition

Size = tuple[float, float]


def scaled(edition: Edition, scale: float) -> Size:
    """The size of a card drawn smaller or larger than it is."""
    width, height = edition.sizes.card_wh_mm
    return width * scale, height * scale


@lru_cache(maxsize=256)
def feature_card(edition: Edition, number: int, scale: float = 1.0) -> Drawing:
    """A feature card: its VP, its figure, when its tile scores."""
    card = edition.cards[number]
    width, height = size = scaled(edition, scale)
    unit = width / 44.0
    top = -height / 2 + 7.5 * unit
    shapes: list[Shape] = [
        *_sheet(size),
        Words(f"{card.points:+d}", (-width * 0.3, top), 4.6 * unit, GOLD, bold=True),
        Words(card.name, (width * 0.32, top), 3.0 * unit, IVORY, bold=True),
        Disc((0.0, -height * 0.08), width * 0.31, edged(DEEP, GOLD, 0.35)),
        *at(feature_figure(card.kind, width * 0.22), (0.0, -height * 0.08)),
        *both(f"term.{card.kind}", (0.0, height * 0.24), 3.6 * unit, width * 0.8, GOLD),
    ]
    lines = tuple(_conditions(edition.conditions[card.kind]))
    for row, (key, values) in enumerate(lines):
        spot = (0.0, height * 0.37 + row * 6.0 * unit)
        shapes += both(key, spot, 2.6 * unit, width * 0.88, **values)
    return centred(size, shapes)


def _conditions(wanted: Condition) -> Iterator[tuple[str, dict[str, Any]]]:
    """Keys of the words that say when a tile scores (SOL-SPEC-4)."""
    if wanted.lines == 0:
        yield "art.condition_none", {}
    elif wanted.lines is not None:
        yield "art.condition_lines", {"lines": wanted.lines}
    if wanted.branches is not None:
        yield "art.condition_branches", {"branches": wanted.branches}
    if wanted.rim:
        yield "art.condition_rim", {}


def _sheet(size: Size) -> Iterator[Shape]:
    """The ground of a card with its frame."""
    width, height = size
    yield Polygon(rectangle(size), fill(GROUND))
    yield from at(scattered(size, 24), (-width / 2, -height / 2))
    edge = width * 0.08
    inner = (width - edge, height - edge)
    yield Polygon(rectangle(inner), line(GOLD, width * 0.008))


@lru_cache(maxsize=16)
def card_back(edition: Edition, deck: int, scale: float = 1.0) -> Drawing:
    """The back of a deck's cards: a moon and their VP."""
    width, height = size = scaled(edition, scale)
    points = max(card.points for card in edition.cards if card.deck == deck)
    shapes: list[Shape] = [
        *_sheet(size),
        Disc((0.0, 0.0), width * 0.34, edged(DEEP, GOLD, 0.35)),
        *at(moon(width * 0.24), (0.0, 0.0)),
        *both("art.feature_card", (0.0, height * 0.3), width * 0.08, width * 0.8, GOLD),
        Words(f"{points:+d}", (0.0, -height * 0.36), width * 0.13, GOLD, bold=True),
    ]
    return centred(size, shapes)


@lru_cache(maxsize=64)
def dark_card(edition: Edition, number: int, turns: int = 0) -> Drawing:
    """A Dark Sky card, turned clockwise by quarters: the circles that are dark (SOL-SET-9)."""
    card, side = edition.dark_cards[number], edition.sizes.card_wh_mm[0]
    lattice = edition.lattice
    step = side * 0.72 / lattice.rows
    shapes: list[Shape] = [*_sheet((side, side))]
    for circle, (row, column) in enumerate(lattice.circles):
        spot = (
            (column - (lattice.rows - 1) / 2) * step,
            (row - (lattice.rows - 1) / 2) * step,
        )
        if circle in card.circles[turns]:
            shapes.append(Disc(spot, step * 0.46, edged(BLACK, GOLD, step * 0.1)))
            shapes.append(Disc(spot, step * 0.16, fill(GREY)))
        else:
            shapes.append(Disc(spot, step * 0.36, line(FAINT, step * 0.05)))
    label = at(
        (
            Words(card.name, (0.0, -side * 0.41), side * 0.055, GOLD, bold=True),
            Polygon(
                ((-1.2, -side * 0.465), (1.2, -side * 0.465), (0.0, -side * 0.495)),
                fill(GOLD),
            ),
        ),
        (0.0, 0.0),
        90.0 * turns,
    )
    return centred((side, side), [*shapes, *label])


def dark_back(edition: Edition) -> Drawing:
    """The back of Dark Sky cards."""
    side = edition.sizes.card_wh_mm[0]
    shapes = [
        *_sheet((side, side)),
        Disc((0.0, -side * 0.06), side * 0.26, edged(BLACK, GREY, 0.35)),
        *both("art.dark_card", (0.0, side * 0.32), side * 0.075, side * 0.8, GOLD),
    ]
    return centred((side, side), shapes)
