"""The final score, thing by thing (SOL-END), in a breakdown that adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.contract import FinalScore, ScoreItem, SeatScore
from companion.games.solani.edition import Condition, Edition
from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.pieces import LINES
from companion.games.solani.state import (
    CLUSTERS,
    FEATURES,
    PLANETS,
    Player,
    SolaniState,
    holds,
    seat_name,
)

CLUSTER_LINE = "score.clusters"
PLANET_LINE = "score.planets"
FEATURE_LINE = "score.features"
LOOSE_LINE = "score.loose_lines"
BONUS_LINE = "score.bonus"
LOST_LINE = "score.unplaceable"
_LINES = {
    "SOL-END-1": CLUSTER_LINE,
    "SOL-END-2": PLANET_LINE,
    "SOL-END-3": FEATURE_LINE,
    "SOL-END-4": LOOSE_LINE,
    "SOL-END-5": BONUS_LINE,
    "SOL-Q10": LOST_LINE,
}


def lines_meeting(edition: Edition, player: Player, circle: int) -> int:
    """How many lines point at a circle."""
    gaps = player.gaps
    return sum(bool(gaps[gap] & line) for gap, line in edition.lattice.around[circle])


def branches_around(edition: Edition, player: Player, circle: int) -> int:
    """How many gaps around a circle hold a branch."""
    return sum(player.gaps[gap] > 0 for gap, _ in edition.lattice.around[circle])


def meets_condition(edition: Edition, player: Player, circle: int, wanted: Condition) -> bool:
    """Whether a feature tile on this circle scores (SOL-SPEC-4)."""
    if wanted.lines is not None and lines_meeting(edition, player, circle) != wanted.lines:
        return False
    if wanted.branches is not None and branches_around(edition, player, circle) < wanted.branches:
        return False
    return circle in edition.lattice.rim or not wanted.rim


def cluster_vp(edition: Edition, player: Player, circle: int) -> int:
    """VP of the cluster on a circle: the matched number (SOL-END-1, SOL-Q13)."""
    kind = edition.clusters[player.circles[circle] - CLUSTERS]
    lines = lines_meeting(edition, player, circle)
    return lines if kind.matches(lines) else 0


def score_items(state: SolaniState, player: Player) -> Iterator[ScoreItem]:
    """Everything that scores, and what does not, in the order of the rulebook."""
    edition = state.table.edition
    circles = [(circle, code) for circle, code in enumerate(player.circles) if code >= CLUSTERS]
    yield from _clusters(edition, player, [c for c, code in circles if code < PLANETS])
    yield from _planets(edition, player, [c for c, code in circles if PLANETS <= code < FEATURES])
    yield from _features(edition, player)
    yield from _loose_lines(edition, player)
    yield from _bonus(edition, player)
    if player.lost and state.table.rulings.unplaceable == "minus1":
        vp = player.lost * edition.worth.unplaceable
        yield ScoreItem("item.unplaceable", "SOL-Q10", "storage", vp, {"count": player.lost})


def _at(edition: Edition, circle: int) -> str:
    return circle_text(edition.lattice.circles[circle])


def _clusters(edition: Edition, player: Player, circles: list[int]) -> Iterator[ScoreItem]:
    for circle in circles:
        kind = edition.clusters[player.circles[circle] - CLUSTERS]
        vp, lines = cluster_vp(edition, player, circle), lines_meeting(edition, player, circle)
        values = {"tile": kind.name, "lines": lines}
        key = "item.cluster" if vp else "item.cluster_unmatched"
        yield ScoreItem(key, "SOL-END-1", _at(edition, circle), vp, values)


def _planets(edition: Edition, player: Player, circles: list[int]) -> Iterator[ScoreItem]:
    """Different colours once; each further one of a colour in a sector (SOL-END-2).

    A planet's own line says whether it is the first of its colour and sector.
    """
    lattice, worth = edition.lattice, edition.worth
    seen: Counter[tuple[int, int]] = Counter()
    for circle in circles:
        colour, where = player.circles[circle] - PLANETS, _at(edition, circle)
        values = {"colour": edition.colours[colour]}
        tethers = lines_meeting(edition, player, circle)
        if tethers:
            values |= {"lines": str(tethers)}
            yield ScoreItem("item.planet_tethered", "SOL-END-2", where, 0, values)
            continue
        group = colour, lattice.sector[circle]
        if seen[group]:
            values |= {"sector": lattice.sectors[group[1]]}
            key, vp = "item.planet_again", worth.same_sector
            yield ScoreItem(key, "SOL-END-2", where, vp, values)
        else:
            yield ScoreItem("item.planet", "SOL-END-2", where, 0, values)
        seen[group] += 1
    colours = sorted({colour for colour, _ in seen})
    if colours:
        names = [edition.colours[colour] for colour in colours]
        vp = worth.planet_sets[len(colours) - 1]
        yield ScoreItem("item.planet_colours", "SOL-END-2", "board", vp, {"colours": names})


def _features(edition: Edition, player: Player) -> Iterator[ScoreItem]:
    for number in player.cards:
        card = edition.cards[number]
        values = {"card": card.name, "kind": card.kind}
        circle = player.circles.find(FEATURES + number)
        if circle < 0:
            yield ScoreItem("item.feature_unplaced", "SOL-END-3", "storage", 0, values)
            continue
        met = meets_condition(edition, player, circle, edition.conditions[card.kind])
        key, vp = ("item.feature", card.points) if met else ("item.feature_unmet", 0)
        yield ScoreItem(key, "SOL-END-3", _at(edition, circle), vp, values)


def _loose_lines(edition: Edition, player: Player) -> Iterator[ScoreItem]:
    """Lines at an empty circle or at Dark Sky (SOL-END-4, SOL-Q12)."""
    lattice = edition.lattice
    for gap, lines in enumerate(player.gaps):
        for bit, circle in enumerate(lattice.corners[gap]):
            if lines >> bit & 1 and not holds(player.circles[circle]):
                values = {"line": LINES[bit], "at": _at(edition, circle)}
                where = gap_text(lattice.gaps[gap])
                yield ScoreItem(
                    "item.loose_line", "SOL-END-4", where, edition.worth.loose_line, values
                )


def _bonus(edition: Edition, player: Player) -> Iterator[ScoreItem]:
    """The bonus tile: sectors in which enough clusters score (SOL-END-5)."""
    lattice, worth = edition.lattice, edition.worth
    scoring = Counter(
        lattice.sector[circle]
        for circle, code in enumerate(player.circles)
        if CLUSTERS <= code < PLANETS and cluster_vp(edition, player, circle)
    )
    for sector, name in enumerate(lattice.sectors):
        if scoring[sector] >= worth.bonus_clusters:
            values = {"sector": name, "count": scoring[sector]}
            yield ScoreItem("item.bonus", "SOL-END-5", f"sector {name}", worth.bonus_vp, values)


def final_score(state: SolaniState) -> FinalScore:
    """The result as it would stand if the game ended now; ties are shared (SOL-Q14)."""
    items = [tuple(score_items(state, player)) for player in state.players]
    totals = [sum(item.vp for item in things) for things in items]
    ranked = sorted(range(len(totals)), key=lambda seat: (-totals[seat], seat))
    seats = []
    for seat in ranked:
        lines = dict.fromkeys(_LINES.values(), 0)
        for item in items[seat]:
            lines[_LINES[item.clause]] += item.vp
        if state.table.rulings.unplaceable != "minus1":
            del lines[LOST_LINE]
        rank = 1 + sum(total > totals[seat] for total in totals)
        score = SeatScore(seat_name(seat), rank, totals[seat], tuple(lines.items()), items[seat])
        seats.append(score)
    winners = tuple(seat_name(seat) for seat in ranked if totals[seat] == totals[ranked[0]])
    tie_break = "tie.none" if len(winners) == 1 else "tie.shared"
    return FinalScore(tuple(seats), winners, tie_break, "SOL-Q14")
