"""A whole game played by typing: each line is a move or one of a few commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.errors import CompanionError, InputError
from companion.keeping.whole_file import write_whole
from companion.records.players import SEAT_NAMES
from companion.records.replay import Step
from companion.records.report import standing_lines, step_lines
from companion.whole_game.change import Change
from companion.whole_game.session import GameSession

HELP = """\
a move               judged, and booked when it counts: place Ann T01 3,3
undo, redo           take back the newest move, or let it stand again
moves                every standing move with its number
try N a move         what would change if move N had been this one
correct N a move     put this move in the place of move N
score                who does what next, and the score as it stands
record FILE          write the game's record, for `companion judge`
quit                 stop; the journal has everything, the same command goes on"""


class GameConsole:
    """Answers lines with lines; `now_s` gives the time of a monotonic clock."""

    def __init__(self, session: GameSession, now_s: Callable[[], float], language: str) -> None:
        self._session, self._now_s, self._language = session, now_s, language
        names = session.record().players
        self._names = dict(zip(SEAT_NAMES, names, strict=False))

    def answer(self, line: str) -> Iterator[str]:
        """What a line leads to; a mistake is answered with a sentence."""
        verb, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], Iterator[str]]] = {
            "undo": lambda _: self._turn(self._session.undo, "nothing is left to take back"),
            "redo": lambda _: self._turn(self._session.redo, "nothing was taken back last"),
            "moves": lambda _: self._moves(),
            "try": lambda said: self._change(said, book=False),
            "correct": lambda said: self._change(said, book=True),
            "score": lambda _: self._score(),
            "record": self._record,
            "help": lambda _: iter(HELP.splitlines()),
        }
        try:
            if verb in commands:
                yield from commands[verb](rest.strip())
            elif verb:
                yield from self._play(line.strip())
        except CompanionError as error:
            yield f"! {error}"
        if self._session.trouble:
            yield f"! {self._session.trouble}"

    def _play(self, line: str) -> Iterator[str]:
        outcome = self._session.play(line, "", self._now_s())
        number = outcome.entry.seq if outcome.entry is not None else 0
        judged = outcome.judged
        step = Step(number, line, judged.verdict, judged.move, judged.assumed)
        yield from step_lines(self._session.game, step, self._language)

    def _turn(self, turn: Callable[[str, float], object], nothing: str) -> Iterator[str]:
        if turn("", self._now_s()) is None:
            yield f"! {nothing}"
        else:
            yield from self._score()

    def _moves(self) -> Iterator[str]:
        for step in self._session.steps:
            mark = " (corrected)" if step.corrected else ""
            yield f"{step.seq:4d}  {'; '.join(step.moves)}{mark}"

    def _score(self) -> Iterator[str]:
        session = self._session
        yield from standing_lines(session.game, session.state, self._names, self._language)

    def _change(self, said: str, book: bool) -> Iterator[str]:
        number, _, line = said.partition(" ")
        if not number.isascii() or not number.isdigit() or not line.strip():
            raise InputError("say the number of a move and what it was: correct 4 end A")
        seq = int(number)
        if book:
            change = self._session.correct(seq, line, "", self._now_s())
        else:
            change = self._session.preview(seq, line)
        judged = change.judged
        step = Step(seq, line.strip(), judged.verdict, judged.move, judged.assumed)
        yield from step_lines(self._session.game, step, self._language)
        yield from self._changed(change)

    def _changed(self, change: Change) -> Iterator[str]:
        for step, verdict in change.lost:
            lost = Step(step.seq, "; ".join(step.moves), verdict)
            yield from step_lines(self._session.game, lost, self._language)
        for seat, before, after in change.scores:
            yield f"  {self._names.get(seat, seat)}: {before} -> {after}"
        for path, old, new in change.places:
            yield f"  {path}: {_shown(old)} -> {_shown(new)}"

    def _record(self, name: str) -> Iterator[str]:
        if not name:
            raise InputError("say where to write the record: record game.json")
        write_whole(Path(name), self._session.download())
        yield f"{name}: {len(self._session.record().moves)} moves"


def _shown(value: object) -> str:
    return "-" if value is None else str(value)
