"""Which families lie in piles: large, in any arrangement, many to a place."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import Polygon

from companion.places import Family, Place

LEAST_MM2 = 800.0  # smaller pieces have too few marks
_ROOM = 2.5  # so many times its area a place is larger than a piece of a pile


def pile_family(place: Place, families: Sequence[Family]) -> Family | None:
    """The family that lies in piles in a place, None when none does."""
    room = float(Polygon(place.outline_mm).area)
    for family in families:
        area = float(Polygon(family.outline_mm).area)
        loose = family.turns == 0 and place.capacity > 1 and not family.lies_on
        if loose and len(family.kinds) > 1 and LEAST_MM2 <= area < room / _ROOM:
            return family
    return None
