"""The feature cards: decks, cards shown, cards drawn; and the Dark Sky card of this game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.drawing import Drawing, PointMm, Shape, Words, turned
from companion.games.playable import Scene, Spot
from companion.games.solani.art.board import ground
from companion.games.solani.art.cards import card_back, dark_card, feature_card
from companion.games.solani.art.outlines import rectangle
from companion.games.solani.art.palette import IVORY
from companion.games.solani.edition import Edition
from companion.games.solani.page.names import card_spot, deck_spot
from companion.games.solani.state import NOTHING, UNKNOWN, SolaniState

_GAP_MM = 4.0
_STARS = 90


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card or deck at a place of the grid, drawn, with what can be tapped."""

    middle_mm: PointMm
    drawing: Drawing
    spot: Spot | None = None
    label: str = ""


def card_scene(state: SolaniState) -> Scene:
    """One row for each deck, the drawn cards below; a view hides those of somebody else."""
    edition = state.table.edition
    rows = len(edition.decks) + bool(state.drawn)
    columns = 2 + max(state.table.row_length, *(len(shown) for shown in state.display))
    size = _grid_mm(edition, columns - 1, rows - 1, 0.5)
    drawing = Drawing(size, tuple(ground(size, _STARS)))
    lying = [*_rows(state), *_drawn(state), _dark(state, columns)]
    shapes: list[Shape] = []
    for card in lying:
        shapes += turned(card.drawing, card.middle_mm)
        if card.label:
            x, y = card.middle_mm
            low = y + 0.43 * edition.sizes.card_wh_mm[1]
            shapes.append(Words(card.label, (x, low), 4.0, IVORY, bold=True))
    spots = tuple(card.spot for card in lying if card.spot)
    return Scene("cards", "scene.cards", drawing.with_shapes(shapes), spots)


def _grid_mm(edition: Edition, column: int, row: int, more: float = 0.0) -> PointMm:
    """The middle of a place of the grid, or with `more` the far end of it."""
    width, height = edition.sizes.card_wh_mm
    return (
        _GAP_MM + (column + 0.5 + more) * (width + _GAP_MM),
        _GAP_MM + (row + 0.5 + more) * (height + _GAP_MM),
    )


def _rows(state: SolaniState) -> Iterator[_Lying]:
    edition = state.table.edition
    for deck, shown in enumerate(state.display):
        left = state.decks[deck].bit_count()
        middle = _grid_mm(edition, 0, deck)
        name = edition.decks[deck].name
        values = {"deck": name, "count": left}
        outline = rectangle(edition.sizes.card_wh_mm, middle)
        spot = Spot(deck_spot(name), outline, "spot.deck", values)
        yield _Lying(middle, card_back(edition, deck), spot, f"x{left}")
        for column, card in enumerate(shown, 1):
            yield _card(edition, card, _grid_mm(edition, column, deck))


def _card(edition: Edition, card: int, middle: PointMm) -> _Lying:
    values = {"card": edition.cards[card].name, "kind": edition.cards[card].kind}
    outline = rectangle(edition.sizes.card_wh_mm, middle)
    spot = Spot(card_spot(edition.cards[card].name), outline, "spot.card", values)
    return _Lying(middle, feature_card(edition, card), spot)


def _drawn(state: SolaniState) -> Iterator[_Lying]:
    edition = state.table.edition
    for column, card in enumerate(state.drawn, 1):
        middle = _grid_mm(edition, column, len(edition.decks))
        if card == UNKNOWN:
            deck = state.deck if state.deck != NOTHING else 0
            yield _Lying(middle, card_back(edition, deck))
        else:
            yield _card(edition, card, middle)


def _dark(state: SolaniState, columns: int) -> _Lying:
    """The Dark Sky card, turned as it was drawn."""
    edition, (number, turns) = state.table.edition, state.dark
    side = edition.sizes.card_wh_mm[0]
    middle = _grid_mm(edition, columns - 1, 0)
    values = {"card": edition.dark_cards[number].name}
    spot = Spot("dark sky", rectangle((side, side), middle), "spot.dark_card", values)
    return _Lying(middle, dark_card(edition, number, turns), spot)
