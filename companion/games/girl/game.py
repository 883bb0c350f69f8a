"""The game as the rest of the companion sees it: which function does what."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from companion.flow import Observation
from companion.games.as_played import AsPlayed
from companion.games.assembled import AssembledGame, Parts
from companion.games.contract import Chance, Explained, Game
from companion.games.girl import art, dealing, hidden, words
from companion.games.girl.edition import Edition
from companion.games.girl.edition_file import read_edition
from companion.games.girl.explaining import explain
from companion.games.girl.implying import implied
from companion.games.girl.invariants import check
from companion.games.girl.lying import lies
from companion.games.girl.mischief import mischief
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
from companion.games.girl.reasons import MAY_STAND
from companion.games.girl.rules import judge
from companion.games.girl.rules.legal import legal_moves
from companion.games.girl.rulings import rulings_of
from companion.games.girl.scoring import final_score
from companion.games.girl.seeing import explain_table, reconsider, turn_end
from companion.games.girl.setup import SetupDoc, set_up
from companion.games.girl.spelling.documents import respell_documents
from companion.games.girl.spelling.moves import respell
from companion.games.girl.state import GirlState, lenient, seat_name
from companion.games.printable import Past
from companion.prints import Lie

PARTS: Parts[Edition, GirlState, Move] = Parts(
    name="girl",
    default_edition="GIRL-REF-1",
    setup_type=SetupDoc,
    position_type=PositionDoc,
    read_edition=read_edition,
    rulings=rulings_of,
    set_up=set_up,
    read_position=read_position,
    write_position=write_position,
    read_move=read_move,
    write_move=write_move,
    move_examples=EXAMPLES,
    respell=respell,
    respell_documents=respell_documents,
    implied=implied,
    judge=judge,
    legal_moves=legal_moves,
    check=check,
    final_score=final_score,
    prompt=prompt,
    view=hidden.view,
    round_of=attrgetter("round"),
    explain=explain,
    deal=dealing.deal_setup,
    self_play=dealing.next_move,
    prints=art.prints,
    lies=lies,
    scenes=scenes,
    taps=taps,
    chance_moves=chance_moves,
    next_taps=steps.next_taps,
    tapped_move=steps.tapped_move,
    say=words.say,
    may_stand=MAY_STAND.clauses,
    lenient=lenient,
)


class GirlGame(AssembledGame[Edition, GirlState, Move]):
    """The assembled parts, and the whole table explained at once."""

    def explain_table(self, state: GirlState, observations: Sequence[Observation]) -> Explained:
        """The moves that account for what every board shows, best first, or what it breaks."""
        return explain_table(state, observations)

    def reconsider(
        self, state: GirlState, past: Past, observations: Sequence[Observation]
    ) -> Explained:
        """The same, but moves of the past may have been others that look the same."""
        return reconsider(state, past, observations)

    def mischief(
        self, state: GirlState, chance: Chance
    ) -> tuple[tuple[Lie, ...], tuple[str, ...]] | None:
        """How a rule may be broken on the table, for rehearsals."""
        return mischief(state, chance)

    def order_of(self, state: GirlState) -> tuple[str, ...]:
        """The seats as their Elders stand, nearest behind the Girl first (GIRL-TURN-1)."""
        return tuple(map(seat_name, state.turn_order()))

    def turn_end(self, state: GirlState) -> tuple[str, ...]:
        """What nobody sees at the end of an Action turn, and its end."""
        return turn_end(state)


GAME: Game[GirlState, Move | AsPlayed] = GirlGame(PARTS)
