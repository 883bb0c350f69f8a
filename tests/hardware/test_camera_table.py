"""The camera over a simulated whole table: what is laid is seen, and nothing else moves."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from small_game import small_lies, small_prints

from companion.errors import InputError
from companion.prints import Lie
from hardware.clock import HandTurnedClock
from hardware.simulated.camera_table import TableCamera
from hardware.simulated.conditions import conditions_named
from hardware.simulated.tabletop.disturbance import Disturbance
from hardware.simulated.tabletop.studio import TableStudio, copies_of

PRINTS = small_prints(2)
TILE = Lie("field", 0, "1,1", "tile", "red one", 2)
BLURRED = Disturbance(blur_px=2.0)
GEM = Lie("field", 0, "1,1", "gem", "blue")


def camera_of(clock: HandTurnedClock, seed: int = 1) -> TableCamera:
    studio = TableStudio(PRINTS, seed, conditions_named("mounted"), scale=0.25)
    return TableCamera(studio, copies_of(PRINTS), clock, seed=seed)


def changed(one: np.ndarray, other: np.ndarray) -> int:
    """How many pixels differ by more than noise."""
    return int(np.count_nonzero(np.abs(one.astype(int) - other).max(axis=2) > 60))


def test_a_hand_comes_lays_a_piece_and_goes() -> None:
    clock = HandTurnedClock(100.0)
    with camera_of(clock) as camera:
        bare = camera.frame(0.0, 1.0).image_bgr
        camera.show((TILE,))
        clock.turn(0.9)
        during = camera.frame(clock.now_s(), 1.0).image_bgr
        assert not camera.layout.pieces
        clock.turn(0.3)
        assert len(camera.layout.pieces) == 1
        clock.turn(1.0)
        after = camera.frame(clock.now_s(), 1.0).image_bgr
        still = camera.frame(clock.now_s(), 1.0).image_bgr
    assert changed(bare, during) > 3000
    assert 20 < changed(bare, after) < 1500
    assert changed(after, still) == 0
    assert (after != still).any()  # the noise is fresh


def test_what_lies_there_is_not_touched_when_something_else_changes() -> None:
    clock = HandTurnedClock(100.0)
    lies = small_lies(PRINTS, np.random.default_rng(4), 2)
    with camera_of(clock) as camera:
        camera.show(lies, with_hand=False)
        before = {(piece.lie, piece.middle_mm, piece.turn_deg) for piece in camera.layout.pieces}
        assert len(camera.layout.pieces) == len(lies)
        bare = next(
            place.name
            for place in PRINTS.boards[0].places
            if all(lie.copy or lie.place != place.name for lie in lies)
        )
        more = Lie("field", 0, bare, "tile", "gold star", 1)
        camera.lay(more, with_hand=False)
        after = {(piece.lie, piece.middle_mm, piece.turn_deg) for piece in camera.layout.pieces}
        assert before < after
        assert {lie for lie, _, _ in after - before} == {more}
        camera.take(more, with_hand=False)
        again = {(piece.lie, piece.middle_mm, piece.turn_deg) for piece in camera.layout.pieces}
        assert again == before


def test_the_highest_of_equal_pieces_is_taken_and_what_is_not_there_can_not_be() -> None:
    coin = Lie("field", 0, "0,0", "coin", "coin")
    with camera_of(HandTurnedClock(100.0)) as camera:
        camera.show((TILE, GEM, coin, coin), with_hand=False)
        assert camera.lying == (TILE, GEM, coin, coin)
        camera.take(coin, with_hand=False)
        assert camera.lying == (TILE, GEM, coin)
        levels = {piece.lie: piece.level for piece in camera.layout.pieces}
        assert levels == {TILE: 0, GEM: 1, coin: 0}
        camera.take(TILE, with_hand=False)  # the gem comes down onto the board
        assert {piece.lie: piece.level for piece in camera.layout.pieces} == {GEM: 0, coin: 0}
        with pytest.raises(ValueError, match="no red one at 1,1"):
            camera.take(TILE)


def test_a_piece_that_is_not_printed_changes_nothing() -> None:
    with camera_of(HandTurnedClock(100.0)) as camera:
        camera.show((TILE,), with_hand=False)
        with pytest.raises(InputError, match="no place called"):
            camera.lay(Lie("field", 0, "nowhere", "tile", "red one"))
        assert camera.lying == (TILE,)
        assert len(camera.layout.pieces) == 1


def test_the_same_seed_gives_the_same_table() -> None:
    pictures = []
    for _ in range(2):
        with camera_of(HandTurnedClock(100.0), seed=7) as camera:
            camera.show((TILE, GEM), with_hand=False)
            pictures.append(camera.frame(0.0, 1.0).image_bgr)
    assert (pictures[0] == pictures[1]).all()


def test_pieces_are_laid_from_one_thread_while_another_looks() -> None:
    clock = HandTurnedClock(100.0)
    places = [place.name for place in PRINTS.boards[0].places]
    with camera_of(clock) as camera:

        def lay_all() -> None:
            for place in places:
                camera.lay(Lie("field", 0, place, "tile", "red one"), with_hand=False)

        hands = threading.Thread(target=lay_all)
        hands.start()
        for _ in range(4):
            assert camera.frame(0.0, 60.0).size_wh == camera.size_wh
        hands.join(30)
        assert not hands.is_alive()
        assert len(camera.lying) == len(places)


def test_a_lamp_that_is_dimmed_and_a_camera_that_is_bumped() -> None:
    clock = HandTurnedClock(100.0)
    with camera_of(clock) as camera:
        before = camera.frame(0.0, 1.0).image_bgr.astype(float)

        def now(disturbance: Disturbance) -> np.ndarray:
            camera.disturb(disturbance)
            clock.turn(1.0)
            return camera.frame(clock.now_s(), 1.0).image_bgr.astype(float)

        assert now(Disturbance(light=0.5)).mean() == pytest.approx(0.73 * before.mean(), rel=0.03)
        warm = now(Disturbance(warmth=0.15)) - before
        assert warm[..., 2].mean() > 1 > -1 > warm[..., 0].mean()
        bumped = now(Disturbance(shift_px=(12.0, 0.0)))
        assert np.abs(bumped[:, 40:] - before[:, 28:-12]).mean() < 3
        assert np.abs(bumped - before).mean() > 3
        sharp, soft = (np.abs(np.diff(each, axis=1)).mean() for each in (before, now(BLURRED)))
        assert soft < 0.8 * sharp
        assert np.abs(now(Disturbance()) - before).mean() < 3  # nothing but noise
