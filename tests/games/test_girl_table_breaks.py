"""A rule that is broken on the table is named with its clause and its place, whatever it is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

import pytest
from games.girl_table import EDITION, GAME, game, looked

from companion.flow import Refused
from companion.games.contract import Explained
from companion.games.girl.hexes import cell_text
from companion.games.girl.moves import Place, PlayStardust
from companion.games.girl.pieces import COLOURS, FOODS, Phase
from companion.games.girl.reasons import Broken
from companion.games.girl.rules.patterns import lines_into
from companion.games.girl.rules.scouting import connected_sites
from companion.games.girl.state import VACANT, GirlState
from companion.prints import Lie

Breaks = Iterator[tuple[GirlState, list[Lie], str]]  # the state, what lies there, where


@lru_cache(maxsize=4)
def states(phase: Phase) -> tuple[GirlState, ...]:
    found = [
        step.before
        for seed in (31, 32, 33)
        for step in game(seed)
        if step.before.phase is phase and not step.before.offering.reveal
    ]
    return tuple(found[3::5])


def told(state: GirlState, lies: list[Lie]) -> Explained:
    return GAME.explain_table(state, looked(state, tuple(lies)))


def a_tile_against(broken: Broken) -> Breaks:
    """A drawn tile where its lines break exactly this rule."""
    for state in states(Phase.STARGAZING):
        for seat, player in enumerate(state.players):
            for number in [n for n in player.hand if n >= 0]:
                tile = EDITION.tiles[number].name
                for cell in EDITION.field.cells:
                    for turns in range(6):
                        move = Place("ABCD"[seat], tile, cell, turns, True)
                        verdict = GAME.judge(state, move)
                        keys = {r.key for r in getattr(verdict, "reasons", ())}
                        if isinstance(verdict, Refused) and keys == {broken.key}:
                            lie = Lie("player", seat, cell_text(cell), "star", tile, turns)
                            yield state, [*GAME.lies(state), lie], f"{'ABCD'[seat]} {lie.place}"


def stardust_wrong(broken: Broken) -> Breaks:
    for state in states(Phase.STARGAZING):
        for seat, player in enumerate(state.players):
            for cell, kind in enumerate(player.board.kind):
                lines = len(lines_into(EDITION.field, player.board, cell))
                for count in (1, 2, 3):
                    at = EDITION.field.cells[cell]
                    verdict = GAME.judge(state, PlayStardust("ABCD"[seat], at, count))
                    keys = {r.key for r in getattr(verdict, "reasons", ())}
                    if kind == VACANT and keys == {broken.key} and (lines or count == 1):
                        dust = [Lie("player", seat, cell_text(at), "stardust", "stardust")] * count
                        where = f"{'ABCD'[seat]} {cell_text(at)}"
                        yield state, [*GAME.lies(state), *dust], where


def crystals(*spaces: str) -> Callable[[Broken], Breaks]:
    """Light on these path spaces, in whatever colours the player holds."""

    def breaks(broken: Broken) -> Breaks:
        for state in states(Phase.ACTION):
            if state.actions_left < 2:
                continue
            light = state.players[state.order[0]].light
            held = [COLOURS[c] for c, count in enumerate(light) for _ in range(count)]
            numbers = [EDITION.paths.index[space] for space in spaces]
            if len(held) < len(spaces) or any(state.paths[n] for n in numbers):
                continue
            for colours in (held[: len(spaces)], held[-len(spaces) :]):
                text = " ".join(f"{s}:{c}" for s, c in zip(spaces, colours, strict=True))
                seat = "ABCD"[state.order[0]]
                verdict = GAME.judge(state, GAME.read_move(f"scout {seat} {text}"))
                keys = {r.key for r in getattr(verdict, "reasons", ())}
                if keys == {broken.key}:
                    laid = [
                        Lie("main", 0, s, "crystal", c)
                        for s, c in zip(spaces, colours, strict=True)
                    ]
                    yield state, [*GAME.lies(state), *laid], ""

    return breaks


def villager(state: GirlState, board: str, place: str) -> Lie:
    return Lie(board, 0, place, "villager", f"villager {'ABCD'[state.order[0]]}")


def a_villager_at_a_site(broken: Broken) -> Breaks:
    for state in states(Phase.ACTION):
        known = connected_sites(EDITION, state.paths)
        player = state.players[state.order[0]]
        if not state.actions_left:
            continue
        for number, site in enumerate(EDITION.sites):
            lying = state.sites[number]
            apart = broken is Broken.NOT_CONNECTED and number not in known and lying.left
            empty = broken is Broken.SITE_EMPTY and number in known and not lying.left
            many = broken is Broken.NO_VILLAGER and number in known and lying.left
            if (apart or empty) and not player.villagers:
                continue
            if many and player.villagers:
                continue
            if not (apart or empty or many) or sum(player.light) < 6:
                continue
            lies = list(GAME.lies(state))
            if not empty:
                lies.remove(Lie("main", 0, site.name, "food", FOODS[site.food]))
            place = f"{site.name} early bird" if lying.cover < 0 else f"{site.name} beside"
            where = "" if many else site.name
            yield state, [*lies, villager(state, "main", place)], where


def a_villager_on_the_track(broken: Broken) -> Breaks:
    for state in states(Phase.ACTION):
        track = state.track
        if not state.players[state.order[0]].villagers or not state.actions_left:
            continue
        if broken is Broken.AHEAD_OF_GIRL and track.girl < state.table.track_length:
            space = track.girl + 1
            yield state, [*GAME.lies(state), villager(state, "sky", f"sky{space}")], f"sky{space}"
        if broken is Broken.SKY_TAKEN and track.villagers:
            space = track.villagers[0][0]
            yield state, [*GAME.lies(state), villager(state, "sky", f"sky{space}")], f"sky{space}"


def food_on_the_card(broken: Broken) -> Breaks:
    """GIRL-OFF-4: a space is filled without the food for it."""
    for state in states(Phase.ACTION):
        player = state.players[state.order[0]]
        if state.offering.card < 0 or not player.villagers or not state.actions_left:
            continue
        for number, space in enumerate(EDITION.cards[state.offering.card].spaces):
            short = any(n > has for n, has in zip(space.food, player.food, strict=True))
            if state.offering.filled >> number & 1 or not short:
                continue
            pairs = zip(FOODS, space.food, strict=True)
            laid = [
                Lie("main", 0, f"offering {space.name}", "food", kind)
                for kind, count in pairs
                for _ in range(count)
            ]
            yield state, [*GAME.lies(state), *laid, villager(state, "main", "village")], ""


def tokens_too_few(broken: Broken) -> Breaks:
    for state in states(Phase.CASTING):
        cast = [Lie("sky", 0, "", "ash", "recall", touches=("blue",))]
        yield state, [*GAME.lies(state), *cast], "dish"


def tokens_nobody_has(broken: Broken) -> Breaks:
    for state in states(Phase.CASTING):
        cast = [Lie("sky", 0, "", "ash", "recall", touches=("blue",))] * state.track.meeples()
        yield state, [*GAME.lies(state), *cast], "dish"


CASES: list[tuple[Broken, Callable[[Broken], Breaks]]] = [
    (Broken.LINE_TO_EDGE, a_tile_against),
    (Broken.LINE_TO_BONUS, a_tile_against),
    (Broken.LINE_TO_STARDUST, a_tile_against),
    (Broken.LINE_TO_BLANK, a_tile_against),
    (Broken.OLD_LINE_BLOCKED, a_tile_against),
    (Broken.STARDUST_COUNT, stardust_wrong),
    (Broken.STARDUST_SHORT, stardust_wrong),
    (Broken.NO_LINE_HERE, stardust_wrong),
    (Broken.START_APART, crystals("w20")),
    (Broken.START_APART, crystals("e11")),
    (Broken.END_APART, crystals("w1")),
    (Broken.PRINTED_COLOUR, crystals("e1", "e2", "e4")),
    (Broken.NOT_CONNECTED, a_villager_at_a_site),
    (Broken.SITE_EMPTY, a_villager_at_a_site),
    (Broken.NO_VILLAGER, a_villager_at_a_site),
    (Broken.AHEAD_OF_GIRL, a_villager_on_the_track),
    (Broken.SKY_TAKEN, a_villager_on_the_track),
    (Broken.FOOD_SHORT, food_on_the_card),
    (Broken.CAST_COUNT, tokens_too_few),
    (Broken.CAST_KIND, tokens_nobody_has),
]


@pytest.mark.parametrize(("broken", "breaks"), CASES)
def test_a_broken_rule_is_named(broken: Broken, breaks: Callable[[Broken], Breaks]) -> None:
    tried = 0
    for state, lies, where in breaks(broken):
        result = told(state, lies)
        assert not result.explanations, result.explanations[0].moves
        assert broken.value[1] in {r.clause for r in result.reasons}, result.reasons
        assert broken.key in {r.key for r in result.reasons}
        assert where == "" or where in {r.where for r in result.reasons}
        tried += 1
        if tried == 6:
            break
    assert tried, "no position of these games shows it"


@pytest.mark.parametrize(
    ("family", "board", "clause"),
    [
        ("star", "player", "GIRL-STAR-4"),
        ("stardust", "player", "GIRL-DUST-6"),
        ("crystal", "main", "GIRL-Q38"),
        ("girl", "sky", "GIRL-CLEAN-1"),
        ("card", "main", "GIRL-REF-1"),
    ],
)
def test_what_may_not_be_taken_away_is_missed(family: str, board: str, clause: str) -> None:
    tried = 0
    for state in states(Phase.ACTION)[-6:]:
        lies = list(GAME.lies(state))
        mine = [n for n, lie in enumerate(lies) if (lie.family, lie.board) == (family, board)]
        if not mine or (family == "card" and state.offering.card < 0):
            continue
        gone = lies[mine[-1]]
        lies = [
            lie
            for lie in lies
            if (lie.board, lie.copy, lie.place) != (board, gone.copy, gone.place)
        ]
        result = told(state, lies)
        assert not result.explanations, result.explanations[0].moves
        assert clause in {r.clause for r in result.reasons}, result.reasons
        tried += 1
    assert tried


def test_a_tile_that_moved_is_told_at_both_places() -> None:
    state = states(Phase.ACTION)[-1]
    lies = list(GAME.lies(state))
    number = next(n for n, lie in enumerate(lies) if lie.family == "star")
    board = state.players[lies[number].copy].board
    free = next(
        cell_text(EDITION.field.cells[c]) for c, kind in enumerate(board.kind) if kind == VACANT
    )
    was = lies[number].place
    lies[number] = replace(lies[number], place=free)
    result = told(state, lies)
    assert not result.explanations
    where = " ".join(r.where for r in result.reasons)
    assert was in where
    assert free in where


@pytest.mark.parametrize("phase", [Phase.STARGAZING, Phase.ACTION])
def test_what_rehearsals_break_is_illegal_and_told(phase: Phase) -> None:
    chance, tried = random.Random(5), set()
    for state in states(phase)[::3]:
        found = GAME.mischief(state, chance)
        if found is None:
            continue
        lies, clauses = found
        result = GAME.explain_table(state, looked(state, lies))
        assert not result.explanations, (clauses, result.explanations[0].moves)
        assert {reason.clause for reason in result.reasons} & set(clauses)
        tried.add(clauses[0])
    assert len(tried) > 3
