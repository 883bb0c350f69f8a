"""Kinds of parts: told by all colours of what shows, and only when one kind alone fits."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray
from photographs import Photographs, spread_out

from companion.board import PointMm
from vision.cover import Cover, cover_of
from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.foreign_types import Foreign
from vision.part_kinds import PartKinds, Probabilities
from vision.plausible import plausible
from vision.rectify import Grid
from vision.registration import find_board
from vision.token_art import TokenArt, prepare
from vision.token_types import SeenToken
from vision.tokens import TokenReader

SURE = 0.98


@dataclass(frozen=True)
class Seen:
    """A view of an art's tokens side by side, and what they are."""

    view: FlatView
    tokens: list[SeenToken]
    art: TokenArt
    radius_mm: float
    parts: PartKinds

    def hidden(self, token: SeenToken, apart: float, turn_deg: float) -> SeenToken:
        """What would hide a token from that direction, its middle `apart` diameters away."""
        x, y = token.centre_mm
        turn, reach = math.radians(turn_deg), apart * 2 * self.radius_mm
        place = (x + reach * math.cos(turn), y + reach * math.sin(turn))
        return replace(token, centre_mm=place, kind=None)

    def named(self, token: SeenToken, above: SeenToken) -> str | None:
        """The kind that is told of a token below another, None when it is left open."""
        others = [other for other in self.tokens if other is not token]
        parts = replace(self.parts, tokens=[*others, above])
        cover = cover_of(self.view, [above], parts.spec)
        kinds = parts.kinds(token.centre_mm, cover)
        return kinds[0][0] if kinds is not None and kinds[0][1] > SURE else None


def see(photographs: Photographs, name: str) -> Seen:
    shown = photographs.take(name, spread_out(photographs.studio(name).art))
    flattener, art = Flattener(shown.board), prepare(shown.board)
    pose = find_board(shown.frame, shown.board).pose
    view = look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)
    tokens = TokenReader(shown.board, art).glance(view, ()).tokens
    assert len(tokens) >= 4
    spec = shown.board.tokens
    return Seen(view, tokens, art, spec.radius_mm, PartKinds(view, tokens, art, spec))


@pytest.fixture(name="many_grounds", scope="module")
def _many_grounds(photographs: Photographs) -> Seen:
    """An art whose kinds have grounds of their own."""
    return see(photographs, "six")


@pytest.fixture(name="one_ground", scope="module")
def _one_ground(photographs: Photographs) -> Seen:
    """An art whose kinds have the same ground."""
    return see(photographs, "shards")


def test_a_ground_that_only_one_kind_has_tells_it(many_grounds: Seen) -> None:
    told = [
        (many_grounds.named(token, many_grounds.hidden(token, 0.3, turn)), token.kind)
        for token in many_grounds.tokens
        for turn in range(0, 360, 60)
    ]
    right = [kind is not None and name == many_grounds.art.names[kind] for name, kind in told]
    assert sum(right) >= 0.8 * len(told)
    assert all(ok or name is None for ok, (name, _) in zip(right, told, strict=True))


@pytest.mark.parametrize("apart", [0.25, 0.4, 0.6, 0.8])
def test_no_part_is_ever_named_wrongly(apart: float, one_ground: Seen) -> None:
    for token in one_ground.tokens:
        for turn in range(0, 360, 45):
            name = one_ground.named(token, one_ground.hidden(token, apart, turn))
            assert token.kind is not None
            assert name in (None, one_ground.art.names[token.kind])


def test_of_one_ground_little_is_left_open_and_much_is_told(one_ground: Seen) -> None:
    def told(apart: float) -> int:
        return sum(
            one_ground.named(token, one_ground.hidden(token, apart, 45.0 * turn)) is not None
            for token in one_ground.tokens
            for turn in range(8)
        )

    assert told(0.2) == 0 < told(0.8)


