"""English: the two readings of every setting, one sentence each."""

from __future__ import annotations

ENGLISH_RULINGS = {
    "ruling.tiles_per_player.first": "Every bag holds the larger set of star tiles.",
    "ruling.tiles_per_player.other": (
        "Every bag holds the smaller set that the component list implies."
    ),
    "ruling.girl_start.first": "The Girl starts on this space, as the English text says.",
    "ruling.girl_start.other": "The Girl starts on this space, as the Chinese text says.",
    "ruling.strict_matching.yes": (
        "A new tile's blank edge may not stop the line of a tile that lies there."
    ),
    "ruling.strict_matching.no": (
        "Only the new tile's own lines are tested; its blank edges may stop old lines."
    ),
    "ruling.split_area.net": "Splitting a closed area earns the net increase of closed areas.",
    "ruling.split_area.each_new": (
        "Splitting a closed area earns Stardust for each of the new areas."
    ),
    "ruling.bonus_stays.yes": "A gained Bonus token stays as an obstacle, turned over.",
    "ruling.bonus_stays.no": "A gained Bonus token leaves the board and its cells become vacant.",
    "ruling.plus2_running_turn.yes": "+2 Actions gained in the own turn counts at once.",
    "ruling.plus2_running_turn.no": "+2 Actions always waits for the next own turn.",
    "ruling.empty_pile.zero": "An empty reward pile scores nothing.",
    "ruling.empty_pile.last_value": "An empty reward pile scores its last token's value.",
    "ruling.ash_inside.wholly": (
        "A token that is not wholly inside the target slides in until it is."
    ),
    "ruling.ash_inside.centre": "A token is inside when its centre is.",
    "ruling.printed_colour.always": (
        "A path space beside a site takes its printed colour wherever it is in the path."
    ),
    "ruling.printed_colour.end_only": "The printed colour binds only the last space of a path.",
    "ruling.new_site_only.no": "Scouting may end beside a site that is connected already.",
    "ruling.new_site_only.yes": "Scouting has to connect a site that was not connected.",
    "ruling.offering_count.spaces": "Cleanup counts the filled spaces of the Offering card.",
    "ruling.offering_count.villagers": (
        "Cleanup counts the Villagers that stand at the Offering card."
    ),
    "ruling.offering_reshuffle.no": (
        "When the Offering cards are used up, only single tokens can be offered."
    ),
    "ruling.offering_reshuffle.yes": (
        "When the Offering cards are used up, the discarded ones are shuffled again."
    ),
    "ruling.supply_limit.no": (
        "Stardust and Light are unlimited; a warning says when the printed number is passed."
    ),
    "ruling.supply_limit.yes": "Nobody gains Stardust or Light that the supply does not hold.",
    "ruling.floor_zero.no": "A score may fall below 0.",
    "ruling.floor_zero.yes": "A score never falls below 0.",
    "ruling.allow_solo.no": "At least two players.",
    "ruling.allow_solo.yes": "One player may play for points; this is not official.",
}
