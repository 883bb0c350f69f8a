"""From what a phone asks for to a fact that can be booked, or a note that says why not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.display.model import Note, Text, Tone
from companion.flow import Reason
from companion.games.girl.casting import COLOURS, KINDS, Casting
from companion.games.girl.casting_track import (
    FEWEST_PLAYERS,
    PLAYERS,
    Stand,
    Track,
    TrackLimits,
    check_track,
    first_track,
)
from companion.session.booked import Correction, PointMm
from companion.session.live import LiveToken
from companion.session.requests import CorrectRequest, TrackRequest
from companion.session.verdicts import plain, refusal
from companion.session.words import say

_WHO = re.compile(r"(elder|villager) ([A-D])", re.ASCII)


def correction_of(
    request: CorrectRequest,
    casting: Casting,
    live: Sequence[LiveToken],
    booked_mm: Mapping[int, PointMm],
) -> Correction | Note:
    """Check a correction against what is booked and what lies on the table."""
    problem = _problem(request, casting, live)
    if problem is not None:
        return plain(Tone.REFUSED, problem)
    light = None if request.light is None else tuple(sorted(set(request.light)))
    if request.token is None:
        return Correction(kind=request.kind, light=light)
    if casting.tokens:
        at_mm = booked_mm.get(request.token)
        return Correction(at_mm, request.token, request.kind, light)
    here = next(token for token in live if token.number == request.token)
    return Correction(here.at_mm, None, request.kind, light, request.gone)


def _problem(request: CorrectRequest, casting: Casting, live: Sequence[LiveToken]) -> Text | None:
    if request.kind is not None and request.kind not in KINDS:
        return say("correct_unknown", value=request.kind)
    for colour in request.light or ():
        if colour not in COLOURS:
            return say("correct_unknown", value=colour)
    if request.token is None:
        if casting.tokens:
            return say("correct_count")
        complete = request.kind is not None and request.light is not None and not request.gone
        return None if complete else say("correct_incomplete")
    if request.kind is None and request.light is None and not request.gone:
        return say("correct_nothing")
    return _wrong_token(request, request.token, casting, live)


def _wrong_token(
    request: CorrectRequest, number: int, casting: Casting, live: Sequence[LiveToken]
) -> Text | None:
    if not casting.tokens:
        here = next((token for token in live if token.number == number), None)
        if here is None:
            return say("no_such_token", token=number)
        return say("correct_added") if here.at_mm is None else None
    if request.gone:
        return say("correct_count")
    if number not in {token.number for token in casting.tokens}:
        return say("no_such_token", token=number)
    if number not in {token.number for token in casting.lying}:
        return say("correct_taken", token=number)
    return None


def track_of(request: TrackRequest, limits: TrackLimits) -> Track | Note:
    """Build the track that a phone describes; a note lists everything that is wrong with it."""
    if request.spaces is None:
        return _start(request.players or 0, limits)
    track = _from_spaces(request.spaces)
    if isinstance(track, Note):
        return track
    reasons = check_track(track, limits)
    return refusal(reasons) if reasons else track


def _start(players: int, limits: TrackLimits) -> Track | Note:
    if FEWEST_PLAYERS <= players <= len(PLAYERS):
        return first_track(players, limits)
    values = {"players": players, "least": FEWEST_PLAYERS, "most": len(PLAYERS)}
    return refusal([Reason("player_count", "GIRL-COMP-4", values=values)])


def _from_spaces(spaces: Mapping[str, str]) -> Track | Note:
    girl: list[int] = []
    stands: dict[str, list[Stand]] = {"elder": [], "villager": []}
    for space, who in spaces.items():
        if not who:
            continue
        match = _WHO.fullmatch(who)
        if not (space.isascii() and space.isdigit() and len(space) <= 3) or not (
            match or who == "girl"
        ):
            return plain(Tone.REFUSED, say("bad_space", space=space, who=who))
        if match is None:
            girl.append(int(space))
        else:
            stands[match[1]].append(Stand(match[2], int(space)))
    if len(girl) != 1:
        return plain(Tone.REFUSED, say("one_girl"))
    forward = {
        rank: tuple(sorted(found, key=lambda stand: (-stand.space, stand.player)))
        for rank, found in stands.items()
    }
    return Track(girl[0], forward["elder"], forward["villager"])
