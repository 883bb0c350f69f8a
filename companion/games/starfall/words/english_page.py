"""English: drawn boards, printed sheets, and choices on the page."""

from __future__ import annotations

ENGLISH_PAGE = {
    # boards, tiles and pieces
    "board.stargazer": "Stargazer Board",
    "board.title": "StarFall",
    "board.area": "area of {seat}",
    "area.hint": "tiles left, Stardust right",
    "family.sky tile": "Sky Tiles",
    "family.stardust": "Stardust",
    "family.stardust 1": "small Stardust",
    "family.stardust 2": "large Stardust",
    "family.player aid": "player aids",
    "aid.add": "Add a tile on the highest free number (at most {most})",
    "aid.move": "Or move a tile to the next free number down",
    "aid.discover": "Or discover a tile for its number: Stardust, Stars",
    "aid.stars": "Most: {first}. Fewest of 3 or 4: {last}",
    "aid.planet": "{planet} each",
    "aid.moon": "{moon} each, one to a Planet",
    "aid.holes": "{holes} in all",
    "aid.comets": "{comets} each with 1, 2, ...",
    "aid.nebulae": "{nebula} each; colours {colours}",
    "aid.stardust": "{per} Stardust left: 1 point",
    "print.note.board": "Lay the Stargazer Board in the middle of the table.",
    "print.note.areas": (
        "Lay an area before every player: discovered tiles left, Stardust right, spread out. "
        "The companion counts what lies there."
    ),
    "print.note.dust": "Glue Stardust on thick card, or use the wooden pieces of a bought game.",
    "print.note.invented": (
        "The tiles are of the edition that is named on the board; those of a bought game differ."
    ),
    # scenes of the page
    "scene.board": "Stargazer Board",
    "scene.area": "pile of {seat}",
    "scene.supply": "supply (deck {count})",
    "spot.number": "number {number}",
    "spot.free": "number {number}, free",
    "spot.tile": "{tile} on {number}",
    "spot.own": "{tile} of the own pile",
    "spot.pieces": "{kind} Stardust",
    # choices
    "tap.add": "Add a tile on the {number}",
    "tap.tile": "{tile} on the {number}",
    "tap.move": "Move it down to the {number}",
    "tap.move_off": "Move it off the track, out of the game",
    "tap.discover": "Discover it for {price}",
    "tap.discover_free": "Discover it for nothing",
    "tap.pay": "Pay 1 {kind} ({value}): {sum} of {price}",
    "tap.pay_tile": "Pay with {tile} ({value} {value:Star/Stars}): {sum} of {price}",
    "tap.reveal": "{tile}",
    "kind.sky tile": "Sky Tile {kind}",
    "kind.stardust 1": "{kind} Stardust",
    "kind.stardust 2": "{kind} Stardust",
    "place.tiles": "tiles",
    "place.stardust": "Stardust",
}
