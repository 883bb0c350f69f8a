"""Foraging: pay what the space shows, take one token, and the Early Bird."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.flow import Reason, Refused, Verdict
from companion.games.girl.edition import Counts
from companion.games.girl.moves import Forage
from companion.games.girl.pieces import COLOURS, FOODS, FREE, Source
from companion.games.girl.reasons import MAY_STAND, Broken
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.scouting import connected_sites
from companion.games.girl.rules.turns import action_reasons, spend_action
from companion.games.girl.state import NOBODY, GirlState


def price_of(state: GirlState, number: int) -> Counts:
    """The Light that a site costs now, per colour and then of any colour (GIRL-FOR-3/4)."""
    site = state.table.edition.sites[number]
    if state.sites[number].cover != NOBODY:
        return site.price
    return tuple(a + b for a, b in zip(site.price, site.extra, strict=True))


def price_text(price: Counts) -> str:
    """A price in words of the record: colours, and * for any colour."""
    return " ".join(
        word for word, count in zip((*COLOURS, FREE), price, strict=True) for _ in range(count)
    )


def pays(price: Counts, pay: Sequence[str]) -> bool:
    """Whether this Light is exactly the price."""
    paid = Counter(pay)
    covered = all(paid[colour] >= price[place] for place, colour in enumerate(COLOURS))
    return covered and len(pay) == sum(price) and set(paid) <= set(COLOURS)


def forage(state: GirlState, move: Forage) -> Verdict[GirlState]:
    """Take one token from a connected foraging space (GIRL-FOR-1 to 5, GIRL-TOK-8/9)."""
    token = "foraging" if move.by_token else ""
    seat, reasons = action_reasons(state, move.seat, token)
    edition = state.table.edition
    number = edition.site_index.get(move.site, -1)
    if seat >= 0 and not move.by_token and not state.players[seat].villagers:
        reasons.append(Broken.NO_VILLAGER.reason(move.seat))
    if number < 0:
        reasons.append(Broken.NO_SUCH_SITE.reason(move.site))
        return Refused(tuple(reasons))
    if number not in connected_sites(edition, state.paths):
        reasons.append(Broken.NOT_CONNECTED.reason(move.site))
    if not state.sites[number].left:
        reasons.append(Broken.SITE_EMPTY.reason(move.site))
    reasons += _pay_reasons(state, seat, number, move)
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    return _foraged(state, seat, number, move)


def _pay_reasons(state: GirlState, seat: int, number: int, move: Forage) -> list[Reason]:
    reasons = []
    price = price_of(state, number)
    if not pays(price, move.pay):
        early = state.sites[number].cover == NOBODY
        values = {"price": price_text(price), "paid": " ".join(move.pay) or "-", "early": early}
        reasons.append(Broken.WRONG_PRICE.reason(move.site, **values))
    if seat >= 0:
        light = state.players[seat].light
        for place, colour in enumerate(COLOURS):
            count = move.pay.count(colour)
            if count > light[place]:
                has = light[place]
                reasons.append(
                    Broken.PAY_SHORT.reason(move.seat, colour=colour, has=has, count=count)
                )
    return reasons


def _foraged(state: GirlState, seat: int, number: int, move: Forage) -> Verdict[GirlState]:
    site, lying = state.table.edition.sites[number], state.sites[number]
    draft = Draft(state, seat)
    spend_action(draft, "foraging" if move.by_token else "")
    player = draft.player
    light = tuple(
        max(0, has - move.pay.count(colour))
        for has, colour in zip(player.light, COLOURS, strict=True)
    )
    food = list(player.food)
    food[site.food] += 1
    draft.set_player(light=light, food=tuple(food))
    draft.say("foraged", "GIRL-FOR-3", move.site, food=FOODS[site.food], site=move.site)
    early = lying.cover == NOBODY
    if early:
        _early_bird(draft, site.reward_stardust, site.reward_vp, move)
    lying = replace(lying, left=lying.left - 1)
    if not move.by_token:
        draft.set_player(villagers=draft.player.villagers - 1)
        if early:
            lying = replace(lying, cover=seat)
            draft.say("covered", "GIRL-FOR-5", move.site, site=move.site)
        else:
            beside = list(lying.beside)
            beside[seat] += 1
            lying = replace(lying, beside=tuple(beside))
    sites = list(draft.state.sites)
    sites[number] = lying
    draft.set(sites=tuple(sites))
    return draft.accepted()


def _early_bird(draft: Draft, stardust: int, vp: int, move: Forage) -> None:
    clause = "GIRL-TOK-9" if move.by_token else "GIRL-FOR-4"
    if stardust:
        draft.gain_stardust(stardust, clause, move.site, key="early_stardust")
    if vp:
        draft.say("early_vp", clause, move.site, vp=vp)
        draft.score(vp, Source.EARLY_BIRD)
