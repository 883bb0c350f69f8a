"""English: titles of the printed boards, notes for cutting and assembling."""

from __future__ import annotations

ENGLISH_PRINT = {
    "print.board.player": "Player board",
    "print.board.main": "Main board",
    "print.board.sky": "Night Sky board",
    "print.board.score": "Score board",
    "print.note.bags": (
        "You also need five bags that can't be seen through: one for each player's star tiles,"
        " one for the Wood Ash. Each player's bag gets one of every star tile."
    ),
    "print.note.bonus": (
        "A Bonus token that was gained is turned over, grey side up, and stays on the board."
    ),
    "print.note.dish": (
        "Glue the Night Sky board flat on cardboard; a low rim round it, outside its edge, keeps"
        " cast tokens on it."
    ),
    "print.note.shapes": (
        "Nobody needs to see colours: blue is a circle, red a triangle, yellow a square. The seats"
        " have signs, too: A a sun, B a moon, C a lozenge, D a cross."
    ),
    "family.star": "star tiles",
    "family.bonus": "Bonus tokens",
    "family.ash": "Wood Ash tokens",
    "family.food": "food tokens",
    "family.reward": "Connection Rewards",
    "family.card": "Offering cards",
    "family.crystal": "Light crystals",
    "family.stardust": "Stardust",
    "family.girl": "the Girl",
    "family.elder": "Elders",
    "family.villager": "Villagers",
    "family.marker": "scoring markers",
    "kind.star": "star tile {kind}",
    "kind.star.back": "star tile, back up",
    "kind.bonus": "Bonus token {kind}",
    "kind.bonus.used": "Bonus token {first}, gained",
    "kind.crystal": "{kind} Light",
    "kind.stardust": "Stardust",
    "kind.ash": "Wood Ash token {kind}",
    "kind.food": "{kind}",
    "kind.reward": "Connection Reward {first}: {last} VP",
    "kind.reward.back": "Connection Reward {first}, back up",
    "kind.card": "Offering card {kind}",
    "kind.card.back": "Offering card, back up",
    "kind.girl": "the Girl",
    "kind.elder": "Elder of {seat}",
    "kind.villager": "Villager of {seat}",
    "kind.marker": "scoring marker of {seat}",
    "place.village": "Village",
    "place.card": "Offering card",
    "place.pile": "Reward pile {of}",
    "place.mark": "mark of pile {of}",
    "place.offering": "Offering {of}",
    "place.early bird": "Early Bird of {of}",
    "place.beside": "beside {of}",
    "place.sky": "track space {of}",
    "place.track": "Night Sky track",
    "place.table": "table",
    "place.dish": "dish",
}
