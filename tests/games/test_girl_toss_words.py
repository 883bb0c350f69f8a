"""A judged toss in words: what each token gives, and by which clauses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from games.night_sky import DISH

from companion.board import Board, TokenKind, Tokens
from companion.flow import Observation, Sighting, Status
from companion.games.girl.toss import TossToken, hiding_sentences, judge_toss
from companion.games.girl.toss_words import gives, token_sentence

KINDS = tuple(TokenKind(kind, 2, Path(f"{kind}.png")) for kind in ("x2", "recall"))
BOARD = Board("sky", (0.0, 0.0), "DICT_4X4_50", (), DISH, Tokens(20.0, 3.0, KINDS), None, Path())
# In the dish of the rules: inside yellow, on the line to red, inside the centre.
YELLOW, LINE, CENTRE = (50.0, 0.0), (1.0, -50.0), (12.0, 7.0)


def judged(kind: str | None, at: tuple[float, float]) -> TossToken:
    kinds = (("x2", 0.6), ("recall", 0.4)) if kind is None else ((kind, 1.0),)
    seen = Sighting(kind, kinds, at, 0.1, 0, (0, 0, 9, 9))
    (token,) = judge_toss(Observation("sky", 0.0, Status.READ, sightings=(seen,)), BOARD).tokens
    return token


@pytest.mark.clause("GIRL-TOK-1", "GIRL-TOK-2", "GIRL-ASH-6", "GIRL-ASH-7", "GIRL-ASH-8")
@pytest.mark.parametrize(
    ("kind", "at", "words", "clauses"),
    [
        ("recall", YELLOW, "yellow", ("GIRL-ASH-6",)),
        ("recall", LINE, "red or yellow", ("GIRL-ASH-8",)),
        ("recall", CENTRE, "any colour", ("GIRL-ASH-7",)),
        ("x2", YELLOW, "2 yellow", ("GIRL-ASH-6", "GIRL-TOK-1")),
        ("x2", LINE, "2, each red or yellow", ("GIRL-ASH-8", "GIRL-TOK-1", "GIRL-TOK-2")),
        ("x2", CENTRE, "2, each any colour", ("GIRL-ASH-7", "GIRL-TOK-1", "GIRL-TOK-2")),
        (None, LINE, "red or yellow", ("GIRL-ASH-8",)),
    ],
)
def test_what_a_token_gives(
    kind: str | None, at: tuple[float, float], words: str, clauses: tuple[str, ...]
) -> None:
    token = judged(kind, at)
    assert gives(token) == words
    assert token.clauses == clauses
    assert f"Light: {words} ({', '.join(clauses)})" in token_sentence(token)


SEEN = Sighting("recall", (("recall", 1.0),), YELLOW, 0.1, 0, (0, 0, 9, 9))
HIDING = replace(SEEN, may_hide_mm=(52.0, 1.0))


@pytest.mark.parametrize(
    ("numbered", "sentences"),
    [
        ((), ()),
        (((1, SEEN), (2, SEEN)), ()),
        (
            ((1, SEEN), (2, HIDING)),
            ("Another token may lie, hardly in view, below token 2; look beneath it.",),
        ),
        (
            ((7, HIDING), (3, HIDING)),
            (
                "Another token may lie, hardly in view, below token 7; look beneath it.",
                "Another token may lie, hardly in view, below token 3; look beneath it.",
            ),
        ),
    ],
)
def test_a_token_that_may_hide_another_is_named_by_its_number(
    numbered: tuple[tuple[int, Sighting], ...], sentences: tuple[str, ...]
) -> None:
    assert hiding_sentences(numbered) == sentences


def test_a_toss_with_a_token_that_may_hide_another_is_unsure() -> None:
    """Numbered as the toss lists its tokens, of two of one kind the right one."""
    seen = Observation("sky", 0.0, Status.READ, sightings=(SEEN, replace(HIDING, centre_mm=LINE)))
    toss = judge_toss(seen, BOARD)
    assert toss.status == "unsure"
    assert toss.problems == hiding_sentences([(2, HIDING)])


@pytest.mark.parametrize(("level", "written"), [(0, 0), (1, 1), (2, 1), (3, 1)])
def test_what_lies_on_others_is_written_as_on_another(level: int, written: int) -> None:
    """The file knows level 0 and 1 (DESIGN.md 7.2), however many lie below."""
    seen = Sighting("recall", (("recall", 1.0),), YELLOW, 0.1, level, (0, 0, 9, 9))
    toss = judge_toss(Observation("sky", 0.0, Status.READ, sightings=(seen,)), BOARD)
    (token,) = json.loads(msgspec.json.encode(toss))["tokens"]
    assert token["level"] == written
