"""From taps to a move: what may be chosen next, for one state and one seat.

A game that lists its taps is asked for them; of one that lists its moves a tree of their taps
is made; of a game that draws no boards, a tree of the words of its moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.games.contract import AnyGame
from companion.games.playable import Playable, StepsByTap, Tap

# A tree of more moves takes too long to make between two taps.
MOST_MOVES = 3000


@dataclass(frozen=True, slots=True)
class Offered:
    """What may be chosen after the taps `done` (with those that were the only choice).

    `chosen` counts the taps of the person that led here.  `move` is what the taps make up
    already.  `cut` says that there are more moves than are offered.
    """

    done: tuple[Tap, ...] = ()
    chosen: int = 0
    taps: tuple[Tap, ...] = ()
    move: Any | None = None
    cut: bool = False


@dataclass(slots=True)
class _Node:
    """Moves that begin with the same taps."""

    taps: dict[str, Tap] = field(default_factory=dict)
    nodes: dict[str, _Node] = field(default_factory=dict)
    move: Any | None = None


class Chooser:
    """The choices of one seat (None: of chance) in one state, as that seat sees it."""

    def __init__(self, game: AnyGame, state: Any, seat: str | None) -> None:
        self._game, self._state, self._seat = game, state, seat
        self._known: dict[tuple[str, ...], tuple[tuple[Tap, ...], Any | None]] = {}
        self._cut = False
        self._root = None if isinstance(game, StepsByTap) else self._tree()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to choose."""
        taps, move = self._after(())
        return not taps and move is None

    def offer(self, chosen: Sequence[str]) -> Offered:
        """What follows a person's choices; those that are not possible any more are dropped.

        A choice that is the only one is made without asking.
        """
        done: list[Tap] = []
        count = 0
        wanted = list(chosen)
        while True:
            taps, move = self._after(tuple(tap.id for tap in done))
            if move is None and len(taps) == 1 and (not wanted or wanted[0] != taps[0].id):
                done.append(taps[0])
                continue
            pick = next((tap for tap in taps if wanted and tap.id == wanted[0]), None)
            if pick is None:
                return Offered(tuple(done), count, taps, move, self._cut)
            done.append(pick)
            wanted.pop(0)
            count += 1

    def _after(self, path: tuple[str, ...]) -> tuple[tuple[Tap, ...], Any | None]:
        if path not in self._known:
            self._known[path] = self._look(path)
        return self._known[path]

    def _look(self, path: tuple[str, ...]) -> tuple[tuple[Tap, ...], Any | None]:
        if self._root is None:
            assert isinstance(self._game, StepsByTap)
            taps = self._game.next_taps(self._state, self._seat, path)
            return taps, self._game.tapped_move(self._state, self._seat, path)
        node = self._root
        for step in path:
            node = node.nodes[step]
        return tuple(node.taps.values()), node.move

    def _tree(self) -> _Node:
        root = _Node()
        count = 0
        for count, move in enumerate(islice(self._moves(), MOST_MOVES + 1)):
            if count == MOST_MOVES:
                self._cut = True
                break
            node = root
            for tap in self._taps(move):
                node.taps.setdefault(tap.id, tap)
                node = node.nodes.setdefault(tap.id, _Node())
            node.move = move
        return root

    def _moves(self) -> Iterator[Any]:
        if self._seat is None:
            yield from chance_moves(self._game, self._state)
            return
        for move in self._game.legal_moves(self._state):
            if seat_of(move) in (self._seat, None):
                yield move

    def _taps(self, move: Any) -> tuple[Tap, ...]:
        if isinstance(self._game, Playable):
            return self._game.taps(self._state, move)
        return spelt(self._game.write_move(move), self._seat)


def seat_of(move: Any) -> str | None:
    """The seat whose move this is, None for one of the whole table or of chance."""
    seat = getattr(move, "seat", None)
    return seat if isinstance(seat, str) else None


def chance_moves(game: AnyGame, state: Any) -> Iterator[Any]:
    """The ways in which chance may decide now, as far as the game lists them."""
    return game.chance_moves(state) if isinstance(game, Playable) else iter(())


def spelt(text: str, seat: str | None) -> tuple[Tap, ...]:
    """The words of a move's text as taps, without the player's own seat."""
    words = text.split(" ")
    return tuple(
        Tap(f"{number} {word}", word)
        for number, word in enumerate(words)
        if word != seat or number != 1
    )
