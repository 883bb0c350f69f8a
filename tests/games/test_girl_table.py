"""What all boards show together is explained: single moves, turns, phases, doubts, rule breaks."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from games.girl_table import (
    GAME,
    PRINTS,
    Step,
    changed,
    covered,
    game,
    looked,
    looks_alike,
    seen_lies,
)

from companion.flow import PlaceReading, PlaceStatus, Sighting
from companion.games.contract import Explained
from companion.games.girl.moves import Cast, Draw, EndTurn, Pick
from companion.games.girl.pieces import Phase
from companion.games.printable import ExplainsTable

CERTAIN = 0.9
TITLE = {"player": "Player board {}", "main": "Main board", "sky": "Night Sky board"}


def explained(before: Any, after: Any) -> Explained:
    return GAME.explain_table(before, looked(after))


def turns(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """The moves of one player in one go; chance and table alone."""

    def ends(step: Step, onward: Step) -> bool:
        if step.before.phase != step.after.phase or isinstance(step.move, EndTurn):
            return True
        whose = getattr(step.move, "seat", ""), getattr(onward.move, "seat", "")
        return onward.before.phase is Phase.STARGAZING and whose[0] != whose[1]

    yield from _cut(steps, ends)


def phases(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    yield from _cut(steps, lambda step, _: step.before.phase != step.after.phase)


def _cut(steps: tuple[Step, ...], ends: Callable[[Step, Step], bool]) -> Iterator[tuple[Step, ...]]:
    begin = 0
    for number, (step, onward) in enumerate(pairwise(steps), 1):
        if ends(step, onward):
            yield steps[begin:number]
            begin = number
    yield steps[begin:]


def test_the_girl_is_explained_from_the_table() -> None:
    assert isinstance(GAME, ExplainsTable)


@pytest.mark.parametrize("seed", [11])
def test_every_single_move_is_told_by_what_it_changes(seed: int) -> None:
    for step in game(seed):
        result = explained(step.before, step.after)
        best = result.explanations[0]
        assert looks_alike(best.state, step.after), GAME.write_move(step.move)
        assert best.probability > CERTAIN
        assert not result.mismatches
        if best.state.same_position(step.after) or not best.moves:
            continue
        # What can't be seen is told apart: the true move is among those that look the same.
        assert len(best.moves) == 1
        booked = _kind(step, GAME.read_move(best.moves[0]))
        if booked != _kind(step, step.move):
            assert not result.same_result
            others = {_kind(step, GAME.read_move(text)) for text in best.unseen[0]}
            assert _kind(step, step.move) in others


def _kind(step: Step, move: Any) -> Any:
    """A move; like tokens may be taken, and lie, in any order."""
    if isinstance(move, Cast):
        return sorted((token.kind, token.colours) for token in move.tokens)
    if isinstance(move, Pick):
        token = step.before.cast[move.number - 1]
        return token.kind, token.colours, move.light
    return move


@pytest.mark.parametrize("seed", [13, 14])
def test_a_players_whole_turn_is_told_in_one_look(seed: int) -> None:
    wrong = 0
    every = list(turns(game(seed)))
    for steps in every:
        result = explained(steps[0].before, steps[-1].after)
        right = bool(result.explanations) and any(
            looks_alike(each.state, steps[-1].after) for each in result.explanations
        )
        first = bool(result.explanations) and looks_alike(
            result.explanations[0].state, steps[-1].after
        )
        if steps[0].before.phase is not Phase.ACTION:
            assert first, [GAME.write_move(step.move) for step in steps]
        wrong += not right
    assert wrong <= len(every) // 100


@pytest.mark.parametrize("seed", [16])
def test_a_phase_is_told_in_one_look(seed: int) -> None:
    """All placements of a round, a cast, all selections, Cleanup; four turns mostly."""
    actions = told = 0
    for steps in phases(game(seed)):
        result = explained(steps[0].before, steps[-1].after)
        first = bool(result.explanations) and looks_alike(
            result.explanations[0].state, steps[-1].after
        )
        if steps[0].before.phase is Phase.ACTION:
            actions += 1
            told += first
        else:
            assert first, [GAME.write_move(step.move) for step in steps]
    assert told >= 0.7 * actions


def test_it_takes_no_longer_than_people_notice() -> None:
    spent_ms = []
    for steps in turns(game(13)):
        observations = looked(steps[-1].after)
        begin = time.process_time()
        GAME.explain_table(steps[0].before, observations)
        spent_ms.append((time.process_time() - begin) * 1000)
    assert statistics.median(spent_ms) < 30
    assert sorted(spent_ms)[int(0.95 * len(spent_ms))] < 100


@pytest.mark.parametrize("seed", [17])
def test_covered_places_are_neither_missed_nor_invented(seed: int) -> None:
    """With up to three places under a hand, what is booked still agrees with all the others."""
    chance = random.Random(seed)
    places = [
        (TITLE[board.name].format(copy + 1), place.name)
        for board in PRINTS.boards
        if board.name in TITLE
        for copy in range(board.count)
        for place in board.places
    ]
    for step in game(seed)[::4]:
        observations = looked(step.after)
        lying = {place for place, _ in _where(step)}
        hidden = chance.sample(places, chance.choice((1, 2, 3)))
        for board, place in hidden:
            observations = changed(observations, board, place, covered)
        result = GAME.explain_table(step.before, observations)
        if isinstance(step.move, Draw) or not lying & set(hidden):
            assert looks_alike(result.explanations[0].state, step.after)
        if not result.explanations:
            # Half of a move is hidden: then something is asked for, never invented.
            assert result.reasons
            assert lying & set(hidden)


def _where(step: Step) -> Iterator[tuple[tuple[str, str], None]]:
    """The places that a move changes."""
    before, after = set(map(repr, seen_lies(step.before))), set(map(repr, seen_lies(step.after)))
    for state in (step.before, step.after):
        for lie in seen_lies(state):
            if (repr(lie) in before) != (repr(lie) in after) and lie.board in TITLE:
                yield (TITLE[lie.board].format(lie.copy + 1), lie.place), None


# -- what is read wrong ----------------------------------------------------------------------


def doubted(step: Step, title: str, place: str, other: str, share: float) -> Explained:
    """The place read with the true kind at `share` and another one for the rest."""

    def doubt(reading: PlaceReading) -> PlaceReading:
        piece = reading.pieces[0]
        kinds = ((str(piece.kind), share), (other, 1 - share))
        kinds = tuple(sorted((pair for pair in kinds if pair[1]), key=lambda pair: -pair[1]))
        unsure = replace(piece, kind=None, kinds=kinds)
        status, most = PlaceStatus.UNKNOWN, kinds[0][1]
        return replace(reading, status=status, pieces=(unsure,), probability=most, why="blurred")

    return GAME.explain_table(step.before, changed(looked(step.after), title, place, doubt))


def placed_fronts(seed: int) -> list[Step]:
    return [step for step in game(seed) if getattr(step.move, "front", False)]


def cell(step: Step) -> tuple[str, str]:
    row, column = step.move.cell
    return TITLE["player"].format("ABCD".index(step.move.seat) + 1), f"{row},{column}"


def test_a_tile_that_may_be_two_is_told_as_the_one_in_hand() -> None:
    """The reading that no rule allows drops out, even when it is the likelier one."""
    for step in placed_fronts(19)[::9]:
        hand = step.before.players["ABCD".index(step.move.seat)].hand
        tiles = step.before.table.edition.tiles
        other = next(tile.name for n, tile in enumerate(tiles) if n not in hand)
        result = doubted(step, *cell(step), other, 0.4)
        assert looks_alike(result.explanations[0].state, step.after)
        assert result.explanations[0].probability > CERTAIN


def test_a_tile_that_may_be_two_in_hand_is_asked_about() -> None:
    asked = 0
    for step in placed_fronts(19)[::9]:
        hand = step.before.players["ABCD".index(step.move.seat)].hand
        tiles = step.before.table.edition.tiles
        for other in (tiles[n].name for n in hand if tiles[n].name != step.move.tile):
            result = doubted(step, *cell(step), other, 0.6)
            if len(result.explanations) > 1:
                asked += 1
                assert any(looks_alike(each.state, step.after) for each in result.explanations)
                assert result.explanations[0].probability < CERTAIN
    assert asked


def test_a_misread_tile_is_never_booked() -> None:
    """What is seen is another tile, in doubt, and the true one is not thought of."""
    for step in placed_fronts(20)[::9]:
        seat = "ABCD".index(step.move.seat)
        tiles, hand = step.before.table.edition.tiles, step.before.players[seat].hand
        for other in [n for n in range(0, len(tiles), 7) if n not in hand]:
            result = _misread(step, tiles[other].name)
            first = result.explanations[:1]
            if first and first[0].probability > CERTAIN:
                assert first[0].moves == ()
            elif not first:
                row, column = step.move.cell
                assert f"{step.move.seat} {row},{column}" in {r.where for r in result.reasons}


def _misread(step: Step, kind: str) -> Explained:
    def misread(reading: PlaceReading) -> PlaceReading:
        piece = replace(reading.pieces[0], kind=None, kinds=((kind, 0.6),))
        return replace(
            reading, status=PlaceStatus.UNKNOWN, pieces=(piece,), probability=0.6, why="blurred"
        )

    return GAME.explain_table(step.before, changed(looked(step.after), *cell(step), misread))


def test_what_a_reader_says_in_words_is_an_alternative_too() -> None:
    """An alternative such as `star T09 turned 60°` counts, and so does an empty place."""
    step = placed_fronts(19)[3]
    row, column = step.move.cell

    def doubt(reading: PlaceReading) -> PlaceReading:
        (piece,) = (one for one in reading.pieces if one.family == "star")
        words = f"star {piece.kind} turned {piece.turn_deg:.0f}°"
        rest = [f"crystal {one.kind}" for one in reading.pieces if one.family == "crystal"]
        alternatives = ((" + ".join([words, *rest]), 0.3),)
        return replace(
            reading,
            status=PlaceStatus.UNKNOWN,
            pieces=(),
            probability=0.6,
            alternatives=alternatives,
        )

    title, place = cell(step)
    result = GAME.explain_table(step.before, changed(looked(step.after), title, place, doubt))
    moves = [each.moves for each in result.explanations]
    assert () in moves
    assert any(f"{row},{column}" in " ".join(each) for each in moves)
    assert sum(each.probability for each in result.explanations) < 1


# -- what lies wrong though the moves are legal ------------------------------------------------


def test_a_score_marker_that_nobody_moved_is_a_mismatch_and_blocks_nothing() -> None:
    step = next(s for s in game(21) if _scores(s.after) != _scores(s.before) and s.after.round < 6)
    lies = tuple(lie for lie in GAME.lies(step.after) if lie.family != "marker")
    lies += tuple(lie for lie in GAME.lies(step.before) if lie.family == "marker")
    result = GAME.explain_table(step.before, looked(step.after, lies))
    assert looks_alike(result.explanations[0].state, step.after)
    assert {(r.key, r.clause) for r in result.mismatches} == {
        ("reason.score_marker", "GIRL-SET-10")
    }


def _scores(state: Any) -> list[int]:
    return [player.score for player in state.players]


def _last_action(seed: int) -> Any:
    return next(s.before for s in reversed(game(seed)) if s.before.phase is Phase.ACTION)


@pytest.mark.parametrize(
    ("family", "board", "key", "clause"),
    [
        ("crystal", "player", "light_early", "GIRL-STAR-10"),
        ("reward", "main", "reward_early", "GIRL-CON-5"),
        ("bonus", "player", "bonus_lies", "GIRL-CON-6"),
        ("elder", "sky", "elder_place", "GIRL-CLEAN-3"),
        ("marker", "score", "score_marker", "GIRL-SET-10"),
    ],
)
def test_upkeep_that_lies_wrong_is_named(family: str, board: str, key: str, clause: str) -> None:
    state = next(
        s.before for s in game(21) if s.before.round == 3 and s.before.phase is Phase.ACTION
    )
    lies = list(GAME.lies(state))
    wrong = [n for n, lie in enumerate(lies) if (lie.family, lie.board) == (family, board)][-1]
    if family == "bonus":
        lies[wrong] = replace(lies[wrong], back=not lies[wrong].back)
    elif family in ("elder", "marker"):
        lies[wrong] = replace(lies[wrong], place="sky1" if family == "elder" else "99")
    else:
        del lies[wrong]
    result = GAME.explain_table(state, looked(state, tuple(lies)))
    assert result.explanations[0].moves == ()
    assert (f"reason.{key}", clause) in {(r.key, r.clause) for r in result.mismatches}
    sentence = GAME.say(f"reason.{key}", "en", result.mismatches[0].values)
    assert "{" not in sentence


def test_an_unknown_board_and_unknown_pieces_do_no_harm() -> None:
    state = game(21)[0].before
    observations = looked(state)
    strange = replace(observations[0], board="Kitchen table")
    assert GAME.explain_table(state, (strange,)).explanations[0].moves == ()
    odd = Sighting("coaster", (("coaster", 0.9),), (0.0, 0.0), 1.0, 0, (0, 0, 1, 1), family="disc")

    def more(reading: PlaceReading) -> PlaceReading:
        return replace(reading, pieces=(odd,))

    result = GAME.explain_table(state, changed(observations, "Player board 1", "3,3", more))
    assert [r.clause for r in result.reasons] or result.explanations
