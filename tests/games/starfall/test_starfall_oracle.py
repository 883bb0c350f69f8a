"""Whole games and scores once more by another way: plain dictionaries, numbers written out.

The oracle reads only written positions and move texts; it knows nothing of the edition's tables.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame

TILES = {
    **{"S01": "****", "S02": "*****", "S03": "***m", "S04": "***c", "S05": "**p", "S06": "**h"},
    **{"S07": "**R", "S08": "**BG", "S09": "*pm", "S10": "*pc", "S11": "*pV", "S12": "*mm"},
    **{"S13": "*hc", "S14": "*mO", "S15": "*cG", "S16": "*cc", "S17": "pp", "S18": "pmm"},
    **{"S19": "ph", "S20": "pRB", "S21": "pmc", "S22": "mmV", "S23": "hOG", "S24": "hh"},
    **{"S25": "ccR", "S26": "OV", "S27": "pmB"},
}
COMETS = [0, 3, 8, 15, 24, 35, 42, 49, 56, 63]
COLOURS = [0, 0, 4, 9, 16, 25]


def objects(player: dict[str, Any]) -> Counter[str]:
    return Counter("".join(TILES[name] for name in player.get("tiles", [])))


def points(position: dict[str, Any]) -> dict[str, int]:
    """The totals of a position (STAR-SCORE-1 to 7)."""
    players = position["players"]
    stars = {seat: objects(player)["*"] for seat, player in players.items()}
    totals = {}
    for seat, player in players.items():
        have = objects(player)
        total = 5 * have["p"] + 3 * min(have["m"], have["p"]) + COMETS[have["c"]]
        total += {0: 0, 1: -5}.get(have["h"], 15)
        nebulae = [have[colour] for colour in "ROGBV"]
        total += 2 * sum(nebulae) + COLOURS[sum(map(bool, nebulae))]
        total += (player["stardust"]["white"] + 5 * player["stardust"]["orange"]) // 2
        if len(set(stars.values())) > 1:
            total += 10 * (stars[seat] == max(stars.values()))
            total -= 5 * (stars[seat] == min(stars.values()) and len(players) > 2)
        totals[seat] = total
    return totals


def follow(position: dict[str, Any], text: str) -> None:
    """Carry a move out on the position, wherever it leads."""
    words = text.split()
    board, free = position.setdefault("board", {}), range(9, -1, -1)
    if words[0] == "add":
        board[next(str(n) for n in free if str(n) not in board)] = "reveal"
        return
    if words[0] == "reveal":
        board[next(n for n, tile in board.items() if tile == "reveal")] = words[1]
        position["deck"] -= 1
    elif words[0] == "move":
        at = next(int(n) for n, tile in board.items() if tile == words[2])
        del board[str(at)]
        lower = [n for n in range(at - 1, -1, -1) if str(n) not in board]
        if lower:
            board[str(lower[0])] = words[2]
        else:
            position.setdefault("gone", []).append(words[2])
    else:
        player = position["players"][words[1]]
        del board[next(n for n, tile in board.items() if tile == words[2])]
        paid = words[4:]
        for count, kind in pairwise(paid):
            if count.isdigit():
                player["stardust"][kind] -= int(count)
        for name in (word for word in paid if word in TILES):
            player["tiles"].remove(name)
            position.setdefault("gone", []).append(name)
        player.setdefault("tiles", []).append(words[2])
    position["turn"] = chr((ord(position["turn"]) - 64) % len(position["players"]) + 65)


def has_ended(position: dict[str, Any]) -> bool:
    board = position.get("board", {})
    if "reveal" in board.values():
        return False
    dust = [count for p in position["players"].values() for count in p["stardust"].values()]
    return (position["deck"] == 0 and len(board) == 1) or not any(dust)


def tidy(position: dict[str, Any]) -> dict[str, Any]:
    """Lists in one order, empty parts left out, turn left out at the end."""
    found = {k: v for k, v in position.items() if v not in ({}, [], None) and k != "turn"}
    found["gone"] = sorted(position.get("gone", []))
    found["players"] = {
        seat: {"tiles": sorted(p.get("tiles", [])), "stardust": p["stardust"]}
        for seat, p in position["players"].items()
    }
    return found


@pytest.mark.clause("STAR-SCORE-1", "STAR-SCORE-2", "STAR-SCORE-3", "STAR-SCORE-4")
@pytest.mark.clause("STAR-SCORE-5", "STAR-SCORE-6", "STAR-SCORE-7", "STAR-END-3")
@pytest.mark.clause("STAR-END-1", "STAR-END-2", "STAR-MOVE-1", "STAR-ADD-1", "STAR-TURN-1")
@pytest.mark.parametrize("seed", range(30))
def test_random_games_go_as_the_oracle_says(starfall: AnyGame, reference: Any, seed: int) -> None:
    chance, seats = random.Random(seed), list("ABCD")[: 2 + seed % 3]
    setup = msgspec.to_builtins(starfall.deal(reference, seats, chance))
    state = starfall.start(reference, seats, {}, setup).state
    position = starfall.write_position(state)
    while True:
        move = starfall.self_play(state, chance)
        verdict = starfall.judge(state, move)
        assert isinstance(verdict, Accepted | Finished)
        follow(position, starfall.write_move(move))
        state = verdict.state
        written = starfall.write_position(state)
        ended = has_ended(position)
        assert isinstance(verdict, Finished) == ended, (seed, position)
        assert tidy({**written, "phase": None}) == tidy({**position, "phase": None})
        assert ended or written["turn"] == position["turn"]
        score = starfall.final_score(state)
        assert {seat.seat: seat.total for seat in score.seats} == points(position)
        if ended:
            break
    best = max(points(position).values())
    assert set(score.winners) == {s for s, total in points(position).items() if total == best}


@pytest.mark.clause("STAR-Q11")
@pytest.mark.parametrize("seed", range(40))
def test_random_piles_score_as_the_oracle_says(
    starfall: AnyGame, reference: Any, seed: int
) -> None:
    chance, seats = random.Random(seed), list("ABCD")[: 2 + seed % 3]
    names = chance.sample(sorted(TILES), reference.in_play(len(seats)))
    piles: dict[str, list[str]] = {seat: [] for seat in seats}
    for name in names[: chance.randrange(len(names) + 1)]:
        piles[chance.choice(seats)].append(name)
    position = {
        "players": {
            seat: {
                "tiles": tiles,
                "stardust": {"white": chance.randrange(8), "orange": chance.randrange(6)},
            }
            for seat, tiles in piles.items()
        }
    }
    state = starfall.start(reference, seats, {}, {}, position).state
    score = starfall.final_score(state)
    assert {seat.seat: seat.total for seat in score.seats} == points(position)
    for seat in score.seats:
        assert seat.total == sum(vp for _, vp in seat.lines) == sum(i.vp for i in seat.items)
