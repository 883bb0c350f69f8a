"""Who stands on the Night Sky track, and in which order they select Wood Ash tokens.

Clauses GIRL-SET-12, GIRL-TURN-1, GIRL-ASH-1, GIRL-ASH-4, GIRL-GAZE-1, GIRL-GAZE-2,
GIRL-CLEAN-1 to 3.  Spaces are numbered from the tail; forward is upward.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.flow import Reason

PLAYERS = ("A", "B", "C", "D")
FEWEST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class TrackLimits:
    """What an edition says about the track: its length, the Girl's start, Villagers a player."""

    length: int
    start: int
    villagers_each: int


@dataclass(frozen=True, slots=True, order=True)
class Stand:
    """A player's meeple on a space of the track."""

    player: str
    space: int

    def __str__(self) -> str:
        return f"{self.player}{self.space}"


@dataclass(frozen=True, slots=True)
class Meeple:
    """A meeple that selects: `rank` is elder or villager."""

    player: str
    rank: str
    space: int


@dataclass(frozen=True, slots=True)
class Track:
    """The Girl's space, each player's Elder, and the Villagers sent stargazing."""

    girl: int
    elders: tuple[Stand, ...]
    villagers: tuple[Stand, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The players in alphabetical order."""
        return tuple(sorted(stand.player for stand in self.elders))

    @property
    def meeples(self) -> int:
        """How many tokens are cast: the Girl, the Elders and the Villagers (GIRL-ASH-1)."""
        return 1 + len(self.elders) + len(self.villagers)

    def __str__(self) -> str:
        """Give the canonical text, for example `girl 9; elders C8 A7; villagers A4`."""
        elders = " ".join(map(str, self.elders))
        villagers = "".join(f" {stand}" for stand in self.villagers)
        return f"girl {self.girl}; elders {elders}; villagers{villagers}"


_TRACK = re.compile(
    r"girl (\d{1,3}); elders ((?:[A-D]\d{1,3} ?)*); villagers((?: [A-D]\d{1,3})*)", re.ASCII
)


def parse_track(text: str) -> Track:
    """Read the canonical text back; raises ValueError naming the form that was expected."""
    match = _TRACK.fullmatch(text)
    if match is None:
        raise ValueError(f"a track reads 'girl 9; elders C8 A7; villagers A4', not {text!r}")
    girl, elders, villagers = match.groups()
    track = Track(int(girl), _stands(elders), _stands(villagers))
    if str(track) != text:
        raise ValueError(f"a track is written {str(track)!r}, not {text!r}")
    return track


def _stands(text: str) -> tuple[Stand, ...]:
    return tuple(Stand(word[0], int(word[1:])) for word in text.split())


def first_track(players: int, limits: TrackLimits) -> Track:
    """Give the usual start: Elders in player order right behind the Girl (GIRL-SET-2, SET-12)."""
    elders = tuple(
        Stand(player, limits.start - 1 - place) for place, player in enumerate(PLAYERS[:players])
    )
    return Track(limits.start, elders)


def selection_order(track: Track) -> tuple[Meeple, ...]:
    """List who selects: Elders nearest behind the Girl first, then Villagers alike (GIRL-ASH-4).

    The Girl selects nothing (GIRL-ASH-10).
    """
    elders = sorted(track.elders, key=lambda stand: -stand.space)
    villagers = sorted(track.villagers, key=lambda stand: -stand.space)
    return tuple(
        Meeple(stand.player, rank, stand.space)
        for rank, stands in (("elder", elders), ("villager", villagers))
        for stand in stands
    )


def advance(track: Track, limits: TrackLimits) -> Track | None:
    """Move the Girl on and the last Elder to the space she left; None when she can't move.

    Clauses GIRL-CLEAN-1 to GIRL-CLEAN-3.
    """
    if track.girl >= limits.length:
        return None
    last = min(track.elders, key=lambda stand: stand.space)
    others = tuple(stand for stand in track.elders if stand != last)
    return Track(track.girl + 1, (Stand(last.player, track.girl), *others), track.villagers)


def check_track(track: Track, limits: TrackLimits) -> tuple[Reason, ...]:
    """List every clause that these positions break; empty when they can stand."""
    return (*_check_players(track), *_check_spaces(track, limits), *_check_villagers(track, limits))


def _check_players(track: Track) -> list[Reason]:
    reasons = []
    players = [stand.player for stand in track.elders]
    if not FEWEST_PLAYERS <= len(players) <= len(PLAYERS):
        values = {"players": len(players), "least": FEWEST_PLAYERS, "most": len(PLAYERS)}
        reasons.append(Reason("player_count", "GIRL-COMP-4", values=values))
    for player in sorted({player for player in players if players.count(player) > 1}):
        reasons.append(Reason("two_elders", "GIRL-COMP-4", player, {"player": player}))
    for player in sorted({s.player for s in track.villagers} - set(players)):
        reasons.append(Reason("no_elder", "GIRL-COMP-4", player, {"player": player}))
    return reasons


def _check_spaces(track: Track, limits: TrackLimits) -> list[Reason]:
    reasons: list[Reason] = []
    if not limits.start <= track.girl <= limits.length:
        values = {"space": track.girl, "first": limits.start, "last": limits.length}
        reasons.append(Reason("girl_off_track", "GIRL-SET-2", str(track.girl), values))
    behind = set(range(track.girl - len(track.elders), track.girl))
    for stand in track.elders:
        if stand.space not in behind:
            where: dict[str, object] = {"player": stand.player, "space": stand.space}
            where |= {"girl": track.girl, "first": min(behind), "last": max(behind)}
            reasons.append(Reason("elder_not_behind", "GIRL-SET-12", str(stand), where))
    taken = [stand.space for stand in track.elders]
    for space in sorted({space for space in taken if taken.count(space) > 1}):
        reasons.append(Reason("space_shared", "GIRL-SET-12", str(space), {"space": space}))
    return reasons


def _check_villagers(track: Track, limits: TrackLimits) -> list[Reason]:
    reasons = []
    last_elder = min((stand.space for stand in track.elders), default=track.girl)
    taken: set[int] = set()
    for stand in track.villagers:
        values: dict[str, object] = {"player": stand.player, "space": stand.space}
        if stand.space >= track.girl:
            values["girl"] = track.girl
            reasons.append(Reason("villager_in_front", "GIRL-GAZE-2", str(stand), values))
        elif stand.space >= last_elder or stand.space < 1:
            values["last"] = last_elder - 1
            reasons.append(Reason("villager_not_behind", "GIRL-GAZE-1", str(stand), values))
        if stand.space in taken:
            reasons.append(Reason("space_shared", "GIRL-GAZE-1", str(stand), values))
        taken.add(stand.space)
    for player in sorted({stand.player for stand in track.villagers}):
        count = sum(stand.player == player for stand in track.villagers)
        if count > limits.villagers_each:
            most = {"player": player, "count": count, "most": limits.villagers_each}
            reasons.append(Reason("too_many_villagers", "GIRL-COMP-4", player, most))
    return reasons
