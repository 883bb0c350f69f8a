"""Stargazing with a Villager, Recall, and the Gain Stardust action."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from companion.flow import Refused, Verdict
from companion.games.girl.moves import Gain, Recall, Stargaze
from companion.games.girl.reasons import MAY_STAND, Broken
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.turns import action_reasons, spend_action
from companion.games.girl.state import NOBODY, GirlState, SiteState

_SKY = re.compile(r"sky([1-9]\d{0,2})\Z", re.ASCII)
EARLY = "/early"


def open_sky_spaces(state: GirlState) -> tuple[int, ...]:
    """Vacant track spaces behind the Girl and all Elders (GIRL-GAZE-1)."""
    taken = {space for space, _ in state.track.villagers}
    last = min(state.track.girl, *state.track.elders)
    return tuple(space for space in range(1, last) if space not in taken)


def stargaze(state: GirlState, move: Stargaze) -> Verdict[GirlState]:
    """A Villager goes onto the Night Sky track (GIRL-GAZE-1, GIRL-GAZE-2)."""
    seat, reasons = action_reasons(state, move.seat, "")
    if seat >= 0 and not state.players[seat].villagers:
        reasons.append(Broken.NO_VILLAGER.reason(move.seat))
    where, track = f"sky{move.space}", state.track
    if not 1 <= move.space <= state.table.track_length:
        reasons.append(Broken.NO_SUCH_SKY_SPACE.reason(where, last=state.table.track_length))
    else:
        on_track = {track.girl, *track.elders, *(space for space, _ in track.villagers)}
        if move.space in on_track:
            reasons.append(Broken.SKY_TAKEN.reason(where))
        if move.space > track.girl:
            reasons.append(Broken.AHEAD_OF_GIRL.reason(where))
        elif move.space > min(track.elders):
            reasons.append(Broken.AHEAD_OF_ELDERS.reason(where))
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    spend_action(draft, "")
    villagers = tuple(sorted((*track.villagers, (move.space, seat))))
    draft.set(track=replace(track, villagers=villagers))
    draft.set_player(villagers=draft.player.villagers - 1)
    draft.say("stargazing", "GIRL-GAZE-3", where, space=move.space)
    return draft.accepted()


def spots_of(state: GirlState, seat: int) -> list[str]:
    """Where this seat's Villagers stand, one entry each, as Recall names the spots."""
    spots = []
    for site, lying in zip(state.table.edition.sites, state.sites, strict=True):
        spots += [site.name] * lying.beside[seat]
        if lying.cover == seat:
            spots.append(site.name + EARLY)
    spots += ["village"] * state.village[seat]
    spots += [f"sky{space}" for space, owner in state.track.villagers if owner == seat]
    return spots


def recall(state: GirlState, move: Recall) -> Verdict[GirlState]:
    """Any number of own Villagers come back, none is compelled (GIRL-REC-1, GIRL-REC-2)."""
    seat, reasons = action_reasons(state, move.seat, "recall" if move.by_token else "")
    if seat >= 0:
        missing = Counter(move.spots) - Counter(spots_of(state, seat))
        for spot, count in sorted(missing.items()):
            reasons.append(Broken.NOT_THERE.reason(spot, spot=spot, count=count))
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    spend_action(draft, "recall" if move.by_token else "")
    for spot in move.spots:
        _take_back(draft, seat, spot)
    draft.set_player(villagers=draft.player.villagers + len(move.spots))
    draft.say("recalled", "GIRL-REC-1", count=len(move.spots))
    return draft.accepted()


def _take_back(draft: Draft, seat: int, spot: str) -> None:
    state = draft.state
    sky = _SKY.match(spot)
    if spot == "village":
        village = list(state.village)
        village[seat] -= 1
        draft.set(village=tuple(village))
    elif sky is not None and (int(sky[1]), seat) in state.track.villagers:
        left = tuple(v for v in state.track.villagers if v != (int(sky[1]), seat))
        draft.set(track=replace(state.track, villagers=left))
    else:
        number = state.table.edition.site_index[spot.removesuffix(EARLY)]
        sites = list(state.sites)
        sites[number] = _without(sites[number], seat, spot.endswith(EARLY))
        draft.set(sites=tuple(sites))


def _without(lying: SiteState, seat: int, covering: bool) -> SiteState:
    if covering:
        return replace(lying, cover=NOBODY)
    beside = list(lying.beside)
    beside[seat] -= 1
    return replace(lying, beside=tuple(beside))


def gain(state: GirlState, move: Gain) -> Verdict[GirlState]:
    """Gain 1 Stardust, by action or by token (GIRL-GDUST-1, GIRL-TOK-10)."""
    token = "stardust" if move.by_token else ""
    seat, reasons = action_reasons(state, move.seat, token)
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    spend_action(draft, token)
    draft.gain_stardust(1, "GIRL-TOK-10" if move.by_token else "GIRL-GDUST-1")
    return draft.accepted()