def test_a_ground_that_no_kind_has_is_none_of_them(many_grounds: Seen) -> None:
    inverted = np.asarray(255 - many_grounds.view.fine_bgr, np.uint8)
    token, *others = many_grounds.tokens
    x, y = many_grounds.view.fine.to_px(np.array([token.centre_mm]))[0].round().astype(int)
    reach = int(1.2 * many_grounds.radius_mm * many_grounds.view.fine.px_per_mm)
    picture = many_grounds.view.fine_bgr.copy()
    at = slice(y - reach, y + reach), slice(x - reach, x + reach)
    picture[at] = inverted[at]
    parts = replace(many_grounds.parts, view=replace(many_grounds.view, fine_bgr=picture))
    above = many_grounds.hidden(token, 0.5, 0.0)
    kinds = replace(parts, tokens=[*others, above]).kinds(
        token.centre_mm, cover_of(many_grounds.view, [above], parts.spec)
    )
    assert kinds is not None
    assert kinds[0][1] < SURE


def burnt_out(view: FlatView) -> FlatView:
    white: NDArray[np.uint8] = np.full_like(view.fine_bgr, 255)
    return replace(view, fine_bgr=white)


def test_nothing_is_said_of_what_is_burnt_out_or_hardly_shows(many_grounds: Seen) -> None:
    token, *others = many_grounds.tokens

    def said(apart: float, centre_mm: PointMm, view: FlatView) -> object:
        above = many_grounds.hidden(token, apart, 90.0)
        parts = replace(many_grounds.parts, view=view, tokens=[*others, above])
        return parts.kinds(centre_mm, cover_of(view, [above], parts.spec))

    assert said(0.5, token.centre_mm, many_grounds.view) is not None
    assert said(0.5, token.centre_mm, burnt_out(many_grounds.view)) is None
    assert said(0.02, token.centre_mm, many_grounds.view) is None


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ((("recall", 0.99), ("x2", 0.01)), 0.99),
        ((("x2", 0.99), ("recall", 0.01)), 0.01),
        ((("recall", 0.6), ("x2", 0.4)), 0.6),
        (None, None),
    ],
)
def test_a_kind_is_as_likely_as_a_little_beside_its_place(
    beside: Probabilities | None,
    expected: float | None,
    many_grounds: Seen,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    centre_mm = (50.0, 60.0)
    asked: list[PointMm] = []

    def said(
        _: PartKinds, places_mm: NDArray[np.float64], cover: Cover, usual: float
    ) -> list[Probabilities | None]:
        asked.extend((x, y) for x, y in places_mm.tolist())
        clear = ("recall", 0.995), ("x2", 0.005)
        return [beside if x > centre_mm[0] else clear for x in places_mm[:, 0].tolist()]

    monkeypatch.setattr(PartKinds, "_kinds_at", said)
    cover = cover_of(many_grounds.view, [], many_grounds.parts.spec)
    kinds = many_grounds.parts.kinds(centre_mm, cover)
    assert (None if kinds is None else dict(kinds)["recall"]) == expected
    assert max(math.dist(place, centre_mm) for place in asked) < 0.05 * many_grounds.radius_mm


def test_without_a_clear_token_the_light_is_unknown(many_grounds: Seen) -> None:
    token = many_grounds.tokens[0]
    above = many_grounds.hidden(token, 0.5, 0.0)
    parts = replace(many_grounds.parts, tokens=[above])
    cover = cover_of(many_grounds.view, [above], parts.spec)
    assert parts.kinds(token.centre_mm, cover) is None


def test_a_part_that_its_colours_name_is_believed_without_a_pattern(
    photographs: Photographs, many_grounds: Seen
) -> None:
    board = photographs.take("six", spread_out(photographs.studio("six").art)).board
    grid = Grid.over((0.0, 0.0), board.size_mm, 1.0)
    nothing = Foreign(np.zeros((grid.size_wh[1], grid.size_wh[0]), bool), grid, False, 1.0, ())
    part = replace(
        many_grounds.tokens[0], visible=0.3, correlation=0.0, gain=0.0, by_colours=True, why=""
    )
    whole = many_grounds.tokens[1:]
    assert part in plausible([*whole, part], nothing, board)
    assert part not in plausible([*whole, replace(part, by_colours=False)], nothing, board)
