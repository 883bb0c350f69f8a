"""Action cards: the phase's moon above, the elements and their arrangement below."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke, Words
from companion.games.polaris.art.glyphs import (
    Shapes,
    box_mm,
    dawn_sun,
    dust,
    lit_part,
    moon,
    north_star,
    rounded_mm,
    shooting_star,
    star_mm,
)
from companion.games.polaris.art.lettering import both, fitted
from companion.games.polaris.art.palette import ADVANCED, CARD, DIM, GOLD, IVORY, PALE, fill, line
from companion.games.polaris.edition import Card, Edition, Option
from companion.games.polaris.pieces import ADVANCED as ADVANCED_DECK
from companion.games.polaris.pieces import DECKS
from companion.prints import PiecePrint

FAMILY = "card"
Size = tuple[float, float]


def card_ground(size_mm: Size, deck: int) -> Shapes:
    """The ground of a card of a deck: advanced ones have another colour and a double edge."""
    width, height = size_mm
    colour = ADVANCED if deck == ADVANCED_DECK else CARD
    ground = Polygon(box_mm(0.0, 0.0, width, height), fill(colour))
    edges = [Polygon(rounded_mm(1.4, 1.4, width - 2.8, height - 2.8, 2.2), line(GOLD, 0.3))]
    if deck == ADVANCED_DECK:
        edges.append(Polygon(rounded_mm(2.3, 2.3, width - 4.6, height - 4.6, 1.6), line(GOLD, 0.2)))
    return ground, *dust(3.0, 3.0, width - 6.0, height - 6.0, 12), *edges


@lru_cache(maxsize=128)
def card_drawing(edition: Edition, number: int) -> Drawing:
    """The face of a card."""
    card, size = edition.cards[number], edition.print.card_mm
    width, height = size
    unit = width / 42.0
    phase = edition.phases[card.phase]
    lit = lit_part(card.phase, len(edition.phases))
    name = both("print.name", name=phase)
    words = (
        fitted(name, (width * 0.64, height * 0.13), 2.2 * unit, width * 0.56, IVORY),
        fitted(card.name, (width * 0.64, height * 0.2), 1.7 * unit, width * 0.5, PALE),
    )
    foot = both("term.dawn") if card.dawn else both("print.name", name=DECKS[card.deck])
    return Drawing(
        size,
        (
            *card_ground(size, card.deck),
            *moon((width * 0.2, height * 0.16), 5.6 * unit, lit),
            *words,
            Stroke(((width * 0.1, height * 0.27), (width * 0.9, height * 0.27)), line(GOLD, 0.2)),
            *_options(card, size),
            *(dawn_sun((width * 0.2, height * 0.935), 3.2 * unit) if card.dawn else ()),
            fitted(foot, (width * 0.5, height * 0.925), 1.8 * unit, width * 0.42, DIM),
        ),
    )


@lru_cache(maxsize=4)
def back_drawing(size_mm: Size, deck: int) -> Drawing:
    """The back of a deck's cards: moons round the North Star, or shooting stars."""
    width, height = size_mm
    middle = (width / 2, height / 2)
    radius = width * 0.34
    rings = tuple(Disc(middle, radius * r, line(GOLD, 0.25)) for r in (1.0, 0.74))
    shapes: list[Shape] = [*card_ground(size_mm, deck), *rings]
    shapes += north_star(middle, radius * 0.62)
    corners = [(width * x, height * y) for x, y in ((0.5, 0.13), (0.5, 0.87))]
    for n, corner in enumerate(corners):
        if deck == ADVANCED_DECK:
            shapes += shooting_star(corner, width * 0.2)
        else:
            shapes += moon(corner, width * 0.08, 0.35 if n else 0.75)
    return Drawing(size_mm, tuple(shapes))


@lru_cache(maxsize=4)
def hidden_drawing(size_mm: Size, deck: int) -> Drawing:
    """What stands for a card that nobody noted: a back with a question mark."""
    back = back_drawing(size_mm, deck)
    mark = Words("?", (size_mm[0] / 2, size_mm[1] / 2), size_mm[0] * 0.3, IVORY, bold=True)
    return back.with_shapes((mark,))


def card_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """Every card with its number (POL-COMP-3)."""
    size, thick = edition.print.card_mm, edition.print.card_thickness_mm
    outline = box_mm(-size[0] / 2, -size[1] / 2, *size)
    return tuple(
        PiecePrint(
            card.name,
            FAMILY,
            card_drawing(edition, number),
            outline,
            card.count,
            thick,
            back=back_drawing(size, card.deck),
        )
        for number, card in enumerate(edition.cards)
    )


