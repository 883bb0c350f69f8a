"""English: why a move is refused, or what is seen can't be explained."""

from __future__ import annotations

ENGLISH_REASONS = {
    "reason.not_a_move": "This is not a move: {why}. Written right, for example: {example}",
    "reason.game_over": "The game is over.",
    "reason.no_such_seat": "Nobody sits at {seat}.",
    "reason.not_your_turn": "It is {turn}'s turn.",
    "reason.reveal_first": "First the tile that was added is shown.",
    "reason.no_such_tile": "There is no tile {tile}.",
    "reason.no_such_number": "The board has no number {number}.",
    "reason.board_full": "At most {count} tiles lie on the board, so none can be added.",
    "reason.deck_empty": "The deck is empty, so no tile can be added.",
    "reason.number_taken": "{tile} lies on {number} already; one number holds one tile.",
    "reason.not_highest": "A new tile goes on the highest free number, {highest}, not on {number}.",
    "reason.nothing_to_reveal": "No tile waits to be shown.",
    "reason.not_in_deck": "{tile} has been seen in this game; it can't come from the deck.",
    "reason.not_to_move": "{tile} does not lie on the board, so it can't be moved.",
    "reason.wrong_number": (
        "{tile} goes down to the next free number, {right}, skipping occupied ones; not {to}."
    ),
    "reason.not_to_discover": "{tile} does not lie on the board, so it can't be discovered.",
    "reason.no_such_pieces": "There are no {kind} pieces of Stardust; there are: {kinds}.",
    "reason.not_so_many": "{count} {kind} to pay, but there {have:is/are} only {have}.",
    "reason.not_your_tile": "{tile} is not in the personal pile, so it can't pay.",
    "reason.too_little": "The tile costs {price}; what is paid is worth {worth}.",
    "reason.paid_for_nothing": "A tile on 0 is free; nothing may be paid for it.",
    "reason.worthless": "{tile} shows no Star, so it can't help to pay.",
    "reason.superfluous": (
        "The tile costs {price}; of what is paid ({worth}) something could be left out: {items}."
    ),
    "reason.not_exact": "The tile costs {price}, and exactly that is paid, not {worth}.",
    # what is seen
    "reason.unseen_piece": "Nothing in this game is called so.",
    "reason.two_actions": "A turn is exactly one action; more has changed: {places}.",
    "reason.tile_gone": "{tile} is missing; no move explains where it went.",
    "reason.tile_came": "{tile} lies here; no move explains how it came.",
    "reason.pieces_gone": "{count} {kind} less than before, and nothing was paid for with them.",
    "reason.pieces_gained": "{count} {kind} more than before; Stardust is never gained.",
    "reason.change_given": "{count} {kind} more than before; no change is given.",
}
