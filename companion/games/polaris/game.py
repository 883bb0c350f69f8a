"""The game as the rest of the companion sees it: which function does what."""

from __future__ import annotations

from operator import attrgetter

from companion.games.as_played import AsPlayed
from companion.games.assembled import AssembledGame, Parts
from companion.games.contract import Game
from companion.games.polaris import dealing, hidden, words
from companion.games.polaris.art.lying import lies
from companion.games.polaris.art.sheets import prints
from companion.games.polaris.edition import Edition
from companion.games.polaris.edition_file import read_edition
from companion.games.polaris.explaining import explain
from companion.games.polaris.invariants import check
from companion.games.polaris.move_text import EXAMPLES, read_move, write_move
from companion.games.polaris.moves import Move
from companion.games.polaris.page import stepping
from companion.games.polaris.page.scenes import scenes
from companion.games.polaris.position_doc import PositionDoc
from companion.games.polaris.position_read import read_position
from companion.games.polaris.position_write import write_position
from companion.games.polaris.prompting import prompt
from companion.games.polaris.reasons import MAY_STAND
from companion.games.polaris.rules import judge
from companion.games.polaris.rules.legal import legal_moves
from companion.games.polaris.rulings import rulings_of
from companion.games.polaris.scoring import final_score
from companion.games.polaris.setup import SetupDoc, set_up
from companion.games.polaris.spelling import implied, respell
from companion.games.polaris.spelling_documents import respell_documents
from companion.games.polaris.state import PolarisState, lenient

PARTS: Parts[Edition, PolarisState, Move] = Parts(
    name="polaris",
    default_edition="POL-REF-1",
    setup_type=SetupDoc,
    position_type=PositionDoc,
    read_edition=read_edition,
    rulings=lambda edition: rulings_of(),
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
    taps=stepping.taps,
    chance_moves=stepping.chance_moves,
    next_taps=stepping.next_taps,
    tapped_move=stepping.tapped_move,
    say=words.say,
    may_stand=MAY_STAND.clauses,
    lenient=lenient,
)

GAME: Game[PolarisState, Move | AsPlayed] = AssembledGame(PARTS)
