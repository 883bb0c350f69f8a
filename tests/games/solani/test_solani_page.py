"""Solani drawn: pieces on sheets, places, what a seat may see, how fast."""

from __future__ import annotations

import itertools
import random
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from shapely.geometry import Point, Polygon

import companion.games.solani
from companion.drawing import Disc, Stroke, Words
from companion.drawing import Polygon as Outline
from companion.flow import Accepted
from companion.games.contract import AnyGame, EditionError
from companion.games.solani.art import outlines, tiles
from companion.games.solani.page.steps import chance_moves
from companion.games.solani.pieces import LINES, Phase, turned
from companion.games.solani.state import CLUSTERS, PLANETS

SCENES_MS, TAPS_MS = 20.0, 50.0
(FOLDER,) = map(Path, companion.games.solani.__path__)


def played(solani: Any, edition: Any, seed: int, steps: int) -> Any:
    chance = random.Random(seed)
    setup = msgspec.to_builtins(solani.deal(edition, "ABCD", chance))
    state = solani.start(edition, "ABCD", {}, setup).state
    for _ in range(steps):
        verdict = solani.judge(state, solani.self_play(state, chance))
        assert isinstance(verdict, Accepted)
        state = verdict.state
    return state


@pytest.fixture(scope="module")
def drawing_two(solani: AnyGame, edition: Any) -> Any:
    """A state in which a player has drawn two feature cards."""
    for seed in range(60):
        chance = random.Random(seed)
        state = solani.start(edition, "ABC", {}, {}).state
        while state.phase is not Phase.OVER:
            if state.drawn:
                return state
            state = solani.judge(state, solani.self_play(state, chance)).state  # type: ignore[union-attr]
    raise AssertionError("nobody draws two cards")


def test_two_drawn_cards_are_seen_by_nobody_else(solani: Any, drawing_two: Any) -> None:
    state = drawing_two
    drawer = "ABC"[state.queue[0]]
    deck = [card for card in range(16) if state.decks[state.deck] >> card & 1]
    seen: dict[str | None, set[str]] = {seat: set() for seat in ("A", "B", "C", None)}
    for drawn in itertools.permutations(deck, len(state.drawn)):
        twin = replace(state, drawn=drawn)
        for seat, found in seen.items():
            found.add(repr(solani.scenes(solani.view(twin, seat), seat)))
            # Even a state that was not viewed before shows no more.
            found.add(repr(solani.scenes(twin, seat)))
    assert {seat for seat, found in seen.items() if len(found) > 1} == {drawer}


def test_drawn_cards_are_read_by_who_drew_them(solani: Any, edition: Any, drawing_two: Any) -> None:
    drawer = "ABC"[drawing_two.queue[0]]
    deck = edition.decks[drawing_two.deck].name
    named = solani.read_move(f"draw {drawer} {deck} {deck}-1 {deck}-2")
    for seat in ("A", "B", "C", None):
        assert solani.shows(drawing_two, named, seat) == (seat == drawer)
        assert solani.shows(drawing_two, solani.read_move(f"draw {drawer} {deck}"), seat)
        assert solani.shows(drawing_two, solani.read_move("tidy"), seat)


def test_tiles_that_nobody_noted_can_be_tapped(solani: Any, edition: Any) -> None:
    """Two tiles laid out may be one of every kind that the bag holds (SOL-Q2)."""
    state = solani.start(edition, "A", {}, {}).state
    move = solani.read_move("prepare clusters ? 2 branches ? ?")
    assert solani.tapped_move(state, None, [t.id for t in solani.taps(state, move)]) == move
    state = solani.judge(state, move).state
    assert {"cluster ?", "cluster 2", "branch ?"} == {
        tap.id for tap in solani.next_taps(state, "A", ())
    }
    kinds = solani.next_taps(state, "A", ("cluster ?",))
    assert {tap.id for tap in kinds} == {
        f"cluster {kind.name}" for kind in edition.clusters if kind.name != "2"
    }
    taken = solani.tapped_move(state, "A", ("cluster ?", "cluster 3", "keep"))
    assert solani.write_move(taken) == "take A cluster 3"
    bought = solani.tapped_move(state, "A", ("cluster 2", "L2"))
    assert solani.write_move(bought) == "take A cluster 2 planet L2"


