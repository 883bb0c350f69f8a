"""Every way in which a move can break the rules, each with its clause.

The value is the key of the game's words (under `reason.`) and the main clause; a ruling or a
second clause that decides is named beside it.
"""

from __future__ import annotations

from companion.games.broken import BrokenClause, MayStand


class Broken(BrokenClause):
    """A broken clause: key of the words, clause, ruling or a second clause ("" when none)."""

    # any move
    GAME_OVER = "game_over", "POL-END-1", ""
    NO_SUCH_SEAT = "no_such_seat", "POL-COMP-1", ""
    NOT_YOUR_TURN = "not_your_turn", "POL-SET-11", ""
    NOT_YOUR_LAST_TURN = "not_your_last_turn", "POL-ROUND-3", ""
    TURNS_ARE_OVER = "turns_are_over", "POL-END-1", "POL-END-4"
    REVEAL_FIRST = "reveal_first", "POL-TAKE-2", ""
    NO_SUCH_CARD = "no_such_card", "POL-COMP-3", ""
    # taking a card
    HAND_FULL = "hand_full", "POL-TAKE-3", ""
    NOT_FACE_UP = "not_face_up", "POL-TAKE-1", "POL-Q22"
    ADVANCED_PRICE = "advanced_price", "POL-TAKE-1", ""
    NOTHING_TO_REVEAL = "nothing_to_reveal", "POL-TAKE-2", ""
    WRONG_DECK = "wrong_deck", "POL-TAKE-2", ""
    NOT_IN_DECK = "not_in_deck", "POL-TAKE-2", "POL-COMP-3"
    # playing cards
    NO_CARDS = "no_cards", "POL-TURN-1", "POL-PLAY-1"
    NOT_IN_HAND = "not_in_hand", "POL-PLAY-1", ""
    NO_SUCH_PHASE = "no_such_phase", "POL-PLAY-2", "POL-Q20"
    PHASE_PRICE = "phase_price", "POL-PLAY-2", "POL-STAR-4"
    NOTHING_LAID = "nothing_laid", "POL-Q21", ""
    LEFT_OUT = "left_out", "POL-Q2", ""
    NOT_ON_CARD = "not_on_card", "POL-PLAY-4", ""
    WRONG_ARRANGEMENT = "wrong_arrangement", "POL-LINE-2", "POL-PLAY-5"
    # stars
    NO_SUCH_SPACE = "no_such_space", "POL-STAR-1", ""
    NORTH_STAR = "north_star", "POL-STAR-1", "POL-CONST-2"
    SPACE_TAKEN = "space_taken", "POL-STAR-1", ""
    STAR_SECTOR = "star_sector", "POL-PLAY-3", "POL-STAR-1"
    RED_PRICE = "red_price", "POL-STAR-2", "POL-STAR-4"
    NO_STARS_LEFT = "no_stars_left", "POL-Q16", ""
    # lines
    NO_SUCH_LINE = "no_such_line", "POL-LINE-1", ""
    LINE_TAKEN = "line_taken", "POL-LINE-1", "POL-Q27"
    LINE_SECTOR = "line_sector", "POL-LINE-1", "POL-Q9"
    NO_LINES_LEFT = "no_lines_left", "POL-Q16", ""
    # personal goals
    NOT_YET = "not_yet", "POL-SET-9", "POL-END-4"
    NO_SUCH_PERSONAL = "no_such_personal", "POL-SET-9", ""
    SHOWN_ALREADY = "shown_already", "POL-END-4", ""
    PERSONAL_TAKEN = "personal_taken", "POL-SET-9", ""


MAY_STAND = MayStand(
    Broken.STAR_SECTOR,
    Broken.LINE_SECTOR,
    Broken.RED_PRICE,
    Broken.PHASE_PRICE,
)
