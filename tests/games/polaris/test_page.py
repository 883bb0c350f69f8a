"""Polaris on the page: taps make every legal move, scenes show what a seat may know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from games.polaris.small_sky import small_document

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame
from companion.games.playable import Playable, Scene, StepsByTap
from companion.games.polaris.moves import Play, Reveal, Show
from companion.games.polaris.pieces import SEATS, Phase
from companion.games.polaris.state import NOBODY, UNSHOWN, PolarisState
from companion.games.printable import Lying

RULINGS = (
    {},
    {"must_place_all": True},
    {"play_empty": False, "token_limit": True},
)


def started(game: AnyGame, edition: Any, seed: int, rulings: dict[str, bool]) -> PolarisState:
    chance = random.Random(seed)
    seats = SEATS[: 2 + seed % 3]
    setup = game.deal(edition, seats, chance)
    document = {name: getattr(setup, name) for name in setup.__struct_fields__}
    state: PolarisState = game.start(edition, seats, rulings, document).state
    return state


def states(
    game: AnyGame, edition: Any, seed: int, rulings: dict[str, bool], most: int = 600
) -> Iterator[PolarisState]:
    """The states of a random game, the first one included."""
    state, chance = started(game, edition, seed, rulings), random.Random(seed)
    for _ in range(most):
        yield state
        if state.phase is Phase.OVER:
            return
        verdict = game.judge(state, game.self_play(state, chance))
        assert isinstance(verdict, Accepted | Finished)
        state = verdict.state


def to_act(state: PolarisState) -> str | None:
    """The seat to act, None for chance."""
    if state.phase is Phase.SHOWING:
        return next(s for s, p in zip(SEATS, state.players, strict=False) if p.goal == UNSHOWN)
    return None if state.reveal_deck != NOBODY else SEATS[state.turn]


def spots_of(scenes: tuple[Scene, ...]) -> set[str]:
    names = [spot.id for scene in scenes for spot in scene.spots]
    assert len(set(names)) == len(names)
    return set(names)


def test_the_game_is_playable_by_taps_and_can_be_photographed(polaris: AnyGame) -> None:
    assert isinstance(polaris, Playable)
    assert isinstance(polaris, StepsByTap)
    assert isinstance(polaris, Lying)


@pytest.mark.parametrize("rulings", RULINGS, ids=lambda rulings: "-".join(rulings) or "default")
@pytest.mark.parametrize("seed", range(3))
def test_random_taps_lead_to_legal_moves(
    polaris: Any, reference: Any, seed: int, rulings: dict[str, bool]
) -> None:
    chance = random.Random(seed)
    looked_at = 0
    for state in islice(states(polaris, reference, seed, rulings), 0, None, 7):
        if state.phase is Phase.OVER:
            break
        seat = to_act(state)
        seen = polaris.view(state, seat)
        spots = spots_of(polaris.scenes(seen, seat))
        chosen: list[str] = []
        move = None
        while offered := polaris.next_taps(seen, seat, chosen):
            ids = [tap.id for tap in offered]
            assert len(set(ids)) == len(ids)
            assert all(tap.spot in spots for tap in offered if tap.spot)
            assert all(polaris.say(tap.key, "en", tap.values) != tap.key for tap in offered)
            if move is not None and chance.random() < 0.2:
                break
            chosen.append(chance.choice(ids))
            move = polaris.tapped_move(seen, seat, chosen)
        final = polaris.tapped_move(seen, seat, chosen)
        assert final is not None, chosen
        assert [tap.id for tap in polaris.taps(seen, final)] == chosen
        if seat is not None:
            assert isinstance(polaris.judge(state, final), Accepted | Finished)
        looked_at += 1
    assert looked_at > 5


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_is_made_by_its_own_taps(polaris: Any, reference: Any, seed: int) -> None:
    """Hands of two cards keep the number of moves small."""
    chance = random.Random(seed)
    for state in islice(states(polaris, reference, seed, {}), 3, 200, 40):
        seat = to_act(state)
        if seat is None or state.phase is not Phase.TURNS:
            continue
        players = list(state.players)
        players[state.turn] = replace(players[state.turn], hand=players[state.turn].hand[:2])
        state = replace(state, players=tuple(players))
        moves = list(islice(polaris.legal_moves(state), 4000))
        paths = [tuple(tap.id for tap in polaris.taps(state, move)) for move in moves]
        assert len(set(paths)) == len(moves)
        for number in chance.sample(range(len(moves)), min(25, len(moves))):
            path = paths[number]
            for length in range(len(path)):
                offered = {tap.id for tap in polaris.next_taps(state, seat, path[:length])}
                assert path[length] in offered, path
            assert polaris.tapped_move(state, seat, path) == moves[number]


def test_chance_shows_exactly_the_cards_that_may_come(polaris: Any, reference: Any) -> None:
    seen = 0
    for state in states(polaris, reference, 1, {}):
        moves = list(polaris.chance_moves(state))
        if state.reveal_deck == NOBODY or state.phase in (Phase.SHOWING, Phase.OVER):
            assert moves == []
            assert polaris.next_taps(state, None, ()) == ()
            continue
        seen += 1
        cards = {card.name for card in reference.cards}
        legal = {
            name
            for name in cards
            if isinstance(polaris.judge(state, Reveal(name)), Accepted | Finished)
        }
        assert {move.card for move in moves} == legal
        assert polaris.next_taps(state, SEATS[state.turn], ()) == ()
    assert seen > 3


def test_goals_that_nobody_noted_are_shown_by_taps(polaris: Any, reference: Any) -> None:
    state = started(polaris, reference, 4, {})
    players = tuple(replace(player, goal=UNSHOWN) for player in state.players)
    state = replace(state, phase=Phase.SHOWING, players=players)
    taps = polaris.next_taps(state, "B", ())
    assert [tap.id for tap in taps] == [f"show {name}" for name in reference.personal_index]
    assert polaris.tapped_move(state, "B", [taps[2].id]) == Show("B", taps[2].id.split()[1])


@pytest.mark.parametrize("seed", range(2))
def test_scenes_do_not_depend_on_what_is_hidden(polaris: Any, reference: Any, seed: int) -> None:
    chance = random.Random(seed)
    for state in islice(states(polaris, reference, seed, {}), 0, None, 60):
        if state.phase is Phase.OVER:
            break
        for seat in (None, *SEATS[: state.table.seats]):
            other = replace(
                state,
                players=tuple(
                    player
                    if SEATS[number] == seat
                    else replace(
                        player,
                        hand=tuple(
                            sorted(other_card(reference, card, chance) for card in player.hand)
                        ),
                        goal=chance.randrange(len(reference.personal)),
                    )
                    for number, player in enumerate(state.players)
                ),
            )
            one, two = (polaris.scenes(polaris.view(s, seat), seat) for s in (state, other))
            assert one == two
            assert any(scene.id == "hand" for scene in one) == (seat is not None)


def other_card(edition: Any, card: int, chance: random.Random) -> int:
    deck = edition.deck_of(card)
    return chance.choice([n for n, each in enumerate(edition.cards) if each.deck == deck])


def test_what_leads_nowhere_offers_nothing(polaris: Any, reference: Any) -> None:
    state = started(polaris, reference, 0, {})
    seat, other = SEATS[state.turn], SEATS[(state.turn + 1) % state.table.seats]
    hand = reference.cards[state.players[state.turn].hand[0]].name
    for chosen in (
        ["stars"],
        ["nonsense"],
        ["card nothing-X"],
        [f"card {hand}", "lay 1,1"],
        [f"card {hand}", "phase noon"],
        [f"card {hand}", "phase new", "lay 99,99", "lay 1"],
        ["phase new", f"card {hand}"],
        [f"card {hand}", "phase new", "lay ///"],
    ):
        assert polaris.next_taps(state, seat, chosen) == ()
    assert polaris.next_taps(state, other, ()) == ()
    assert polaris.tapped_move(state, seat, ()) is None
    assert polaris.tapped_move(state, seat, [f"card {hand}", "phase noon"]) is None


def test_pieces_lie_on_places_that_take_them(polaris: Any, reference: Any) -> None:
    prints = polaris.prints(reference)
    places = {board.name: {place.name: place for place in board.places} for board in prints.boards}
    kinds = {family.name: set(family.kinds) for family in prints.families}
    for state in islice(states(polaris, reference, 5, {}), 0, None, 25):
        lies = polaris.lies(state)
        for lie in lies:
            assert lie.family in places[lie.board][lie.place].families
            assert lie.kind in kinds[lie.family]
        stars = sum(lie.family == "star" for lie in lies)
        assert stars == sum(mask.bit_count() for mask in state.stars)
        assert sum(lie.family == "line" for lie in lies) == state.lines.bit_count()
        assert sum(lie.family == "goal" for lie in lies) == reference.sky.sectors


def test_a_play_is_said_step_by_step(polaris: Any, reference: Any) -> None:
    state = started(polaris, reference, 0, {})
    seat = SEATS[state.turn]
    move = next(
        m for m in polaris.legal_moves(state) if isinstance(m, Play) and m.cards[0].elements
    )
    taps = polaris.taps(state, move)
    said = [polaris.say(tap.key, "en", tap.values) for tap in taps]
    card = move.cards[0].card
    phase = polaris.say(f"term.{card.split('-')[0]}", "en", {})
    assert said[0] == f"Play {phase} {card.split('-')[1]}"
    assert said[1].startswith("In sector ")
    assert taps[0].spot.startswith("hand ")
    assert taps[1].spot == f"phase {move.phase}"
    assert polaris.tapped_move(state, seat, [tap.id for tap in taps]) == move


def test_another_sky_is_played_by_taps(polaris: Any) -> None:
    edition = polaris.read_edition(small_document(), "small.toml")
    chance = random.Random(3)
    for state in islice(states(polaris, edition, 1, {}), 0, 60, 6):
        seat = to_act(state)
        seen = polaris.view(state, seat)
        spots = spots_of(polaris.scenes(seen, seat))
        chosen: list[str] = []
        while offered := polaris.next_taps(seen, seat, chosen):
            assert {tap.spot for tap in offered if tap.spot} <= spots
            chosen.append(chance.choice(offered).id)
        assert polaris.tapped_move(seen, seat, chosen) is not None
        assert polaris.lies(state)
