"""Checks an edition document and builds the `Edition` the rules use.

Every failure is one sentence that names the file and the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from companion.games.contract import EditionError
from companion.games.shapes import edition_as
from companion.games.starfall.edition import Edition, Piece, Scale, Scoring, Tile
from companion.games.starfall.edition_doc import EditionDoc, ScoringDoc, TileDoc


class _Wrong(Exception):
    """What is wrong, beginning with the key."""


def read_edition(document: Mapping[str, Any], where: str) -> Edition:
    """Check a parsed edition file; `where` names it in errors.  Raises EditionError."""
    doc = edition_as(EditionDoc, document, where)
    try:
        return _build(doc)
    except _Wrong as error:
        raise EditionError(f"{where}: {error}") from error


def _build(doc: EditionDoc) -> Edition:
    _check_board(doc)
    _check_sizes(doc)
    tiles = tuple(_tile(tile, doc.colours, f"tile {tile.name}") for tile in doc.tile)
    pieces = tuple(
        Piece(piece.name, piece.value, piece.count, piece.start, piece.diameter_mm)
        for piece in doc.piece
    )
    edition = Edition(
        name=doc.name,
        components=doc.components,
        numbers=tuple(doc.board.numbers),
        most_tiles=doc.board.most_tiles,
        removed={table.players: table.removed for table in doc.table},
        pieces=pieces,
        piece_index=_index("piece", (piece.name for piece in pieces)),
        scoring=_scoring(doc.scoring),
        colours=tuple(doc.colours),
        tiles=tiles,
        tile_index=_index("tile", (tile.name for tile in tiles)),
        print=doc.print,
    )
    _index("colours", doc.colours)
    _check_counts(doc, edition)
    return edition


def _wrong(key: str, why: str) -> NoReturn:
    raise _Wrong(f"{key}: {why}")


def _index(key: str, names: Iterable[str]) -> dict[str, int]:
    """Names and their numbers; no two differ in letter case only."""
    found: dict[str, int] = {}
    folded: set[str] = set()
    for number, name in enumerate(names):
        if name.casefold() in folded:
            _wrong(key, f"{name} is there twice")
        folded.add(name.casefold())
        found[name] = number
    return found


def _check_board(doc: EditionDoc) -> None:
    numbers = doc.board.numbers
    if sorted(set(numbers), reverse=True) != numbers:
        _wrong("board.numbers", "are listed from the highest down, each once")
    if doc.board.most_tiles > len(numbers):
        _wrong("board.most_tiles", f"there are only {len(numbers)} numbers")


def _check_sizes(doc: EditionDoc) -> None:
    sizes = doc.print
    if 2 * (sizes.tile_mm + sizes.tag_mm) > min(sizes.area_mm):
        _wrong("print.area_mm", "leaves no room for tiles between the markers")


def _tile(doc: TileDoc, colours: Sequence[str], key: str) -> Tile:
    for colour in doc.nebulae:
        if colour not in colours:
            _wrong(f"{key}.nebulae", f"there is no colour {colour}; there are {', '.join(colours)}")
    return Tile(
        name=doc.name,
        stars=doc.stars,
        planets=doc.planets,
        moons=doc.moons,
        black_holes=doc.black_holes,
        comets=doc.comets,
        nebulae=tuple(sorted(colours.index(colour) for colour in doc.nebulae)),
    )


def _scoring(doc: ScoringDoc) -> Scoring:
    return Scoring(
        most_stars=doc.most_stars,
        fewest_stars=doc.fewest_stars,
        fewest_players=tuple(doc.fewest_players),
        planet=doc.planet,
        moon=doc.moon,
        black_holes=_scale("scoring.black_holes", doc.black_holes),
        comets=tuple(doc.comets),
        nebula=doc.nebula,
        nebula_colours=_scale("scoring.nebula_colours", doc.nebula_colours),
        stardust_per_point=doc.stardust_per_point,
    )


def _scale(key: str, rows: Sequence[tuple[int, int]]) -> Scale:
    counts = [count for count, _ in rows]
    if sorted(set(counts)) != counts:
        _wrong(key, "counts rise from row to row")
    return tuple(rows)


def _check_counts(doc: EditionDoc, edition: Edition) -> None:
    """STAR-COMP: the lists add up to the printed counts, and every table can be set up."""
    printed, listed = doc.components.tiles, len(edition.tiles)
    if printed != listed:
        _wrong("components.tiles", f"says {printed}, but the file lists {listed}")
    kinds = [msgspec.structs.astuple(tile)[1:] for tile in doc.tile]
    if len({tuple(map(str, kind)) for kind in kinds}) != len(kinds):
        _wrong("tile", "two tiles show the same objects; every Sky Tile is different")
    if len(edition.removed) != len(doc.table):
        _wrong("table", "lists a number of players twice")
    most = max(edition.removed)
    if doc.components.player_aids < most:
        _wrong("components.player_aids", f"are too few for {most} players")
    for players, removed in edition.removed.items():
        if listed - removed < 2:
            _wrong("table", f"with {players} players only {listed - removed} tiles are left")
    for piece in edition.pieces:
        if piece.start * most > piece.count:
            _wrong(f"piece {piece.name}", f"{piece.count} are too few for {most} players")
    if not any(piece.start for piece in edition.pieces):
        _wrong("piece", "nobody begins with any, so the game would be over at once")
