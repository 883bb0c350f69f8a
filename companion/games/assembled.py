"""A game put together from the functions of its folder: one object with every method.

The contract, printing and play on the page are all here, so that a game's own `game.py` only
says which function does what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.flow import Observation, Verdict
from companion.games.contract import (
    Chance,
    Explained,
    FinalScore,
    Note,
    Prompt,
    Ruling,
    RulingValue,
    Start,
)
from companion.games.playable import Scene, Tap
from companion.prints import Lie, Prints

Document = Mapping[str, Any]


class _Rulings(Protocol):
    def as_dict(self) -> dict[str, RulingValue]: ...


class _Table(Protocol):
    @property
    def rulings(self) -> _Rulings: ...


class _State(Protocol):
    @property
    def table(self) -> _Table: ...


EditionT = TypeVar("EditionT")
StateT = TypeVar("StateT", bound=_State)
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, kw_only=True, slots=True)
class Parts(Generic[EditionT, StateT, MoveT]):
    """The functions and types of a game; each does what the method of the same name says."""

    name: str
    default_edition: str
    setup_type: type
    position_type: type
    # editions, setups, positions
    read_edition: Callable[[Document, str], EditionT]
    rulings: Callable[[EditionT], tuple[Ruling, ...]]
    set_up: Callable[
        [EditionT, Sequence[str], Mapping[str, RulingValue], Document],
        tuple[StateT, tuple[Note, ...]],
    ]
    read_position: Callable[[StateT, Document], StateT]
    write_position: Callable[[StateT], dict[str, Any]]
    # moves
    read_move: Callable[[str], MoveT]
    write_move: Callable[[MoveT], str]
    move_examples: Mapping[str, str]
    respell: Callable[[StateT, str, Mapping[str, str]], str]
    respell_documents: Callable[
        [EditionT, Document, Document | None, Mapping[str, str]],
        tuple[Document, Document | None],
    ]
    implied: Callable[[StateT, MoveT], tuple[MoveT, ...]]
    # rules
    judge: Callable[[StateT, MoveT], Verdict[StateT]]
    legal_moves: Callable[[StateT], Iterator[MoveT]]
    check: Callable[[StateT, StateT], tuple[str, ...]]
    final_score: Callable[[StateT], FinalScore]
    prompt: Callable[[StateT], Prompt]
    view: Callable[[StateT, str | None], StateT]
    round_of: Callable[[StateT], int]
    explain: Callable[[StateT, Observation], Explained]
    # chance
    deal: Callable[[EditionT, Sequence[str], Chance], Any]
    self_play: Callable[[StateT, Chance], MoveT]
    # printed and drawn
    prints: Callable[[EditionT], Prints]
    lies: Callable[[StateT], tuple[Lie, ...]]
    scenes: Callable[[StateT, str | None], tuple[Scene, ...]]
    taps: Callable[[StateT, MoveT], tuple[Tap, ...]]
    chance_moves: Callable[[StateT], Iterator[MoveT]]
    next_taps: Callable[[StateT, str | None, Sequence[str]], tuple[Tap, ...]]
    tapped_move: Callable[[StateT, str | None, Sequence[str]], MoveT | None]
    # words
    say: Callable[[str, str, Mapping[str, Any]], str]


class AssembledGame(Generic[EditionT, StateT, MoveT]):
    """The parts as a game: contract, forgiving records, printing, play on the page."""

    def __init__(self, parts: Parts[EditionT, StateT, MoveT]) -> None:
        self._parts = parts
        self.name = parts.name
        self.default_edition = parts.default_edition
        self.setup_type = parts.setup_type
        self.position_type = parts.position_type
        self.move_examples = parts.move_examples

    def read_edition(self, document: Mapping[str, Any], where: str) -> EditionT:
        """Check an edition document; raises EditionError naming the key."""
        return self._parts.read_edition(document, where)

    def rulings(self, edition: EditionT) -> tuple[Ruling, ...]:
        """Every setting of an edition."""
        return self._parts.rulings(edition)

    def start(
        self,
        edition: EditionT,
        seats: Sequence[str],
        rulings: Mapping[str, RulingValue],
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None = None,
    ) -> Start:
        """The first state; raises SetupError naming the field."""
        state, notes = self._parts.set_up(edition, seats, rulings, setup)
        if position is not None:
            state = self._parts.read_position(state, position)
            broken = self._parts.check(state, state)
            notes += tuple(Note("note.position", {"broken": sentence}) for sentence in broken)
        return Start(state, notes)

    def deal(self, edition: EditionT, seats: Sequence[str], chance: Chance) -> Any:
        """A random setup."""
        return self._parts.deal(edition, seats, chance)

    def rulings_of(self, state: StateT) -> Mapping[str, RulingValue]:
        """The value of every setting in force."""
        return state.table.rulings.as_dict()

    def read_move(self, text: str) -> MoveT:
        """Read the text form of a move; raises MoveTextError."""
        return self._parts.read_move(text)

    def write_move(self, move: MoveT) -> str:
        """The one text form of a move; reads back equal."""
        return self._parts.write_move(move)

    def write_position(self, state: StateT) -> dict[str, Any]:
        """The whole state as a `position` of a record; reads back equal."""
        return self._parts.write_position(state)

    def judge(self, state: StateT, move: MoveT) -> Verdict[StateT]:
        """Accepted, refused with every broken clause, unsure, or finished.  Never raises."""
        return self._parts.judge(state, move)

    def legal_moves(self, state: StateT) -> Iterator[MoveT]:
        """Every accepted move that a player may choose now; chance is not listed."""
        return self._parts.legal_moves(state)

    def self_play(self, state: StateT, chance: Chance) -> MoveT:
        """What chance does next, or a legal move picked with `chance`."""
        return self._parts.self_play(state, chance)

    def check(self, before: StateT, after: StateT) -> tuple[str, ...]:
        """Sentences about invariants that an accepted move broke; empty when all hold."""
        return self._parts.check(before, after)

    def explain(self, state: StateT, observation: Observation) -> Explained:
        """The moves that account for what is seen, best first, or what it breaks."""
        return self._parts.explain(state, observation)

    def final_score(self, state: StateT) -> FinalScore:
        """The score as it would stand if the game ended now."""
        return self._parts.final_score(state)

    def prompt(self, state: StateT) -> Prompt:
        """Who does what next."""
        return self._parts.prompt(state)

    def view(self, state: StateT, seat: str | None) -> StateT:
        """The state with everything gone that this seat (None: a bystander) may not know."""
        return self._parts.view(state, seat)

    def round_of(self, state: StateT) -> int:
        """The number of the round that goes on, counted from 1; 0 in a game of turns only."""
        return self._parts.round_of(state)

    def respell(self, state: StateT, text: str, aliases: Mapping[str, str]) -> str:
        """The canonical text of a move that a person wrote, as far as it is understood."""
        return self._parts.respell(state, text, aliases)

    def respell_documents(
        self,
        edition: EditionT,
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None,
        aliases: Mapping[str, str],
    ) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
        """Setup and position of a record with canonical names, as far as they are understood."""
        return self._parts.respell_documents(edition, setup, position, aliases)

    def implied(self, state: StateT, move: MoveT) -> tuple[MoveT, ...]:
        """The moves that must have come before this one, though nobody wrote them down."""
        return self._parts.implied(state, move)

    def prints(self, edition: EditionT) -> Prints:
        """The art of an edition; raises EditionError when its file does not say enough."""
        return self._parts.prints(edition)

    def lies(self, state: StateT) -> tuple[Lie, ...]:
        """Every piece that lies on a board; those of one place from the lowest to the highest."""
        return self._parts.lies(state)

    def scenes(self, state: StateT, seat: str | None) -> tuple[Scene, ...]:
        """What this seat (None: a bystander) may see, drawn, and nothing else."""
        return self._parts.scenes(self._parts.view(state, seat), seat)

    def taps(self, state: StateT, move: MoveT) -> tuple[Tap, ...]:
        """The move as the choices that a person makes, in order."""
        return self._parts.taps(state, move)

    def chance_moves(self, state: StateT) -> Iterator[MoveT]:
        """Every way in which chance may decide what is due now; none when nothing is."""
        return self._parts.chance_moves(state)

    def next_taps(self, state: StateT, seat: str | None, chosen: Sequence[str]) -> tuple[Tap, ...]:
        """What a seat (None: chance) may choose after the taps with these ids."""
        return self._parts.next_taps(state, seat, chosen)

    def tapped_move(self, state: StateT, seat: str | None, chosen: Sequence[str]) -> MoveT | None:
        """The move that the taps with these ids make; None as long as they make none."""
        return self._parts.tapped_move(state, seat, chosen)

    def say(self, key: str, language: str, values: Mapping[str, Any]) -> str:
        """A sentence for people; an unknown key comes back as itself."""
        return self._parts.say(key, language, values)