def test_every_handful_of_the_bags_is_a_way_of_chance(solani: Any, edition: Any) -> None:
    state = solani.start(edition, "A", {"market_extra": 0}, {}).state
    found = [solani.write_move(move) for move in chance_moves(state)]
    assert len(set(found)) == len(found) == len(edition.clusters) * len(edition.branches)
    few = replace(state, bags=((0, 0, 2, 0, 0, 0, 0), (0, 1, 0, 0, 0)))
    texts = [solani.write_move(move) for move in chance_moves(few)]
    assert texts == ["prepare clusters 3 branches corner"]


def test_sheets_have_every_component(solani: Any, edition: Any) -> None:
    prints = solani.prints(edition)
    counts: Counter[str] = Counter()
    for piece in prints.pieces:
        counts[piece.family] += piece.count
    assert counts == {
        "cluster": 50,
        "planet": 24,
        "feature": 16,
        "branch": 52,
        "dark sky": 12,
        "bonus": 1,
        "sun": 1,
        "feature card": 16,
        "dark sky card": 4,
    }
    assert [board.values.get("board") for board in prints.boards] == [
        *(board.name for board in edition.boards),
        None,
    ]
    tags = [tag.id for board in prints.boards for copy in board.tags for tag in copy]
    assert len(set(tags)) == len(tags)
    assert all(len(board.tags[0]) >= 4 for board in prints.boards)
    notice = {"替代配件：由本程式自訂，並非出版社的資料。", *edition.notice.values()}
    for board in prints.boards:
        words = {shape.text for shape in board.drawing.shapes if isinstance(shape, Words)}
        assert notice <= words, board.name
    for note in prints.notes:
        assert solani.say(note, "en", {}) != note


def of_size(size: int, spare: int, pitch_mm: float) -> dict[str, Any]:
    """The reference edition on another board, with sizes that follow from its pitch."""
    document, half = reference(), size // 2
    del document["print"]
    left, right = "1" * half + "2" * (size - half), "3" * half + "4" * (size - half)
    document["board"]["sectors"] = [left if row < half else right for row in range(size)]
    document["board"]["pitch_mm"] = pitch_mm
    cells = itertools.product((half - 1, half), repeat=2)
    for board, (row, column) in zip(document["board"]["kind"], cells, strict=True):
        board["guide_star"] = f"{row},{column}"
    for card in document["dark_sky"]:
        card["circles"] = ["0,0", f"{size - 1},1"]
    document["planets"]["spare"] = spare
    return document


@pytest.mark.parametrize("other", [None, (4, 0, 20.0), (5, 2, 45.0), (9, 8, 30.0)])
def test_places_lie_on_their_board_clear_of_each_other_and_of_markers(
    solani: Any, edition: Any, other: tuple[int, int, float] | None
) -> None:
    if other is not None:
        edition = solani.read_edition(of_size(*other), "other.toml")
    for board in solani.prints(edition).boards:
        width, height = board.drawing.size_mm
        sheet = Polygon(((0, 0), (width, 0), (width, height), (0, height)))
        areas = [(place.name, Polygon(place.outline_mm)) for place in board.places]
        areas += [(f"tag {tag.id}", Polygon(tag.corners_mm).buffer(2)) for tag in board.tags[0]]
        for name, area in areas:
            assert area.is_valid
            assert sheet.contains(area), (board.name, name)
        for (one, area), (two, second) in itertools.combinations(areas, 2):
            assert area.intersection(second).area < 1e-6, (board.name, one, two)


def test_every_place_but_the_guide_star_can_be_laid_on(solani: Any, edition: Any) -> None:
    names = {place.name for place in solani.prints(edition).boards[0].places}
    guide = edition.lattice.circles[edition.boards[0].guide]
    assert f"c{guide[0]},{guide[1]}" not in names
    assert len([name for name in names if name.startswith("c")]) == 35
    assert len([name for name in names if name.startswith("b")]) == 25


