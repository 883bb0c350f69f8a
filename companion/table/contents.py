"""What a place holds, in a form that can be compared from frame to frame."""

from __future__ import annotations

from companion.flow import PlaceReading, PlaceStatus, Sighting

# Turns that differ by less than this are the same way of lying.
TURN_STEP_DEG = 15.0

# A piece: its family, its likeliest kind, and how far it is turned in steps of TURN_STEP_DEG.
Piece = tuple[str, str, int]
Content = tuple[Piece, ...]


def piece_of(sighting: Sighting) -> Piece:
    """The likeliest piece that a sighting may be; "" for a kind that can't be told at all."""
    kind = sighting.kind or (sighting.kinds[0][0] if sighting.kinds else "")
    return sighting.family, kind, _steps(sighting)


def content_of(reading: PlaceReading) -> Content:
    """What most likely lies at a place; pieces side by side come in the order of their names."""
    return tuple(sorted(map(piece_of, reading.pieces)))


def is_covered(reading: PlaceReading) -> bool:
    """Whether nothing can be said of a place now."""
    return reading.status is PlaceStatus.COVERED


def _steps(sighting: Sighting) -> int:
    if sighting.turn_deg is None:
        return 0
    period_deg = sighting.turn_period_deg or 360.0
    # Rounded before and after, so that 359 degrees and 0 are the same.
    steps = round((sighting.turn_deg % period_deg) / TURN_STEP_DEG)
    return steps % max(1, round(period_deg / TURN_STEP_DEG))
