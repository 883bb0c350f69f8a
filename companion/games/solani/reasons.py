"""Every way in which a move can break the rules, each with its clause.

The value is the key of the game's words (under `reason.`), the main clause, and the ruling or
second clause that decides, "" when there is none.
"""

from __future__ import annotations

from companion.games.broken import BrokenClause, MayStand


class Broken(BrokenClause):
    """A broken clause: key of the words, clause, ruling or a second clause ("" when none)."""

    # any move
    GAME_OVER = "game_over", "SOL-Q1", ""
    NO_SUCH_SEAT = "no_such_seat", "SOL-SET-2", ""
    NO_SUCH_TILE = "no_such_tile", "SOL-DRAFT-6", "SOL-DRAFT-7"
    # a move that belongs to another phase: what has to come first, or is over
    PREPARED = "wrong_phase", "SOL-PREP-1", "SOL-Q2"
    NOTHING_LAID_OUT = "wrong_phase", "SOL-DRAFT-1", "SOL-Q2"
    DRAFT_OVER = "wrong_phase", "SOL-DRAFT-4", ""
    NOTHING_TAKEN = "wrong_phase", "SOL-DRAFT-5", ""
    PLACING_OVER = "wrong_phase", "SOL-PLACE-6", ""
    SPECIAL_WAITS = "wrong_phase", "SOL-PLACE-6", "SOL-Q20"
    SPECIAL_OVER = "wrong_phase", "SOL-SPEC-1", "SOL-Q7"
    NOTHING_TO_TIDY = "wrong_phase", "SOL-TIDY-1", ""
    SPECIAL_FIRST = "wrong_phase", "SOL-SPEC-2", ""
    REFILL_FIRST = "wrong_phase", "SOL-TIDY-2", ""
    REFILL_LATER = "wrong_phase", "SOL-TIDY-2", "SOL-Q18"
    # preparing
    PREPARE_COUNT = "prepare_count", "SOL-PREP-1", "SOL-Q2"
    NOT_IN_BAG = "not_in_bag", "SOL-SET-3", "SOL-SET-4"
    # drafting
    NOT_YOUR_TAKE = "not_your_take", "SOL-DRAFT-1", "SOL-DRAFT-4"
    WRONG_TYPE_FIRST = "wrong_type_first", "SOL-DRAFT-1", "SOL-Q16"
    WRONG_TYPE_SECOND = "wrong_type_second", "SOL-DRAFT-4", ""
    NOT_IN_MARKET = "not_in_market", "SOL-DRAFT-1", ""
    ONLY_CLUSTERS_BUY = "only_clusters_buy", "SOL-DRAFT-2", ""
    WHITE_STAR = "white_star", "SOL-DRAFT-3", ""
    NO_SUCH_PLACE = "no_such_place", "SOL-DRAFT-6", ""
    NO_PLANET_THERE = "no_planet_there", "SOL-DRAFT-2", "SOL-Q4"
    WRONG_REGION = "wrong_region", "SOL-DRAFT-6", ""
    # placing
    NOT_BOTH_YET = "not_both_yet", "SOL-DRAFT-5", ""
    NOT_STORED = "not_stored", "SOL-PLACE-5", ""
    NO_SUCH_CELL = "no_such_cell", "SOL-PLACE-1", ""
    CELL_TAKEN = "cell_taken", "SOL-PLACE-1", ""
    NO_BRANCH_BESIDE = "no_branch_beside", "SOL-PLACE-3", "SOL-PLACE-1"
    DARK_SKY_NO_ANCHOR = "dark_sky_no_anchor", "SOL-PLACE-4", "SOL-Q5"
    DARK_SKY_BESIDE = "dark_sky_beside", "SOL-PLACE-4", "SOL-Q5"
    NOTHING_TO_JOIN = "nothing_to_join", "SOL-PLACE-1", "SOL-Q19"
    WRONG_LINES = "wrong_lines", "SOL-DRAFT-7", ""
    STILL_FITS = "still_fits", "SOL-Q10", ""
    OTHER_FIRST = "other_first", "SOL-Q10", ""
    # the special draft
    NOT_SURROUNDED = "not_surrounded", "SOL-SPEC-1", "SOL-Q7"
    NOT_YOUR_SPECIAL = "not_your_special", "SOL-SPEC-2", ""
    NO_SUCH_CARD = "no_such_card", "SOL-SPEC-3", ""
    NO_SUCH_DECK = "no_such_deck", "SOL-SPEC-3", ""
    NOT_SHOWN = "not_shown", "SOL-SPEC-3", ""
    TYPE_FULL = "type_full", "SOL-SPEC-4", "SOL-Q9"
    DECK_EMPTY = "deck_empty", "SOL-SPEC-3", ""
    DRAW_COUNT = "draw_count", "SOL-SPEC-3", ""
    NOT_IN_DECK = "not_in_deck", "SOL-SPEC-3", "SOL-Q8"
    OTHER_DECK = "other_deck", "SOL-SPEC-3", "SOL-Q8"
    KEEP_FIRST = "keep_first", "SOL-SPEC-3", ""
    NOT_DRAWN = "not_drawn", "SOL-SPEC-3", ""
    # tidying
    NOTHING_TO_REFILL = "nothing_to_refill", "SOL-TIDY-2", "SOL-Q18"
    REFILL_COUNT = "refill_count", "SOL-TIDY-2", "SOL-Q18"


MAY_STAND = MayStand(
    Broken.NO_BRANCH_BESIDE,
    Broken.DARK_SKY_NO_ANCHOR,
    Broken.DARK_SKY_BESIDE,
    Broken.NOTHING_TO_JOIN,
    Broken.WHITE_STAR,
    Broken.WRONG_REGION,
)