def test_pieces_lie_inside_their_cut_lines(solani: Any, edition: Any) -> None:
    for piece in solani.prints(edition).pieces:
        outline = Polygon(piece.outline_mm).buffer(0.2)
        half = [side / 2 for side in piece.front.size_mm]
        for shape in piece.front.shapes:
            if isinstance(shape, Outline | Stroke):
                points = [(x - half[0], y - half[1]) for x, y in shape.points_mm]
            elif isinstance(shape, Disc):
                points = [(shape.centre_mm[0] - half[0], shape.centre_mm[1] - half[1])]
            else:
                points = [(shape.middle_mm[0] - half[0], shape.middle_mm[1] - half[1])]
            assert all(outline.contains(Point(point)) for point in points), (piece.kind, shape)


@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize("turns", range(4))
def test_a_branch_is_drawn_with_the_lines_it_has(edition: Any, kind: int, turns: int) -> None:
    """A gold bar ends at the edge towards each of its lines, and nowhere else (SOL-DRAFT-7)."""
    lines = turned(edition.branches[kind].lines, turns)
    drawing = tiles.branch_tile(edition, lines)
    half = drawing.size_mm[0] / 2
    reach = (edition.pitch_mm / 2**0.5 - outlines.hollow_mm(edition)) * 0.9 / 2**0.5
    bars = [
        Polygon(shape.points_mm)
        for shape in drawing.shapes
        if isinstance(shape, Outline) and len(shape.points_mm) == 4
    ]
    for bit, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        end = Point(half + x * reach, half + y * reach)
        assert any(bar.contains(end) for bar in bars) == bool(lines >> bit & 1), LINES[bit]


def test_a_cluster_shows_its_stars_and_white_stars_differ_in_shape(edition: Any) -> None:
    for number, kind in enumerate(edition.clusters):
        stars = [
            len(shape.points_mm) // 2
            for shape in tiles.round_tile(edition, CLUSTERS + number).shapes
            if isinstance(shape, Outline)
        ]
        assert Counter(stars) == Counter({5: kind.stars, 4: kind.white})


def test_planets_differ_in_their_markings_not_by_colour_alone(edition: Any) -> None:
    shapes = [
        tuple(
            getattr(shape, "points_mm", getattr(shape, "centre_mm", None))
            for shape in tiles.round_tile(edition, PLANETS + colour).shapes
        )
        for colour in range(len(edition.colours))
    ]
    assert len(set(shapes)) == len(shapes)


def test_what_lies_where_is_a_piece_at_a_place_of_its_family(solani: Any, edition: Any) -> None:
    prints = solani.prints(edition)
    kinds = {(piece.family, piece.kind) for piece in prints.pieces}
    families = {family.name: family for family in prints.families}
    places = {(board.name, place.name): place for board in prints.boards for place in board.places}
    for steps in (0, 40, 150):
        state = played(solani, edition, 3, steps)
        lies = solani.lies(state)
        for lie in lies:
            assert (lie.family, lie.kind) in kinds
            assert lie.family in places[lie.board, lie.place].families
            assert 0 <= lie.turn < max(1, families[lie.family].turns)
        placed = sum(1 for player in state.players for lines in player.gaps if lines)
        boards = {f"board {board.name}" for board in edition.boards}
        lying = [lie for lie in lies if lie.family == "branch" and lie.board in boards]
        stored = sum(player.branch >= 0 for player in state.players)
        assert len(lying) == placed + stored


def reference() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "editions" / "SOL-REF-1.toml").read_text("utf-8"))


def test_an_edition_without_print_sizes_takes_them_from_its_pitch(solani: Any) -> None:
    document = reference()
    del document["print"]
    edition = solani.read_edition(document, "mine.toml")
    assert edition.sizes.round_mm < edition.pitch_mm
    assert solani.prints(edition).pieces


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("round_mm", 30.0),
        ("round_mm", 0),
        ("branch_gap_mm", 2.6),
        ("branch_reach_mm", 15.0),
        ("branch_reach_mm", 2.0),
        ("dictionary", "4x4"),
        ("marker_mm", -1),
        ("card_mm", [44]),
    ],
)
def test_print_sizes_that_do_not_fit_name_the_key(solani: Any, key: str, value: Any) -> None:
    document = reference()
    document["print"][key] = value
    with pytest.raises(EditionError) as error:
        solani.read_edition(document, "mine.toml")
    assert f"mine.toml: print.{key}" in str(error.value)
