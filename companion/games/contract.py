"""What every game supplies, so that the rest of the companion needs no game's name.

A game is an object called `GAME` in `companion/games/<folder>/__init__.py`.  Its rules are
pure: chance is decided at the table and arrives as setup data and moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from companion.errors import InputError
from companion.flow import Observation, Reason, Verdict

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
T = TypeVar("T")
RulingValue = bool | int | str
LANGUAGES = ("en", "zh-Hant")


class EditionError(InputError):
    """An edition file that does not describe a playable edition; names the key."""


class SetupError(InputError):
    """A setup, ruling or position that can't be; names the field."""


class MoveTextError(InputError):
    """A text that is no move of the game; `example` is one that is.

    Readers of parts of a move leave the example "" to the reader of the whole.
    """

    def __init__(self, sentence: str, example: str = "") -> None:
        super().__init__(sentence)
        self.example = example


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the rulebooks leave open, as a setting.

    `choices` are (value, key of the game's words that says that reading in a sentence).
    """

    name: str
    clause: str
    default: RulingValue
    choices: tuple[tuple[RulingValue, str], ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Who does what next: seats that may act, a key of the game's words, its values.

    `notice` is a key for what is said beside every prompt, "" when there is nothing to say.
    """

    seats: tuple[str, ...]
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was assumed: a key of the game's words and its values."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Start:
    """The first state of a game, and what was assumed to get there (a text or a Note)."""

    state: Any
    notes: tuple[str | Note, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One thing that scores (a tile, a card, a lost point), where, by which clause.

    `key` is a key of the game's words, said with `values`.
    """

    key: str
    clause: str
    where: str
    vp: int
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's result; the values of `lines` (key of the game's words, VP) add up to `total`.

    `items` say what the lines are made of; when there are any, they add up to `total`, too.
    """

    seat: str
    rank: int
    total: int
    lines: tuple[tuple[str, int], ...]
    items: tuple[ScoreItem, ...] = ()


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The result, best seat first.

    `tie_break` is the key of the words that say what decided the first place; `clause` is its
    clause.  `winners` has several seats for a shared victory.
    """

    seats: tuple[SeatScore, ...]
    winners: tuple[str, ...]
    tie_break: str
    clause: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One sequence of legal moves that accounts for what is seen, and where it leads.

    `unseen` has, for each move, others that look just the same: what the table can't show.
    `instead` are earlier moves that must have been others, unseen: their number from 0 and what
    they were, one move to a line, or nothing.
    """

    moves: tuple[str, ...]
    probability: float
    state: Any
    score_changes: tuple[int, ...] = ()
    unseen: tuple[tuple[str, ...], ...] = ()
    instead: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """What an observation means: explanations best first, or what it breaks.

    `same_result` is True when every explanation leads to the same state.  `reasons` are the
    clauses that the likeliest reading breaks; empty when there is an explanation.
    `gave_up` says that the search was cut short at its bound.  `mismatches` are what lies wrong
    though the moves are legal, each with its clause: upkeep that is still to be done.
    """

    explanations: tuple[Explanation, ...]
    reasons: tuple[Reason, ...] = ()
    same_result: bool = True
    gave_up: bool = False
    mismatches: tuple[Reason, ...] = ()


class Chance(Protocol):
    """Whatever decides chance and choice in self-play; `random.Random` fits."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of a sequence that is not empty."""
        ...

    def sample(self, population: Sequence[T], /, k: int) -> list[T]:
        """`k` different places of a sequence, in random order."""
        ...


class Game(Protocol[StateT, MoveT]):
    """One game's rules, words and data."""

    name: str
    default_edition: str
    setup_type: type
    position_type: type

    def read_edition(self, document: Mapping[str, Any], where: str) -> Any:
        """Check an edition document; raises EditionError naming the key."""
        ...

    def rulings(self, edition: Any) -> tuple[Ruling, ...]:
        """Every setting of an edition."""
        ...

    def start(
        self,
        edition: Any,
        seats: Sequence[str],
        rulings: Mapping[str, RulingValue],
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None = None,
    ) -> Start:
        """The first state; raises SetupError naming the field."""
        ...

    def deal(self, edition: Any, seats: Sequence[str], chance: Chance) -> Any:
        """A random setup document, an instance of `setup_type`."""
        ...

    def rulings_of(self, state: StateT) -> Mapping[str, RulingValue]:
        """The value of every setting in force."""
        ...

    def read_move(self, text: str) -> MoveT:
        """Read the text form of a move; raises MoveTextError."""
        ...

    def write_move(self, move: MoveT) -> str:
        """The one text form of a move; reads back equal."""
        ...

    def write_position(self, state: StateT) -> dict[str, Any]:
        """The whole state as a `position` of a record; reads back equal."""
        ...

    def judge(self, state: StateT, move: MoveT) -> Verdict[StateT]:
        """Accepted, refused with every broken clause, unsure, or finished.  Never raises."""
        ...

    def legal_moves(self, state: StateT) -> Iterator[MoveT]:
        """Every accepted move that a player may choose now; chance is not listed."""
        ...

    def self_play(self, state: StateT, chance: Chance) -> MoveT:
        """What chance does next, or a legal move picked with `chance`."""
        ...

    def check(self, before: StateT, after: StateT) -> tuple[str, ...]:
        """Sentences about invariants that an accepted move broke; empty when all hold."""
        ...

    def explain(self, state: StateT, observation: Observation) -> Explained:
        """The moves that account for what is seen, best first, or what it breaks."""
        ...

    def final_score(self, state: StateT) -> FinalScore:
        """The score as it would stand if the game ended now."""
        ...

    def prompt(self, state: StateT) -> Prompt:
        """Who does what next."""
        ...

    def view(self, state: StateT, seat: str | None) -> StateT:
        """The state with everything gone that this seat (None: a bystander) may not know."""
        ...

    def say(self, key: str, language: str, values: Mapping[str, Any]) -> str:
        """A sentence for people; an unknown key comes back as itself."""
        ...


@runtime_checkable
class Forgiving(Protocol):
    """What a game may supply beside the rest, so that records written by hand are understood."""

    def respell(self, state: Any, text: str, aliases: Mapping[str, str]) -> str:
        """The canonical text of a move that a person wrote, as far as it is understood.

        `aliases` are names of players with their seats.  Canonical texts come back as they are.
        """
        ...

    def respell_documents(
        self,
        edition: Any,
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None,
        aliases: Mapping[str, str],
    ) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
        """Setup and position of a record with canonical names, as far as they are understood."""
        ...

    def implied(self, state: Any, move: Any) -> tuple[Any, ...]:
        """The moves that must have come before this one, though nobody wrote them down."""
        ...


@runtime_checkable
class ShowsMoves(Protocol):
    """What a game may supply beside the rest, so that the schema of records shows its moves."""

    move_examples: Mapping[str, str]  # verb -> an example in the canonical text form


@runtime_checkable
class InRounds(Protocol):
    """What a game supplies beside the rest when it is played in rounds, for scores over time."""

    def round_of(self, state: Any) -> int:
        """The number of the round that goes on in a state, counted from 1; 0: turns only."""
        ...


AnyGame = Game[Any, Any]
