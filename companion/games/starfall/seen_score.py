"""What the tiles and Stardust in an area score by themselves, by what is seen of them.

Only what can be told is counted.  Whoever may have more tiles than can be told may have less
points: the first Black Hole costs some (STAR-SCORE-4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.flow import Observation
from companion.games.contract import Note, RulingValue
from companion.games.printable import SeenScore
from companion.games.starfall.edition import Counts, Edition, Tile
from companion.games.starfall.explaining.seen import Look, Pile, look_at
from companion.games.starfall.rulings import NONE, Rulings, read_rulings
from companion.games.starfall.scoring import objects, on_tiles, tiles_of
from companion.games.starfall.state import Player, seat_name

SURE = 0.98  # below it a thing is not counted
_LIKELY = 0.5  # what is less likely is no guess to be named, such as glare read as pieces
_NOTHING = Tile("", 0, 0, 0, 0, 0, ())


def scores_seen(
    edition: Edition,
    rulings: Mapping[str, RulingValue],
    observations: Sequence[Observation],
    players: int = 0,
) -> tuple[SeenScore, ...]:
    """The score of every area of which something is seen (STAR-SCORE-2 to 7).

    Stars are left out: who has the most is known from everybody's tiles only (STAR-SCORE-1).
    """
    settings = read_rulings(rulings)
    look = look_at(edition, players or max(edition.players), observations)
    twice = _seen_twice(look)
    seats = sorted(look.tiles.keys() | look.dust.keys())
    return tuple(_score(edition, settings, look, seat, twice, players) for seat in seats)


def _score(
    edition: Edition, settings: Rulings, look: Look, seat: int, twice: frozenset[int], players: int
) -> SeenScore:
    tiles, dust = look.tiles.get(seat), look.dust.get(seat)
    known = _sure(tiles, twice)
    player = Player(known, _counted(edition, dust))
    items = tuple(item for _, item in objects(edition, player, seat_name(seat)))
    told = sum(item.vp for item in items)
    doubts = (*_tile_doubts(tiles, len(known)), *_dust_doubts(edition, dust))
    more = _most_untold(edition, tiles, known)
    return SeenScore(
        seat_name(seat),
        told,
        items,
        told + _may_cost(edition, known, more),
        doubts,
        tuple(_of_stars(edition, settings, player, players)) if tiles is not None else (),
    )


def _sure_kinds(pile: Pile | None) -> Iterator[int]:
    """The things of a pile that can be told."""
    for options in pile.things if pile is not None else ():
        kind, probability = options[0]
        if kind >= 0 and probability >= SURE:
            yield kind


def _seen_twice(look: Look) -> frozenset[int]:
    """Tiles that are seen in two places; no two are alike, so neither can be believed."""
    counts = Counter(tile for pile in look.tiles.values() for tile in _sure_kinds(pile))
    return frozenset(tile for tile, count in counts.items() if count > 1)


def _sure(tiles: Pile | None, twice: frozenset[int]) -> Counts:
    return tuple(sorted(tile for tile in _sure_kinds(tiles) if tile not in twice))


def _counted(edition: Edition, dust: Pile | None) -> Counts:
    """Pieces by kind; none of a heap that can't be counted for certain, which may be smaller."""
    sure = Counter(_sure_kinds(dust) if dust is not None and dust.whole else ())
    return tuple(sure[kind] for kind in range(len(edition.pieces)))


# -- what can't be told ------------------------------------------------------------------


def _tile_doubts(tiles: Pile | None, known: int) -> Iterator[Note]:
    if tiles is None:
        yield Note("note.tiles_unseen")
        return
    untold = len(tiles.things) - known
    if untold:
        yield Note("note.tiles_untold", {"count": untold})
    if not tiles.whole:
        yield Note("note.tiles_hidden")


def _dust_doubts(edition: Edition, dust: Pile | None) -> Iterator[Note]:
    if dust is None:
        yield Note("note.dust_unseen")
    elif not dust.whole and dust.sure < _LIKELY:
        yield Note("note.dust_uncounted")
    elif not dust.whole:
        likely = Counter(options[0][0] for options in dust.things)
        pieces = tuple(likely[kind] for kind in range(len(edition.pieces)))
        value = edition.value_of(pieces)
        vp = value // edition.scoring.stardust_per_point
        yield Note("note.dust_unsure", {"value": value, "vp": vp})
    elif untold := len(dust.things) - sum(1 for _ in _sure_kinds(dust)):
        yield Note("note.dust_untold", {"count": untold})


def _most_untold(edition: Edition, tiles: Pile | None, known: Counts) -> int:
    """How many tiles may lie there at most beside those that can be told."""
    if tiles is None or not tiles.whole:
        return len(edition.tiles) - len(known)
    return len(tiles.things) - len(known)


def _may_cost(edition: Edition, known: Counts, more: int) -> int:
    """How much less so many more tiles may make it, at worst; 0 when they can only add.

    Objects of each sort are taken by themselves, as many as may lie on so many tiles.
    """
    own = [edition.tiles[tile] for tile in known]
    spare = [tile for number, tile in enumerate(edition.tiles) if number not in known]
    return sum(
        min(_worth(edition, [*own, added]) for added in _added(own, spare, sort, more))
        - _worth(edition, own)
        for sort in ("planets", "moons", "black_holes", "comets")
    )


def _added(own: Sequence[Tile], spare: Sequence[Tile], sort: str, more: int) -> Iterator[Tile]:
    counts = sorted((getattr(tile, sort) for tile in spare), reverse=True)
    for count in range(sum(counts[:more]) + 1):
        objects_of: dict[str, Any] = {sort: count}
        yield replace(_NOTHING, **objects_of)


def _worth(edition: Edition, tiles: Sequence[Tile]) -> int:
    return sum(item.vp for _, item in on_tiles(edition, tiles, ""))


# -- what the others decide --------------------------------------------------------------


def _of_stars(edition: Edition, settings: Rulings, player: Player, players: int) -> Iterator[Note]:
    """What Stars may score, and what happens in a tie (STAR-SCORE-1, STAR-Q11)."""
    scoring = edition.scoring
    values: dict[str, object] = {
        "count": sum(tile.stars for tile in tiles_of(edition, player)),
        "most": f"{scoring.most_stars:+d}",
    }
    if players and players not in scoring.fewest_players:
        yield Note("note.stars_most", values)
    else:
        values["fewest"] = f"{scoring.fewest_stars:+d}"
        values["players"] = tuple(map(str, scoring.fewest_players))
        yield Note("note.stars", values)
    tie = settings.star_tie
    yield Note("ruling.star_tie.none" if tie == NONE else "ruling.star_tie.all")
