"""The final score: constellations, personal goals, shooting stars; a breakdown that adds up."""

from __future__ import annotations

from collections import Counter

from companion.games.contract import FinalScore, ScoreItem, SeatScore
from companion.games.polaris.edition import on_scale
from companion.games.polaris.pieces import Source
from companion.games.polaris.sky.clusters import clusters
from companion.games.polaris.sky.shapes import fulfilled
from companion.games.polaris.state import UNSHOWN, Entry, PolarisState, seat_name
from companion.games.polaris.words import said_goal

_CLAUSES = {
    Source.START: "POL-SET-7",
    Source.EARLIER: "POL-ROUND-5",
    Source.TELESCOPE: "POL-ROUND-4",
    Source.GOAL: "POL-ROUND-5",
    Source.MOST: "POL-ROUND-6",
}
Scored = tuple[Source, ScoreItem]


def final_score(state: PolarisState) -> FinalScore:
    """The result as it would stand if the game ended now (POL-END-2 to 7)."""
    scored = {seat: _items(state, seat) for seat in range(state.table.seats)}
    totals = {seat: sum(item.vp for _, item in items) for seat, items in scored.items()}
    seats = []
    for seat in sorted(totals, key=lambda seat: (-totals[seat], seat)):
        by_source: Counter[Source] = Counter()
        for source, item in scored[seat]:
            by_source[source] += item.vp
        lines = tuple(
            (f"score.{source.value}", by_source[source]) for source in Source if source in by_source
        )
        rank = 1 + sum(other > totals[seat] for other in totals.values())
        items = tuple(item for _, item in scored[seat])
        seats.append(SeatScore(seat_name(seat), rank, totals[seat], lines, items))
    winners = tuple(score.seat for score in seats if score.rank == 1)
    tie = "tie.none" if len(winners) == 1 else "tie.shared"
    return FinalScore(tuple(seats), winners, tie, "POL-END-7")


def _entry_name(state: PolarisState, entry: Entry) -> object:
    """What an entry is about: a goal in words, else as it was noted."""
    edition = state.table.edition
    if entry.source in (Source.GOAL, Source.MOST) and entry.name in edition.goal_index:
        return said_goal(edition.goals[edition.goal_index[entry.name]])
    return entry.name


def _items(state: PolarisState, seat: int) -> list[Scored]:
    """Everything that scored for a seat, with the final floor (POL-Q14)."""
    where = seat_name(seat)
    items = [
        (
            entry.source,
            ScoreItem(
                f"item.{entry.source.value}",
                _CLAUSES[entry.source],
                where,
                entry.vp,
                {"name": _entry_name(state, entry)},
            ),
        )
        for entry in state.players[seat].ledger
    ]
    items += _constellations(state, seat)
    items += _personal(state, seat)
    items += _shooting_stars(state, seat)
    total = sum(item.vp for _, item in items)
    if total < 0 and state.table.rulings.final_floor:
        items.append((Source.FLOOR, ScoreItem("item.floor", "POL-Q14", where, -total)))
    return items


def _constellations(state: PolarisState, seat: int) -> list[Scored]:
    """Each constellation and each lone star by its size (POL-END-2, POL-END-3, POL-Q8)."""
    edition = state.table.edition
    items: list[Scored] = []
    for cluster in clusters(edition.sky, state.stars[seat], state.lines):
        size = cluster.bit_count()
        names = edition.sky.space_names(cluster)
        lone = size == 1
        items.append(
            (
                Source.LONE if lone else Source.CONSTELLATION,
                ScoreItem(
                    "item.lone_star" if lone else "item.constellation",
                    "POL-END-2",
                    f"{seat_name(seat)} {names[0]}",
                    on_scale(edition.constellation, size),
                    {"count": size, "spaces": " ".join(names)},
                ),
            )
        )
    return items


def _personal(state: PolarisState, seat: int) -> list[Scored]:
    """The personal goal by how often its shape is found (POL-END-4, POL-END-5)."""
    edition, number = state.table.edition, state.players[seat].goal
    where = seat_name(seat)
    if number == UNSHOWN:
        return [(Source.PERSONAL, ScoreItem("item.personal_unshown", "POL-END-4", where, 0))]
    goal, scale = edition.personal[number], edition.personal_scale
    enough = scale[-1][0]
    induced = state.table.rulings.goal_induced
    shapes = fulfilled(edition.sky, goal, state.stars[seat], state.lines, induced, enough)
    places = " / ".join(" ".join(edition.sky.space_names(shape)) for shape in shapes)
    vp = on_scale(scale, len(shapes))
    values = {"goal": goal.name, "count": len(shapes), "shapes": places or "none"}
    return [(Source.PERSONAL, ScoreItem("item.personal", "POL-END-4", where, vp, values))]


def _shooting_stars(state: PolarisState, seat: int) -> list[Scored]:
    """VP for shooting stars left over (POL-END-6)."""
    left = state.players[seat].shooting_stars
    vp = left // state.table.edition.scoring.shooting_stars_per_point
    item = ScoreItem("item.shooting_stars", "POL-END-6", seat_name(seat), vp, {"count": left})
    return [(Source.SHOOTING, item)]
