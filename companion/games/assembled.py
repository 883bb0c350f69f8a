"""A game put together from the functions of its folder: one object with every method.

The contract, printing and play on the page are all here, so that a game's own `game.py` only
says which function does what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from companion.flow import Accepted, Finished, Observation, Refused, Unsure, Verdict
from companion.games import as_played
from companion.games.as_played import AsPlayed
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
    # what people may let stand: the clauses, and a state in which some of them bind nobody
    may_stand: frozenset[str] = frozenset()
    lenient: Callable[[StateT, frozenset[str]], StateT] = lambda state, _: state


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

    def read_move(self, text: str) -> MoveT | AsPlayed:
        """Read the text form of a move; raises MoveTextError."""
        clauses, text = as_played.split(text)
        move = self._parts.read_move(text)
        return AsPlayed(clauses, move) if clauses else move

    def write_move(self, move: MoveT | AsPlayed) -> str:
        """The one text form of a move; reads back equal."""
        if isinstance(move, AsPlayed):
            return as_played.written(move.clauses, self._parts.write_move(move.move))
        return self._parts.write_move(move)

    def write_position(self, state: StateT) -> dict[str, Any]:
        """The whole state as a `position` of a record; reads back equal."""
        return self._parts.write_position(state)

    def judge(self, state: StateT, move: MoveT | AsPlayed) -> Verdict[StateT]:
        """Accepted, refused with every broken clause, unsure, or finished.  Never raises."""
        if isinstance(move, AsPlayed):
            return self._stands(state, move)
        return self._parts.judge(state, move)

    def _stands(self, state: StateT, played: AsPlayed) -> Verdict[StateT]:
        """A move that breaks nothing is judged as ever; no more is let go than it breaks."""
        strict = self._parts.judge(state, played.move)
        if not isinstance(strict, Refused):
            return strict
        lenient = self.lenient(state, played.clauses)
        verdict = self._parts.judge(lenient, played.move)
        if isinstance(verdict, Unsure):
            return as_played.asked(verdict, played.clauses)
        if not isinstance(verdict, Accepted | Finished):
            return verdict
        after: Any = verdict.state
        broken = {reason.clause for reason in strict.reasons}
        event = replace(played, clauses=tuple(sorted(broken))).event
        events = (event, *verdict.events)
        return replace(verdict, state=replace(after, table=state.table), events=events)

    def lenient(self, state: StateT, clauses: Sequence[str] | None = None) -> StateT:
        """The same state in which these clauses (None: all that may be let go) bind nobody."""
        may_stand = self._parts.may_stand
        waived = may_stand if clauses is None else may_stand & frozenset(clauses)
        return self._parts.lenient(state, waived)

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
        clauses, text = as_played.split(text)
        text = self._parts.respell(state, text, aliases)
        return as_played.written(clauses, text) if clauses else text

    def respell_documents(
        self,
        edition: EditionT,
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None,
        aliases: Mapping[str, str],
    ) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
        """Setup and position of a record with canonical names, as far as they are understood."""
        return self._parts.respell_documents(edition, setup, position, aliases)

    def implied(self, state: StateT, move: MoveT | AsPlayed) -> tuple[MoveT, ...]:
        """The moves that must have come before this one, though nobody wrote them down."""
        return self._parts.implied(state, move.move if isinstance(move, AsPlayed) else move)

    def prints(self, edition: EditionT) -> Prints:
        """The art of an edition; raises EditionError when its file does not say enough."""
        return self._parts.prints(edition)

    def lies(self, state: StateT) -> tuple[Lie, ...]:
        """Every piece that lies on a board; those of one place from the lowest to the highest."""
        return self._parts.lies(state)

    def scenes(self, state: StateT, seat: str | None) -> tuple[Scene, ...]:
        """What this seat (None: a bystander) may see, drawn, and nothing else."""
        return self._parts.scenes(self._parts.view(state, seat), seat)

    def taps(self, state: StateT, move: MoveT | AsPlayed) -> tuple[Tap, ...]:
        """The move as the choices that a person makes, in order."""
        return self._parts.taps(state, move.move if isinstance(move, AsPlayed) else move)

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
        say = as_played.say if key == as_played.STANDS else self._parts.say
        return say(key, language, values)
