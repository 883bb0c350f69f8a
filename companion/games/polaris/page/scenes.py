"""What a seat sees, drawn: the sky, open cards, the own hand, the common goals, the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Words
from companion.games.playable import Scene, Spot
from companion.games.polaris.art.cards import back_drawing, card_drawing, hidden_drawing
from companion.games.polaris.art.glyphs import (
    Shapes,
    box_mm,
    dawn_sun,
    lit_part,
    moon,
    rounded_mm,
    seat_sign,
    shooting_star,
)
from companion.games.polaris.art.goals import goal_back, goal_drawing, personal_drawing
from companion.games.polaris.art.lettering import fitted
from companion.games.polaris.art.palette import (
    CARD,
    DARK,
    DIM,
    GOLD,
    IVORY,
    NIGHT,
    PALE,
    SEATS,
    fill,
    line,
)
from companion.games.polaris.art.tokens import telescope_drawing
from companion.games.polaris.edition import Counts, Edition
from companion.games.polaris.page.naming import hand_spot, slot_spot
from companion.games.polaris.page.sky_scene import sky_scene
from companion.games.polaris.pieces import DECKS, TO_REVEAL, UNKNOWN
from companion.games.polaris.pieces import SEATS as SEAT_NAMES
from companion.games.polaris.state import UNSHOWN, PolarisState

_GAP_MM = 3.0
_LABEL_MM = 7.0
_COLUMNS = 3
_ROW_MM = 13.0
# Scenes of a moment or two, at all seats: a scene is 0.1 MB, and an old one is hardly drawn again.
_REMEMBERED = 8


def scenes(state: PolarisState, seat: str | None) -> tuple[Scene, ...]:
    """What this seat (None: a bystander) may see; `state` comes from `view`."""
    edition = state.table.edition
    found = [
        sky_scene(state),
        _market(edition, tuple(pile.slots for pile in state.piles)),
        _dawn(edition, state.dawn, state.round - 1),
        _goals(edition, state.table.goals, state.new_moon, state.round),
        _players(state),
    ]
    if seat in SEAT_NAMES[: state.table.seats]:
        player = state.players[SEAT_NAMES.index(seat)]
        found.insert(1, _hand(edition, seat, player.hand, player.goal))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A picture of a grid, what can be tapped there (or None), and words below it."""

    drawing: Drawing | None
    spot: tuple[str, str, Mapping[str, object]] | None = None
    label: Shapes = ()


@lru_cache(maxsize=_REMEMBERED)
def _market(edition: Edition, slots: tuple[Counts, ...]) -> Scene:
    """The open cards of both decks, in a grid."""
    cells = []
    for deck, name in enumerate(DECKS):
        for slot, card in enumerate(slots[deck]):
            spot = (slot_spot(deck, slot), "spot.slot", {"deck": name, "number": slot + 1})
            cells.append(_Cell(_card_art(edition, card, deck), spot))
    drawing, spots = _grid(cells, edition.print.card_mm)
    return Scene("market", "scene.market", drawing, spots)


@lru_cache(maxsize=_REMEMBERED)
def _hand(edition: Edition, seat: str, hand: Counts, goal: int) -> Scene:
    """The own cards and the own personal goal."""
    cells = []
    for place, card in enumerate(hand):
        spot = (hand_spot(place), "spot.hand", {"number": place + 1})
        cells.append(_Cell(_card_art(edition, card, edition.deck_of(card)), spot))
    size = edition.print.card_mm
    shown = goal_back(size, True) if goal == UNSHOWN else personal_drawing(edition, goal)
    cells.append(_Cell(shown))
    drawing, spots = _grid(cells, size)
    return Scene("hand", "scene.hand", drawing, spots, {"seat": seat})


def _card_art(edition: Edition, card: int, deck: int) -> Drawing | None:
    """A card, a back for one that nobody noted, nothing for an empty slot."""
    size = edition.print.card_mm
    if card >= 0:
        return card_drawing(edition, card)
    if card == UNKNOWN[deck]:
        return hidden_drawing(size, deck)
    return back_drawing(size, deck) if card == TO_REVEAL else None


@lru_cache(maxsize=_REMEMBERED)
def _dawn(edition: Edition, cards: Counts, covered: int) -> Scene:
    """The dawn track: cards that lie there, free spaces, spaces that scored goals cover."""
    side = 18.0
    track = edition.round.dawn_track
    width = track * (side + _GAP_MM) + _GAP_MM
    shapes: list[Shape] = [Polygon(box_mm(0.0, 0.0, width, side + 2 * _GAP_MM), fill(NIGHT))]
    for space in range(track):
        left = _GAP_MM + space * (side + _GAP_MM)
        middle = (left + side / 2, _GAP_MM + side / 2)
        card = cards[space - covered] if 0 <= space - covered < len(cards) else None
        ground = rounded_mm(left, _GAP_MM, side, side, 2.0)
        shapes.append(Polygon(ground, fill(CARD if card is not None else DARK)))
        shapes.append(Polygon(ground, line(GOLD if card is not None else DIM, 0.4)))
        if space < covered:
            shapes.append(Words("VP", middle, 4.5, DIM, bold=True))
        elif card is None:
            shapes += dawn_sun((middle[0], middle[1] + 2.5), side * 0.3)
        else:
            phase = edition.cards[card].phase if card >= 0 else 0
            shapes += moon(middle, side * 0.3, lit_part(phase, len(edition.phases)))
    drawing = Drawing((width, side + 2 * _GAP_MM), tuple(shapes))
    return Scene(
        "dawn", "scene.dawn", drawing, values={"left": max(0, track - covered - len(cards))}
    )


