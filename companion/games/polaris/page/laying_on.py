"""What may be laid next of a card of which something was laid already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.polaris.edition import Card, Option
from companion.games.polaris.moves import Element, Star
from companion.games.polaris.rules.arranging import arrangements, elements_of, most_elements
from companion.games.polaris.rules.laying import Laying

Elements = tuple[Element, ...]


def onward(laying: Laying, card: Card, laid: Elements) -> tuple[Element, ...]:
    """The elements that may come next, so that with more of them the play can be legal.

    `laying` is before the card; `laid` are its elements so far, in order.  An element that only
    pays because of a later one (a white space, say) is offered, too.
    """
    lenient = laying.copy()
    lenient.rulings = replace(laying.rulings, must_place_all=False)
    good: dict[Element, None] = {}
    for option in card.options:
        waiting: set[Element] = set()
        for size in _sizes(laying, option, len(laid)):
            for element, rest in _next_of(laying, option, size, laid):
                if element not in good and _is_legal(lenient, card, (*laid, element, *rest)):
                    good[element] = None
                    waiting.discard(element)
                elif element not in good:
                    waiting.add(element)
            if not waiting and not laying.rulings.must_place_all:
                break
    return tuple(sorted(good, key=lambda element: _order(laying, element)))


def can_be_played(laying: Laying, card: Card) -> bool:
    """Whether a card can be played at all: with nothing laid, or with something."""
    return _is_legal(laying, card, ()) or bool(onward(laying, card, ()))


def _sizes(laying: Laying, option: Option, laid: int) -> Sequence[int]:
    """How many elements may lie in the end; all that find a place when nothing may be left out."""
    if laying.rulings.must_place_all:
        most = most_elements(laying, option)
        return [most] if most > laid else []
    return range(laid + 1, len(option.stars) + len(option.lines) + 1)


def _next_of(
    laying: Laying, option: Option, size: int, laid: Elements
) -> Iterator[tuple[Element, Elements]]:
    """(next element, those after it in the order that pays best) of every way to lay `size`."""
    before = set(laid)
    for found in arrangements(laying, option, size):
        elements = elements_of(laying, found)
        if not before <= set(elements):
            continue
        rest = tuple(element for element in elements if element not in before)
        for element in rest:
            yield element, tuple(other for other in rest if other != element)


def _is_legal(laying: Laying, card: Card, elements: Elements) -> bool:
    twin = laying.copy()
    twin.card(card, elements)
    return not twin.reasons


def _order(laying: Laying, element: Element) -> tuple[int, int]:
    if isinstance(element, Star):
        return 0, laying.sky.index[element.space]
    return 1, laying.line_number(element.one, element.other) or 0
