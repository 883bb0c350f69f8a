"""English: terms, prompts, events, notes, scores, settings."""

from __future__ import annotations

ENGLISH = {
    "game": "Polaris",
    # pieces and phases
    "term.none": "none",
    "term.nobody": "nobody",
    "term.table": "table",
    "term.basic": "basic",
    "term.advanced": "advanced",
    "term.new": "new moon",
    "term.crescent": "crescent",
    "term.half": "half moon",
    "term.gibbous": "gibbous moon",
    "term.full": "full moon",
    # what comes next
    "prompt.turn": (
        "{seat}: take a card, play cards or take shooting stars "
        "(cards {cards}, shooting stars {count}; free dawn spaces {left})."
    ),
    "prompt.last_turn": (
        "{seat}: last turn of the round; take a card, play cards or take shooting stars "
        "(cards {cards}, shooting stars {count})."
    ),
    "prompt.reveal": "Show the next {deck} card.",
    "prompt.show": "{seats}: show the personal goal.",
    "prompt.over": "The game is over.",
    # what happened
    "event.taken": "Takes {card} for {count} shooting {count:star/stars}.",
    "event.reshuffled": "The {deck} discard is shuffled and becomes the deck.",
    "event.slot_empty": "No {deck} card is left; the slot stays empty.",
    "event.revealed": "{card} lies face up.",
    "event.shooting_stars": "Takes {count} shooting {count:star/stars}.",
    "event.supply_empty": "The supply gives {given} of {wanted} shooting stars.",
    "event.played": "Plays {card} in sector {sector}.",
    "event.phase_changed": "The card counts as {phase} for {count} shooting {count:star/stars}.",
    "event.star": "A star on {space}.",
    "event.paid_red": "Pays {count} shooting {count:star/stars} for a red space.",
    "event.gained": "Gains {count} shooting {count:star/stars}.",
    "event.line": "A line on {line}.",
    "event.dawn": "The card {card} goes to the dawn track.",
    "event.dawn_full": (
        "{count} dawn {count:card finds/cards find} no space and {count:is/are} discarded."
    ),
    "event.discarded": "Discarded: {cards}.",
    "event.track_full": "The dawn track is full: round {round} ends.",
    "event.telescope_taken": "Takes the telescope; one more turn each: {seats}.",
    "event.telescope": "{vp} VP for the telescope.",
    "event.goal": "Goal “{goal}”: {count} {count:time/times}, {vp} VP.",
    "event.floor": "The marker stops at 0: the change is {vp} VP.",
    "event.most": "{vp} VP more for the most at the goal “{goal}”.",
    "event.frame_turned": "The frame turns; the new moon is beside sector {sector}.",
    "event.track_cleared": "The goal covers a dawn space; {count} {count:is/are} free.",
    "event.round_begins": "Begins round {round}; its goal: {goal}.",
    "event.show_goals": "The last round is over; personal goals are shown.",
    "event.goal_shown": "Shows the personal goal {goal}.",
    "event.finished": "The game is over. First: {seats}.",
    # what was assumed
    "note.first": "setup.first is missing: {seat} is assumed to begin.",
    "note.new_moon": "setup.new_moon is missing: sector {sector} is assumed.",
    "note.goals": "setup.goals is missing: assumed {goals}.",
    "note.personal": "setup.personal.{seat} is missing: the goal is shown at the end.",
    "note.hand": (
        "setup.hands.{seat} is missing: {count} basic {count:card/cards} that nobody noted."
    ),
    "note.slots": "setup.{deck} is missing: {count} face-up {count:card/cards} that nobody noted.",
    "note.position": "position: {broken}.",
    # the score
    "score.start": "start",
    "score.earlier": "scored earlier",
    "score.telescope": "telescope",
    "score.goal": "common goals",
    "score.most": "most at a goal",
    "score.constellations": "constellations",
    "score.lone_stars": "lone stars",
    "score.personal": "personal goal",
    "score.shooting_stars": "shooting stars",
    "score.floor": "not below 0",
    "item.start": "start of the game",
    "item.earlier": "scored earlier",
    "item.telescope": "telescope in round {name}",
    "item.goal": "goal “{name}”",
    "item.most": "most at the goal “{name}”",
    "item.constellation": "constellation of {count}: {spaces}",
    "item.lone_star": "lone star on {spaces}",
    "item.personal": "personal goal {goal}, {count} {count:time/times}: {shapes}",
    "item.personal_unshown": "the personal goal is not known",
    "item.shooting_stars": "{count} shooting {count:star/stars} left",
    "item.floor": "a score does not end below 0",
    "tie.none": "most VP",
    "tie.shared": "a tie is a shared victory",
    # settings
    "ruling.must_place_all.no": "Elements of a card may be left out.",
    "ruling.must_place_all.yes": "As many elements of a card as possible have to be placed.",
    "ruling.zero_bonus.no": "Nobody has the most when nobody fulfils a goal at all.",
    "ruling.zero_bonus.yes": "When nobody fulfils a goal, all are tied and get the bonus.",
    "ruling.final_floor.yes": "The final total is not below 0 either.",
    "ruling.final_floor.no": "The final total may be below 0.",
    "ruling.token_limit.no": "There are always enough shooting stars.",
    "ruling.token_limit.yes": "Nobody gains a shooting star that the supply does not hold.",
    "ruling.goal_induced.yes": "Other lines among the stars of a personal goal spoil its shape.",
    "ruling.goal_induced.no": "Other lines among the stars of a personal goal do no harm.",
    "ruling.play_empty.yes": "A card may be played though nothing of it is placed.",
    "ruling.play_empty.no": (
        "Of every played card something is placed, as long as any of it has a place on the sky."
    ),
}
