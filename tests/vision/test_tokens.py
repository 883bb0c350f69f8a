"""Reading tokens: every kind of every art, where they lie, what hides them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from photographs import Photograph, Photographs, around, spread_out

from companion.board import PointMm
from companion.flow import Observation, Sighting, Status
from companion.games.girl.toss import judge_toss
from hardware.simulated.arts import ART_NAMES
from hardware.simulated.tossing import Lying
from vision.toss import TossReader

FOUND_MM = 3.0
SURE = 3.09


def read(shown: Photograph) -> Observation:
    return TossReader(shown.board).read(shown.frame)


def pairs(tokens: Sequence[Lying], observation: Observation) -> list[tuple[Lying, Sighting]]:
    """Each token with the one sighting that is it; fails when one is missing or too many."""
    left = list(observation.sightings)
    found = []
    for token in tokens:
        near = [s for s in left if math.dist(s.centre_mm, token.centre_mm) < FOUND_MM]
        assert near, f"{token} was missed"
        best = min(near, key=lambda s: math.dist(s.centre_mm, token.centre_mm))
        left.remove(best)
        found.append((token, best))
    assert not left, f"{left} is not there"
    return found


def beside(place: PointMm, angle_deg: float, apart_mm: float) -> PointMm:
    turn = math.radians(angle_deg)
    return place[0] + apart_mm * math.cos(turn), place[1] + apart_mm * math.sin(turn)


@pytest.mark.parametrize("art", ART_NAMES)
def test_every_kind_of_every_art_is_read_where_it_lies(art: str, photographs: Photographs) -> None:
    board = photographs.studio(art).art.board
    tokens = spread_out(photographs.studio(art).art)
    shown = photographs.take(art, tokens)
    observation = read(shown)
    assert observation.status is Status.READ
    assert observation.problems == ()
    for token, sighting in pairs(tokens, observation):
        assert sighting.kind == token.kind
        assert sighting.kinds[0][0] == token.kind
        assert sighting.level == 0
        assert sighting.why_unsure == ""
        off = np.abs(np.subtract(sighting.centre_mm, token.centre_mm))
        assert (off < SURE * sighting.sigma_mm).all()
        assert sighting.sigma_mm < 0.4
        x, y, width, height = sighting.crop_xywh_px
        top_px = shown.true_px([token.centre_mm], board.tokens.thickness_mm)[0]
        assert x < top_px[0] < x + width
        assert y < top_px[1] < y + height


def test_the_six_kinds_are_told_at_any_turn(photographs: Photographs) -> None:
    lying = spread_out(photographs.studio("night").art)
    tokens = tuple(replace(token, angle_deg=token.angle_deg + 145.0) for token in lying)
    for token, sighting in pairs(tokens, read(photographs.take("night", tokens))):
        assert sighting.kind == token.kind


@pytest.mark.parametrize("art", ["night", "meadow", "shards"])
def test_an_empty_board_holds_no_token(art: str, photographs: Photographs) -> None:
    observation = read(photographs.take(art))
    assert observation.status is Status.READ
    assert observation.sightings == ()
    assert not observation.hand_present
    assert observation.uncovered > 0.97


def test_a_token_off_the_dish_is_reported_too(photographs: Photographs) -> None:
    board = photographs.studio("night").art.board
    tokens = (Lying("recall", (155.0, 24.0), 10.0, 0), Lying("x2", (155.0, 155.0), 0.0, 0))
    assert math.dist(tokens[0].centre_mm, board.dish.centre_mm) > board.dish.target_radius_mm + 10.5
    for token, sighting in pairs(tokens, read(photographs.take("night", tokens))):
        assert sighting.kind == token.kind


@pytest.mark.parametrize("art", ["night", "six"])
def test_touching_tokens_are_two(art: str, photographs: Photographs) -> None:
    board = photographs.studio(art).art.board
    first = around(board, 120.0, 0.5)
    other = beside(first, 25.0, board.tokens.diameter_mm + 0.02)
    tokens = (Lying("foraging", first, 80.0, 0), Lying("stardust", other, 200.0, 0))
    for token, sighting in pairs(tokens, read(photographs.take(art, tokens))):
        assert sighting.kind == token.kind
        assert sighting.level == 0
        assert math.dist(sighting.centre_mm, token.centre_mm) < SURE * sighting.sigma_mm * 1.5


def stack(board_art: str, photographs: Photographs, share: float) -> tuple[Lying, Lying]:
    """A token lying on another, their centres `share` diameters apart; the lower comes first."""
    board = photographs.studio(board_art).art.board
    lower = around(board, 200.0, 0.45)
    upper = beside(lower, 250.0, share * board.tokens.diameter_mm)
    return Lying("offering", lower, 30.0, 0), Lying("recall", upper, 75.0, 1)


@pytest.mark.parametrize("art", ["night", "meadow"])
def test_a_stack_is_an_upper_and_a_lower_token(art: str, photographs: Photographs) -> None:
    lower, upper = stack(art, photographs, 0.62)
    observation = read(photographs.take(art, (lower, upper)))
    by_level = {sighting.level: sighting for sighting in observation.sightings}
    assert set(by_level) == {0, 1}
    assert by_level[1].kind == upper.kind
    assert math.dist(by_level[1].centre_mm, upper.centre_mm) < 1.0
    assert by_level[0].kind in (lower.kind, None)
    assert math.dist(by_level[0].centre_mm, lower.centre_mm) < FOUND_MM


def test_what_is_hidden_too_far_has_no_kind_and_says_why(photographs: Photographs) -> None:
    lower, upper = stack("night", photographs, 0.36)
    observation = read(photographs.take("night", (lower, upper)))
    hidden = [s for s in observation.sightings if s.level == 0]
    assert len(hidden) == 1
    assert hidden[0].kind is None
    assert hidden[0].why_unsure == "another token lies on it"
    assert hidden[0].sigma_mm > 0.5
    assert sum(p for _, p in hidden[0].kinds) < 1
    assert math.dist(hidden[0].centre_mm, lower.centre_mm) < FOUND_MM


def test_a_token_that_hides_nearly_all_of_another_is_named_by_its_number(
    photographs: Photographs,
) -> None:
    lower, upper = stack("night", photographs, 0.12)
    shown = photographs.take("night", (lower, upper, *spread_out(photographs.studio("night").art)))
    observation = read(shown)
    (number,) = [
        number
        for number, seen in enumerate(observation.sightings, 1)
        if math.dist(seen.centre_mm, upper.centre_mm) < 1.0
    ]
    place_mm = observation.sightings[number - 1].may_hide_mm
    assert place_mm is not None
    assert math.dist(place_mm, lower.centre_mm) < 1.0
    (said,) = judge_toss(observation, shown.board).problems
    assert f"below token {number};" in said


def test_the_same_frame_reads_the_same(photographs: Photographs) -> None:
    shown = photographs.take("night", spread_out(photographs.studio("night").art))
    reader = TossReader(shown.board)
    first, second = reader.read(shown.frame), reader.read(shown.frame)
    assert first.sightings == second.sightings
    assert first.problems == second.problems


def test_a_reader_forgets_what_has_left_the_table(photographs: Photographs) -> None:
    tokens = spread_out(photographs.studio("night").art)
    reader = TossReader(photographs.take("night").board)
    assert len(reader.read(photographs.take("night", tokens).frame).sightings) == len(tokens)
    fewer = tokens[:2]
    pairs(fewer, reader.read(photographs.take("night", fewer).frame))
    assert reader.read(photographs.take("night").frame).sightings == ()


def ratios(photographs: Photographs, art: str, condition: str, number: int) -> list[float]:
    """Error over sigma, for each coordinate of each token seen whole."""
    if condition == "spread":
        shown = photographs.take(art, spread_out(photographs.studio(art).art))
    else:
        shown = photographs.take(art, None, number, condition=condition)
    found = []
    for sighting in read(shown).sightings:
        near = [
            token
            for token in shown.scene.tokens
            if math.dist(token.centre_mm, sighting.centre_mm) < FOUND_MM
        ]
        for token in near[:1]:
            off = np.subtract(sighting.centre_mm, token.centre_mm)
            found += [float(abs(each)) / sighting.sigma_mm for each in off]
    return found


def test_errors_of_a_few_dozen_tokens_stay_below_three_sigma(photographs: Photographs) -> None:
    together = [r for art in ART_NAMES for r in ratios(photographs, art, "spread", 1)]
    assert len(together) > 60
    assert np.mean(np.array(together) < SURE) >= 0.99
    # A sigma that is far too large would call every throw too close.
    assert math.sqrt(np.mean(np.square(together))) > 0.15


@pytest.mark.slow
def test_errors_of_many_tokens_stay_below_three_sigma(photographs: Photographs) -> None:
    together = [
        r
        for art in ART_NAMES
        for condition in ("any", "steep", "far", "close")
        for number in range(1, 5)
        for r in ratios(photographs, art, condition, number)
    ]
    assert len(together) > 800
    assert np.mean(np.array(together) < SURE) >= 0.99
