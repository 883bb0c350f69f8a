"""Every way in which a move can break the rules, each with its clause.

The value is the key of the game's words (under `reason.`) and the main clause; a ruling or a
second clause that decides is named beside it.
"""

from __future__ import annotations

from companion.games.broken import BrokenClause, MayStand


class Broken(BrokenClause):
    """A broken clause: key of the words, clause, ruling or a second clause ("" when none)."""

    # any move
    GAME_OVER = "game_over", "STAR-END-1", "STAR-END-2"
    NO_SUCH_SEAT = "no_such_seat", "STAR-COMP-1", ""
    NOT_YOUR_TURN = "not_your_turn", "STAR-TURN-1", ""
    REVEAL_FIRST = "reveal_first", "STAR-ADD-1", "STAR-TURN-2"
    NO_SUCH_TILE = "no_such_tile", "STAR-COMP-1", ""
    NO_SUCH_NUMBER = "no_such_number", "STAR-Q1", ""
    # adding a tile
    BOARD_FULL = "board_full", "STAR-ADD-3", ""
    DECK_EMPTY = "deck_empty", "STAR-ADD-1", ""
    NUMBER_TAKEN = "number_taken", "STAR-ADD-2", ""
    NOT_HIGHEST = "not_highest", "STAR-ADD-1", ""
    NOTHING_TO_REVEAL = "nothing_to_reveal", "STAR-ADD-1", ""
    NOT_IN_DECK = "not_in_deck", "STAR-ADD-1", "STAR-COMP-1"
    # moving a tile
    NOT_TO_MOVE = "not_to_move", "STAR-MOVE-1", ""
    WRONG_NUMBER = "wrong_number", "STAR-MOVE-1", "STAR-MOVE-2"
    # discovering a tile
    NOT_TO_DISCOVER = "not_to_discover", "STAR-DISC-1", ""
    NO_SUCH_PIECES = "no_such_pieces", "STAR-COMP-1", ""
    NOT_SO_MANY = "not_so_many", "STAR-DISC-3", "STAR-DISC-7"
    NOT_YOUR_TILE = "not_your_tile", "STAR-DISC-3", ""
    TOO_LITTLE = "too_little", "STAR-DISC-1", ""
    PAID_FOR_NOTHING = "paid_for_nothing", "STAR-DISC-2", "STAR-Q5"
    WORTHLESS = "worthless", "STAR-Q4", "STAR-Q3"
    SUPERFLUOUS = "superfluous", "STAR-Q3", "STAR-DISC-5"
    NOT_EXACT = "not_exact", "STAR-Q3", "STAR-DISC-5"


MAY_STAND = MayStand(
    Broken.WRONG_NUMBER,
    Broken.NOT_HIGHEST,
    Broken.TOO_LITTLE,
    Broken.NOT_EXACT,
)
