"""`companion read` says what the pieces in a photograph score, and what it can't know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from board_photographs import as_jpeg, photograph
from command_line import assert_one_sentence_on_stderr, run_companion
from games.starfall.looks import looks

from companion.describing.table_file import dump_places, load_places
from companion.games.catalogue import find_game, load_edition
from companion.printed.sheet_files import descriptions, markers_of
from companion.prints import Lie
from companion.reading.score import ReadScore, ReadScores, score_sentences, scores_of

TILES = ("S17", "S18", "S12", "S13", "S26")
LINES = [
    "score of A: 33 VP",
    "  +15 3 Planets [STAR-SCORE-2]",
    "  +9 3 of 4 Moons with a Planet [STAR-SCORE-3]",
    "  -5 1 Black Hole [STAR-SCORE-4]",
    "  +3 1 Comet, 3 each [STAR-SCORE-5]",
    "  +4 2 Nebulae [STAR-SCORE-6]",
    "  +4 2 different colours: orange, violet [STAR-SCORE-6]",
    "  +3 7 Stardust left [STAR-SCORE-7]",
]


def pile(*tiles: str) -> list[Lie]:
    lies = [Lie("area-a", 0, "tiles", "sky tile", tile) for tile in tiles]
    lies += [Lie("area-a", 0, "stardust", "stardust 1", "white")] * 2
    return [*lies, Lie("area-a", 0, "stardust", "stardust 2", "orange")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The descriptions of the printed boards, and a photograph of an area."""
    made = tmp_path_factory.mktemp("starfall")
    game: Any = find_game("starfall")
    edition = load_edition(game, game.default_edition)
    prints = game.prints(edition)
    for name, data in descriptions(game, prints, markers_of(prints), made, edition.name).items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_bytes(data)
    picture = photograph("starfall", pile(*TILES), [("area-a", 0)])
    (made / "pile.jpg").write_bytes(as_jpeg(picture))
    text = (made / "area-a.toml").read_text("utf-8")
    kept = [line for line in text.splitlines() if line.partition(" ")[0] not in ("game", "edition")]
    (made / "unnamed.toml").write_text("\n".join(kept) + "\n", "utf-8")
    # An edition that does not know one of the tiles, so that nobody can tell what it is.
    kept = [line for line in text.splitlines() if not line.startswith('"S13" =')]
    (made / "poorer.toml").write_text("\n".join(kept) + "\n", "utf-8")
    (made / "own.toml").write_text(text.replace("STAR-REF-1", "MY-BOX"), "utf-8")
    (made / "other.toml").write_text(text.replace('"starfall"', '"moonrise"'), "utf-8")
    return made


def read(folder: Path, photo: str, table: str, *more: str) -> tuple[int, list[str]]:
    done = run_companion("read", folder / photo, "--table", folder / table, *more)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_the_score_stands_below_the_tiles(folder: Path) -> None:
    status, lines = read(folder, "pile.jpg", "area-a.toml")
    assert status == 0
    first = lines.index(LINES[0])
    assert lines[first : first + len(LINES)] == LINES
    assert "2 Stars, not counted here" in lines[first + len(LINES)]
    assert any("tiles: sky tile" in line for line in lines[:first])


def test_the_document_has_it_in_both_languages(folder: Path) -> None:
    status, lines = read(folder, "pile.jpg", "area-a.toml", "--json")
    assert status == 0
    (score,) = json.loads("\n".join(lines))["scores"]
    assert (score["game"], score["edition"], score["seat"]) == ("starfall", "STAR-REF-1", "A")
    assert score["total"] == score["told"] == score["at_least"] == 33
    assert sum(item["vp"] for item in score["items"]) == 33
    moons = score["items"][1]
    assert moons["clause"] == "STAR-SCORE-3"
    assert moons["text"]["zh-Hant"] == "4 顆衛星，其中 3 顆有行星相配"
    assert "不計" in score["beside"][0]["zh-Hant"]


def test_a_description_says_whose_board_it_is_and_reads_back_equal(folder: Path) -> None:
    board = load_places(folder / "area-a.toml")
    assert (board.game, board.edition) == ("starfall", "STAR-REF-1")
    assert dump_places(board) == (folder / "area-a.toml").read_text("utf-8")
    unnamed = load_places(folder / "unnamed.toml")
    assert (unnamed.game, unnamed.edition) == ("", "")
    assert dump_places(unnamed) == (folder / "unnamed.toml").read_text("utf-8")


def test_a_tile_that_can_t_be_told_leaves_no_total(folder: Path) -> None:
    """Without S13 the rest scores 35; with it, all of it 33: a Black Hole costs 5."""
    done = run_companion("read", folder / "pile.jpg", "--table", folder / "poorer.toml", "--json")
    assert done.returncode == 3
    document = json.loads(done.stdout)
    (score,) = document["scores"]
    assert (score["total"], score["told"], score["at_least"]) == (None, 35, 30)
    assert score["doubts"][0] == {"en": "1 tile can't be told.", "zh-Hant": "有 1 張板塊無法判讀。"}
    lines = list(
        score_sentences(ReadScores(msgspec.convert(document["scores"], tuple[ReadScore, ...])))
    )
    assert lines[0] == "score of A: at least 30 VP; what can be told: 35"
    assert "  ? 1 tile can't be told." in lines


def test_a_description_that_names_no_game_gives_no_score_until_it_is_named(folder: Path) -> None:
    assert seen_by(folder, "unnamed.toml") == []
    assert seen_by(folder, "unnamed.toml", "starfall")[0].startswith("score of A: ")


def seen_by(folder: Path, table: str, game: str = "", edition: str = "") -> list[str]:
    """The sentences of the score of an area with exact readings."""
    starfall: Any = find_game("starfall")
    start = starfall.start(load_edition(starfall, "STAR-REF-1"), ["A", "B"], {}, {"first": "A"})
    seen = looks(starfall, start.state, "area-a")
    scores = scores_of([load_places(folder / table)], seen, game, edition)
    return list(score_sentences(scores))


def test_an_edition_that_does_not_ship_is_named_by_its_file(folder: Path) -> None:
    lines = seen_by(folder, "own.toml")
    assert lines == [
        "No score: edition MY-BOX does not ship with starfall; name its file with --edition"
    ]
    (shipped,) = Path(find_game.__code__.co_filename).parent.glob("starfall/editions/*.toml")
    lines = seen_by(folder, "own.toml", edition=str(shipped))
    assert lines[0].startswith("score of A: ")


def test_a_game_that_is_not_there_is_said(folder: Path) -> None:
    (line,) = seen_by(folder, "other.toml")
    assert line.startswith("No score: there is no game")


@pytest.mark.parametrize(
    ("table", "more", "sentence"),
    [
        ("unnamed.toml", ("--edition", "STAR-REF-1"), "with --game"),
        ("area-a.toml", ("--game", "moonrise"), "moonrise"),
        ("area-a.toml", ("--game", "polaris"), "does not say what single pieces score"),
        ("area-a.toml", ("--edition", "no.toml"), "can't be read"),
    ],
)
def test_a_wrong_name_is_one_sentence(
    folder: Path, table: str, more: tuple[str, ...], sentence: str
) -> None:
    done = run_companion("read", folder / "pile.jpg", "--table", folder / table, *more)
    assert_one_sentence_on_stderr(done, 2)
    assert sentence in done.stderr
