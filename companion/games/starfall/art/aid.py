"""The player aid: what a turn is and what everything scores, for every player."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.drawing import Drawing, PointMm, Polygon, Shape, Stroke
from companion.games.contract import LANGUAGES
from companion.games.starfall.art.lettering import fitted
from companion.games.starfall.art.objects import black_hole, comet, moon, nebula, planet, star
from companion.games.starfall.art.outlines import Shapes, box_mm, rounded_mm
from companion.games.starfall.art.palette import BRASS, DISC, PALE, PAPER, fill, line
from companion.games.starfall.edition import Edition, Scale
from companion.games.starfall.words import say
from companion.prints import PiecePrint

FAMILY = "player aid"
_TURN = ("aid.add", "aid.move", "aid.discover")
_SCORES = ("aid.stars", "aid.planet", "aid.moon", "aid.holes", "aid.comets", "aid.nebulae")


@lru_cache(maxsize=8)
def aid_drawing(edition: Edition, language: str) -> Drawing:
    """One side of the aid, in one language."""
    width, height = edition.print.aid_mm
    values, room = _values(edition), width * 0.84
    shapes: list[Shape] = [
        Polygon(box_mm(0.0, 0.0, width, height), fill(DISC)),
        Polygon(rounded_mm(1.4, 1.4, width - 2.8, height - 2.8, 2.4), line(BRASS, 0.4)),
        fitted(say("game", language, {}), (width / 2, height * 0.07), 3.4, room, BRASS, bold=True),
    ]
    for n, key in enumerate(_TURN):
        at = (width / 2, height * (0.15 + 0.055 * n))
        shapes.append(fitted(say(key, language, values), at, 2.1, room, PAPER))
    y = height * 0.31
    shapes.append(Stroke(((width * 0.1, y), (width * 0.9, y)), line(BRASS, 0.25)))
    for n, key in enumerate(_SCORES):
        at = (width * 0.57, height * (0.375 + 0.093 * n))
        shapes += _sign(edition, n, (width * 0.13, at[1]), height * 0.036)
        shapes.append(fitted(say(key, language, values), at, 2.1, width * 0.72, PAPER))
    foot = say("aid.stardust", language, values)
    shapes.append(fitted(foot, (width / 2, height * 0.94), 2.0, room, PALE))
    return Drawing((width, height), tuple(shapes))


def aid_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """One aid for each player: English in front, Chinese behind (STAR-SET-2)."""
    width, height = edition.print.aid_mm
    front, back = (aid_drawing(edition, language) for language in LANGUAGES)
    outline = box_mm(-width / 2, -height / 2, width, height)
    count, thick = edition.components.player_aids, edition.print.aid_thickness_mm
    return (PiecePrint(FAMILY, FAMILY, front, outline, count, thick, back=back),)


def _sign(edition: Edition, row: int, at: PointMm, radius: float) -> Shapes:
    if row == len(_SCORES) - 1:
        return nebula(at, radius, 0, edition.colours[0][0].upper())
    return (star, planet, moon, black_hole, comet)[row](at, radius)


def _values(edition: Edition) -> dict[str, Any]:
    """The numbers of the edition, for the sentences of the aid."""
    scoring = edition.scoring
    return {
        "most": edition.most_tiles,
        "first": scoring.most_stars,
        "last": scoring.fewest_stars,
        "planet": scoring.planet,
        "moon": scoring.moon,
        "holes": _steps(scoring.black_holes),
        "comets": "/".join(map(str, scoring.comets)),
        "nebula": scoring.nebula,
        "colours": _steps(scoring.nebula_colours),
        "per": scoring.stardust_per_point,
    }


def _steps(scale: Scale) -> str:
    return "  ".join(f"{count}: {vp}" for count, vp in scale)
