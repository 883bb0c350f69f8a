"""The final score: what lies in the piles and what Stardust is left, with a breakdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.contract import FinalScore, ScoreItem, SeatScore
from companion.games.starfall.edition import Edition, Tile, on_scale
from companion.games.starfall.pieces import Line
from companion.games.starfall.rulings import NONE
from companion.games.starfall.state import Player, StarfallState, seat_name

Scored = tuple[Line, ScoreItem]


def final_score(state: StarfallState) -> FinalScore:
    """The result as it would stand if the game ended now (STAR-SCORE, STAR-END-3)."""
    majority = _stars(state)
    scored = {
        seat: [*majority[seat], *objects(state.table.edition, player, seat_name(seat))]
        for seat, player in enumerate(state.players)
    }
    totals = {seat: sum(item.vp for _, item in items) for seat, items in scored.items()}
    seats = []
    for seat in sorted(totals, key=lambda seat: (-totals[seat], seat)):
        by_line: Counter[Line] = Counter()
        for line, item in scored[seat]:
            by_line[line] += item.vp
        lines = tuple((f"score.{line.value}", by_line[line]) for line in Line if line in by_line)
        rank = 1 + sum(other > totals[seat] for other in totals.values())
        items = tuple(item for _, item in scored[seat])
        seats.append(SeatScore(seat_name(seat), rank, totals[seat], lines, items))
    winners = tuple(score.seat for score in seats if score.rank == 1)
    tie = "tie.none" if len(winners) == 1 else "tie.shared"
    return FinalScore(tuple(seats), winners, tie, "STAR-END-3")


def tiles_of(edition: Edition, player: Player) -> list[Tile]:
    """The tiles of a pile that can be seen."""
    return [edition.tiles[tile] for tile in player.tiles if tile >= 0]


def _stars(state: StarfallState) -> list[list[Scored]]:
    """Most and fewest Stars, by seat (STAR-SCORE-1, STAR-Q11)."""
    edition, scoring = state.table.edition, state.table.edition.scoring
    counts = [sum(tile.stars for tile in tiles_of(edition, p)) for p in state.players]
    found: list[list[Scored]] = [[] for _ in counts]
    if len(set(counts)) == 1:
        return found  # all are equal: nobody has the most or the fewest
    most = _alone(state, counts, max(counts))
    fewest: list[int] = []
    if state.table.seats in scoring.fewest_players:
        fewest = _alone(state, counts, min(counts))
    for line, seats, vp in (
        (Line.MOST_STARS, most, scoring.most_stars),
        (Line.FEWEST_STARS, fewest, scoring.fewest_stars),
    ):
        for seat in seats:
            found[seat].append(_item(line, "STAR-SCORE-1", seat_name(seat), vp, count=counts[seat]))
    return found


def _alone(state: StarfallState, counts: Sequence[int], count: int) -> list[int]:
    """The seats with this count; by the ruling star_tie none of them when they are tied."""
    seats = [seat for seat, own in enumerate(counts) if own == count]
    return [] if len(seats) > 1 and state.table.rulings.star_tie == NONE else seats


def objects(edition: Edition, player: Player, where: str) -> Iterator[Scored]:
    """What a player's tiles and pieces score, whatever the others have (STAR-SCORE-2 to 7)."""
    yield from on_tiles(edition, tiles_of(edition, player), where)
    value = edition.value_of(player.pieces)
    if value:
        vp = value // edition.scoring.stardust_per_point  # STAR-Q13: rounded down
        yield _item(Line.STARDUST, "STAR-SCORE-7", where, vp, count=value)


def on_tiles(edition: Edition, tiles: Sequence[Tile], where: str) -> Iterator[Scored]:
    """The objects on some tiles, Stars left out (STAR-SCORE-2 to 6)."""
    yield from _planets(edition, tiles, where)
    yield from _black_holes(edition, tiles, where)
    yield from _comets(edition, tiles, where)
    yield from _nebulae(edition, tiles, where)


def _item(line: Line, clause: str, where: str, vp: int, **values: object) -> Scored:
    return line, ScoreItem(f"item.{line.value}", clause, where, vp, values)


def _planets(edition: Edition, tiles: Sequence[Tile], where: str) -> Iterator[Scored]:
    """Planets, and at most as many Moons, wherever in the pile they are (STAR-Q14)."""
    planets = sum(tile.planets for tile in tiles)
    moons = sum(tile.moons for tile in tiles)
    if planets:
        vp = planets * edition.scoring.planet
        yield _item(Line.PLANETS, "STAR-SCORE-2", where, vp, count=planets)
    if moons:
        paired = min(moons, planets)
        vp = paired * edition.scoring.moon
        yield _item(Line.MOONS, "STAR-SCORE-3", where, vp, count=moons, paired=paired)


def _black_holes(edition: Edition, tiles: Sequence[Tile], where: str) -> Iterator[Scored]:
    count = sum(tile.black_holes for tile in tiles)
    if count:
        vp = on_scale(edition.scoring.black_holes, count)
        yield _item(Line.BLACK_HOLES, "STAR-SCORE-4", where, vp, count=count)


def _comets(edition: Edition, tiles: Sequence[Tile], where: str) -> Iterator[Scored]:
    count = sum(tile.comets for tile in tiles)
    if count:
        each = edition.scoring.each_comet(count)
        yield _item(Line.COMETS, "STAR-SCORE-5", where, count * each, count=count, each=each)


def _nebulae(edition: Edition, tiles: Sequence[Tile], where: str) -> Iterator[Scored]:
    """Every Nebula, and a bonus for different colours (STAR-SCORE-6)."""
    scoring = edition.scoring
    colours = Counter(colour for tile in tiles for colour in tile.nebulae)
    count = colours.total()
    if count:
        yield _item(Line.NEBULAE, "STAR-SCORE-6", where, count * scoring.nebula, count=count)
    bonus = on_scale(scoring.nebula_colours, len(colours))
    if bonus:
        names = [edition.colours[colour] for colour in sorted(colours)]
        yield _item(Line.COLOURS, "STAR-SCORE-6", where, bonus, count=len(names), colours=names)
