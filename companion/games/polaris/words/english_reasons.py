"""English: why a move is refused."""

from __future__ import annotations

ENGLISH_REASONS = {
    "reason.not_a_move": "This is not a move: {why}. Written right, for example: {example}",
    "reason.unseen_piece": "No piece of the sky is called so.",
    "reason.piece_gone": "What lay on {place} has gone; stars and lines stay for the whole game.",
    "reason.game_over": "The game is over.",
    "reason.no_such_seat": "Nobody sits at {seat}.",
    "reason.not_your_turn": "It is {turn}'s turn.",
    "reason.not_your_last_turn": (
        "The dawn track is full: every other player takes one last turn, now {turn}."
    ),
    "reason.turns_are_over": "All rounds are over; only personal goals are shown now.",
    "reason.reveal_first": "First the next {deck} card is shown in the free slot.",
    "reason.no_such_card": "There is no card {card}.",
    "reason.hand_full": "A hand holds at most {count} {count:card/cards}.",
    "reason.not_face_up": "{card} does not lie face up.",
    "reason.advanced_price": (
        "An advanced card costs {count} shooting {count:star/stars}; there {have:is/are} {have}."
    ),
    "reason.nothing_to_reveal": "No slot waits for a card.",
    "reason.wrong_deck": "{card} does not belong to the {deck} deck.",
    "reason.not_in_deck": "Every {card} has been seen elsewhere; none can be in the deck.",
    "reason.no_cards": "At least one card is played.",
    "reason.not_in_hand": "{card} is not in the hand, or not so often.",
    "reason.no_such_phase": "{phase} is no phase; there are: {phases}.",
    "reason.phase_price": (
        "Changing the phase of {card} costs {count} shooting "
        "{count:star/stars}; there {have:is/are} {have}."
    ),
    "reason.nothing_laid": (
        "Nothing is placed for {card}, though something of it could be on this sky."
    ),
    "reason.left_out": "{card}: {laid} {laid:element is/elements are} placed, but {most} could be.",
    "reason.not_on_card": "The card {card} does not show so many stars, lines or directions.",
    "reason.wrong_arrangement": (
        "The elements of {card} do not lie to each other as the card shows."
    ),
    "reason.no_such_space": "There is no space {space}.",
    "reason.north_star": "No star can be put on the North Star.",
    "reason.space_taken": "A star lies on {space} already.",
    "reason.star_sector": "{space} is not in sector {sector}, which lies beside the played phase.",
    "reason.red_price": (
        "The red space {space} costs {count} shooting "
        "{count:star/stars}; there {have:is/are} {have}."
    ),
    "reason.no_stars_left": "No star of this colour is left; the element is skipped.",
    "reason.no_such_line": "There is no line image {line}.",
    "reason.line_taken": "A line lies on {line} already.",
    "reason.line_sector": "{line} is not in sector {sector}, which lies beside the played phase.",
    "reason.no_lines_left": "No line token is left; the element is skipped.",
    "reason.not_yet": "Personal goals stay hidden until all rounds are over.",
    "reason.no_such_personal": "There is no personal goal {goal}.",
    "reason.shown_already": "This personal goal is known already.",
    "reason.personal_taken": "Another player has the personal goal {goal}.",
}
