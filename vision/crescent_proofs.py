"""What proves or names a token below another, and what only makes a person look."""

from __future__ import annotations

from vision.crescents import OF_THE_PRINT, SHORT_ARC, Crescent
from vision.token_art import TokenArt
from vision.token_types import SeenToken

_COLOUR_TELLS = 0.15  # below this a crescent may be a shadow's
_EVIDENCE, _SHORT_ARC_COUNTS = 0.55, 0.05  # of rim and colours together
_EVIDENCE_HINTS, _COLOUR_HINTS, _CONTRAST_HINTS = 0.4, 0.1, 0.3  # at what may be a token
_EVIDENCE_OF_CONTRAST, _CONTRAST_LIKELY = 0.45, 0.8  # of what has no colour, to be looked at
_PATTERN_HINTS, _PATTERN_SHOWN = 0.8, 0.15  # correlation; of the top that must show
_COLOUR_CLEAR, _RIM_CLEAR = 1.0, 0.6  # one of them: the deepest shade hardly has a colour
_LEAST_SHOWN = 0.02  # of the disc: less is a rim without any token
_SLIVER, _SLIVER_WEIGHT = 0.08, 2.0  # a part of the disc that is smaller must prove more
NAMED = 0.98  # probability from which a kind is given
_PATTERN_ENOUGH = 0.8
_PATTERN_CLEAR, PATTERN_SHARE = 0.92, 0.2  # correlation; of the top that must show


def proved_by_colour(place: Crescent, visible: float) -> bool:
    """Whether rim and colour together show a token: a shadow has the one, not the other."""
    missing = max(0.0, _SLIVER - visible) * _SLIVER_WEIGHT
    missing += _SHORT_ARC_COUNTS if place.arc < SHORT_ARC else 0.0
    # A thick token's shadow has a round edge, too, but is no more coloured than what it falls on.
    rim_clear = place.likeness > _RIM_CLEAR and place.contrast >= 0
    clear = place.colour > _COLOUR_CLEAR or rim_clear
    shows = visible > _LEAST_SHOWN and place.colour > _COLOUR_TELLS and clear
    return shows and place.evidence > _EVIDENCE + missing


def is_open(place: Crescent) -> bool:
    """Whether a token may lie there: then the one above may lie higher."""
    coloured = place.colour > _COLOUR_HINTS or place.contrast > _CONTRAST_HINTS
    return coloured and place.evidence > _EVIDENCE_HINTS


def is_likely(place: Crescent, visible: float, correlation: float) -> bool:
    """Whether it would be no surprise if a token lay there: shadows have no colour of their own,
    and no kind's picture fits them; `correlation` is that of the one that fits best."""
    if visible > _PATTERN_SHOWN and correlation > _PATTERN_HINTS:
        return True
    evidence = place.evidence - _SLIVER_WEIGHT * max(0.0, _SLIVER - visible)
    coloured = place.colour > _COLOUR_HINTS and evidence > _EVIDENCE_HINTS
    contrasts = place.contrast > _CONTRAST_LIKELY and evidence > _EVIDENCE_OF_CONTRAST
    return coloured or contrasts


def proved_by_pattern(place: Crescent, best: SeenToken) -> bool:
    """Whether enough of a kind's picture shows, on a ground that is not clearly the print."""
    return (
        best.correlation > _PATTERN_CLEAR
        and best.visible > PATTERN_SHARE
        and place.colour > OF_THE_PRINT
    )


def pattern_tells(best: SeenToken, kinds: tuple[tuple[str, float], ...], art: TokenArt) -> bool:
    """Whether what fits best is also the likeliest by far, and no other kind shows its sign."""
    if best.kind is None or best.correlation <= _PATTERN_ENOUGH:
        return False
    alone = int(art.alike[best.kind].sum()) == 1
    return alone and kinds[0][0] == art.names[best.kind] and kinds[0][1] > NAMED


def contradicts(best: SeenToken, kind: int, art: TokenArt) -> bool:
    """Whether the pattern that fits best clearly is another kind's, of another sign."""
    if best.kind is None or best.correlation <= _PATTERN_CLEAR:
        return False
    return not art.alike[best.kind, kind]
