"""English: terms, prompts, events, notes, scores, settings."""

from __future__ import annotations

ENGLISH = {
    "game": "StarFall",
    # pieces and colours
    "term.none": "none",
    "term.nobody": "nobody",
    "term.table": "table",
    "term.board": "board",
    "term.deck": "deck",
    "term.bank": "bank",
    "term.off": "off the track",
    "term.white": "white",
    "term.orange": "orange",
    "term.red": "red",
    "term.green": "green",
    "term.blue": "blue",
    "term.violet": "violet",
    # what comes next
    "prompt.turn": (
        "{seat}: add a tile, move one down or discover one "
        "(Stardust {value}; deck {count} {count:tile/tiles})."
    ),
    "prompt.no_adding": (
        "{seat}: move a tile down or discover one "
        "(Stardust {value}; deck {count} {count:tile/tiles}, at most {most} on the board)."
    ),
    "prompt.empty_board": (
        "{seat}: the board is empty, so a tile is added "
        "(Stardust {value}; deck {count} {count:tile/tiles})."
    ),
    "prompt.reveal": "Show the top tile of the deck on the {number}.",
    "prompt.over": "The game is over.",
    # what happened
    "event.adding": "Adds a tile on the {number}.",
    "event.added": "{tile} lies on the {number}.",
    "event.deck_empty": "The deck is empty.",
    "event.moved": "{tile} moves from {from} to {number}.",
    "event.moved_off": "{tile} leaves the track from {from}; it is out of the game.",
    "event.discovered": "Discovers {tile} for {price}.",
    "event.discovered_free": "Discovers {tile} for nothing.",
    "event.paid": "Pays {pieces} to the bank: {value} Stardust.",
    "event.paid_tiles": "Pays with {tiles}; out of the game.",
    "event.lost": "{count} more than the price; no change is given.",
    "event.end_tiles": "One tile is left on the board and none in the deck: the game ends.",
    "event.end_stardust": "Nobody has a piece of Stardust: the game ends.",
    "event.left_over": "Nobody gets what lies on the board: {tiles}.",
    "event.finished": "The game is over. First: {seats}.",
    # what was assumed
    "note.first": "setup.first is missing: {seat} is assumed to begin.",
    "note.position": "position: {broken}.",
    # what can't be told of a pile that was photographed
    "note.tiles_untold": "{count} {count:tile/tiles} can't be told.",
    "note.tiles_hidden": "Something of the tiles can't be seen; more may lie there.",
    "note.tiles_unseen": "The tiles can't be seen.",
    "note.dust_untold": "{count} {count:piece/pieces} of Stardust can't be told.",
    "note.dust_unsure": (
        "The Stardust can't be counted for certain and is left out; it seems to be {value} "
        "({vp} VP)."
    ),
    "note.dust_uncounted": "The Stardust can't be counted for certain and is left out.",
    "note.dust_unseen": "The Stardust can't be seen.",
    "note.stars": (
        "{count} {count:Star/Stars}, not counted here: the most of all players score {most}, the "
        "fewest {fewest} (players: {players})."
    ),
    "note.stars_most": (
        "{count} {count:Star/Stars}, not counted here: the most of all players score {most}."
    ),
    # the score
    "score.most_stars": "most Stars",
    "score.fewest_stars": "fewest Stars",
    "score.planets": "Planets",
    "score.moons": "Moons",
    "score.black_holes": "Black Holes",
    "score.comets": "Comets",
    "score.nebulae": "Nebulae",
    "score.colours": "Nebula colours",
    "score.stardust": "Stardust",
    "item.most_stars": "the most Stars: {count}",
    "item.fewest_stars": "the fewest Stars: {count}",
    "item.planets": "{count} {count:Planet/Planets}",
    "item.moons": "{paired} of {count} {count:Moon/Moons} with a Planet",
    "item.black_holes": "{count} Black {count:Hole/Holes}",
    "item.comets": "{count} {count:Comet/Comets}, {each} each",
    "item.nebulae": "{count} {count:Nebula/Nebulae}",
    "item.colours": "{count} different colours: {colours}",
    "item.stardust": "{count} Stardust left",
    "tie.none": "most points",
    "tie.shared": "a tie is a shared victory",
    # settings
    "ruling.overpay.needed_only": (
        "More than the price may be paid, but nothing that could be left out; the rest is lost."
    ),
    "ruling.overpay.any": "As much more than the price may be paid as one likes; the rest is lost.",
    "ruling.overpay.exact": "Exactly the price is paid; who can't does not get the tile.",
    "ruling.star_tie.all": "All who are tied for the most or the fewest Stars score for it.",
    "ruling.star_tie.none": "Nobody scores for the most or the fewest Stars when it is a tie.",
    "ruling.open_piles.yes": "Discovered tiles lie open.",
    "ruling.open_piles.no": "Discovered tiles are hidden from the others until the game is over.",
}
