"""The names an edition knows, found again whatever the letter case or the language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.girl.edition import Edition
from companion.games.girl.pieces import ASH_KINDS, BONUSES, COLOURS, FOODS, SEATS
from companion.games.girl.words import DICTIONARIES

Names = Mapping[str, str]  # folded spelling -> the canonical one

_KIND_VERBS = {
    **{"scout": "scouting", "forage": "foraging", "offer": "offering"},
    **{"2x": "x2", "×2": "x2", "2×": "x2", "double": "x2"},
}
_BONUS_WORDS = {
    **{"x2": "double", "2x": "double", "x2vp": "double", "2xvp": "double", "doublevp": "double"},
    **{"threelights": "lights", "3lights": "lights", "light": "lights"},
    **{"+2actions": "actions", "2actions": "actions", "+2": "actions"},
    **{"gainavillager": "villager", "gainvillager": "villager"},
}
_CORNER_WORDS = {
    **{"topleft": "TL", "topright": "TR", "bottomleft": "BL", "bottomright": "BR"},
    **{"upperleft": "TL", "upperright": "TR", "lowerleft": "BL", "lowerright": "BR"},
}
_PHASE_WORDS = {
    **{"woodash": "casting", "cast": "casting", "pick": "picking", "selection": "picking"},
    **{"actions": "action", "end": "ending", "gameend": "ending", "gameover": "over"},
}
PHASES = ("stargazing", "casting", "picking", "action", "cleanup", "ending", "over")


def fold(word: str) -> str:
    """A word without letter case, blanks, hyphens and underscores."""
    return word.casefold().replace(" ", "").replace("-", "").replace("_", "")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every kind of name in one edition."""

    seats: Names
    tiles: Names
    corners: Names
    spaces: Names
    sites: Names
    cards: Names
    piles: Names
    colours: Names
    foods: Names
    kinds: Names
    bonuses: Names
    phases: Names


@lru_cache(maxsize=8)
def vocabulary(edition: Edition) -> Vocabulary:
    """The names of an edition; a spelling that would mean two of them is left out."""
    field = edition.field
    corners = [corner.name for corner in field.corners]
    more_corners = {word: name for word, name in _CORNER_WORDS.items() if name in corners}
    piles = {pile.label: pile.label for pile in edition.piles}
    piles |= {pile.label.rstrip("+"): pile.label for pile in edition.piles}
    return Vocabulary(
        seats=_names(SEATS),
        tiles=_names(tile.name for tile in edition.tiles),
        corners={**more_corners, **_names(corners)},
        spaces=_names(edition.paths.names),
        sites=_names(site.name for site in edition.sites),
        cards=_names(card.name for card in edition.cards),
        piles=piles,
        colours={**{colour[0]: colour for colour in COLOURS}, **_terms(COLOURS)},
        foods={**{f"{food}s": food for food in FOODS}, **_terms(FOODS)},
        kinds={**_KIND_VERBS, **_terms(ASH_KINDS)},
        bonuses={**_terms(BONUSES), **_BONUS_WORDS},
        phases={**_PHASE_WORDS, **_terms(PHASES)},
    )


def _names(names: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    twice = set()
    for name in names:
        twice |= {fold(name)} & set(found)
        found[fold(name)] = name
    return {folded: name for folded, name in found.items() if folded not in twice}


def _terms(names: Iterable[str]) -> dict[str, str]:
    """Names and what people call them in every language."""
    found = {}
    for name in names:
        for words in DICTIONARIES.values():
            term = fold(words.get(f"term.{name}", name))
            found[term] = found[term.removesuffix("色")] = name
        found[fold(name)] = name
    return found
