"""What was played against the rules and let stand: moves that count, told with their clauses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from games.girl_table import EDITION, GAME, PRINTS, looked
from live_fakes import title_of
from whole_tables import art_of
from whole_tables import looked as looked_at

from companion.flow import Accepted, Event, Finished, Refused
from companion.games.as_played import AsPlayed, split, written
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import LANGUAGES, MoveTextError
from companion.games.girl import mischief
from companion.games.girl.pieces import Phase
from companion.live.behind import Behind
from companion.live.expected import TableArt
from companion.live.letting_stand import named
from companion.live.understanding import Outcome, contents_of, understand

TRIES = 12
GIRL_ART = TableArt(
    PRINTS,
    {
        (board.name, copy): title_of(board.name, copy)
        for board in PRINTS.boards
        for copy in range(board.count if board.count < 2 else 2)
    },
)


@pytest.mark.parametrize(
    "text",
    [
        "as-played GIRL-STAR-5: place A T02 4,1 r1 front",
        "as played girl-star-5 , GIRL-STAR-4:place A T02 4,1 r1 front",
    ],
)
def test_its_text_reads_back_equal(text: str) -> None:
    move = GAME.read_move(text)
    assert isinstance(move, AsPlayed)
    assert move.seat == "A"
    assert move.clauses[-1] == "GIRL-STAR-5"
    assert GAME.read_move(GAME.write_move(move)) == move
    assert split(written(*split(text))) == split(text)


def test_what_lets_nothing_go_is_the_move_itself() -> None:
    assert split("place A T02 4,1 r1 front")[0] == ()
    with pytest.raises(MoveTextError):
        GAME.read_move("as-played GIRL-STAR-5: dance")


def girl_states(seed: int) -> Iterator[Any]:
    chance = random.Random(seed)
    setup = msgspec.to_builtins(GAME.deal(EDITION, ("A", "B"), chance))
    state = GAME.start(EDITION, ("A", "B"), {}, setup).state
    for _ in range(70):
        yield state
        verdict = GAME.judge(state, GAME.self_play(state, chance))
        assert isinstance(verdict, Accepted)
        state = verdict.state


@pytest.mark.parametrize(
    ("way", "phase"),
    [
        (mischief._tile, Phase.STARGAZING),  # GIRL-STAR-5
        (mischief._stardust, Phase.STARGAZING),  # GIRL-DUST-4
        (mischief._path, Phase.ACTION),  # GIRL-SCOUT-1
        (mischief._foraging, Phase.ACTION),  # GIRL-FOR-2
        (mischief._stargazing, Phase.ACTION),  # GIRL-GAZE-2
    ],
)
def test_a_broken_rule_of_the_girl_that_is_let_stand_counts(way: Any, phase: Phase) -> None:
    """Game and table agree afterwards; the first event says against which clauses."""
    chance, done = random.Random(3), 0
    for state in girl_states(2):
        if state.phase is not phase or state.offering.reveal:
            continue
        broken = next(way(state, chance), None)
        if broken is None:
            continue
        lies, clauses = broken
        seen = looked(state, lies)
        assert understand(GAME, state, GIRL_ART, seen, (), Behind()).outcome is Outcome.BROKEN
        found = understand(GAME, GAME.lenient(state), GIRL_ART, seen, (), Behind())
        moves = named(GAME, state, found.results[0])
        assert moves, clauses
        assert {c for text in moves for c in split(text)[0]} & set(clauses)
        after, said = played(GAME, state, moves)
        now = understand(GAME, after, GIRL_ART, looked(after, lies), (), Behind())
        assert now.outcome is Outcome.SAME
        assert after.table is state.table  # nothing is let go for good
        stands = [event for event in said if event.key == "event.as_played"]
        words = [GAME.say(stands[0].key, la, stands[0].values) for la in LANGUAGES]
        assert all(stands[0].clause in text for text in words)
        done += 1
        if done == TRIES:
            return
    assert done


def played(game: Any, state: Any, moves: tuple[str, ...]) -> tuple[Any, list[Event]]:
    said: list[Event] = []
    for text in moves:
        verdict = game.judge(state, game.read_move(text))
        assert isinstance(verdict, Accepted | Finished), text
        state = verdict.state
        said += verdict.events
    return state, said


def against_the_rules(name: str, game: Any, state: Any, chance: random.Random) -> Iterator[Any]:
    """Moves like the legal ones, to places where they may not be."""
    edition = state.table.edition
    for move in game.legal_moves(state):
        text = game.write_move(move)
        if name == "starfall" and text.startswith("move"):
            yield from (replace(move, to=str(number)) for number in edition.numbers)
        elif name == "solani" and text.startswith("place"):
            lattice = edition.lattice
            cells = lattice.gaps if move.kind == "branch" else lattice.circles
            yield from (replace(move, cell=cell) for cell in chance.sample(list(cells), 4))
        elif name == "polaris" and getattr(move, "cards", ()):
            first = move.cards[0]
            if len(first.elements) == 1 and hasattr(first.elements[0], "space"):
                for space in chance.sample(list(edition.sky.index), 4):
                    star = replace(first.elements[0], space=space)
                    cards = (replace(first, elements=(star,)), *move.cards[1:])
                    yield replace(move, cards=cards)


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("starfall", {"STAR-MOVE-1"}),
        ("solani", {"SOL-PLACE-1", "SOL-PLACE-3", "SOL-PLACE-4"}),
        ("polaris", {"POL-PLAY-2", "POL-PLAY-3", "POL-STAR-2"}),
    ],
)
def test_other_games_let_stand_what_is_seen(name: str, clauses: set[str]) -> None:
    game: Any = find_game(name)
    edition = load_edition(game, game.default_edition)
    art, chance = art_of(game, edition), random.Random(4)
    setup = msgspec.to_builtins(game.deal(edition, "AB", chance))
    state, done = game.start(edition, "AB", {}, setup).state, 0
    for _ in range(40):
        for move in against_the_rules(name, game, state, chance):
            strict = game.judge(state, move)
            if not isinstance(strict, Refused) or not {r.clause for r in strict.reasons} <= clauses:
                continue
            text = written((r.clause for r in strict.reasons), game.write_move(move))
            stood = game.judge(state, game.read_move(text))
            if not isinstance(stood, Accepted | Finished):
                continue  # there is another piece already
            lies = contents_of(game, art, stood.state)
            seen = looked_at(art, lies)
            if understand(game, state, art, seen, (), Behind()).outcome is not Outcome.BROKEN:
                continue
            found = understand(game, game.lenient(state), art, seen, (), Behind())
            after, _ = played(game, state, named(game, state, found.results[0]))
            assert contents_of(game, art, after) == lies, text
            done += 1
            break
        if done == 3:
            return
        verdict = game.judge(state, game.self_play(state, chance))
        assert isinstance(verdict, Accepted)
        state = verdict.state
    assert done


def test_a_tile_is_never_let_stand_on_another_one() -> None:
    """STAR-ADD-2: a number holds one tile, whatever people agree on."""
    game: Any = find_game("starfall")
    edition = load_edition(game, game.default_edition)
    setup = msgspec.to_builtins(game.deal(edition, "AB", random.Random(4)))
    state = game.start(edition, "AB", {}, setup).state
    chance = random.Random(1)
    while len(state.board_tiles) < 3 or state.waits:
        state = game.judge(state, game.self_play(state, chance)).state
    tiles = list(state.board_tiles)
    top, other = edition.tile_text(tiles[0]), state.slot_of(tiles[1])
    seat = game.prompt(state).seats[0]
    text = f"as-played STAR-MOVE-1: move {seat} {top} {edition.numbers[other]}"
    verdict = game.judge(state, game.read_move(text))
    assert isinstance(verdict, Refused)
    assert [reason.clause for reason in verdict.reasons] == ["STAR-ADD-2"]
