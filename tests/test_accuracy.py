"""`companion accuracy`: readings are paired and judged as defined, and the command says so."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from companion.accuracy.pairing import best_pairs
from companion.accuracy.report import COLUMNS, cells, markdown_lines
from companion.accuracy.score import BURIED_BELOW, Score, score_photo
from companion.accuracy.truth import TrueGeometry, TruePhoto, TrueToken, load_truth
from companion.board import Board, PointMm
from companion.cli.accuracy import command
from companion.errors import CompanionError, InputError
from companion.games.girl.toss import Toss, TossToken
from companion.games.girl.wood_ash import CloseCall, Touch, land
from hardware.simulated.arts import ART_NAMES, art_named

PLACES = st.lists(st.tuples(st.floats(0, 12), st.floats(0, 12)), max_size=5)


@given(PLACES, PLACES)
def test_pairs_are_as_many_and_as_near_as_can_be(true: list[PointMm], read: list[PointMm]) -> None:
    pairs = best_pairs(true, read, 3.0)
    assert len(set(pairs.values())) == len(pairs)
    assert all(math.dist(true[one], read[other]) < 3.0 for one, other in pairs.items())

    def worth(chosen: dict[int, int]) -> tuple[int, float]:
        return -len(chosen), sum(math.dist(true[a], read[b]) for a, b in chosen.items())

    if not true or not read:
        assert pairs == {}
        return
    best = (0, 0.0)
    shorter, longer = sorted((len(true), len(read)))
    for chosen in permutations(range(longer), shorter):
        both = enumerate(chosen)
        every = dict(both) if len(true) <= len(read) else {b: a for a, b in both}
        near = {a: b for a, b in every.items() if math.dist(true[a], read[b]) < 3.0}
        best = min(best, worth(near))
    assert worth(pairs)[0] == best[0]
    assert worth(pairs)[1] == pytest.approx(best[1])


def test_a_reading_goes_to_the_token_that_lets_another_have_its_own() -> None:
    # The nearest of all is the wrong pair: it would leave the other token without a reading.
    assert best_pairs([(0, 0), (2, 0)], [(1.9, 0), (4.5, 0)], 3.0) == {0: 0, 1: 1}


@pytest.fixture(scope="module")
def board() -> Board:
    return art_named("night").board


@pytest.fixture(scope="module")
def geometry(board: Board) -> TrueGeometry:
    return TrueGeometry(board)


def said(true: TrueToken, board: Board, **changes: object) -> TossToken:
    """What a reader without any error says of a token."""
    landing = land(true.centre_mm, 0.01, board.dish, board.tokens.radius_mm)
    token = TossToken(
        true.kind, {true.kind: 1.0}, true.centre_mm, 0.01, int(true.z > 0), landing.outside,
        landing.settled_mm, landing.touches, landing.light, landing.close_calls,
        landing.clauses, "", (0, 0, 9, 9),
    )  # fmt: skip
    return replace(token, **changes)


def score(
    geometry: TrueGeometry,
    tokens: list[TrueToken],
    read: list[TossToken],
    hand: bool = False,
    status: str = "unsure",
) -> Score:
    toss = Toss(status, (), None, tuple(read), "calibrated")
    return score_photo(TruePhoto("photos/001.jpg", tuple(tokens), hand), toss, geometry)


RED = TrueToken("x2", 195.0, 110.0)
OTHER = TrueToken("recall", 95.0, 150.0)


def test_the_geometry_of_truth_agrees_with_the_rules(board: Board) -> None:
    """Two ways to measure, written apart, over every art."""
    for name in ART_NAMES:
        art = art_named(name).board
        geometry = TrueGeometry(art)
        for x in range(5, int(art.size_mm[0]), 9):
            for y in range(5, int(art.size_mm[1]), 11):
                token = TrueToken("x2", float(x), float(y))
                true = geometry.landing(token)
                landing = land(token.centre_mm, 1e-6, art.dish, art.tokens.radius_mm)
                if true.margin_mm > 0.01:
                    assert true.light == landing.light, (name, x, y)


def test_an_exact_reading_is_right(geometry: TrueGeometry, board: Board) -> None:
    result = score(geometry, [RED, OTHER], [said(OTHER, board), said(RED, board)], status="read")
    assert (result.photos, result.tokens, result.found, result.right) == (1, 2, 2, 2)
    assert result.must_be_zero == 0
    assert result.errors_mm == (0.0, 0.0)
    assert result.right_share == 1.0


def wrong_light(true: TrueToken, board: Board, *, sure: bool) -> TossToken:
    touches = (Touch("blue", 3.0, True), Touch("yellow", 2.0, sure))
    calls = () if sure else (CloseCall("yellow", 2.0, True),)
    return said(true, board, light=("blue", "yellow"), touches=touches, close_calls=calls)


@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({"kind": None}, {"right": 0, "kind_wrong": 0, "found": 1}),
        ({"kind": "recall"}, {"right": 0, "kind_wrong": 1, "found": 1}),
        ({"centre_mm": (197.9, 110.0)}, {"right": 1, "found": 1, "extra": 0}),
        ({"centre_mm": (198.1, 110.0)}, {"right": 0, "found": 0, "extra": 1}),
    ],
)
def test_one_thing_wrong(
    changes: dict[str, object], counts: dict[str, int], geometry: TrueGeometry, board: Board
) -> None:
    result = score(geometry, [RED], [said(RED, board, **changes)])
    assert {name: getattr(result, name) for name in counts} == counts
    assert bool(result.faults) == bool(result.must_be_zero)


def test_a_wrong_light_is_forgiven_only_when_it_was_called_close(
    geometry: TrueGeometry, board: Board
) -> None:
    sure = score(geometry, [RED], [wrong_light(RED, board, sure=True)])
    assert (sure.confidently_wrong, sure.right) == (1, 0)
    assert "but it is x2 with" in sure.faults[0]
    doubtful = score(geometry, [RED], [wrong_light(RED, board, sure=False)])
    assert (doubtful.confidently_wrong, doubtful.right) == (0, 0)


def test_a_close_call_far_from_any_line_is_timid(geometry: TrueGeometry, board: Board) -> None:
    assert geometry.landing(RED).margin_mm > 1.2
    call = (CloseCall("blue", 0.3, False),)
    timid = score(geometry, [RED], [said(RED, board, close_calls=call)])
    assert (timid.timid, timid.honest) == (1, 0)
    # Just short of the hub: there the truth itself is nearly otherwise.
    dish = board.dish
    reach = dish.hub_radius_mm + board.tokens.radius_mm + 0.4
    near = TrueToken("x2", dish.centre_mm[0] + reach, dish.centre_mm[1])
    honest = score(geometry, [near], [said(near, board, close_calls=call)])
    assert (honest.timid, honest.honest) == (0, 1)


def test_missed_and_blocked_tokens_count(geometry: TrueGeometry, board: Board) -> None:
    missed = score(geometry, [RED, OTHER], [said(RED, board)])
    assert (missed.tokens, missed.found, missed.right_share) == (2, 1, 0.5)
    blocked = score(geometry, [RED, OTHER], [], status="blocked")
    assert (blocked.photos, blocked.blocked, blocked.tokens, blocked.right) == (1, 1, 2, 0)


def test_photographs_with_a_hand_count_apart(geometry: TrueGeometry, board: Board) -> None:
    wrong = said(RED, board, kind="recall")
    result = score(geometry, [RED, OTHER], [wrong], hand=True)
    assert (result.hand_photos, result.hand_wrong) == (1, 1)
    assert (result.photos, result.tokens, result.found, result.kind_wrong) == (0, 0, 0, 0)
    assert score(geometry, [RED], [], hand=True, status="blocked") == Score(hand_photos=1)


def test_a_buried_token_is_not_demanded(geometry: TrueGeometry, board: Board) -> None:
    upper = replace_token(RED, z=2.8, kind="recall")
    lower = replace_token(RED, x=RED.x + 1.0)
    assert geometry.visible_share(lower, [lower, upper]) < BURIED_BELOW
    assert geometry.visible_share(upper, [lower, upper]) == 1.0
    # Read a little off towards the lower one, the upper must not be taken for it.
    seen = said(upper, board, centre_mm=(RED.x + 0.7, RED.y))
    result = score(geometry, [lower, upper], [seen])
    assert (result.tokens, result.buried, result.buried_found) == (1, 1, 0)
    assert (result.right, result.kind_wrong) == (1, 0)
    both = score(geometry, [lower, upper], [seen, said(lower, board, kind="offering")])
    assert (both.buried_found, both.kind_wrong, both.extra) == (1, 1, 0)
    assert (both.whole, both.whole_right, both.buried_right) == (1, 1, 0)
    assert (both.right_share, both.right_of_all) == (1.0, 0.5)
    named = score(geometry, [lower, upper], [seen, said(lower, board)])
    assert (named.buried_right, named.right_of_all) == (1, 1.0)


def test_what_is_hidden_in_part_counts_apart_from_what_is_whole(
    geometry: TrueGeometry, board: Board
) -> None:
    upper = replace_token(RED, z=2.8, kind="recall")
    lower = replace_token(RED, x=RED.x + 1.2 * board.tokens.radius_mm)
    nameless = said(lower, board, kind=None)
    result = score(geometry, [lower, upper, OTHER], [said(upper, board), nameless])
    assert (result.tokens, result.found, result.missed, result.right) == (3, 2, 1, 1)
    assert (result.whole, result.whole_right, result.whole_right_share) == (2, 1, 0.5)
    blocked = score(geometry, [lower, upper], [], status="blocked")
    assert (blocked.whole, blocked.missed, blocked.whole_right_share) == (1, 2, 0.0)
    assert Score().whole_right_share == Score().right_of_all == 1.0


def replace_token(token: TrueToken, **changes: object) -> TrueToken:
    values = {"kind": token.kind, "x": token.x, "y": token.y, "z": token.z} | changes
    return TrueToken(**values)  # type: ignore[arg-type]


def test_half_a_token_shows_beside_another(geometry: TrueGeometry, board: Board) -> None:
    lower = RED
    upper = replace_token(RED, x=RED.x + board.tokens.radius_mm, z=2.8)
    # Two circles a radius apart share 2 pi / 3 - sqrt(3) / 2 of r squared.
    shown = 1 - (2 * math.pi / 3 - math.sqrt(3) / 2) / math.pi
    assert geometry.visible_share(lower, [lower, upper]) == pytest.approx(shown, abs=2e-3)


def test_scores_add_up_and_fill_a_row() -> None:
    one = Score(photos=1, tokens=4, found=4, right=3, timid=1, errors_mm=(0.1, 0.3))
    other = Score(photos=2, tokens=6, found=5, right=5, extra=1, errors_mm=(0.2,), faults=("x",))
    both = one + other
    assert (both.photos, both.tokens, both.right, both.extra) == (3, 10, 8, 1)
    assert both.errors_mm == (0.1, 0.3, 0.2)
    assert both.error_mm(0.5) == 0.2
    row = cells(("night", "any", both))
    assert len(row) == len(COLUMNS)
    assert row[:5] == ("night", "any", "3", "10", "0.800")
    lines = list(markdown_lines([("night", "any", both), ("night", "dim", Score())]))
    assert {line.count("|") for line in lines} == {len(COLUMNS) + 1}


@pytest.mark.parametrize("text", ["", "{}", '{"photos": [{"file": 3}]}', "[1]", "\x00"])
def test_truth_of_another_form_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(text)
    with pytest.raises(InputError, match=r"truth\.json is not the truth of a photo set"):
        load_truth(tmp_path)
    with pytest.raises(InputError, match="can't be read"):
        load_truth(tmp_path / "nowhere")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))


def test_the_command_measures_thrown_and_given_sets(tmp_path: Path) -> None:
    from hardware.simulated.conditions import conditions_named, fixed
    from hardware.simulated.photo_set import write_photo_set
    from hardware.simulated.studio import Studio

    conditions = fixed(conditions_named("mounted"), hand_share=0.0)
    folder = tmp_path / "set"
    write_photo_set(Studio(art_named("night"), 7, conditions, 0.6), 2, folder)
    result = run("--sets", str(folder), "--markdown")
    assert result.exit_code == 0, result.output
    header, _, row = [line for line in result.stdout.splitlines() if line.startswith("|")]
    values = dict(zip(header.split(" | "), row.split(" | "), strict=True))
    assert values["condition"] == "given"
    assert values["photos"] == "2"
    assert float(values["right"]) > 0.8

    # With another truth the same readings are wrong, and the exit status says so.
    truth = json.loads((folder / "truth.json").read_text())
    for photo in truth["photos"]:
        for token in photo["tokens"]:
            token["kind"] = "x2" if token["kind"] != "x2" else "recall"
    (folder / "truth.json").write_text(json.dumps(truth))
    wrong = run("--sets", str(folder))
    assert wrong.exit_code == 1
    assert "but it is" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--arts", "pink"], "no art called 'pink'"),
        (["--conditions", "any,fog"], "no conditions called 'fog'"),
        (["--sets", "/nowhere/at/all"], "does not exist"),
    ],
)
def test_what_can_t_be_measured_is_named(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, CompanionError)
    assert words in str(result.exception)
    assert result.stdout == ""
