"""The Night Sky as it lies now: the track, and the cast tokens one beside the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.drawing import Disc, Drawing, PointMm, Shape, Words
from companion.games.girl.art import palette
from companion.games.girl.art.names import track
from companion.games.girl.art.signs import gem
from companion.games.girl.page import names
from companion.games.girl.page.picture import Picture, laid
from companion.games.girl.page.strip import Strip
from companion.games.girl.pieces import ASH_KINDS, COLOURS
from companion.games.girl.state import AshToken, GirlState, seat_name
from companion.games.playable import Scene, Spot
from companion.prints import Lie

BOARD = "sky"
_ROW_MM = 36.0
_GEM_MM = 2.8
_CAST_MM = 124.0  # width of the scene: five tokens side by side


def sky_scene(state: GirlState, art: Picture, lies: Iterable[Lie]) -> Scene:
    """The Night Sky; everybody sees all of it."""
    here = (lie for lie in lies if lie.board == BOARD and lie.family != "ash")
    drawing = laid(state.table.edition, art.boards[BOARD], here)
    return Scene("sky", "scene.sky", drawing, tuple(_track(state, art)))


def cast_scene(state: GirlState, art: Picture) -> Scene:
    """The cast tokens in a row, with the Light that each can give."""
    strip = Strip(_CAST_MM, 0.0, _ROW_MM)
    for number, token in enumerate(state.cast, 1):
        _token(art, strip, number, token)
    return Scene("cast", "scene.cast", strip.below(Drawing((0.0, 0.0))), tuple(strip.spots))


def _track(state: GirlState, art: Picture) -> Iterator[Spot]:
    who = {state.track.girl: ["girl"]}
    for seat, space in enumerate(state.track.elders):
        who.setdefault(space, []).append(f"elder {seat_name(seat)}")
    for space, seat in state.track.villagers:
        who.setdefault(space, []).append(f"villager {seat_name(seat)}")
    for space in range(1, state.table.track_length + 1):
        place = art.places.get((BOARD, track(space)))
        if place is not None:
            key = "spot.sky" if space in who else "spot.sky_free"
            values = {"space": space, "who": who.get(space, [])}
            yield Spot(names.sky(space), place.outline_mm, key, values)


def _token(art: Picture, strip: Strip, number: int, token: AshToken) -> None:
    """A cast token with its number and the Light it can give; a ring where one was taken."""
    kind, light = ASH_KINDS[token.kind], [COLOURS[colour] for colour in token.colours]
    piece = art.pieces.get(("ash", kind))
    drawing = Drawing((20.0, 20.0)) if piece is None else piece.front
    size = drawing.size_mm[0]
    values = {"number": number, "token": kind, "light": light}
    x, y = strip.room((size, size))
    middle = (x, y - 4.0)
    spot = names.in_dish(number)
    if token.taken:
        empty = Drawing(drawing.size_mm, (_ring(size),))
        strip.put_at(middle, empty, spot, "spot.cast_taken", {"number": number})
        return
    strip.put_at(middle, drawing, spot, "spot.cast", values)
    strip.shapes += _gems(token, (x, y + size / 2 + 1.0))
    strip.shapes.append(
        Words(f"{number}", (x - size / 2, middle[1] - size / 2), 3.2, palette.IVORY, bold=True)
    )


def _ring(size_mm: float) -> Shape:
    return Disc((size_mm / 2, size_mm / 2), size_mm / 2 - 0.5, palette.line(palette.GOLD, 0.4))


def _gems(token: AshToken, middle: PointMm) -> Iterator[Shape]:
    """The Light that a token can give, side by side."""
    count = len(token.colours)
    for place, colour in enumerate(token.colours):
        x = middle[0] + (place - (count - 1) / 2) * 2.2 * _GEM_MM
        yield from gem(colour, _GEM_MM, (x, middle[1]))
