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
from companion.games.girl import art, dealing, words
from companion.games.girl.edition import Edition
from companion.games.girl.edition_file import read_edition
from companion.games.girl.explaining import explain
from companion.games.girl.implying import implied
from companion.games.girl.invariants import check
from companion.games.girl.lying import lies
from companion.games.girl.move_read import EXAMPLES, read_move
from companion.games.girl.move_write import write_move
from companion.games.girl.moves import Move
from companion.games.girl.page import steps
from companion.games.girl.page.chance_steps import chance_moves
from companion.games.girl.page.scenes import scenes
from companion.games.girl.page.taps import taps
from companion.games.girl.position_doc import PositionDoc
from companion.games.girl.position_read import read_position
from companion.games.girl.position_write import write_position
from companion.games.girl.prompting import prompt
from companion.games.girl.rules import judge
from companion.games.girl.rules.legal import legal_moves
from companion.games.girl.rulings import rulings_of
from companion.games.girl.scoring import final_score
from companion.games.girl.setup import SetupDoc, set_up
from companion.games.girl.spelling.documents import Spelling
from companion.games.girl.spelling.moves import respell
from companion.games.girl.state import GirlState
from companion.games.playable import Scene, Tap
from companion.prints import Lie, Prints


class Girl:
    """The Girl Who Made the Stars."""

    name = "girl"
    default_edition = "GIRL-REF-1"
    setup_type: type = SetupDoc
    position_type: type = PositionDoc
    move_examples: Mapping[str, str] = EXAMPLES

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

    def deal(self, edition: Edition, seats: Sequence[str], chance: Chance) -> SetupDoc:
        """A random setup."""
        return dealing.deal_setup(edition, seats, chance)

    def rulings_of(self, state: GirlState) -> Mapping[str, RulingValue]:
        """The value of every setting in force."""
        return state.table.rulings.as_dict()

    def read_move(self, text: str) -> Move:
        """Read the text form of a move; raises MoveTextError."""
        return read_move(text)

    def write_move(self, move: Move) -> str:
        """The one text form of a move; reads back equal."""
        return write_move(move)

    def write_position(self, state: GirlState) -> dict[str, Any]:
        """The whole state as a `position` of a record; reads back equal."""
        return write_position(state)

    def judge(self, state: GirlState, move: Move) -> Verdict[GirlState]:
        """Accepted, refused with every broken clause, unsure, or finished.  Never raises."""
        return judge(state, move)

    def legal_moves(self, state: GirlState) -> Iterator[Move]:
        """Every accepted move that a player may choose now; chance is not listed."""
        return legal_moves(state)

    def self_play(self, state: GirlState, chance: Chance) -> Move:
        """What chance does next, or a legal move picked with `chance`."""
        return dealing.next_move(state, chance)

    def check(self, before: GirlState, after: GirlState) -> tuple[str, ...]:
        """Sentences about invariants that an accepted move broke; empty when all hold."""
        return check(before, after)

    def explain(self, state: GirlState, observation: Observation) -> Explained:
        """The moves that account for what is seen, best first, or what it breaks."""
        return explain(state, observation)

    def final_score(self, state: GirlState) -> FinalScore:
        """The score as it would stand if the game ended now."""
        return final_score(state)

    def prompt(self, state: GirlState) -> Prompt:
        """Who does what next."""
        return prompt(state)

    def view(self, state: GirlState, seat: str | None) -> GirlState:
        """The state without the order of the cards below the top one; the rest lies open."""
        return replace(state, table=replace(state.table, card_order=()))

    def respell(self, state: GirlState, text: str, aliases: Mapping[str, str]) -> str:
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

    def implied(self, state: GirlState, move: Move) -> tuple[Move, ...]:
        """The moves that must have come before this one, though nobody wrote them down."""
        return implied(state, move)

    def prints(self, edition: Edition) -> Prints:
        """The art of an edition; raises EditionError when its file does not say enough."""
        return art.prints(edition)

    def lies(self, state: GirlState) -> tuple[Lie, ...]:
        """Every piece that lies on a board."""
        return lies(state)

    def scenes(self, state: GirlState, seat: str | None) -> tuple[Scene, ...]:
        """What this seat (None: a bystander) may see, drawn."""
        return scenes(state, seat)

    def taps(self, state: GirlState, move: Move) -> tuple[Tap, ...]:
        """The move as the choices that a person makes."""
        return taps(state, move)

    def chance_moves(self, state: GirlState) -> Iterator[Move]:
        """Every way in which chance may decide what is due now."""
        return chance_moves(state)

    def next_taps(
        self, state: GirlState, seat: str | None, chosen: Sequence[str]
    ) -> tuple[Tap, ...]:
        """What a seat (None: chance) may choose after the taps with these ids."""
        return steps.next_taps(state, seat, chosen)

    def tapped_move(self, state: GirlState, seat: str | None, chosen: Sequence[str]) -> Move | None:
        """The move that the taps with these ids make; None as long as they make none."""
        return steps.tapped_move(state, seat, chosen)

    def say(self, key: str, language: str, values: Mapping[str, Any]) -> str:
        """A sentence for people; an unknown key comes back as itself."""
        return words.say(key, language, values)


GAME: Game[GirlState, Move] = Girl()
