"""What lies wrong though the moves are legal: each with the clause that says how it should lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.flow import Reason
from companion.games.contract import LANGUAGES
from companion.games.girl import words
from companion.games.girl.art import names
from companion.games.girl.explaining.features import seen_tile
from companion.games.girl.moves import Cleanup, Place
from companion.games.girl.seeing.differences import Changes
from companion.games.girl.seeing.looks import DISH, SCORE, SKY, Content, Spot, player_board
from companion.games.girl.seeing.search import Found
from companion.games.girl.state import TILE
from companion.games.naming import piece_name

# How strange it is that people leave something so; what waits for a hand is less strange.
_STRANGE = {"bonus": 2.5, "villager": 2.5, "crystal": 1.2, "reward": 1.5, "stardust": 1.5}
_OTHERWISE = 1.0
_SCORE = 4.0


def strangeness(wrong: Changes) -> float:
    """How seldom people would leave all this as it lies."""
    total = 0.0
    for (board, _), (have, want) in wrong.items():
        families = {word.split(" ")[0] for word in (*have, *want)}
        known = [_STRANGE[family] for family in families if family in _STRANGE]
        total += _SCORE if board == SCORE else max(known, default=_OTHERWISE)
    return total


def mismatches(found: Found, wrong: Changes) -> tuple[Reason, ...]:
    """A reason for every place where something has to be put right by hand."""
    cleaned = any(isinstance(made.move, Cleanup) for made in found.made)
    laid = {
        (f"player {made.move.seat}", f"{made.move.cell[0]},{made.move.cell[1]}")
        for made in found.made
        if isinstance(made.move, Place)
    }
    return tuple(
        _reason(found, spot, have, want, cleaned, spot in laid)
        for spot, (have, want) in sorted(wrong.items())
    )


def _reason(
    found: Found, spot: Spot, have: Content, want: Content, cleaned: bool, is_new: bool
) -> Reason:
    board, place = spot
    where = f"{board} {place}".strip()
    values = {"should": plain(have), "seen": plain(want)}
    if board == SCORE:
        seat = place.rpartition(" ")[2]
        return Reason("reason.score_marker", "GIRL-SET-10", place, {**values, "seat": seat})
    if spot == DISH:
        return Reason("reason.ash_left", "GIRL-Q21", "dish", values)
    if board == SKY:
        return Reason("reason.elder_place", "GIRL-CLEAN-3", where, values)
    families = {word.split(" ")[0] for word in (*have, *want)}
    if "bonus" in families or "villager" in families:
        clause = "GIRL-BON-4" if _same_bonus(have, want) else "GIRL-CON-6"
        return Reason("reason.bonus_lies", clause, where, values)
    if place.startswith(names.pile("")):
        key, clause = ("reward_left", "GIRL-CLEAN-4") if cleaned else ("reward_early", "GIRL-CON-5")
        return Reason(f"reason.{key}", clause, where, values)
    if place.startswith(names.mark("")):
        clause = "GIRL-CLEAN-4" if cleaned and want else "GIRL-CON-4"
        return Reason("reason.mark_lies", clause, where, values)
    return _crystal(found, spot, have, values, is_new)


def plain(content: Content) -> list[Mapping[str, str]]:
    """What lies there in the words of the game, each piece in every language."""
    return [_called(word) for word in content]


def _called(word: str) -> Mapping[str, str]:
    tile = seen_tile(word)
    if tile is not None:
        family, kind = "star", tile.name or "back"
    elif "@" in word:
        family, kind = "ash", word.partition("@")[0]
    else:
        family, kind = word.split(" ")[0], word
    return {each: piece_name(words.say, family, kind, each) for each in LANGUAGES}


def _same_bonus(have: Content, want: Content) -> bool:
    """Whether only the Villager on the token is wrong."""
    return [w for w in have if w.startswith("bonus")] == [w for w in want if w.startswith("bonus")]


def _crystal(
    found: Found, spot: Spot, have: Content, values: Mapping[str, Any], is_new: bool
) -> Reason:
    where = f"{spot[0]} {spot[1]}"
    if have:
        key, clause = ("light_due", "GIRL-STAR-8") if is_new else ("light_early", "GIRL-STAR-10")
    elif _is_coloured(found, spot):
        key, clause = "light_left", "GIRL-STAR-10"
    else:
        key, clause = "light_white", "GIRL-STAR-9"
    return Reason(f"reason.{key}", clause, where, values)


def _is_coloured(found: Found, spot: Spot) -> bool:
    return any(_coloured_cells(found, spot))


def _coloured_cells(found: Found, spot: Spot) -> Iterator[bool]:
    field = found.state.table.edition.field
    for seat, player in enumerate(found.state.players):
        if spot[0] == player_board(seat):
            for cell, (row, column) in enumerate(field.cells):
                if spot[1] == f"{row},{column}":
                    yield player.board.kind[cell] == TILE and player.board.colour[cell] > 0
