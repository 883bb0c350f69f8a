"""English."""

from __future__ import annotations

ENGLISH = {
    "game": "Solani",
    # pieces and phases
    "term.none": "nothing",
    "term.table": "the table",
    "term.cluster": "cluster",
    "term.branch": "branch",
    "term.planet": "planet",
    "term.feature": "feature",
    "term.red": "red",
    "term.blue": "blue",
    "term.green": "green",
    "term.violet": "violet",
    "term.one": "one line",
    "term.corner": "two adjacent lines",
    "term.straight": "two opposite lines",
    "term.three": "three lines",
    "term.four": "four lines",
    "term.moon": "moon",
    "term.comet": "comet",
    "term.sun": "sun",
    "term.owl": "owl",
    "term.prepare": "preparation",
    "term.draft": "draft",
    "term.place": "placing",
    "term.special": "special draft",
    "term.tidy": "tidying",
    "term.refill": "tidying (new cards)",
    "term.over": "game over",
    # who does what next
    "prompt.prepare": (
        "Round {round}: draw {clusters} {clusters:cluster/clusters} "
        "and {branches} {branches:branch/branches} face up."
    ),
    "prompt.take_first": (
        "Round {round}, {seat}: choose clusters or branches and take the first tile."
    ),
    "prompt.take": "{seat}: take a tile, type {kind}.",
    "prompt.take_and_place": (
        "{seat}: take a tile, type {kind}. {seats}: place your two tiles meanwhile."
    ),
    "prompt.place": "{seats}: place your tiles.",
    "prompt.special": (
        "{seat}: take a feature card and place its tile, draw two cards, or pass."
    ),
    "prompt.draw": "{seat}: draw {count} feature {count:card/cards} of type {deck}.",
    "prompt.keep": "{seat}: keep one of the drawn cards and place its tile.",
    "prompt.tidy": "Tidy: put back untaken tiles, pass the sun marker on.",
    "prompt.refill": "Show {count} feature {count:card/cards} of type {deck}.",
    "prompt.over": "The game is over.",
    # what was assumed
    "note.notice": "{notice}",
    "note.boards": "setup.boards is missing: assumed {boards}.",
    "note.dark_sky": "setup.dark_sky is missing: assumed {card}.",
    "note.planets": "setup.planets is missing: assumed the colours one after another.",
    "note.spares": "setup.spares is missing: assumed the colours one after another.",
    "note.display": "setup.display.{deck} is missing: assumed {cards}.",
    "note.position": "The position can't arise in play: {broken}.",
    # what happened
    "event.prepared": "laid out clusters {clusters}; branches {branches}",
    "event.first_type": "chose the first draft: {kind}",
    "event.took": "took a tile, type {kind}: {tile}",
    "event.exchanged": "discarded the cluster for the {colour} planet on {place}",
    "event.spare_used": "a spare {colour} planet fills place {place}",
    "event.none_left": "no tile is left to take",
    "event.placed": "placed a tile, type {kind}: {tile}",
    "event.surrounded": "Dark Sky is surrounded: earned a turn of the special draft",
    "event.unplaceable": "a tile ({kind}: {tile}) fits nowhere and leaves the game: {vp} VP",
    "event.special_draft": "all have placed; the special draft: {seats}",
    "event.special_skipped": "there is no feature card to take; the turn is skipped",
    "event.card": "took feature card {card} ({kind})",
    "event.drawing": "draws {count} feature {count:card/cards} of type {deck}",
    "event.drawn": "has drawn the cards",
    "event.displayed": "card {card} joins the display with its tile",
    "event.passed": "took no feature card",
    "event.returned": (
        "{clusters} {clusters:cluster/clusters} and {branches} "
        "{branches:branch/branches} return to their bags"
    ),
    "event.refilled": "a row of type {deck} is filled again: {cards}",
    "event.round": "round {round} begins; {seat} has the sun marker",
    "event.game_over": "best score: {seats}",
    # why not
    "reason.not_a_move": "This is no move: {why}. Written right, for example: {example}",
    "reason.game_over": "The game is over.",
    "reason.wrong_phase": "This belongs to: {wanted}; the phase now is: {phase}.",
    "reason.no_such_seat": "Nobody sits at {seat}.",
    "reason.no_such_tile": "There is no such {kind} tile: {tile}.",
    "reason.prepare_count": (
        "{due} {due:tile/tiles} of type {kind} {due:is/are} laid out, not {count}."
    ),
    "reason.not_in_bag": (
        "{count} {kind} {count:tile/tiles} {tile} can't be drawn; {left} {left:is/are} in the bag."
    ),
    "reason.not_your_take": "It is {turn}'s turn to take a tile.",
    "reason.wrong_type_first": "The starting player chose the type of this draft: {kind}.",
    "reason.wrong_type_second": "The draft back takes tiles of the other type: {kind}.",
    "reason.not_in_market": "No {kind} tile {tile} is laid out.",
    "reason.only_clusters_buy": "Only a cluster can be exchanged for a planet.",
    "reason.white_star": "Cluster {tile} has a white star and can't be exchanged.",
    "reason.no_such_place": "The planet row has no place {place}.",
    "reason.no_planet_there": "No planet lies on {place}.",
    "reason.wrong_region": (
        "Cluster {tile} does not buy the planet on {place}; numbers of stars that do: {buys}."
    ),
    "reason.not_both_yet": "Placing begins when the player has taken both tiles.",
    "reason.not_stored": "The storage does not hold this tile: {tile}.",
    "reason.no_such_cell": "The board has no such place.",
    "reason.cell_taken": "Something lies there already.",
    "reason.no_branch_beside": "No branch lies beside this circle.",
    "reason.dark_sky_no_anchor": "Dark Sky does not count as a tile that a cluster may adjoin.",
    "reason.dark_sky_beside": "A cluster may not lie directly beside Dark Sky.",
    "reason.nothing_to_join": (
        "No cluster, planet, feature or guide star lies at this gap; Dark Sky does not count."
    ),
    "reason.wrong_lines": "The stored branch is: {tile}; turned, it does not point like this.",
    "reason.still_fits": "The {kind} tile still fits somewhere; place it.",
    "reason.other_first": "Place the other stored tile first; it may make room for this one.",
    "reason.not_surrounded": "This player has surrounded no Dark Sky tile in this round.",
    "reason.not_your_special": "It is {turn}'s turn in the special draft.",
    "reason.no_such_card": "There is no feature card {card}.",
    "reason.no_such_deck": "There is no deck {deck}; decks are {decks}.",
    "reason.not_shown": "Card {card} is not on display.",
    "reason.type_full": "The player holds {most} {most:card/cards} of type {deck} already.",
    "reason.deck_empty": "Deck {deck} has no card left.",
    "reason.draw_count": "{due} different {due:card is/cards are} drawn, not {count}.",
    "reason.not_in_deck": "Card {card} is not left in its deck.",
    "reason.other_deck": "All cards are drawn from one deck: {deck}.",
    "reason.keep_first": "Cards are drawn; one of them has to be kept first.",
    "reason.not_drawn": "Card {card} is not among the drawn cards.",
    "reason.nothing_to_refill": "Row {deck} has not run out, or no card is left for it.",
    "reason.refill_count": "{due} different {due:card fills/cards fill} the row, not {count}.",
    "reason.other_tile": "Here lies: {known}; seen was: {kind}.",
    "reason.too_many": "More tiles are new than can have been placed: {places}.",
    "reason.no_placement": "No placement of stored tiles leads to what is seen.",
    # the score
    "score.clusters": "clusters",
    "score.planets": "planets",
    "score.features": "features",
    "score.loose_lines": "loose lines",
    "score.bonus": "bonus tile",
    "score.unplaceable": "tiles that fitted nowhere",
    "item.cluster": "cluster {tile}, lines meeting it: {lines}",
    "item.cluster_unmatched": "cluster {tile}, lines meeting it: {lines}, no match",
    "item.planet": "{colour} planet, no line meets it",
    "item.planet_again": "{colour} planet, one more of its colour in sector {sector}",
    "item.planet_tethered": "{colour} planet, lines meeting it: {lines}, so it does not count",
    "item.planet_colours": "different planets: {colours}",
    "item.feature": "card {card} ({kind}): condition met",
    "item.feature_unmet": "card {card} ({kind}): condition not met",
    "item.feature_unplaced": "card {card} ({kind}): its tile lies nowhere",
    "item.loose_line": "the line {line} points at {at}, where nothing takes it up",
    "item.bonus": "bonus tile: {count} {count:cluster scores/clusters score} in sector {sector}",
    "item.unplaceable": "{count} {count:tile/tiles} fitted nowhere",
    "tie.none": "most VP",
    "tie.shared": "tied: the victory is shared",
    # settings
    "ruling.rounds.first": "The game has this many rounds, as public descriptions say.",
    "ruling.rounds.other": "A shorter game of this many rounds.",
    "ruling.market_extra.first": "So many tiles more than players are laid out of each type.",
    "ruling.market_extra.other": "Another number of tiles more than players is laid out.",
    "ruling.spare_planets.refill": "A bought planet's place takes the next spare planet.",
    "ruling.spare_planets.unused": "The spare planets stay where they are.",
    "ruling.dark_sky_ban.anchor": (
        "A cluster may lie beside Dark Sky but needs a branch; Dark Sky is no tile to adjoin."
    ),
    "ruling.dark_sky_ban.touch": "A cluster may not lie directly beside Dark Sky.",
    "ruling.unplaceable.discard": "A tile without a legal place is discarded without a loss.",
    "ruling.unplaceable.minus1": "A tile without a legal place costs VP at the end.",
}
