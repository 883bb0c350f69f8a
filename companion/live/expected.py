"""What the game has lying where, in the words that readers use, and how the table differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.display.model import Text
from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting
from companion.places import Family, Place
from companion.prints import Lie, PiecePrint, Prints
from companion.table.contents import TURN_STEP_DEG, Content, Piece, content_of, piece_of

BACK = " back"
_FILLS = 0.9  # of the area below: then nothing of that is seen


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place of one copy of a board."""

    board: str
    copy: int
    place: str

    def __str__(self) -> str:
        return f"{self.board} {self.copy + 1} {self.place}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A place that shows something else than the game has there.

    `seen` is None while the place can't be told; `reading` is what was read there.
    """

    spot: Spot
    expected: Content
    seen: Content | None
    reading: PlaceReading


@dataclass(frozen=True)
class TableArt:
    """The boards of one edition as a camera sees them; `titles` are the readers' board names.

    `names` are what people call them, where that is another; `said_kinds` and `said_places` are
    what people call kinds (by family and kind) and places.
    """

    prints: Prints
    titles: Mapping[tuple[str, int], str]
    names: Mapping[tuple[str, int], Text] = field(default_factory=dict)
    said_kinds: Mapping[tuple[str, str], Text] = field(default_factory=dict)
    said_places: Mapping[str, Text] = field(default_factory=dict)

    @cached_property
    def boards(self) -> Mapping[str, tuple[str, int]]:
        """Which copy of which board carries a title."""
        return {title: board for board, title in self.titles.items()}

    @cached_property
    def families(self) -> Mapping[str, Family]:
        """The families by name."""
        return {family.name: family for family in self.prints.families}

    @cached_property
    def places(self) -> Mapping[Spot, Place]:
        """Every place that is watched."""
        return {
            Spot(board.name, copy, place.name): place
            for board in self.prints.boards
            for copy in range(board.count)
            if (board.name, copy) in self.titles
            for place in board.places
        }

    @cached_property
    def _areas_mm2(self) -> Mapping[str, float]:
        return {name: _area_mm2(family.outline_mm) for name, family in self.families.items()}

    @cached_property
    def _backs(self) -> Mapping[tuple[str, str], str]:
        pieces: Sequence[PiecePrint] = self.prints.pieces
        return {(p.family, p.kind): p.back_kind or p.kind + BACK for p in pieces}

    def spot(self, title: str, place: str) -> Spot | None:
        """The place of a board that a reader names; None for a board that is not watched."""
        board = self.boards.get(title)
        return None if board is None else Spot(*board, place)

    def contents(self, lies: Sequence[Lie]) -> dict[Spot, Content]:
        """What a reader would see at each place that holds something, and in each dish.

        The dish of a board is its place "".
        """
        found: dict[Spot, list[Lie]] = {}
        for lie in lies:
            if (lie.board, lie.copy) in self.titles:
                found.setdefault(Spot(lie.board, lie.copy, lie.place), []).append(lie)
        return {spot: self._visible(pile) for spot, pile in found.items()}

    def _visible(self, pile: Sequence[Lie]) -> Content:
        if not pile[0].place:
            return tuple(sorted(map(self.piece, pile)))
        shown = [lie for n, lie in enumerate(pile) if not self._buried(lie, pile[n + 1 :])]
        return tuple(sorted(map(self.piece, shown)))

    def _buried(self, lie: Lie, above: Sequence[Lie]) -> bool:
        area = self._areas_mm2.get(lie.family, 0.0)
        return any(
            lie.family in self.families[other.family].lies_on
            and self._areas_mm2[other.family] >= _FILLS * area
            for other in above
            if other.family in self.families
        )

    def piece(self, lie: Lie) -> Piece:
        """A piece as it is read."""
        kind = self._backs.get((lie.family, lie.kind), lie.kind) if lie.back else lie.kind
        family = self.families.get(lie.family)
        turns = family.turns if family is not None else 0
        if turns < 2:
            return lie.family, kind, 0
        return lie.family, kind, round(360 * lie.turn / turns / TURN_STEP_DEG)

    def same(self, expected: Content, reading: PlaceReading) -> bool:
        """Whether a place holds what the game has there, as far as the picture can tell."""
        if not reading.pieces:
            return not expected
        left = Counter(expected)
        for sighting in reading.pieces:
            match = next((piece for piece in left if _fits(piece, sighting)), None)
            if match is None:
                return False
            left[match] -= 1
            left += Counter()
        return not left

    def differences(
        self, expected: Mapping[Spot, Content], readings: Sequence[Observation]
    ) -> tuple[Difference, ...]:
        """Every place that differs or can't be told, board by board."""
        found = []
        for observation in readings:
            for reading in observation.places:
                spot = self.spot(observation.board, reading.place)
                if spot is None:
                    continue
                wanted = expected.get(spot, ())
                if reading.status is PlaceStatus.COVERED:
                    continue
                told = reading.status is PlaceStatus.READ
                if not self.same(wanted, reading):
                    seen = content_of(reading) if told else None
                    found.append(Difference(spot, wanted, seen, reading))
        return tuple(found)

    def reading_of(self, spot: Spot, content: Content, like: PlaceReading) -> PlaceReading:
        """The place as if exactly `content` were read there; windows are those of `like`."""
        pieces = tuple(
            self._sighting(spot, piece, level, like) for level, piece in enumerate(content)
        )
        return PlaceReading(spot.place, PlaceStatus.READ, pieces, 1.0, (), like.crop_xywh_px)

    def _sighting(self, spot: Spot, piece: Piece, level: int, like: PlaceReading) -> Sighting:
        family, kind, steps = piece
        turns = self.families[family].turns if family in self.families else 0
        known = next((s for s in like.pieces if s.family == family), None)
        outline = self.places[spot].outline_mm
        centre = (
            sum(x for x, _ in outline) / len(outline),
            sum(y for _, y in outline) / len(outline),
        )
        return Sighting(
            kind,
            ((kind, 1.0),),
            known.centre_mm if known is not None else centre,
            known.sigma_mm if known is not None else 1.0,
            level,
            like.crop_xywh_px,
            spot.place,
            "",
            family,
            steps * TURN_STEP_DEG if turns > 1 else None,
        )


def dish_of(observation: Observation) -> Content:
    """What was thrown into a board's dish, as far as it can be told."""
    return tuple(sorted(piece_of(s) for s in observation.sightings if not s.place))


def _fits(piece: Piece, sighting: Sighting) -> bool:
    family, kind, steps = piece
    likeliest = sighting.kind or (sighting.kinds[0][0] if sighting.kinds else "")
    if (family, kind) != (sighting.family, likeliest):
        return False
    if sighting.turn_deg is None:
        return True
    period_deg = sighting.turn_period_deg or 360.0
    off = (steps * TURN_STEP_DEG - sighting.turn_deg + period_deg / 2) % period_deg
    return abs(off - period_deg / 2) <= TURN_STEP_DEG


def _area_mm2(outline_mm: Sequence[tuple[float, float]]) -> float:
    pairs = zip(outline_mm, (*outline_mm[1:], *outline_mm[:1]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2
