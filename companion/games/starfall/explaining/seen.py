"""What a look shows of the board and the areas, in numbers of this game.

Boards are known by their printed names or titles: `stargazer`, `area-a` ...  Places of the board
are its numbers, those of an area `tiles` and `stardust`.  Kinds are tiles and kinds of Stardust;
`white x3` is three of a kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.games.contract import LANGUAGES
from companion.games.starfall.art.area import STARDUST, TILES
from companion.games.starfall.art.board import NAME as BOARD
from companion.games.starfall.art.layout import area_name
from companion.games.starfall.edition import Edition
from companion.games.starfall.pieces import EMPTY, SEATS, UNKNOWN
from companion.games.starfall.state import StarfallState
from companion.games.starfall.words import say

# What one thing seen may be, with probabilities, likeliest first; UNKNOWN when nothing tells.
Options = tuple[tuple[int, float], ...]
Names = Mapping[str, int]

_COUNTED = re.compile(r"(.+) x(\d{1,2})\Z", re.ASCII)
_NOTHING = frozenset({"", "empty", "vacant"})
_MOST_SURE = 0.9  # of what an unsure place seems to hold


@dataclass(frozen=True, slots=True)
class Pile:
    """A place with things side by side: what each of them may be.

    `whole` says that nothing else lies there; otherwise something may be hidden.  `sure` is the
    probability of all of it.
    """

    things: tuple[Options, ...]
    whole: bool = True
    sure: float = 1.0


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that was seen; a place that is not named may hold anything.

    `slots` are the numbers of the board, EMPTY among what they may hold; `tiles` and `dust` are
    the places of the areas, by seat; `strange` names what the game does not have.
    """

    slots: dict[int, Options] = field(default_factory=dict)
    tiles: dict[int, Pile] = field(default_factory=dict)
    dust: dict[int, Pile] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)


def look_of(state: StarfallState, observations: Sequence[Observation]) -> Look:
    """What all boards show together; boards that were not read say nothing."""
    return look_at(state.table.edition, state.table.seats, observations)


def look_at(edition: Edition, seats: int, observations: Sequence[Observation]) -> Look:
    """The same for so many seats, whatever state the game is in."""
    look = Look()
    for observation in observations:
        if observation.status is not Status.READ:
            continue
        board = board_of(edition, observation.board)
        if board == BOARD:
            _see_board(edition, look, observation)
        elif board:
            seat = SEATS.index(board[-1].upper())
            if seat < seats:
                _see_area(edition, look, seat, observation)
        else:
            look.strange.append(observation.board)
    return look


def board_of(edition: Edition, name: str) -> str:
    """The printed board with this name, or this title in any language; "" for none."""
    folded = name.casefold()
    known: dict[str, str] = {}
    for board, key, seat in (
        (BOARD, "board.stargazer", ""),
        *((area_name(n), "board.area", SEATS[n]) for n in range(max(edition.players))),
    ):
        titles = [say(key, language, {"seat": seat}).casefold() for language in LANGUAGES]
        known |= dict.fromkeys((board.casefold(), *titles, " ".join(titles)), board)
    return known.get(folded, "")


def _see_board(edition: Edition, look: Look, observation: Observation) -> None:
    """Every number that can be seen."""
    numbers = {str(number): slot for slot, number in enumerate(edition.numbers)}
    for reading in _readings(observation, numbers, look):
        top = reading.pieces[-1:]
        _note_strangers(edition.tile_index, reading, look)
        options = _options(edition.tile_index, top[0]) if top else ((EMPTY, reading.probability),)
        if reading.status is not PlaceStatus.READ:
            options = _doubted(options, min(reading.probability, _MOST_SURE))
        look.slots[numbers[reading.place]] = options


def _doubted(options: Options, sure: float) -> Options:
    """What an unsure place may hold: what was seen, nothing, or something else."""
    seen = [(tile, p * sure) for tile, p in options]
    rest = max(0.0, 1 - sum(p for _, p in seen))
    if all(tile != EMPTY for tile, _ in seen):
        seen.append((EMPTY, rest / 2))
        rest /= 2
    return (*seen, (UNKNOWN, rest))


def _see_area(edition: Edition, look: Look, seat: int, observation: Observation) -> None:
    """Tiles and Stardust of a seat."""
    known: dict[str, tuple[Names, dict[int, Pile]]] = {
        TILES: (edition.tile_index, look.tiles),
        STARDUST: (edition.piece_index, look.dust),
    }
    for reading in _readings(observation, known, look):
        names, piles = known[reading.place]
        _note_strangers(names, reading, look)
        things = tuple(thing for sighting in reading.pieces for thing in _things(names, sighting))
        piles[seat] = Pile(things, reading.status is PlaceStatus.READ, reading.probability)


def _readings(
    observation: Observation, places: Iterable[str], look: Look
) -> Iterator[PlaceReading]:
    """The places of a board that are not covered; sightings alone are put together by place."""
    found = list(observation.places)
    if not found:
        hidden = {place for place, _ in observation.covered}
        named = dict.fromkeys((*places, *(s.place for s in observation.sightings)))
        for place in named:
            pieces = tuple(s for s in observation.sightings if s.place == place)
            status = PlaceStatus.COVERED if place in hidden else PlaceStatus.READ
            found.append(PlaceReading(place, status, pieces, 1.0, (), (0, 0, 1, 1)))
    known = frozenset(places)
    for reading in found:
        if reading.place not in known:
            look.strange.append(reading.place)
        elif reading.status is not PlaceStatus.COVERED:
            yield reading


def _kinds(sighting: Sighting) -> list[tuple[str, float]]:
    kinds = list(sighting.kinds)
    if not kinds and sighting.kind is not None:
        kinds = [(sighting.kind, 1.0)]
    return sorted(kinds, key=lambda pair: -pair[1])


def _note_strangers(names: Names, reading: PlaceReading, look: Look) -> None:
    """Kinds that are likeliest somewhere though the game has none of that name."""
    for sighting in reading.pieces:
        for kind, _ in _kinds(sighting)[:1]:
            counted = _COUNTED.match(kind)
            name = counted[1] if counted else kind
            if name not in names and name not in _NOTHING:
                look.strange.append(f"{reading.place} {kind}")


def _options(names: Names, sighting: Sighting) -> Options:
    """What a sighting may be; kinds that the game does not have are left out."""
    kinds = [(names[name], p) for name, p in _kinds(sighting) if name in names]
    nothing = sum(p for name, p in _kinds(sighting) if name in _NOTHING)
    if nothing:
        kinds.append((EMPTY, nothing))
    kinds.sort(key=lambda pair: -pair[1])
    return tuple(kinds) or ((UNKNOWN, 1.0),)


def _things(names: Names, sighting: Sighting) -> list[Options]:
    """The things that a sighting stands for: `white x3` are three, `empty` is none."""
    kind = (_kinds(sighting) or [("", 1.0)])[0][0]
    counted = _COUNTED.match(kind)
    if counted and counted[1] in names:
        return [((names[counted[1]], 1.0),)] * int(counted[2])
    options = _options(names, sighting)
    return [] if options[0][0] == EMPTY else [options]