@lru_cache(maxsize=_REMEMBERED)
def _goals(edition: Edition, goals: Counts, new_moon: int, number: int) -> Scene:
    """The common goals by sector, each with the moon that is beside it in round `number`.

    Those that were scored lie on their faces.
    """
    sectors, size = edition.sky.sectors, edition.print.goal_mm
    first = (new_moon - number) % sectors  # the sector of the first round, from 0
    cells = []
    for sector, goal in enumerate(goals):
        scored = (sector - first) % sectors < number - 1
        art = goal_back(size, False) if scored else goal_drawing(edition, goal)
        phase = (sector + 1 - new_moon) % sectors
        label = (
            *moon((5.0, _LABEL_MM / 2), 2.6, lit_part(phase, sectors)),
            Words(str(sector + 1), (12.0, _LABEL_MM / 2), 3.4, IVORY, bold=phase == 0),
        )
        cells.append(_Cell(art, None, label))
    drawing, spots = _grid(cells, size, _LABEL_MM)
    return Scene("goals", "scene.goals", drawing, spots)


def _players(state: PolarisState) -> Scene:
    """A row for each seat: sign, points, shooting stars, cards in the hand, the telescope."""
    width = 120.0
    height = state.table.seats * _ROW_MM + 2 * _GAP_MM
    shapes: list[Shape] = [Polygon(box_mm(0.0, 0.0, width, height), fill(NIGHT))]
    for seat, player in enumerate(state.players):
        top = _GAP_MM + seat * _ROW_MM
        y = top + _ROW_MM / 2
        acts = seat == state.turn
        row = rounded_mm(2.0, top + 0.6, width - 4.0, _ROW_MM - 1.2, 2.0)
        shapes.append(Polygon(row, fill(CARD if acts else DARK)))
        shapes.append(Polygon(row, line(GOLD if acts else DIM, 0.3)))
        shapes.append(Disc((10.0, y), 4.4, fill(SEATS[seat])))
        shapes += seat_sign(seat, (10.0, y), 3.0, fill(DARK))
        shapes.append(Words(SEAT_NAMES[seat], (19.0, y), 4.0, IVORY, bold=True))
        shapes.append(fitted(f"{player.score} VP", (37.0, y), 4.0, 24.0, IVORY, bold=True))
        shapes += shooting_star((57.0, y), 7.5)
        shapes.append(Words(str(player.shooting_stars), (65.0, y), 4.0, IVORY))
        shapes += _hand_sign((79.0, y))
        shapes.append(Words(str(len(player.hand)), (87.0, y), 4.0, PALE))
        if state.telescope == seat:
            shapes += _small_telescope(state.table.edition, (105.0, y))
    drawing = Drawing((width, height), tuple(shapes))
    return Scene("players", "scene.players", drawing)


def _hand_sign(middle: PointMm) -> Shapes:
    """Two small cards."""
    x, y = middle
    back, front = (rounded_mm(x + dx, y - 3.6, 5.0, 7.2, 0.8) for dx in (-3.6, -1.4))
    return (
        Polygon(back, fill(CARD)),
        Polygon(back, line(PALE, 0.3)),
        Polygon(front, fill(CARD)),
        Polygon(front, line(PALE, 0.3)),
    )


def _small_telescope(edition: Edition, middle: PointMm) -> Shapes:
    size = (22.0, 22.0 * edition.print.telescope_mm[1] / edition.print.telescope_mm[0])
    return Drawing(size).placed(telescope_drawing(size), middle).shapes


def _grid(
    cells: Sequence[_Cell], size: tuple[float, float], label_mm: float = 0.0
) -> tuple[Drawing, tuple[Spot, ...]]:
    """Pictures of one size in rows of three, with words below them."""
    columns = min(_COLUMNS, max(1, len(cells)))
    rows = -(-len(cells) // columns)
    step_x, step_y = size[0] + _GAP_MM, size[1] + label_mm + _GAP_MM
    whole = (columns * step_x + _GAP_MM, rows * step_y + _GAP_MM)
    drawing = Drawing(whole, (Polygon(box_mm(0.0, 0.0, *whole), fill(NIGHT)),))
    spots = []
    for number, cell in enumerate(cells):
        row, column = divmod(number, columns)
        left, top = _GAP_MM + column * step_x, _GAP_MM + row * step_y
        middle = (left + size[0] / 2, top + size[1] / 2)
        if cell.drawing is not None:
            drawing = drawing.placed(cell.drawing, middle)
        else:
            drawing = drawing.with_shapes((Polygon(box_mm(left, top, *size), line(DIM, 0.4)),))
        if cell.label:
            below = (left + size[0] / 2, top + size[1] + label_mm / 2)
            drawing = drawing.placed(Drawing((size[0], label_mm), cell.label), below)
        if cell.spot is not None:
            name, key, values = cell.spot
            spots.append(Spot(name, box_mm(left, top, *size), key, values))
    return drawing, tuple(spots)
