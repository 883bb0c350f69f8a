"""What lies on a table as a reader that errs nowhere would give it: the truth of a rehearsal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.live.expected import TableArt
from companion.prints import Lie
from hardware.simulated.stand_in import DishSpots

_TOKEN_SIGMA_MM = 0.3


class ExactReadings:
    """Readings of the boards of one game, made of what lies on them; `art` is what is watched."""

    def __init__(self, art: TableArt) -> None:
        self.art = art
        self._dishes: dict[str, DishSpots] = {}

    def boards(self, lies: Sequence[Lie]) -> tuple[Observation, ...]:
        """Every board as a reader that errs nowhere gives it."""
        art = self.art
        contents = art.contents(lies)
        found: dict[tuple[str, int], list[PlaceReading]] = {key: [] for key in art.titles}
        for number, spot in enumerate(art.places):
            window = (8 * (number % 38), 8 * (number // 38 % 20), 8, 8)
            like = PlaceReading(spot.place, PlaceStatus.READ, (), 1.0, (), window)
            reading = art.reading_of(spot, contents.get(spot, ()), like)
            found[spot.board, spot.copy].append(reading)
        return tuple(
            Observation(
                art.titles[key],
                0.0,
                Status.READ,
                sightings=tuple(self._dish(art, key, lies)),
                sharpness=1.0,
                uncovered=1.0,
                places=tuple(places),
            )
            for key, places in found.items()
        )

    def _dish(self, art: TableArt, key: tuple[str, int], lies: Sequence[Lie]) -> list[Sighting]:
        """Tokens in a board's dish; a token that stays keeps its spot."""
        tokens: list[Sighting] = []
        seen: dict[tuple[str, tuple[str, ...]], int] = {}
        for lie in lies:
            if (lie.board, lie.copy) != key or lie.place:
                continue
            alike = (lie.kind, lie.touches)
            seen[alike] = seen.get(alike, 0) + 1
            at_mm = self._spot(art, lie, seen[alike])
            kind = lie.kind
            tokens.append(
                Sighting(
                    kind, ((kind, 1.0),), at_mm, _TOKEN_SIGMA_MM, 0, (0, 0, 8, 8), family=lie.family
                )
            )
        return tokens

    def _spot(self, art: TableArt, lie: Lie, number: int) -> tuple[float, float]:
        if lie.board not in self._dishes:
            board = next(board for board in art.prints.boards if board.name == lie.board)
            assert board.dish is not None
            self._dishes[lie.board] = DishSpots(board.dish, art.families[lie.family].outline_mm)
        return self._dishes[lie.board].spot_mm(lie, number)
