"""The game as the rest of the companion sees it: which function does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.flow import Observation
from companion.games.as_played import AsPlayed
from companion.games.assembled import AssembledGame, Parts
from companion.games.contract import Chance, Explained, Game, RulingValue
from companion.games.printable import SeenScore
from companion.games.starfall import dealing, explaining, hidden, words
from companion.games.starfall.art.lying import boards, lies
from companion.games.starfall.art.sheets import prints
from companion.games.starfall.edition import Edition
from companion.games.starfall.edition_file import read_edition
from companion.games.starfall.invariants import check
from companion.games.starfall.mischief import mischief
from companion.games.starfall.move_text import EXAMPLES, read_move, write_move
from companion.games.starfall.moves import Move
from companion.games.starfall.page import stepping
from companion.games.starfall.page.scenes import scenes
from companion.games.starfall.position_doc import PositionDoc
from companion.games.starfall.position_read import read_position
from companion.games.starfall.position_write import write_position
from companion.games.starfall.prompting import prompt
from companion.games.starfall.reasons import MAY_STAND
from companion.games.starfall.rules import judge
from companion.games.starfall.rules.legal import legal_moves
from companion.games.starfall.rulings import rulings_of
from companion.games.starfall.scoring import final_score
from companion.games.starfall.seen_score import scores_seen
from companion.games.starfall.setup import SetupDoc, set_up
from companion.games.starfall.spelling import implied, respell
from companion.games.starfall.spelling_documents import respell_documents
from companion.games.starfall.state import StarfallState, lenient
from companion.prints import Lie

PARTS: Parts[Edition, StarfallState, Move] = Parts(
    name="starfall",
    default_edition="STAR-REF-1",
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
    round_of=lambda state: 0,  # turns only, no rounds
    explain=explaining.explain,
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


class StarfallGame(AssembledGame[Edition, StarfallState, Move]):
    """The assembled parts, and the whole table explained at once."""

    def explain_table(self, state: StarfallState, observations: Sequence[Observation]) -> Explained:
        """The moves that account for what every board shows, best first, or what it breaks."""
        return explaining.explain_table(state, observations)

    def boards(self, state: StarfallState) -> frozenset[tuple[str, int]]:
        """Every board that is played on."""
        return boards(state)

    def scores_seen(
        self,
        edition: Edition,
        rulings: Mapping[str, RulingValue],
        observations: Sequence[Observation],
        players: int = 0,
    ) -> tuple[SeenScore, ...]:
        """What the tiles and Stardust in each area score, as far as they are seen."""
        return scores_seen(edition, rulings, observations, players)

    def mischief(
        self, state: StarfallState, chance: Chance
    ) -> tuple[tuple[Lie, ...], tuple[str, ...]] | None:
        """A rule broken on the table, for rehearsals: what lies there, clauses that say so."""
        return mischief(state, chance)


GAME: Game[StarfallState, Move | AsPlayed] = StarfallGame(PARTS)
