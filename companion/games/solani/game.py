"""The game as the rest of the companion sees it: one object with the contract's methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.flow import Observation, Verdict
from companion.games.contract import (
    Chance,
    Explained,
    FinalScore,
    Game,
    Note,
    Prompt,
    Ruling,
    RulingValue,
    Start,
)
from companion.games.playable import Scene, Tap
from companion.games.solani import dealing, words
from companion.games.solani.art.lying import lies
from companion.games.solani.art.printing import prints
from companion.games.solani.edition import Edition
from companion.games.solani.edition_file import read_edition
from companion.games.solani.explaining import explain
from companion.games.solani.implying import implied
from companion.games.solani.invariants import check
from companion.games.solani.move_read import read_move
from companion.games.solani.move_write import write_move
from companion.games.solani.moves import Move
from companion.games.solani.page import steps
from companion.games.solani.page.scenes import scenes
from companion.games.solani.page.taps import taps
from companion.games.solani.position_doc import SolaniPosition
from companion.games.solani.position_read import read_position
from companion.games.solani.position_write import write_position
from companion.games.solani.prompting import prompt
from companion.games.solani.rules import judge
from companion.games.solani.rules.legal import legal_moves
from companion.games.solani.rulings import rulings_of
from companion.games.solani.scoring import final_score
from companion.games.solani.setup import SolaniSetup, set_up
from companion.games.solani.spelling import respell
from companion.games.solani.spelling_documents import Spelling
from companion.games.solani.state import UNKNOWN, SolaniState, seat_name
from companion.prints import Lie, Prints


class Solani:
    """Solani."""

    name = "solani"
    default_edition = "SOL-REF-1"
    setup_type: type = SolaniSetup
    position_type: type = SolaniPosition

    def read_edition(self, document: Mapping[str, Any], where: str) -> Edition:
        """Check an edition document; raises EditionError naming the key."""
        return read_edition(document, where)

    def rulings(self, edition: Edition) -> tuple[Ruling, ...]:
        """Every setting of an edition."""
        return rulings_of(edition)

    def start(
        self,
        edition: Edition,
        seats: Sequence[str],
        rulings: Mapping[str, RulingValue],
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None = None,
    ) -> Start:
        """The first state; raises SetupError naming the field."""
        state, notes = set_up(edition, seats, rulings, setup)
        if position is not None:
            state = read_position(state, position)
            broken = check(state, state)
            notes += tuple(Note("note.position", {"broken": sentence}) for sentence in broken)
        return Start(state, notes)

    def deal(self, edition: Edition, seats: Sequence[str], chance: Chance) -> SolaniSetup:
        """A random setup."""
        return dealing.deal_setup(edition, seats, chance)

    def rulings_of(self, state: SolaniState) -> Mapping[str, RulingValue]:
        """The value of every setting in force."""
        return state.table.rulings.as_dict()

    def read_move(self, text: str) -> Move:
        """Read the text form of a move; raises MoveTextError."""
        return read_move(text)

    def write_move(self, move: Move) -> str:
        """The one text form of a move; reads back equal."""
        return write_move(move)

    def write_position(self, state: SolaniState) -> dict[str, Any]:
        """The whole state as a `position` of a record; reads back equal."""
        return write_position(state)

    def judge(self, state: SolaniState, move: Move) -> Verdict[SolaniState]:
        """Accepted, refused with every broken clause, or finished.  Never raises."""
        return judge(state, move)

    def legal_moves(self, state: SolaniState) -> Iterator[Move]:
        """Every accepted move that a player may choose now; chance is not listed."""
        return legal_moves(state)

    def self_play(self, state: SolaniState, chance: Chance) -> Move:
        """What chance does next, or a legal move picked with `chance`."""
        return dealing.next_move(state, chance)

    def check(self, before: SolaniState, after: SolaniState) -> tuple[str, ...]:
        """Sentences about invariants that an accepted move broke; empty when all hold."""
        return check(before, after)

    def explain(self, state: SolaniState, observation: Observation) -> Explained:
        """The moves that account for what is seen, best first, or what it breaks."""
        return explain(state, observation)

    def final_score(self, state: SolaniState) -> FinalScore:
        """The score as it would stand if the game ended now."""
        return final_score(state)

    def prompt(self, state: SolaniState) -> Prompt:
        """Who does what next."""
        return prompt(state)

    def view(self, state: SolaniState, seat: str | None) -> SolaniState:
        """Without the two cards that somebody else has drawn and not yet chosen from."""
        if not state.drawn or seat == seat_name(state.queue[0]):
            return state
        return replace(state, drawn=(UNKNOWN,) * len(state.drawn))

    def respell(self, state: SolaniState, text: str, aliases: Mapping[str, str]) -> str:
        """The canonical text of a move that a person wrote, as far as it is understood."""
        return respell(state, text, aliases)

    def respell_documents(
        self,
        edition: Edition,
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None,
        aliases: Mapping[str, str],
    ) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
        """Setup and position of a record with canonical names, as far as they are understood."""
        spelling = Spelling(edition, aliases)
        return spelling.setup(setup), None if position is None else spelling.position(position)

    def implied(self, state: SolaniState, move: Move) -> tuple[Move, ...]:
        """The moves that must have come before this one, though nobody wrote them down."""
        return implied(state, move)

    def prints(self, edition: Edition) -> Prints:
        """The art of an edition."""
        return prints(edition)

    def lies(self, state: SolaniState) -> tuple[Lie, ...]:
        """Every piece that lies on a board."""
        return lies(state)

    def scenes(self, state: SolaniState, seat: str | None) -> tuple[Scene, ...]:
        """What this seat (None: a bystander) may see, drawn."""
        return scenes(self.view(state, seat), seat)

    def taps(self, state: SolaniState, move: Move) -> tuple[Tap, ...]:
        """The move as the choices that a person makes."""
        return taps(state, move)

    def chance_moves(self, state: SolaniState) -> Iterator[Move]:
        """Every way in which chance may decide what is due now."""
        return steps.chance_moves(state)

    def next_taps(
        self, state: SolaniState, seat: str | None, chosen: Sequence[str]
    ) -> tuple[Tap, ...]:
        """What a seat (None: chance) may choose after the taps with these ids."""
        return steps.next_taps(state, seat, chosen)

    def tapped_move(
        self, state: SolaniState, seat: str | None, chosen: Sequence[str]
    ) -> Move | None:
        """The move that the taps with these ids make; None as long as they make none."""
        return steps.tapped_move(state, seat, chosen)

    def shows(self, state: SolaniState, move: Move, seat: str | None) -> bool:
        """Whether this seat may read the move: drawn cards only by who drew them."""
        return steps.shows(state, move, seat)

    def say(self, key: str, language: str, values: Mapping[str, Any]) -> str:
        """A sentence for people; an unknown key comes back as itself."""
        return words.say(key, language, values)


GAME: Game[SolaniState, Move] = Solani()
