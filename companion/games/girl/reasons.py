"""Every way in which a move can break the rules, each with its clause.

The value is the key of the game's words (under `reason.`) and the main clause; a ruling that
decides is named beside it.
"""

from __future__ import annotations

from companion.games.broken import BrokenClause, MayStand


class Broken(BrokenClause):
    """A broken clause: key of the words, clause, ruling or a second clause ("" when none)."""

    # any move
    GAME_OVER = "game_over", "GIRL-END-3", ""
    WRONG_PHASE = "wrong_phase", "GIRL-RND-1", ""
    NO_SUCH_SEAT = "no_such_seat", "GIRL-SET-10", ""
    REVEAL_FIRST = "reveal_first", "GIRL-REF-1", "GIRL-REF-2"
    NO_SUCH_TILE = "no_such_tile", "GIRL-SET-6", "GIRL-Q1"
    NO_SUCH_CELL = "no_such_cell", "GIRL-STAR-4", ""
    # drawing and placing
    DRAWN_ALREADY = "drawn_already", "GIRL-STAR-1", ""
    DRAW_COUNT = "draw_count", "GIRL-STAR-1", ""
    NOT_IN_BAG = "not_in_bag", "GIRL-SET-6", "GIRL-STAR-2"
    NOT_IN_HAND = "not_in_hand", "GIRL-STAR-1", ""
    CELL_TAKEN = "cell_taken", "GIRL-STAR-4", ""
    LINE_TO_EDGE = "line_to_edge", "GIRL-STAR-5", "GIRL-STAR-6"
    LINE_TO_BONUS = "line_to_bonus", "GIRL-STAR-5", "GIRL-STAR-6"
    LINE_TO_STARDUST = "line_to_stardust", "GIRL-STAR-5", "GIRL-STAR-6"
    LINE_TO_BLANK = "line_to_blank", "GIRL-STAR-5", "GIRL-STAR-6"
    OLD_LINE_BLOCKED = "old_line_blocked", "GIRL-STAR-5", "GIRL-Q6"
    STILL_FITS = "still_fits", "GIRL-EOP-2", "GIRL-Q39"
    # Stardust and constellations
    NO_LINE_HERE = "no_line_here", "GIRL-DUST-4", ""
    STARDUST_COUNT = "stardust_count", "GIRL-DUST-5", ""
    STARDUST_SHORT = "stardust_short", "GIRL-DUST-5", ""
    NOTHING_COMPLETED = "nothing_completed", "GIRL-CON-1", ""
    BONUS_NOT_TOUCHED = "bonus_not_touched", "GIRL-CON-6", "GIRL-Q16"
    BONUS_SPENT = "bonus_spent", "GIRL-CON-8", "GIRL-CON-7"
    # Wood Ash
    CAST_COUNT = "cast_count", "GIRL-ASH-1", ""
    CAST_KIND = "cast_kind", "GIRL-TOK-3", "GIRL-Q23"
    CAST_COLOUR = "cast_colour", "GIRL-ASH-6", ""
    NOT_YOUR_PICK = "not_your_pick", "GIRL-ASH-4", ""
    TOKEN_GONE = "token_gone", "GIRL-ASH-4", ""
    X2_ONLY_LIGHT = "x2_only_light", "GIRL-TOK-1", ""
    LIGHT_COUNT = "light_count", "GIRL-ASH-5", "GIRL-TOK-1"
    LIGHT_COLOUR = "light_colour", "GIRL-ASH-6", "GIRL-TOK-2"
    # any action
    NOT_YOUR_TURN = "not_your_turn", "GIRL-ACT-1", ""
    NO_ACTION_LEFT = "no_action_left", "GIRL-ACT-1", ""
    ACTIONS_OPEN = "actions_open", "GIRL-ACT-1", "GIRL-Q41"
    NO_SUCH_TOKEN = "no_such_token", "GIRL-TOK-5", ""
    NO_VILLAGER = "no_villager", "GIRL-ACT-2", ""
    # Scouting
    EMPTY_PATH = "empty_path", "GIRL-SCOUT-1", ""
    NO_SUCH_SPACE = "no_such_space", "GIRL-SCOUT-1", ""
    SPACE_LIT = "space_lit", "GIRL-SCOUT-1", "GIRL-Q32"
    SPACE_TWICE = "space_twice", "GIRL-SCOUT-1", "GIRL-Q32"
    PATH_BROKEN = "path_broken", "GIRL-SCOUT-1", "GIRL-Q32"
    START_APART = "start_apart", "GIRL-SCOUT-1", ""
    START_COLOUR = "start_colour", "GIRL-SCOUT-3", "GIRL-Q29"
    END_APART = "end_apart", "GIRL-SCOUT-4", ""
    PRINTED_COLOUR = "printed_colour", "GIRL-SCOUT-4", "GIRL-Q27"
    SITE_KNOWN = "site_known", "GIRL-SCOUT-1", "GIRL-Q31"
    LIGHT_SHORT = "light_short", "GIRL-SCOUT-1", "GIRL-Q47"
    # Foraging
    NO_SUCH_SITE = "no_such_site", "GIRL-FOR-2", ""
    NOT_CONNECTED = "not_connected", "GIRL-FOR-2", ""
    SITE_EMPTY = "site_empty", "GIRL-FOR-2", ""
    WRONG_PRICE = "wrong_price", "GIRL-FOR-3", "GIRL-FOR-4"
    PAY_SHORT = "pay_short", "GIRL-FOR-3", ""
    # Offering
    NO_CARD = "no_card", "GIRL-OFF-2", "GIRL-Q36"
    NO_SUCH_OFFERING = "no_such_offering", "GIRL-OFF-2", ""
    OFFERING_FILLED = "offering_filled", "GIRL-OFF-4", ""
    FOOD_SHORT = "food_short", "GIRL-OFF-4", "GIRL-OFF-3"
    # Stargazing and Recall
    NO_SUCH_SKY_SPACE = "no_such_sky_space", "GIRL-GAZE-1", ""
    SKY_TAKEN = "sky_taken", "GIRL-GAZE-1", ""
    AHEAD_OF_GIRL = "ahead_of_girl", "GIRL-GAZE-2", ""
    AHEAD_OF_ELDERS = "ahead_of_elders", "GIRL-GAZE-1", ""
    NOT_THERE = "not_there", "GIRL-REC-1", ""
    # the next card
    NOTHING_TO_REVEAL = "nothing_to_reveal", "GIRL-REF-1", "GIRL-REF-2"
    CARD_NOT_LEFT = "card_not_left", "GIRL-SET-15", "GIRL-Q36"


MAY_STAND = MayStand(
    Broken.LINE_TO_EDGE,
    Broken.LINE_TO_BONUS,
    Broken.LINE_TO_STARDUST,
    Broken.LINE_TO_BLANK,
    Broken.OLD_LINE_BLOCKED,
    Broken.NO_LINE_HERE,
    Broken.STARDUST_COUNT,
    Broken.STARDUST_SHORT,
    Broken.PATH_BROKEN,
    Broken.START_APART,
    Broken.START_COLOUR,
    Broken.END_APART,
    Broken.PRINTED_COLOUR,
    Broken.SITE_KNOWN,
    Broken.LIGHT_SHORT,
    Broken.NOT_CONNECTED,
    Broken.PAY_SHORT,
    Broken.AHEAD_OF_GIRL,
    Broken.AHEAD_OF_ELDERS,
    Broken.NO_ACTION_LEFT,
)
