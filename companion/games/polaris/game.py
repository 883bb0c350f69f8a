"""The game as the rest of the companion sees it: one object with the contract's methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from companion.games.polaris import dealing, hidden, words
from companion.games.polaris.art.lying import lies
from companion.games.polaris.art.sheets import prints
from companion.games.polaris.edition import Edition
from companion.games.polaris.edition_file import read_edition
from companion.games.polaris.explaining import explain
from companion.games.polaris.invariants import check
from companion.games.polaris.move_text import read_move, write_move
from companion.games.polaris.moves import Move
from companion.games.polaris.page import stepping
from companion.games.polaris.page.scenes import scenes
from companion.games.polaris.position_doc import PositionDoc
from companion.games.polaris.position_read import read_position
from companion.games.polaris.position_write import write_position
from companion.games.polaris.prompting import prompt
from companion.games.polaris.rules import judge
from companion.games.polaris.rules.legal import legal_moves
from companion.games.polaris.rulings import rulings_of
from companion.games.polaris.scoring import final_score
from companion.games.polaris.setup import SetupDoc, set_up
from companion.games.polaris.spelling import implied, respell
from companion.games.polaris.spelling_documents import respell_documents
from companion.games.polaris.state import PolarisState
from companion.prints import Lie, Prints


class Polaris:
    """Polaris."""

    name = "polaris"
    default_edition = "POL-REF-1"
    setup_type: type = SetupDoc
    position_type: type = PositionDoc

    def read_edition(self, document: Mapping[str, Any], where: str) -> Edition:
        """Check an edition document; raises EditionError naming the key."""
        return read_edition(document, where)

    def rulings(self, edition: Edition) -> tuple[Ruling, ...]:
        """Every setting of an edition."""
        return rulings_of()

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

    def deal(self, edition: Edition, seats: Sequence[str], chance: Chance) -> SetupDoc:
        """A random setup."""
        return dealing.deal_setup(edition, seats, chance)

    def rulings_of(self, state: PolarisState) -> Mapping[str, RulingValue]:
        """The value of every setting in force."""
        return state.table.rulings.as_dict()

    def read_move(self, text: str) -> Move:
        """Read the text form of a move; raises MoveTextError."""
        return read_move(text)

    def write_move(self, move: Move) -> str:
        """The one text form of a move; reads back equal."""
        return write_move(move)

    def write_position(self, state: PolarisState) -> dict[str, Any]:
        """The whole state as a `position` of a record; reads back equal."""
        return write_position(state)

    def judge(self, state: PolarisState, move: Move) -> Verdict[PolarisState]:
        """Accepted, refused with every broken clause, or finished.  Never raises."""
        return judge(state, move)

    def legal_moves(self, state: PolarisState) -> Iterator[Move]:
        """Every accepted move that a player may choose now; chance is not listed."""
        return legal_moves(state)

    def self_play(self, state: PolarisState, chance: Chance) -> Move:
        """What chance does next, or a legal move picked with `chance`."""
        return dealing.next_move(state, chance)

    def check(self, before: PolarisState, after: PolarisState) -> tuple[str, ...]:
        """Sentences about invariants that an accepted move broke; empty when all hold."""
        return check(before, after)

    def explain(self, state: PolarisState, observation: Observation) -> Explained:
        """The moves that account for what is seen, best first, or what it breaks."""
        return explain(state, observation)

    def final_score(self, state: PolarisState) -> FinalScore:
        """The score as it would stand if the game ended now."""
        return final_score(state)

    def prompt(self, state: PolarisState) -> Prompt:
        """Who does what next."""
        return prompt(state)

    def view(self, state: PolarisState, seat: str | None) -> PolarisState:
        """The state without the hands and personal goals that a seat may not know."""
        return hidden.view(state, seat)

    def prints(self, edition: Edition) -> Prints:
        """The boards and pieces of an edition, drawn."""
        return prints(edition)

    def lies(self, state: PolarisState) -> tuple[Lie, ...]:
        """Where every piece of a state lies on the printed boards."""
        return lies(state)

    def scenes(self, state: PolarisState, seat: str | None) -> tuple[Scene, ...]:
        """What a seat (None: a bystander) may see, drawn; `state` comes from `view`."""
        return scenes(state, seat)

    def taps(self, state: PolarisState, move: Move) -> tuple[Tap, ...]:
        """The move as the choices that a person makes, in order."""
        return stepping.taps(state, move)

    def chance_moves(self, state: PolarisState) -> Iterator[Move]:
        """The cards that may be shown now; none when no slot waits for one."""
        return stepping.chance_moves(state)

    def next_taps(
        self, state: PolarisState, seat: str | None, chosen: Sequence[str]
    ) -> tuple[Tap, ...]:
        """What `seat` (None: chance) may choose after the taps with these ids."""
        return stepping.next_taps(state, seat, chosen)

    def tapped_move(
        self, state: PolarisState, seat: str | None, chosen: Sequence[str]
    ) -> Move | None:
        """The move that the taps make, None as long as they make no legal one."""
        return stepping.tapped_move(state, seat, chosen)

    def respell(self, state: PolarisState, text: str, aliases: Mapping[str, str]) -> str:
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
        return respell_documents(edition, setup, position, aliases)

    def implied(self, state: PolarisState, move: Move) -> tuple[Move, ...]:
        """The moves that must have come before this one, though nobody wrote them down."""
        return implied(state, move)

    def say(self, key: str, language: str, values: Mapping[str, Any]) -> str:
        """A sentence for people; an unknown key comes back as itself."""
        return words.say(key, language, values)


GAME: Game[PolarisState, Move] = Polaris()
