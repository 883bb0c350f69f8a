"""A small game with hidden hands and a drawn board, and tables that play it or a real one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.drawing import Disc, Drawing, Ink, Polygon, Words
from companion.flow import Accepted, Event, Finished, Reason, Refused
from companion.games import catalogue
from companion.games.contract import (
    Explained,
    FinalScore,
    MoveTextError,
    Prompt,
    Ruling,
    ScoreItem,
    SeatScore,
    SetupError,
    Start,
)
from companion.games.playable import Scene, Spot, Tap
from companion.play.requests import SeatRequest, TapRequest
from companion.play.setting_up import begin_game, new_header, with_deal
from companion.play.shelf import COMPANION, Shelf
from companion.play.table import Admission, PlayTable

SIDE = 5
HAND = 2
SPOT_MM = 10.0
BOARD_MM = 300.0
CELLS = [f"{x},{y}" for x in range(SIDE) for y in range(SIDE)]
HIDDEN = 0

WORDS = {
    "game": ("Dots", "點"),
    "prompt": ("{seat}: lay a number.", "{seat}：放一個數字。"),
    "prompt.draw": ("{seat} draws.", "{seat}抽牌。"),
    "over": ("The game is over.", "遊戲結束。"),
    "laid": ("laid {number} on {cell}", "在 {cell} 放 {number}"),
    "drew": ("drew {number}", "抽到 {number}"),
    "number": ("number {number}", "數字 {number}"),
    "cell": ("cell {cell}", "格 {cell}"),
    "board": ("Board", "圖板"),
    "hand": ("Hand of {seat}", "{seat}的手牌"),
    "reason.taken": ("{cell} is taken", "{cell} 已有數字"),
    "reason.turn": ("it is not the turn of {seat}", "還沒輪到{seat}"),
    "reason.not_held": ("{number} is not in the hand", "手上沒有 {number}"),
    "reason.not_a_move": ("This is no move: {why}.", "這不是行動：{why}。"),
    "sum": ("numbers", "數字"),
    "item": ("the number on {cell}", "{cell} 的數字"),
    "tie": ("most points", "分數最高"),
    "many.yes": ("Many may be first.", "可並列第一。"),
    "many.no": ("One is first.", "只有一位第一。"),
}


@dataclass(frozen=True)
class DotsSetup:
    hands: dict[str, list[int]]


@dataclass(frozen=True)
class Dots:
    """Hands and deck hold numbers; 0 is a number that is not known."""

    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    laid: tuple[tuple[str, str, int], ...] = ()
    turn: int = 0
    draws: bool = False

    @property
    def seats(self) -> str:
        return "ABCD"[: len(self.hands)]


@dataclass(frozen=True)
class Lay:
    seat: str
    number: int
    cell: str


@dataclass(frozen=True)
class Draw:
    seat: str
    number: int


class DotsGame:
    name = "dots"
    default_edition = "DOTS-1"
    setup_type = DotsSetup
    position_type = dict

    def read_edition(self, document: Mapping[str, Any], where: str) -> Any:
        return type("Edition", (), {"name": "DOTS-1", "rounds": document["rounds"]})

    def rulings(self, edition: Any) -> tuple[Ruling, ...]:
        return (Ruling("many", "DOTS-Q1", True, ((True, "many.yes"), (False, "many.no"))),)

    def start(self, edition, seats, rulings, setup, position=None) -> Start:
        if not 2 <= len(seats) <= 4:
            raise SetupError("dots is for two to four players")
        hands = setup.get("hands", {}) if setup else {}
        if position is not None:
            return Start(msgspec.convert(position, Dots))
        held = tuple(tuple(hands.get(seat, [HIDDEN] * HAND)) for seat in seats)
        gone = {number for hand in held for number in hand}
        return Start(Dots(held, tuple(n for n in range(1, 41) if n not in gone)))

    def deal(self, edition, seats, chance) -> DotsSetup:
        numbers = chance.sample(range(1, 41), k=HAND * len(seats))
        return DotsSetup(
            {seat: numbers[i * HAND : i * HAND + HAND] for i, seat in enumerate(seats)}
        )

    def rulings_of(self, state: Dots) -> dict[str, Any]:
        return {"many": True}

    def read_move(self, text: str) -> Lay | Draw:
        words = text.split()
        if len(words) == 4 and words[0] == "lay" and words[2].isdigit():
            return Lay(words[1], int(words[2]), words[3])
        if len(words) == 3 and words[0] == "draw" and words[2].isdigit():
            return Draw(words[1], int(words[2]))
        raise MoveTextError("a move is: lay A 3 1,1", "lay A 3 1,1")

    def write_move(self, move: Lay | Draw) -> str:
        if isinstance(move, Draw):
            return f"draw {move.seat} {move.number}"
        return f"lay {move.seat} {move.number} {move.cell}"

    def write_position(self, state: Dots) -> dict[str, Any]:
        return msgspec.to_builtins(state)

    def judge(self, state: Dots, move: Lay | Draw):
        seat = state.seats[state.turn]
        if isinstance(move, Draw):
            return self._draw(state, move)
        reasons = []
        if move.seat != seat or state.draws:
            reasons.append(Reason("reason.turn", "DOTS-1", move.seat, {"seat": move.seat}))
        hand = state.hands[state.turn]
        if move.number not in hand and HIDDEN not in hand:
            values = {"number": move.number}
            reasons.append(Reason("reason.not_held", "DOTS-2", move.seat, values))
        if move.cell not in CELLS or move.cell in {cell for cell, _, _ in state.laid}:
            reasons.append(Reason("reason.taken", "DOTS-3", move.cell, {"cell": move.cell}))
        if reasons:
            return Refused(tuple(reasons))
        left = list(hand)
        left.remove(move.number if move.number in hand else HIDDEN)
        hands = self._with(state, tuple(left))
        laid = (*state.laid, (move.cell, seat, move.number))
        after = replace(state, hands=hands, laid=laid, draws=True)
        event = Event("laid", "DOTS-1", move.cell, {"number": move.number, "cell": move.cell})
        if len(laid) == 8:
            after = replace(after, draws=False)
            return Finished(after, self.final_score(after), (event,))
        return Accepted(after, (event,))

    def _with(self, state: Dots, hand: tuple[int, ...]):
        return (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])

    def _draw(self, state: Dots, move: Draw):
        if not state.draws or (move.number not in state.deck and HIDDEN not in state.deck):
            return Refused((Reason("reason.turn", "DOTS-4", move.seat, {"seat": move.seat}),))
        deck = tuple(n for n in state.deck if n != move.number)
        hands = self._with(state, tuple(sorted((*state.hands[state.turn], move.number))))
        turn = (state.turn + 1) % len(state.hands)
        after = replace(state, hands=hands, deck=deck, turn=turn, draws=False)
        return Accepted(after, (Event("drew", "DOTS-4", "", {"number": move.number}),))

    def legal_moves(self, state: Dots) -> Iterator[Lay]:
        if state.draws or len(state.laid) == 8:
            return
        taken = {cell for cell, _, _ in state.laid}
        for number in dict.fromkeys(state.hands[state.turn]):
            for cell in CELLS:
                if cell not in taken and number:
                    yield Lay(state.seats[state.turn], number, cell)

    def chance_moves(self, state: Dots) -> Iterator[Draw]:
        if state.draws:
            shown = {number for _, _, number in state.laid}.union(*state.hands)
            deck = (
                [n for n in range(1, 41) if n not in shown] if HIDDEN in state.deck else state.deck
            )
            yield from (Draw(state.seats[state.turn], number) for number in deck)

    def self_play(self, state: Dots, chance):
        return chance.choice(list(self.chance_moves(state)) or list(self.legal_moves(state)))

    def check(self, before, after) -> tuple[str, ...]:
        return ()

    def explain(self, state, observation):
        return Explained(())

    def final_score(self, state: Dots) -> FinalScore:
        sums = {s: sum(n for _, who, n in state.laid if who == s) for s in state.seats}
        order = sorted(state.seats, key=lambda seat: -sums[seat])
        seats = tuple(
            SeatScore(
                seat,
                rank,
                sums[seat],
                (("sum", sums[seat]),),
                tuple(
                    ScoreItem("item", "DOTS-5", cell, number, {"cell": cell})
                    for cell, who, number in state.laid
                    if who == seat
                ),
            )
            for rank, seat in enumerate(order, 1)
        )
        return FinalScore(seats, (order[0],), "tie", "DOTS-6")

    def prompt(self, state: Dots) -> Prompt:
        if len(state.laid) == 8:
            return Prompt((), "over")
        seat = state.seats[state.turn]
        return Prompt((seat,), "prompt.draw" if state.draws else "prompt", {"seat": seat})

    def view(self, state: Dots, seat: str | None) -> Dots:
        hands = tuple(
            hand if owner == seat else (HIDDEN,) * len(hand)
            for owner, hand in zip(state.seats, state.hands, strict=True)
        )
        return replace(state, hands=hands, deck=(HIDDEN,) * len(state.deck))

    def say(self, key: str, language: str, values: Mapping[str, Any]) -> str:
        words = WORDS.get(key)
        return words[language != "en"].format_map(values) if words else key

    def shows(self, state: Dots, move: Lay | Draw, seat: str | None) -> bool:
        return isinstance(move, Lay) or move.seat == seat

    def scenes(self, state: Dots, seat: str | None) -> tuple[Scene, ...]:
        numbers = {cell: (who, number) for cell, who, number in state.laid}
        shapes, spots = [], []
        for cell in CELLS:
            x, y = (40.0 + 55.0 * float(part) for part in cell.split(","))
            square = tuple(
                (x + dx * SPOT_MM / 2, y + dy * SPOT_MM / 2)
                for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            )
            shapes.append(Polygon(square, Ink("#203060", "#c0c8f0", 0.4)))
            if cell in numbers:
                shapes.append(Disc((x, y), 4.0, Ink("#e0b040")))
                shapes.append(Words(str(numbers[cell][1]), (x, y), 3.0, "#000000"))
            spots.append(Spot(cell, square, "cell", {"cell": cell}))
        board = Scene("board", "board", Drawing((BOARD_MM, BOARD_MM), tuple(shapes)), tuple(spots))
        hands = [board]
        for owner, hand in zip(state.seats, state.hands, strict=True):
            words = tuple(
                Words(str(number) if number else "?", (15.0 + 20 * i, 10.0), 5.0, "#ffffff")
                for i, number in enumerate(hand)
            )
            drawing = Drawing((60.0, 20.0), words)
            hands.append(Scene(f"hand-{owner}", "hand", drawing, (), {"seat": owner}))
        return tuple(hands)

    def taps(self, state: Dots, move: Lay | Draw) -> tuple[Tap, ...]:
        number = Tap(f"n{move.number}", "number", "", {"number": move.number})
        if isinstance(move, Draw):
            return (number,)
        return (number, Tap(move.cell, "cell", move.cell, {"cell": move.cell}))


@pytest.fixture
def dots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> DotsGame:
    """The small game, found among the real ones."""
    game = DotsGame()
    found, names, folder = catalogue._load_game, catalogue.game_names, catalogue._folder
    (tmp_path / "dots-editions").mkdir()
    (tmp_path / "dots-editions" / "DOTS-1.toml").write_text("rounds = 1\n")
    monkeypatch.setattr(catalogue, "_load_game", lambda n: game if n == "dots" else found(n))
    monkeypatch.setattr(catalogue, "game_names", lambda: (*names(), "dots"))
    monkeypatch.setattr(
        catalogue, "_folder", lambda g: tmp_path / "dots-editions" if g is game else folder(g)
    )
    return game


def play_table(
    folder: Path, game: str, names: Sequence[str] = ("Ann", "Ben"), dealer: str = COMPANION
) -> PlayTable:
    """A table at which a game has begun, by a seed that is always the same."""
    shelf = Shelf(folder)
    shelf.journal.set_fact("seed", "11")
    table = PlayTable(shelf, 0.0)
    header = new_header(catalogue.find_game(game), list(names), {})
    if dealer == COMPANION:
        header = with_deal(header, table.seed)
    begin_game(table, header, dealer, 0.0)
    return table


def sit(table: PlayTable, phone: str, *seats: str) -> None:
    """Admit a phone and give it seats."""
    table.ask(Admission(), phone, 0.0)
    for seat in seats:
        assert table.ask(SeatRequest(seat), phone, 0.0).tone.value == "ok"


def tap(table: PlayTable, phone: str, *taps: str):
    """Tap one after the other; gives the last answer."""
    return [table.ask(TapRequest(each), phone, 0.0) for each in taps][-1]
