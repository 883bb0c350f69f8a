"""What holds for every game that is drawn on the page: taps, scenes, chance, hidden things."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from companion.drawing import Disc, Words
from companion.flow import Accepted, Finished
from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.contract import LANGUAGES
from companion.games.playable import Playable, StepsByTap

GAMES = [name for name in game_names() if isinstance(find_game(name), Playable)]
STEPWISE = [name for name in GAMES if isinstance(find_game(name), StepsByTap)]
MOST_MOVES, LISTED = 200, 400  # looked at, of so many of one position
FOLLOWED = 4  # of them tapped all the way
SEEDS = (1, 2)
STEPS = 260  # of a game, looked at each LOOK
LOOK = 20


def some_rulings(game: Any, edition: Any, chance: random.Random) -> dict[str, Any]:
    """A value for every setting, but no shorter game."""
    return {
        ruling.name: chance.choice(ruling.choices)[0]
        for ruling in game.rulings(edition)
        if ruling.name != "rounds"
    }


def states(game: Any, seed: int, every: int = LOOK) -> Iterator[Any]:
    """States of random games with random rulings, one game after the other."""
    edition, chance = load_edition(game, game.default_edition), random.Random(seed)
    seats = "ABCD"[: 2 + seed % 3]
    state = None
    for step in range(STEPS):
        if state is None:
            setup = msgspec.to_builtins(game.deal(edition, seats, chance))
            rulings = some_rulings(game, edition, chance) if seed % 2 else {}
            state = game.start(edition, list(seats), rulings, setup).state
        if step % every == 0:
            yield state
        verdict = game.judge(state, game.self_play(state, chance))
        if isinstance(verdict, Finished):
            yield verdict.state
            state = None
        elif isinstance(verdict, Accepted):
            state = verdict.state


def seats_of(game: Any, state: Any) -> list[str]:
    return list("ABCD"[: state.table.seats])


def some_moves(game: Any, state: Any) -> list[Any]:
    moves = list(islice(game.legal_moves(state), LISTED))
    return random.Random(len(moves)).sample(moves, min(len(moves), MOST_MOVES))


def way_of(game: Any, state: Any, move: Any) -> tuple[str, ...]:
    return tuple(tap.id for tap in game.taps(state, move))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_different_moves_have_different_taps_that_lead_to_them(name: str, seed: int) -> None:
    game: Any = find_game(name)
    met = 0
    for state in states(game, seed):
        ways: dict[tuple[str | None, tuple[str, ...]], Any] = {}
        for move in some_moves(game, state):
            seat = getattr(move, "seat", None)
            way = way_of(game, state, move)
            assert way, game.write_move(move)
            assert (seat, way) not in ways, (game.write_move(move), ways)
            ways[seat, way] = move
        met += len(ways)
        if name in STEPWISE:
            some = random.Random(seed).sample(sorted(ways, key=str), min(FOLLOWED, len(ways)))
            for seat, way in some:
                follow(game, state, seat or seats_of(game, state)[0], way, ways[seat, way])
    assert met > 50


def follow(game: Any, state: Any, seat: str | None, way: tuple[str, ...], move: Any) -> None:
    """Every tap of a move is offered after those before it, and the whole makes the move."""
    for depth, tap in enumerate(way):
        offered = game.next_taps(state, seat, way[:depth])
        ids = [each.id for each in offered]
        assert len(set(ids)) == len(ids), ids
        assert tap in ids, (tap, way[:depth], ids)
    assert game.tapped_move(state, seat, way) == move
    assert game.tapped_move(state, seat, (*way, "nothing of the kind")) is None


@pytest.mark.parametrize("name", STEPWISE)
@pytest.mark.parametrize("seed", SEEDS)
def test_taps_that_are_offered_lead_to_legal_moves(name: str, seed: int) -> None:
    game: Any = find_game(name)
    chance = random.Random(seed)
    moved = 0
    for state in states(game, seed):
        for seat in [*seats_of(game, state), None]:
            if game.next_taps(state, seat, ()):
                move = tapped_at_random(game, state, seat, chance)
                assert isinstance(game.judge(state, move), Accepted | Finished), move
                moved += 1
    assert moved > 10


def tapped_at_random(game: Any, state: Any, seat: str | None, chance: random.Random) -> Any:
    chosen: list[str] = []
    while taps := game.next_taps(state, seat, chosen):
        move = game.tapped_move(state, seat, chosen)
        if move is not None and chance.choice((True, False)):
            return move
        chosen.append(chance.choice(taps).id)
    move = game.tapped_move(state, seat, chosen)
    assert move is not None, chosen
    return move


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_chance_decides_is_offered_and_accepted(name: str, seed: int) -> None:
    game: Any = find_game(name)
    chance, met = random.Random(seed), 0
    for state in states(game, seed, 1):
        due = list(islice(game.chance_moves(state), 20))
        if not due:
            continue
        met += 1
        if met > 40:
            break
        for move in chance.sample(due, min(4, len(due))):
            assert isinstance(game.judge(state, move), Accepted), game.write_move(move)
            if name in STEPWISE:
                follow(game, state, None, way_of(game, state, move), move)
    assert met > 5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_chance_moves_are_there_just_when_self_play_makes_one(name: str, seed: int) -> None:
    game: Any = find_game(name)
    chance = random.Random(seed)
    for state in islice(states(game, seed, 1), 150):
        first = next(iter(game.chance_moves(state)), None)
        if first is None or game.prompt(state).key == "prompt.over":
            continue
        played = {type(game.self_play(state, chance)) for _ in range(6)}
        assert type(first) in played


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_tapped_spot_is_in_a_scene_of_the_acting_seat(name: str, seed: int) -> None:
    game: Any = find_game(name)
    spots = 0
    for state in states(game, seed):
        seen = {
            seat: {
                spot.id
                for scene in game.scenes(game.view(state, seat), seat)
                for spot in scene.spots
            }
            for seat in seats_of(game, state)
        }
        for move in some_moves(game, state):
            for tap in game.taps(state, move):
                if tap.spot:
                    spots += 1
                    for seat in (move.seat,) if hasattr(move, "seat") else seen:
                        assert tap.spot in seen[seat], (tap, game.write_move(move))
    assert spots > 50


def spots_seen(game: Any, state: Any, seat: str | None) -> set[str]:
    scenes = game.scenes(game.view(state, seat), seat)
    return {spot.id for scene in scenes for spot in scene.spots}


@pytest.mark.parametrize("name", GAMES)
def test_scenes_are_whole_and_their_words_are_said_in_both_languages(name: str) -> None:
    game: Any = find_game(name)
    for state in states(game, 4, 3 * LOOK):
        for seat in [*seats_of(game, state), None]:
            scenes = game.scenes(game.view(state, seat), seat)
            assert len({scene.id for scene in scenes}) == len(scenes)
            ids = [spot.id for scene in scenes for spot in scene.spots]
            assert len(set(ids)) == len(ids)
            for scene in scenes:
                inside(scene)
                said(game, scene)
                for spot in scene.spots:
                    said(game, spot)
        for move in some_moves(game, state):
            for tap in game.taps(state, move):
                said(game, tap)


def said(game: Any, thing: Any) -> None:
    for language in LANGUAGES:
        sentence = game.say(thing.key, language, thing.values)
        assert sentence != thing.key, thing
        assert "{" not in sentence, thing


def inside(scene: Any) -> None:
    """Tiles and spots lie on the sheet; a little may stick out at the edge, never a middle."""
    width, height = scene.drawing.size_mm
    for shape in scene.drawing.shapes:
        if isinstance(shape, Words | Disc):
            middle = shape.middle_mm if isinstance(shape, Words) else shape.centre_mm
            assert 0 <= middle[0] <= width, (scene.id, shape)
            assert 0 <= middle[1] <= height, (scene.id, shape)
    for spot in scene.spots:
        assert len(spot.outline_mm) >= 3
        for x, y in spot.outline_mm:
            assert -1 <= x <= width + 1, (scene.id, spot)
            assert -1 <= y <= height + 1, (scene.id, spot)


@pytest.mark.parametrize("name", ["girl", "solani"])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_own_board_comes_first(name: str, seed: int) -> None:
    game: Any = find_game(name)
    state = next(states(game, seed))
    firsts = {seat: game.scenes(game.view(state, seat), seat)[0] for seat in seats_of(game, state)}
    assert len({scene.id for scene in firsts.values()}) == len(firsts)


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPWISE)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_by_taps_alone(name: str, seed: int) -> None:
    """Players and chance tap what is offered until the game is over; nothing else is needed."""
    game: Any = find_game(name)
    chance, state = random.Random(seed), next(states(game, seed))
    for _ in range(4000):
        due = next(iter(game.chance_moves(state)), None) is not None
        seats = [None] if due else list(game.prompt(state).seats) or seats_of(game, state)
        acting = [seat for seat in seats if game.next_taps(state, seat, ())]
        assert acting, game.prompt(state)
        move = tapped_at_random(game, state, chance.choice(acting), chance)
        verdict = game.judge(state, move)
        assert isinstance(verdict, Accepted | Finished), game.write_move(move)
        assert game.check(state, verdict.state) == ()
        state = verdict.state
        if isinstance(verdict, Finished):
            return
    raise AssertionError("the game does not end")
