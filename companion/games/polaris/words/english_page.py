"""English: drawn boards, printed sheets, and choices on the page."""

from __future__ import annotations

ENGLISH_PAGE = {
    # boards, cards and pieces
    "print.name": "{name}",
    "term.dawn": "dawn",
    "board.sky": "sky",
    "board.score": "scoring board",
    "place.deck": "{deck} deck",
    "place.discard": "{deck} discard",
    "card.personal": "personal goal",
    "card.once": "each star counts in one shape only",
    "goal.sector": "stars in sector {number}",
    "goal.orbit": "stars on orbit {number}",
    "goal.borders": "stars on borders",
    "goal.orbits": "orbits with two stars",
    "goal.longest": "stars in the longest line",
    "goal.sectors": "sectors with two stars",
    "goal.surrounded": "stars with lines on all sides",
    "family.star": "stars",
    "family.marker": "markers",
    "family.line": "lines",
    "family.shooting star": "shooting stars",
    "family.bonus": "tokens of a whole lap",
    "family.telescope": "telescope",
    "family.frame": "frame",
    "family.card": "action cards",
    "family.goal": "common goals",
    "family.personal goal": "personal goals",
    "family.reminder": "reminders",
    "remind.take": "Take a card: basic free, advanced {advanced} star; hand of {limit}",
    "remind.play": "Or play cards of one phase into the sector beside it",
    "remind.stars": "Or take {take} shooting stars",
    "remind.phase": "Change a card's phase: pay {phase}",
    "remind.spaces": "Red space: pay {red}. White space: gain {white}",
    "remind.constellation": "Stars of a constellation: VP",
    "remind.personal": "Personal goal, how often: VP",
    "remind.left": "{per} shooting stars left: 1 VP",
    "print.note.sky": "Lay the sky in the middle and the scoring board beside it.",
    "print.note.frame": (
        "Lay the five pieces of the frame round the sky, A to E clockwise; they are turned during"
        " the game, so do not glue them on."
    ),
    "print.note.cards": "Cards are thin: print them on heavy paper, or put them into sleeves.",
    "print.note.invented": (
        "Sky, cards and goals are of the edition that is named on the sky; those of a bought game"
        " may differ."
    ),
    # scenes of the page
    "scene.sky": "the sky",
    "scene.market": "open cards",
    "scene.hand": "hand of {seat}",
    "scene.dawn": "dawn track ({left} free)",
    "scene.goals": "common goals",
    "scene.players": "players",
    "spot.space": "space {space}",
    "spot.line": "line {line}",
    "spot.phase": "sector {sector}, {phase}",
    "spot.slot": "{deck} card {number}",
    "spot.hand": "card {number} of the hand",
    # choices
    "tap.stars": "Take {count} shooting {count:star/stars}",
    "tap.take": "Take {card}",
    "tap.take_paid": "Take {card} (pay {price})",
    "tap.card": "Play {card}",
    "tap.more": "Play {card}, too",
    "tap.phase": "In sector {sector} ({phase})",
    "tap.phase_paid": "In sector {sector} ({phase}; pay {price})",
    "tap.star": "A star on {space}",
    "tap.star_red": "A star on {space} (pay {price})",
    "tap.star_white": "A star on {space} (gain {gain})",
    "tap.line": "A line on {line}",
    "tap.reveal": "{card}",
    "tap.show": "Show {goal}",
}
