"""The reminder: what a turn is and what the end of the game brings, for every player."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Drawing, Polygon, Shape, Stroke
from companion.games.polaris.art.glyphs import box_mm, dust, north_star, rounded_mm
from companion.games.polaris.art.goals import scale_shapes
from companion.games.polaris.art.lettering import LANGUAGES, fitted
from companion.games.polaris.art.palette import CARD, GOLD, IVORY, PALE, fill, line
from companion.games.polaris.edition import Edition
from companion.games.polaris.pieces import SEATS
from companion.games.polaris.words import say
from companion.prints import PiecePrint

FAMILY = "reminder"
_LINES = ("remind.take", "remind.play", "remind.stars", "remind.phase", "remind.spaces")


@lru_cache(maxsize=8)
def reminder_drawing(edition: Edition, language: str) -> Drawing:
    """One side of the reminder, in one language."""
    width, height = edition.print.reminder_mm
    values = {
        "take": edition.turn.take_shooting_stars,
        "limit": edition.turn.hand_limit,
        "advanced": edition.turn.advanced_price,
        "phase": edition.turn.phase_price,
        "red": edition.turn.red_price,
        "white": edition.turn.white_gain,
        "per": edition.scoring.shooting_stars_per_point,
    }
    title = say("game", language, {})
    room, left = width * 0.84, width / 2
    shapes: list[Shape] = [
        Polygon(box_mm(0.0, 0.0, width, height), fill(CARD)),
        *dust(2.0, 2.0, width - 4.0, height - 4.0, 18),
        Polygon(rounded_mm(1.6, 1.6, width - 3.2, height - 3.2, 2.6), line(GOLD, 0.35)),
        *north_star((width * 0.14, height * 0.075), height * 0.035),
        fitted(title, (left, height * 0.075), height * 0.03, room * 0.6, GOLD, bold=True),
    ]
    for n, key in enumerate(_LINES):
        at = (left, height * (0.17 + 0.066 * n))
        shapes.append(fitted(say(key, language, values), at, 2.1, room, IVORY))
    y = height * 0.48
    shapes.append(Stroke(((width * 0.1, y), (width * 0.9, y)), line(GOLD, 0.25)))
    for n, (key, scale) in enumerate(
        (
            ("remind.constellation", edition.constellation),
            ("remind.personal", edition.personal_scale),
        )
    ):
        top = height * (0.53 + 0.19 * n)
        shapes.append(fitted(say(key, language, values), (left, top), 2.0, room, PALE))
        shapes += scale_shapes(scale, (width * 0.08, top + 3.0), (width * 0.84, height * 0.11))
    shapes.append(
        fitted(say("remind.left", language, values), (left, height * 0.93), 2.0, room, PALE)
    )
    return Drawing((width, height), tuple(shapes))


def reminder_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """One reminder for each seat: English in front, Chinese behind."""
    width, height = edition.print.reminder_mm
    front, back = (reminder_drawing(edition, language) for language in LANGUAGES)
    outline = box_mm(-width / 2, -height / 2, width, height)
    thick = edition.print.card_thickness_mm
    return (PiecePrint(FAMILY, FAMILY, front, outline, len(SEATS), thick, back=back),)
