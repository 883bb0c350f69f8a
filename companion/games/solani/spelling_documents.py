"""Setup and position of a record as people write them, in canonical spelling.

Understood are names of players for seats, `boards` from board to seat, lying tiles in any
order of words (`c2,1: 3`, `red at (2, 1)`) or as a mapping from cell to tile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.contract import MoveTextError
from companion.games.solani.edition import Edition
from companion.games.solani.move_read import read_cluster
from companion.games.solani.spelling import is_cell, plainly, player_first, telling

_ROUND_TILES = ("clusters", "planets", "features")


class Spelling:
    """Turns the words of one edition and one table's players into the canonical ones."""

    def __init__(self, edition: Edition, aliases: Mapping[str, str]) -> None:
        self._edition = edition
        self._aliases = aliases

    def setup(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """A setup document; what is not understood stays as it is."""
        return dict(_apply(given, {"boards": self._boards, "starter": self.seat}))

    def position(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """A position document; what is not understood stays as it is."""
        parts: dict[str, Callable[[Any], Any]] = {
            "starter": self.seat,
            "queue": lambda names: _each(names, self.seat),
            "players": self._players,
        }
        return dict(_apply(given, parts))

    def seat(self, name: Any) -> Any:
        """The seat that a text names."""
        if not isinstance(name, str):
            return name
        found, rest = player_first(plainly(name), self._aliases)
        return found if found and not rest else name

    def _boards(self, given: Any) -> Any:
        """Seat to board; also written from board to seat, told by the Coyote among the keys."""
        if not isinstance(given, dict):
            return given
        coyote = {board.name.casefold() for board in self._edition.boards if board.coyote}
        if coyote & {str(key).casefold() for key in given}:
            given = {who: board for board, who in given.items() if isinstance(who, str)}
        return self._keys(given)

    def _keys(self, given: dict[Any, Any]) -> dict[Any, Any]:
        """The mapping with seats as keys; left alone when two of them would be the same."""
        spelt = {self.seat(key): value for key, value in given.items()}
        return spelt if len(spelt) == len(given) else given

    def _players(self, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        parts: dict[str, Callable[[Any], Any]] = {
            **dict.fromkeys(_ROUND_TILES, lambda tiles: _each(_listed(tiles), _round_tile)),
            "branches": lambda tiles: _each(_listed(tiles), _branch),
            "stored": lambda tiles: _each(tiles, self._stored),
        }
        players = self._keys(given)
        return {seat: _apply(player, parts) for seat, player in players.items()}

    def _stored(self, text: Any) -> Any:
        """`cluster 2`, also written `2`; the kind follows from the name."""
        if not isinstance(text, str):
            return text
        words = telling(plainly(text))
        if len(words) != 1:
            return " ".join(words)
        name = words[0].casefold()
        if name in self._edition.branch_index:
            return f"branch {name}"
        if name in self._edition.colours:
            return f"planet {name}"
        try:
            return f"cluster {read_cluster(name)}"
        except MoveTextError:
            return text


def _apply(given: Any, parts: Mapping[str, Callable[[Any], Any]]) -> Any:
    if not isinstance(given, Mapping):
        return given
    return {key: parts[key](value) if key in parts else value for key, value in given.items()}


def _each(given: Any, part: Callable[[Any], Any]) -> Any:
    return [part(item) for item in given] if isinstance(given, list) else given


def _listed(given: Any) -> Any:
    """Lying tiles as a list of texts, also from a mapping of cells."""
    if not isinstance(given, dict):
        return given
    pairs = (
        (cell, " ".join(map(str, tile)) if isinstance(tile, list) else tile)
        for cell, tile in given.items()
    )
    return [f"{cell} {tile}" for cell, tile in pairs]


def _round_tile(text: Any) -> Any:
    """The tile's name first, then its circle."""
    if not isinstance(text, str):
        return text
    words = telling(plainly(text))
    cells = [word for word in words if is_cell(word)]
    return " ".join([*(word for word in words if word not in cells), *cells])


def _branch(text: Any) -> Any:
    """The gap first (or the tile's name), then its lines."""
    return " ".join(telling(plainly(text))) if isinstance(text, str) else text


def respell_documents(
    edition: Edition,
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
    aliases: Mapping[str, str],
) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
    """Setup and position of a record with canonical names, as far as they are understood."""
    spelling = Spelling(edition, aliases)
    return spelling.setup(setup), None if position is None else spelling.position(position)
