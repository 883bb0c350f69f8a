"""Thick tokens under a steep, near camera: alone, and stacked two and three deep."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from photographs import Photographs, around

from companion.board import Board, PointMm
from companion.describing.table_file import load_board
from companion.flow import Frame, Observation
from companion.games.girl.toss import judge_toss
from hardware.simulated.lens import Stand, view_of
from hardware.simulated.studio import Arrangement
from hardware.simulated.tossing import Lying
from vision.cover import cover_of
from vision.crescents import Crescent
from vision.flat_view import Flattener, flatten_frame, look
from vision.registration import find_board
from vision.rim_fit import RimFitter
from vision.thick_rims import by_their_tops
from vision.token_types import SeenToken
from vision.toss import TossReader

SURE = 3.09
MOST_OFF_MM = 0.8  # of each token of three on each other
KINDS = ("recall", "offering", "scouting", "stardust", "foraging", "x2")
Steps = tuple[tuple[float, float], ...]  # how far (mm) and whither (degrees) each lies off


def taken(
    photographs: Photographs, tokens: tuple[Lying, ...], thickness_mm: float, tilt_deg: float
) -> tuple[Frame, Board]:
    studio = photographs.studio("meadow", scale=0.6)
    board = studio.art.board
    thick = replace(board.tokens, thickness_mm=thickness_mm)
    studio.art = replace(studio.art, board=replace(board, tokens=thick))
    arranged = studio.arrange(3)
    stand = Stand(tilt_deg, 250.0, 20.0, 0.95, (0.0, 0.0))
    view = view_of(board.size_mm, studio.lens, stand)
    scene = replace(arranged.scene, tokens=tokens, view=view)
    picture = Arrangement(scene, arranged.shot, arranged.sensor_seed).photograph()
    described = load_board(photographs.table("meadow"))
    spec = replace(described.tokens, thickness_mm=thickness_mm)
    return Frame(picture, 0.0, "test"), replace(described, tokens=spec)


def read(
    photographs: Photographs, tokens: tuple[Lying, ...], thickness_mm: float, tilt_deg: float
) -> Observation:
    frame, board = taken(photographs, tokens, thickness_mm, tilt_deg)
    return TossReader(board).read(frame)


def stack(at: PointMm, steps: Steps, first: int = 0) -> list[Lying]:
    """Tokens on each other, the lowest at a place."""
    (x, y), lying = at, []
    for level, (apart_mm, turn_deg) in enumerate(((0.0, 0.0), *steps)):
        x += apart_mm * math.cos(math.radians(turn_deg))
        y += apart_mm * math.sin(math.radians(turn_deg))
        kind = KINDS[(first + level) % len(KINDS)]
        lying.append(Lying(kind, (round(x, 3), round(y, 3)), 40.0 * level, level))
    return lying


def check_honest(observation: Observation, tokens: tuple[Lying, ...]) -> None:
    """What is read is a token, within its sigma, and of its kind if it has one."""
    left = list(tokens)
    for seen in observation.sightings:
        like = [token for token in left if seen.kind in (None, token.kind)]
        away = {token: math.dist(token.centre_mm, seen.centre_mm) for token in like}
        assert away, seen
        nearest = min(away, key=lambda token: away[token])
        assert away[nearest] < SURE * seen.sigma_mm, (seen, nearest)
        left.remove(nearest)


@pytest.mark.parametrize(("thickness_mm", "tilt_deg"), [(4.0, 48.0), (8.0, 36.0), (7.0, 47.0)])
def test_the_side_of_a_thick_token_is_neither_a_token_nor_a_doubt(
    thickness_mm: float, tilt_deg: float, photographs: Photographs
) -> None:
    board = photographs.studio("meadow").art.board
    places = [around(board, turn, share) for turn, share in ((10, 0.8), (100, 0.5), (220, 0.7))]
    tokens = tuple(Lying(KINDS[row], at, 70.0 * row, 0) for row, at in enumerate(places))
    observation = read(photographs, tokens, thickness_mm, tilt_deg)
    check_honest(observation, tokens)
    assert [seen.level for seen in observation.sightings] == [0, 0, 0]
    assert {seen.kind for seen in observation.sightings} == {token.kind for token in tokens}
    assert max(seen.sigma_mm for seen in observation.sightings) < 1.0


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize(
    ("thickness_mm", "tilt_deg", "steps"),
    [
        pytest.param(7.0, 40.0, ((8.0, 0.0),), id="two"),
        pytest.param(6.0, 47.0, ((4.0, 0.0),), id="hardly more than a side"),
        pytest.param(5.0, 45.0, ((7.0, 0.0), (6.0, 60.0)), id="three"),
        pytest.param(8.0, 38.0, ((6.0, 0.0), (6.0, 180.0)), id="three, there and back"),
    ],
)
def test_of_stacks_nothing_is_said_that_is_not_so(
    thickness_mm: float, tilt_deg: float, steps: Steps, turn_deg: float, photographs: Photographs
) -> None:
    board = photographs.studio("meadow").art.board
    turned = tuple((apart_mm, angle + turn_deg) for apart_mm, angle in steps)
    lone = stack(around(board, 40.0, 0.8), (), 4)
    tokens = (*stack(around(board, 200.0, 0.45), turned), *lone)
    observation = read(photographs, tokens, thickness_mm, tilt_deg)
    check_honest(observation, tokens)
    top = tokens[len(steps)]
    seen = {sighting.kind: sighting for sighting in observation.sightings}
    assert top.kind in seen
    assert seen[top.kind].level == top.level or seen[top.kind].sigma_mm > 1.0
    assert seen[lone[0].kind].level == 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("thickness_mm", "tilt_deg"), [(4.0, 30.0), (5.0, 34.0)])
def test_stacks_of_three_are_placed_where_they_lie(
    thickness_mm: float, tilt_deg: float, seed: int, photographs: Photographs
) -> None:
    """Leaning one way, so that a part of each shows; of the lowest it may be too little to name.

    The document knows two levels (7.2).
    """
    board, chance = photographs.studio("meadow").art.board, random.Random(seed)
    turn_deg, radius_mm = chance.uniform(0, 360), board.tokens.radius_mm
    steps = tuple(
        (chance.uniform(1.05, 1.25) * radius_mm, turn_deg + chance.uniform(-40, 40))
        for _ in range(2)
    )
    low_deg = chance.uniform(0, 360)
    lone = stack(around(board, low_deg + 180, 0.8), (), 4)
    tokens = (*stack(around(board, low_deg, 0.35), steps), *lone)
    observation = read(photographs, tokens, thickness_mm, tilt_deg)
    assert len(observation.sightings) == len(tokens)
    kinds = {seen.kind for seen in observation.sightings}
    assert kinds >= {token.kind for token in tokens[1:]}
    judged = json.loads(msgspec.json.encode(judge_toss(observation, board)))["tokens"]
    true = {token.kind if token.kind in kinds else None: token for token in tokens}
    for seen, said in zip(observation.sightings, judged, strict=True):
        token = true[seen.kind]
        off_mm = math.dist(seen.centre_mm, token.centre_mm)
        assert off_mm < 3 * seen.sigma_mm
        assert off_mm < (MOST_OFF_MM if seen.kind else radius_mm / 2)
        assert said["level"] == min(token.level, 1)


@pytest.mark.parametrize("turn_deg", [20.0, 80.0, 140.0, 200.0, 260.0, 320.0])
def test_a_token_nearly_right_below_another_leaves_its_height_open(
    turn_deg: float, photographs: Photographs
) -> None:
    """A narrow crescent says that one lies there, though not quite where."""
    board = photographs.studio("meadow").art.board
    step = (0.3 * board.tokens.radius_mm, turn_deg)
    lone = stack(around(board, 20.0, 0.8), (), 4)
    (below, top, alone) = (*stack(around(board, 200.0, 0.5), (step,)), *lone)
    observation = read(photographs, (below, top, alone), 4.0, 25.0)
    check_honest(observation, (below, top, alone))
    seen = {sighting.kind: sighting for sighting in observation.sightings}
    assert seen[top.kind].may_hide_mm is not None
    assert seen[alone.kind].may_hide_mm is None


@pytest.mark.parametrize("tilt_deg", [38.0, 45.0])
def test_what_lies_below_a_token_is_suspected_by_its_size_alone(
    tilt_deg: float, photographs: Photographs
) -> None:
    """The third stands on nothing that can be seen."""
    board = photographs.studio("meadow").art.board
    places = [around(board, turn, share) for turn, share in ((10, 0.6), (130, 0.6), (250, 0.6))]
    lying = tuple(Lying(kind, at, 20.0, 0) for kind, at in zip(KINDS, places, strict=False))
    tokens = (*lying[:2], replace(lying[2], level=1))
    observation = read(photographs, tokens, 8.0, tilt_deg)
    check_honest(observation, tokens)
    sigmas_mm = {seen.kind: seen.sigma_mm for seen in observation.sightings}
    assert max(sigmas_mm[token.kind] for token in tokens[:2]) < 1.0
    assert sigmas_mm[tokens[2].kind] > 2.0
    assert observation.problems == ()
    hiding = [seen for seen in observation.sightings if seen.may_hide_mm is not None]
    assert [seen.kind for seen in hiding] == [tokens[2].kind]
    assert hiding[0].may_hide_mm == hiding[0].centre_mm


@pytest.mark.parametrize("turn_deg", [60.0, 180.0, 300.0])
def test_the_edge_of_a_foot_leads_to_the_top_above_it(
    turn_deg: float, photographs: Photographs
) -> None:
    tokens = tuple(
        stack(around(photographs.studio("meadow").art.board, 200.0, 0.3), ((7, turn_deg),))
    )
    frame, board = taken(photographs, tokens, 7.0, 42.0)
    flattener, spec = Flattener(board), board.tokens
    pose = find_board(frame, board).pose
    view = look(flatten_frame(frame.image_bgr, pose, flattener), flattener)
    lower_mm, upper_mm = (np.array(token.centre_mm) for token in tokens)
    x, y = pose.seen_at_mm(upper_mm, 14.0, 7.0).tolist()
    upper = SeenToken(1, (), (x, y), 0.7, 0.02, 0, 0.95, 1.0, 0.9)
    foot_mm = pose.seen_at_mm(lower_mm, 0.0, 7.0)
    cover, rims = cover_of(view, [upper], spec), RimFitter(view, [upper], spec)
    places = [
        Crescent((at[0], at[1]), 0.9, 0.4, 1.0, 0.6, 1.0)
        for at in (lower_mm.tolist(), foot_mm.tolist())
    ]
    assert math.dist(*(place.centre_mm for place in places)) > 3.0
    top, moved = by_their_tops(places, view, cover, rims, spec)
    assert top == places[0]
    assert math.dist(moved.centre_mm, tokens[0].centre_mm) < 1.0
    assert by_their_tops([], view, cover, rims, spec) == []
