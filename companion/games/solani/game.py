"""The game as the rest of the companion sees it: which function does what."""

from __future__ import annotations

from operator import attrgetter

from companion.games.as_played import AsPlayed
from companion.games.assembled import AssembledGame, Parts
from companion.games.contract import Game
from companion.games.solani import dealing, hidden, words
from companion.games.solani.art.lying import lies
from companion.games.solani.art.printing import prints
from companion.games.solani.edition import Edition
from companion.games.solani.edition_file import read_edition
from companion.games.solani.explaining import explain
from companion.games.solani.implying import implied
from companion.games.solani.invariants import check
from companion.games.solani.move_read import EXAMPLES, read_move
from companion.games.solani.move_write import write_move
from companion.games.solani.moves import Move
from companion.games.solani.page import steps
from companion.games.solani.page.scenes import scenes
from companion.games.solani.page.taps import taps
from companion.games.solani.position_doc import SolaniPosition
from companion.games.solani.position_read import read_position
from companion.games.solani.position_write import write_position
from companion.games.solani.prompting import prompt
from companion.games.solani.reasons import MAY_STAND
from companion.games.solani.rules import judge
from companion.games.solani.rules.legal import legal_moves
from companion.games.solani.rulings import rulings_of
from companion.games.solani.scoring import final_score
from companion.games.solani.setup import SolaniSetup, set_up
from companion.games.solani.spelling import respell
from companion.games.solani.spelling_documents import respell_documents
from companion.games.solani.state import SolaniState, lenient

PARTS: Parts[Edition, SolaniState, Move] = Parts(
    name="solani",
    default_edition="SOL-REF-1",
    setup_type=SolaniSetup,
    position_type=SolaniPosition,
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
    prints=prints,
    lies=lies,
    scenes=scenes,
    taps=taps,
    chance_moves=steps.chance_moves,
    next_taps=steps.next_taps,
    tapped_move=steps.tapped_move,
    say=words.say,
    may_stand=MAY_STAND.clauses,
    lenient=lenient,
)


class Solani(AssembledGame[Edition, SolaniState, Move]):
    """Solani."""

    def shows(self, state: SolaniState, move: Move, seat: str | None) -> bool:
        """Whether this seat may read the move: drawn cards only by who drew them."""
        return hidden.shows(state, move, seat)

    def revealed(self, state: SolaniState, move: Move, seat: str | None) -> SolaniState:
        """The state before the move as this seat knows it once the move has been made."""
        return hidden.revealed(state, move, seat)


GAME: Game[SolaniState, Move | AsPlayed] = Solani(PARTS)
