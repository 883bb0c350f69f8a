"""What is printed of Polaris: complete by the component lists, exact in millimetres."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from command_line import assert_one_sentence_on_stderr, run_companion
from games.polaris.small_sky import small_document
from msgspec.structs import replace as replace_doc
from printed_pages import detect, ink_reach_mm, rasterise, rule_mm
from shapely import STRtree
from shapely.geometry import Polygon, box

from companion.games.contract import AnyGame, EditionError
from companion.games.polaris.pieces import SEATS
from companion.places import Place
from companion.printing.game_sheets import game_sheets
from companion.printing.page_frame import MARGIN_MM
from companion.printing.sheet import PAPERS
from companion.prints import BoardPrint, Prints

EDITION = Path("companion/games/polaris/editions/POL-REF-1.toml")


@pytest.fixture(scope="module")
def prints(polaris: Any, reference: Any) -> Prints:
    made = polaris.prints(reference)
    assert isinstance(made, Prints)
    return made


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sheets")
    done = run_companion("sheets", "polaris", "--out", folder / "new")
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "new"


def test_counts_are_those_of_the_component_lists(prints: Prints, reference: Any) -> None:
    """POL-COMP-2 and POL-COMP-3."""
    counts: dict[str, int] = {}
    for piece in prints.pieces:
        counts[piece.family] = counts.get(piece.family, 0) + piece.count
    parts = reference.components
    assert counts == {
        "star": parts.stars * len(SEATS),
        "marker": 4,
        "line": parts.lines,
        "shooting star": parts.shooting_stars,
        "bonus": 4,
        "telescope": 1,
        "frame": 5,
        "card": parts.basic + parts.advanced,
        "goal": parts.goals,
        "personal goal": parts.personal,
        "reminder": 4,
    }
    by_seat = {piece.set_of for piece in prints.pieces if piece.family == "star"}
    assert by_seat == set(SEATS)


def boards(prints: Prints) -> dict[str, BoardPrint]:
    return {board.name: board for board in prints.boards}


def test_every_space_and_line_has_its_place(prints: Prints, reference: Any) -> None:
    sky = reference.sky
    places = {place.name: place for place in boards(prints)["sky"].places}
    names = {*sky.names[: sky.north], *(sky.line_name(line) for line in range(len(sky.ends)))}
    assert names <= set(places)
    assert set(places) - names == {
        f"{kind} {n}" for kind in ("frame", "goal") for n in range(1, sky.sectors + 1)
    }
    spots = reference.chart.places_mm
    for (one, other), line in zip(sky.ends, range(len(sky.ends)), strict=True):
        outline = Polygon(places[sky.line_name(line)].outline_mm)
        ends = [
            Polygon(places[sky.names[end]].outline_mm) for end in (one, other) if end != sky.north
        ]
        assert not any(outline.intersects(end) for end in ends)
        shift = np.array(middle(places[sky.names[0]])) - np.array(spots[0])
        wanted = (np.array(spots[one]) + np.array(spots[other])) / 2 + shift
        away = np.hypot(*(np.array(outline.centroid.coords[0]) - wanted))
        close = np.hypot(*(np.array(spots[one]) - np.array(spots[other]))) < 18.0
        assert away < (7.0 if close else 0.01)


def middle(place: Place) -> tuple[float, float]:
    centre = Polygon(place.outline_mm).centroid
    return centre.x, centre.y


def test_places_lie_on_their_board_and_apart(prints: Prints) -> None:
    for board in prints.boards:
        width, height = board.drawing.size_mm
        whole = box(0, 0, width, height).buffer(1e-6)
        tags = [Polygon(tag.corners_mm) for tag in board.tags[0]]
        for name in {family for place in board.places for family in place.families}:
            outlines = [Polygon(p.outline_mm) for p in board.places if name in p.families]
            assert all(whole.covers(outline) for outline in outlines)
            for one, other in STRtree(outlines).query(outlines, predicate="intersects").T:
                shared = outlines[one].intersection(outlines[other]).area
                assert one == other or shared < 1e-3, (board.name, name)
            for tag in tags:
                quiet = tag.buffer(tag.length / 4 / 8)
                assert not any(quiet.intersects(outline) for outline in outlines)
                assert whole.covers(quiet)


def test_no_two_boards_share_a_marker(prints: Prints) -> None:
    ids = [tag.id for board in prints.boards for tags in board.tags for tag in tags]
    assert len(set(ids)) == len(ids)
    assert all(len(tags) >= 6 for board in prints.boards for tags in board.tags)


def test_every_kind_of_a_family_is_printed(prints: Prints) -> None:
    printed = {(piece.family, piece.kind) for piece in prints.pieces}
    for family in prints.families:
        assert all((family.name, kind) in printed for kind in family.kinds)
    used = {name for board in prints.boards for p in board.places for name in p.families}
    assert used == {family.name for family in prints.families}


def test_every_word_of_the_sheets_is_in_both_languages(polaris: AnyGame, prints: Prints) -> None:
    keys = {*prints.notes, *(board.key for board in prints.boards)}
    keys |= {f"family.{piece.family}" for piece in prints.pieces}
    for language in ("en", "zh-Hant"):
        assert all(polaris.say(key, language, {}) != key for key in keys)


def test_printed_boards_have_exact_millimetres(
    sheets: Path, prints: Prints, tmp_path: Path
) -> None:
    pages = rasterise((sheets / "boards.pdf").read_bytes(), tmp_path)
    tags = {tag.id: tag for board in prints.boards for each in board.tags for tag in each}
    found = set()
    for page in pages:
        assert rule_mm(page) == pytest.approx(100.0, abs=0.11)
        assert min(ink_reach_mm(page)) >= MARGIN_MM - 0.15
        seen = detect(page, prints.dictionary)
        found |= set(seen)
        moved = [corners - np.array(tags[n].corners_mm) for n, corners in seen.items()]
        if moved:
            assert np.ptp(np.concatenate(moved), axis=0).max() < 0.1
    assert found == set(tags)


def test_the_camera_is_told_what_lies_where(sheets: Path, prints: Prints) -> None:
    for board in prints.boards:
        tables = tomllib.loads((sheets / f"{board.name}.toml").read_text("utf-8"))
        assert tables["board"]["size_mm"] == pytest.approx(list(board.drawing.size_mm))
        assert {p["name"] for p in tables["place"]} == {place.name for place in board.places}
        assert (sheets / tables["board"]["picture"]).is_file()
        for family in tables["family"]:
            for kind in family["kinds"].values():
                picture = cv2.imread(str(sheets / kind["picture"]))
                assert min(picture.shape[:2]) >= 60  # or a reader refuses it
    assert not list(sheets.glob("*.part"))
    assert not list(sheets.glob(".*"))


def test_an_edition_without_sizes_gets_the_usual_ones(polaris: AnyGame) -> None:
    document = tomllib.loads(EDITION.read_text("utf-8"))
    del document["print"]
    made = polaris.read_edition(document, "mine.toml")
    assert polaris.prints(made).dictionary.startswith("DICT_")  # type: ignore[attr-defined]
    assert made.print.score_spaces > 0


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("card_mm", [0.0, 50.0], "card_mm"),
        ("tag_mm", float("nan"), "tag_mm"),
        ("tag_mm", "wide", "tag_mm"),
        ("score_spaces", 3, "score_spaces"),
        ("colour", "red", "colour"),
    ],
)
def test_sizes_that_are_none_are_refused(
    polaris: AnyGame, key: str, value: Any, sentence: str
) -> None:
    document = tomllib.loads(EDITION.read_text("utf-8"))
    document["print"][key] = value
    with pytest.raises(EditionError, match=sentence):
        polaris.read_edition(document, "mine.toml")


def test_another_sky_is_drawn_as_it_is(polaris: Any) -> None:
    """Nothing of the reference edition stands in code."""
    edition = polaris.read_edition(small_document(), "small.toml")
    made = polaris.prints(edition)
    test_places_lie_on_their_board_and_apart(made)
    test_every_kind_of_a_family_is_printed(made)
    test_every_space_and_line_has_its_place(made, edition)
    assert [piece.kind for piece in made.pieces if piece.family == "frame"] == list(edition.phases)
    assert len(boards(made)["sky"].tags[0]) >= 4
    sheets = game_sheets(made, PAPERS["a4"], polaris.say, dict.fromkeys(range(50), ((True,),)))
    assert sum(sheet.pages for sheet in sheets) > 8


@pytest.mark.parametrize("tag_mm", [8.0, 60.0])
def test_markers_of_any_size_find_room_beside_the_sky(polaris: Any, tag_mm: float) -> None:
    document = small_document()
    document["print"]["tag_mm"] = tag_mm
    made = polaris.prints(polaris.read_edition(document, "small.toml"))
    test_places_lie_on_their_board_and_apart(made)
    assert 6 <= len(boards(made)["sky"].tags[0]) <= 8


def test_another_track_and_other_cards_are_drawn_as_they_are(polaris: Any, reference: Any) -> None:
    other = replace(
        reference,
        round=replace_doc(reference.round, dawn_track=9),
        print=replace_doc(reference.print, card_mm=(50.0, 70.0), first_tag=0, score_spaces=43),
    )
    names = {place.name for place in boards(polaris.prints(other))["score"].places}
    assert {"dawn 9", "score 42"} <= names
    assert not {"dawn 10", "score 43"} & names


@pytest.mark.parametrize(
    "arguments",
    [
        ["polaris"],
        ["chess", "--out", "{folder}"],
        ["polaris", "--out", "{folder}/file"],
        ["polaris", "--out", "{folder}/file/below"],
        ["polaris", "--out", "{folder}", "--edition", "{folder}/none.toml"],
        ["polaris", "--out", "{folder}", "--edition", "{folder}/broken.toml"],
        ["polaris", "--out", "{folder}", "--language", "la"],
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_bad_arguments_get_one_sentence_and_leave_nothing(
    tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "file").write_text("I am a file")
    (tmp_path / "broken.toml").write_text("name = 3")
    before = sorted(tmp_path.rglob("*"))
    done = run_companion("sheets", *(word.format(folder=tmp_path) for word in arguments))
    assert_one_sentence_on_stderr(done, 2)
    assert sorted(tmp_path.rglob("*")) == before


def test_markers_beyond_the_dictionary_are_refused(tmp_path: Path) -> None:
    text = EDITION.read_text("utf-8")
    for old, new, sentence in (
        ("first_tag = 20 ", "first_tag = 45 ", "ends with 49"),
        ("DICT_4X4_50", "DICT_9X9_50", "no dictionary of OpenCV"),
    ):
        (tmp_path / "mine.toml").write_text(text.replace(old, new), "utf-8")
        done = run_companion(
            "sheets", "polaris", "--out", tmp_path / "out", "--edition", tmp_path / "mine.toml"
        )
        assert_one_sentence_on_stderr(done, 2)
        assert sentence in done.stderr
        assert not (tmp_path / "out").exists()
