"""Reads a `position` on top of a setup; raises SetupError naming the field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.contract import MoveTextError, SetupError
from companion.games.girl.move_read import read_cast_token
from companion.games.girl.pieces import ASH_KINDS, COLOURS, SEATS, Phase
from companion.games.girl.position_board import read_player, villagers_away
from companion.games.girl.position_doc import OfferingDoc, PositionDoc, TrackDoc
from companion.games.girl.rules.ash import selection_order
from companion.games.girl.setup import check_values
from companion.games.girl.state import (
    NOBODY,
    AshToken,
    GirlState,
    Offering,
    Pile,
    SiteState,
    Track,
)
from companion.games.shapes import setup_as

TAKEN = " taken"


def read_position(start: GirlState, position: Mapping[str, Any]) -> GirlState:
    """The state that a position describes; what it leaves out is as in `start`."""
    choices = {"phase": [phase.value for phase in Phase]}
    doc = setup_as(PositionDoc, position, "position", choices)
    state = replace(start, phase=Phase(doc.phase))
    state = replace(
        state,
        track=_track(state, doc),
        paths=_paths(state, doc),
        village=_count_seats(state, doc.village, "position.village"),
        piles=_piles(state, doc),
        cast=tuple(_cast_token(text, n) for n, text in enumerate(doc.dish)),
    )
    state = replace(state, sites=_sites(state, doc))
    if doc.offering is not None:
        state = replace(state, offering=_offering(state, doc.offering))
    state = replace(state, round=doc.round or state.track.girl - _first(state) + 1)
    state = _players(state, doc)
    if state.phase is Phase.STARGAZING and all(p.drawn and not p.hand for p in state.players):
        raise SetupError("position.phase: all have drawn and placed, so the phase is casting")
    state = replace(state, ash_bag=_ash_bag(state))
    return _turn(state, doc)


def _first(state: GirlState) -> int:
    return state.table.rulings.girl_start


def _seat(state: GirlState, name: str, key: str) -> int:
    if name not in SEATS[: state.table.seats]:
        raise SetupError(f"{key}: nobody sits at {name}")
    return SEATS.index(name)


def _count_seats(state: GirlState, names: list[str], key: str) -> tuple[int, ...]:
    counts = [0] * state.table.seats
    for name in names:
        counts[_seat(state, name, key)] += 1
    return tuple(counts)


def _track(state: GirlState, position: PositionDoc) -> Track:
    doc = position.track or TrackDoc()
    key, first, length = "position.track", _first(state), state.table.track_length
    if doc.girl is None and position.round is not None:
        girl = first + position.round - 1
        if girl > length:
            raise SetupError(f"position.round: the last round is {length - first + 1}")
    else:
        girl = state.track.girl if doc.girl is None else doc.girl
    if not first <= girl <= length:
        raise SetupError(f"{key}.girl: she stands on {first} to {length}, not {girl}")
    shift = girl - state.track.girl
    elders = [space + shift for space in state.track.elders]
    for name, space in (doc.elders or {}).items():
        elders[_seat(state, name, f"{key}.elders")] = space
    if sorted(elders, reverse=True) != [girl - 1 - n for n in range(len(elders))]:
        raise SetupError(f"{key}.elders: they stand on the spaces directly behind the Girl")
    villagers = []
    for text, name in doc.villagers.items():
        if not (text.isascii() and text.isdigit() and 1 <= int(text) < min(elders)):
            raise SetupError(f"{key}.villagers.{text}: Villagers stand behind the Elders")
        villagers.append((int(text), _seat(state, name, f"{key}.villagers.{text}")))
    if len({space for space, _ in villagers}) != len(villagers):
        raise SetupError(f"{key}.villagers: two on one space")
    return Track(girl, tuple(elders), tuple(sorted(villagers)))


def _paths(state: GirlState, doc: PositionDoc) -> bytes:
    paths = bytearray(state.paths)
    for name, colour in doc.paths.items():
        space = state.table.edition.paths.index.get(name, -1)
        if space < 0:
            raise SetupError(f"position.paths.{name}: there is no such path space")
        paths[space] = 1 + COLOURS.index(colour)
    return bytes(paths)


def _sites(state: GirlState, doc: PositionDoc) -> tuple[SiteState, ...]:
    sites = list(state.sites)
    for name, given in doc.sites.items():
        key = f"position.sites.{name}"
        number = state.table.edition.site_index.get(name, -1)
        if number < 0:
            raise SetupError(f"{key}: there is no such foraging space")
        left = sites[number].left if given.left is None else given.left
        if left > state.table.seats:
            raise SetupError(f"{key}.left: at most {state.table.seats} tokens lie there")
        cover = NOBODY if given.early is None else _seat(state, given.early, f"{key}.early")
        beside = _count_seats(state, given.beside, f"{key}.beside")
        sites[number] = SiteState(left, cover, beside)
    return tuple(sites)


def _piles(state: GirlState, doc: PositionDoc) -> tuple[Pile, ...]:
    labels = [kind.label for kind in state.table.edition.piles]
    piles = list(state.piles)
    for label, given in doc.piles.items():
        key = f"position.piles.{label}"
        if label not in labels:
            raise SetupError(f"{key}: piles are {', '.join(labels)}")
        place = labels.index(label)
        values = piles[place].values if given.values is None else tuple(given.values)
        check_values(f"{key}.values", values, state.table.edition.piles[place].values)
        if given.gone > len(values) or (given.marked and given.gone == len(values)):
            raise SetupError(f"{key}.gone: more than the pile holds")
        piles[place] = Pile(values, given.gone, given.marked)
    return tuple(piles)


def _cast_token(text: str, number: int) -> AshToken:
    key = f"position.dish[{number}]"
    try:
        token = read_cast_token(text.removesuffix(TAKEN))
    except MoveTextError as error:
        raise SetupError(f"{key}: {error}") from error
    if token.kind not in ASH_KINDS or not token.colours or not set(token.colours) <= set(COLOURS):
        raise SetupError(f"{key}: {text!r} is not a token on coloured areas")
    colours = tuple(COLOURS.index(colour) for colour in token.colours)
    return AshToken(ASH_KINDS.index(token.kind), colours, text.endswith(TAKEN))


def _offering(state: GirlState, doc: OfferingDoc) -> Offering:
    edition, key = state.table.edition, "position.offering"
    gone = 0
    for name in (*doc.gone, *([doc.card] if doc.card is not None else [])):
        if name not in edition.card_index:
            raise SetupError(f"{key}: there is no card {name}")
        gone |= 1 << edition.card_index[name]
    unseen = (1 << len(edition.cards)) - 1 & ~gone
    if doc.card is None:
        return Offering(NOBODY, 0, unseen, gone, doc.reveal and bool(unseen))
    card = edition.card_index[doc.card]
    names = [space.name for space in edition.cards[card].spaces]
    filled = 0
    for name in doc.filled:
        if name not in names:
            raise SetupError(f"{key}.filled: {doc.card} has no space {name}")
        filled |= 1 << names.index(name)
    return Offering(card, filled, unseen, gone & ~(1 << card))


def _players(state: GirlState, doc: PositionDoc) -> GirlState:
    for given_seat in doc.players:
        _seat(state, given_seat, f"position.players.{given_seat}")
    players = []
    for seat, start in enumerate(state.players):
        key = f"position.players.{SEATS[seat]}"
        given = doc.players.get(SEATS[seat])
        player = start if given is None else read_player(state, given, start, key)
        if given is None:
            player = replace(player, drawn=state.phase is not Phase.STARGAZING)
        total = state.table.edition.printed.villagers
        ready = total - villagers_away(state, seat, player.board)
        if ready < 0 or (given is not None and given.villagers not in (None, ready)):
            raise SetupError(f"{key}.villagers: {total} in all, so {max(ready, 0)} are ready")
        players.append(replace(player, villagers=ready))
    return replace(state, players=tuple(players))


def _ash_bag(state: GirlState) -> tuple[int, ...]:
    bag = list(state.table.edition.ash)
    for token in state.cast:
        bag[token.kind] -= not token.taken
    for player in state.players:
        for kind in player.kept:
            bag[kind] -= 1
    for name, count in zip(ASH_KINDS, bag, strict=True):
        if count < 0:
            raise SetupError(f"position: more {name} tokens are out than there are")
    return tuple(bag)


def _turn(state: GirlState, doc: PositionDoc) -> GirlState:
    order: tuple[int, ...] = ()
    if doc.order is not None:
        order = tuple(_seat(state, name, "position.order") for name in doc.order)
    elif state.phase is Phase.PICKING:
        order = selection_order(state)[sum(token.taken for token in state.cast) :]
    elif state.phase is Phase.ACTION:
        order = state.turn_order()
    if state.phase in (Phase.PICKING, Phase.ACTION) and not order:
        raise SetupError("position.order: somebody has to be next in this phase")
    if state.phase is Phase.PICKING and len(order) > sum(not t.taken for t in state.cast):
        raise SetupError("position.dish: holds fewer tokens than selections are left")
    state = replace(state, order=order, actions_left=doc.actions_left or 0)
    if state.phase is not Phase.ACTION:
        return replace(state, actions_left=0)
    return state if doc.actions_left is not None else _whole_turn(state)


def _whole_turn(state: GirlState) -> GirlState:
    """A turn that has only just begun, so that a waiting +2 token counts for it (GIRL-BON-3)."""
    edition, players = state.table.edition, list(state.players)
    seat = state.order[0]
    extra = players[seat].extra_actions
    players[seat] = replace(players[seat], extra_actions=False)
    actions = edition.actions_with_bonus if extra else edition.actions_per_turn
    return replace(state, players=tuple(players), actions_left=actions)