def _options(card: Card, size: Size) -> Shapes:
    """The options below each other, drawn to one scale, with thin lines between them."""
    width, height = size
    top, each = height * 0.29, height * 0.59 / len(card.options)
    room = (width * 0.8, each * 0.86)
    step = min(_step(option, room) for option in card.options)
    shapes: list[Shape] = []
    for n, option in enumerate(card.options):
        shapes += _option_shapes(option, (width / 2, top + each * (n + 0.5)), room, step)
        if n:
            y = top + each * n
            shapes.append(Stroke(((width * 0.3, y), (width * 0.7, y)), line(DIM, 0.2)))
    return tuple(shapes)


def _comets_mm(option: Option, room: Size) -> tuple[float, float]:
    """The size of an option's shooting stars, and how wide all of them are."""
    comet = min(room[1] * 0.62, room[0] * 0.2)
    gain = option.shooting_stars
    return comet, comet * (0.72 * gain + 0.4) if gain else 0.0


def _step(option: Option, room: Size) -> float:
    """How far apart places can be drawn."""
    places = _layout(option).values()
    wide = max(x for x, _ in places) - min(x for x, _ in places) + 1.0
    high = max(y for _, y in places) - min(y for _, y in places) + 1.0
    free = room[0] - _comets_mm(option, room)[1]
    return min(free / wide, room[1] / high, room[0] * 0.42)


def _option_shapes(option: Option, middle: PointMm, room: Size, step: float) -> Shapes:
    """The elements of an option as they belong together, and the shooting stars it brings."""
    places = _layout(option)
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    comet, comets = _comets_mm(option, room)
    free = room[0] - comets
    left = middle[0] - room[0] / 2 + free / 2

    def at(place: int) -> PointMm:
        x, y = places[place]
        return (
            left + (x - (max(xs) + min(xs)) / 2) * step,
            middle[1] + (y - (max(ys) + min(ys)) / 2) * step,
        )

    shapes: list[Shape] = []
    for _, a, b in option.lines:
        shapes += _line_sign(at(a), at(b), step, a in option.stars, b in option.stars)
    shapes += [
        Polygon(star_mm(at(place), step * 0.36, 5, 0.44), fill(IVORY)) for place in option.stars
    ]
    start = middle[0] - room[0] / 2 + free + comet * 0.5
    for n in range(option.shooting_stars):
        shapes += shooting_star((start + n * comet * 0.72, middle[1]), comet)
    return tuple(shapes)


def _line_sign(one: PointMm, other: PointMm, step: float, star: bool, second: bool) -> Shapes:
    """A bar from place to place; where no star is shown it ends in an arrow."""
    length = max(abs(other[0] - one[0]), abs(other[1] - one[1])) or 1.0
    dx, dy = (other[0] - one[0]) / length, (other[1] - one[1]) / length
    begin = 0.42 if star else 0.1
    end = 0.42 if second else 0.1
    a = (one[0] + dx * step * begin, one[1] + dy * step * begin)
    b = (other[0] - dx * step * end, other[1] - dy * step * end)
    width = step * 0.11
    shapes: list[Shape] = [Stroke((a, b), line(GOLD, width))]
    for tip, sign, shown in ((b, 1, not second), (a, -1, not star)):
        if shown:
            head = step * 0.15
            back = (tip[0] - sign * dx * head, tip[1] - sign * dy * head)
            wings = (
                (back[0] - dy * head, back[1] + dx * head),
                tip,
                (back[0] + dy * head, back[1] - dx * head),
            )
            shapes.append(Stroke(wings, line(GOLD, width)))
    return tuple(shapes)


def _layout(option: Option) -> dict[int, PointMm]:
    """Places on a grid: horizontal lines lead right, vertical ones down; loose places apart."""
    found: dict[int, PointMm] = {}
    for place in range(option.places):
        if place not in found:
            right = max((x for x, _ in found.values()), default=-2.0) + 2.0
            found[place] = (right, 0.0)
        _spread(option, found)
    return found


def _spread(option: Option, found: dict[int, PointMm]) -> None:
    changed = True
    while changed:
        changed = False
        for direction, a, b in option.lines:
            dx, dy = (1.0, 0.0) if direction == 0 else (0.0, 1.0)
            if a in found and b not in found:
                found[b] = (found[a][0] + dx, found[a][1] + dy)
                changed = True
            elif b in found and a not in found:
                found[a] = (found[b][0] - dx, found[b][1] - dy)
                changed = True
