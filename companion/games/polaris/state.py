"""The state of a game: frozen plain data, no rules.

Seats are numbers here (0 is A).  Sets of spaces and lines are masks, as in `edition.Sky`.
Cards are numbers of the edition's cards, or the values below 0 of `pieces`.  What is left in a
deck is what nobody has seen leave it, never an order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.polaris.edition import Counts, Edition
from companion.games.polaris.pieces import DECKS, SEATS, TO_REVEAL, UNKNOWN, Phase, Source
from companion.games.polaris.rulings import Rulings

NOBODY = -1
UNSHOWN = -1  # a personal goal that nobody noted


@dataclass(frozen=True, slots=True)
class Entry:
    """VP that were scored: `name` is the round of a telescope or the goal of an interim."""

    source: Source
    name: str
    vp: int


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has; `hand` is sorted, `goal` the personal one or UNSHOWN."""

    hand: Counts
    shooting_stars: int
    goal: int
    ledger: tuple[Entry, ...]

    @property
    def score(self) -> int:
        """Victory points so far, as the marker shows them."""
        return sum(entry.vp for entry in self.ledger)


@dataclass(frozen=True, slots=True)
class Pile:
    """A deck's face-up slots and its discard (sorted)."""

    slots: Counts
    discards: Counts


@dataclass(frozen=True, eq=False)
class Table:
    """What never changes during a game; `goals[sector - 1]` lies beside a sector.

    `waived` are clauses that bind nobody in the move being judged, because people let it
    stand as played.
    """

    edition: Edition
    rulings: Rulings
    seats: int
    goals: Counts
    waived: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PolarisState:
    """A whole game.

    `turn` is the seat to act.  `last_turns` are the seats that still act after the dawn track
    was filled, the next one first.  `telescope` is the seat that holds it, NOBODY while it
    lies beside a goal.  `new_moon` is the sector beside the first phase.  `stars` are masks of
    spaces by seat, the last one of the neutral stars; `lines` the mask of lines with a token.
    """

    table: Table
    phase: Phase
    round: int
    turn: int
    last_turns: Counts
    telescope: int
    new_moon: int
    stars: Counts
    lines: int
    players: tuple[Player, ...]
    dawn: Counts
    piles: tuple[Pile, ...]

    def same_position(self, other: PolarisState) -> bool:
        """Equal but for being two loads of the same edition."""
        mine = tuple(getattr(self, name) for name in self.__slots__[1:])
        theirs = tuple(getattr(other, name) for name in other.__slots__[1:])
        return (
            mine == theirs
            and self.table.rulings == other.table.rulings
            and self.table.goals == other.table.goals
            and self.table.edition.name == other.table.edition.name
        )

    @property
    def goal(self) -> int:
        """The common goal that this round scores (POL-ROUND-5)."""
        return self.table.goals[self.new_moon - 1]

    @property
    def dawn_spaces(self) -> int:
        """Spaces of the dawn track that no scored goal covers (POL-ROUND-9)."""
        return self.table.edition.round.dawn_track - (self.round - 1)

    @property
    def reveal_deck(self) -> int:
        """The deck whose next card has to be shown, or NOBODY when none has to."""
        for deck in range(len(DECKS)):
            if TO_REVEAL in self.piles[deck].slots:
                return deck
        return NOBODY

    def shooting_stars_left(self) -> int:
        """Shooting stars in the supply, by the printed number (POL-Q16)."""
        held = sum(player.shooting_stars for player in self.players)
        return max(0, self.table.edition.components.shooting_stars - held)

    def seen_cards(self, deck: int) -> list[int]:
        """Every card of a deck that lies outside it, UNKNOWN ones included."""
        edition = self.table.edition
        pile = self.piles[deck]
        seen = [card for card in pile.slots if card >= 0 or card == UNKNOWN[deck]]
        seen += pile.discards
        for player in self.players:
            seen += [card for card in player.hand if edition.deck_of(card) == deck]
        return seen + [card for card in self.dawn if edition.deck_of(card) == deck]

    def deck_left(self, deck: int) -> int:
        """How many cards lie in a deck."""
        return self.table.edition.deck_size(deck) - len(self.seen_cards(deck))

    def unseen(self, card: int) -> int:
        """How many of a card may still be in the deck or among cards nobody noted."""
        kind = self.table.edition.cards[card]
        return kind.count - self.seen_cards(kind.deck).count(card)


def seat_name(seat: int) -> str:
    """`A` for 0 and so on; `nobody` when there is none."""
    return SEATS[seat] if seat >= 0 else "nobody"


def lenient(state: PolarisState, clauses: frozenset[str]) -> PolarisState:
    """The same state in which these clauses bind nobody."""
    return replace(state, table=replace(state.table, waived=clauses))
