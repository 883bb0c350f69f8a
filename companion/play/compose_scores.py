"""The score at any time: totals, lines, and what each point comes from, with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.display.model import Card, Link, Note, Section, Tone
from companion.games.contract import ScoreItem, SeatScore
from companion.play.running_game import RunningGame
from companion.play.sight import Sight
from companion.play.words import joined, plain, say, signed

if TYPE_CHECKING:
    from companion.play.table import PlayTable


def scores(table: PlayTable, running: RunningGame, sight: Sight, unfolded: bool = False) -> Section:
    """Every seat's score as this sight may know it; the final score once the game is over."""
    score = running.score(sight)
    notes = []
    if running.over:
        who = joined(plain(running.speaker.name(seat)) for seat in score.winners)
        why = running.speaker.say(score.tie_break, {})
        clauses = (score.clause,) if score.clause else ()
        notes.append(Note(Tone.INFO, say("winner", who=who, why=why), clauses))
    elif not sight.everything and running.keeps_secrets(running.seats):
        notes.append(Note(Tone.INFO, say("partial")))
    cards = tuple(_card(running, seat) for seat in score.seats)
    title = say("final") if running.over else say("scores")
    links = (Link(say("report"), "/api/report.html"),) if running.over else ()
    folded = not (running.over or unfolded)
    return Section("scores", title, tuple(notes), cards=cards, links=links, folded=folded)


def own_score(running: RunningGame, sight: Sight) -> Section:
    """The score of the seat whose side a phone shows, with what it is made of."""
    score = next(seat for seat in running.score(sight).seats if seat.seat == sight.seat)
    return Section("your-score", say("your_score"), cards=(_card(running, score, "mine"),))


def _card(running: RunningGame, seat: SeatScore, name: str = "score") -> Card:
    title = say("ranked", who=running.speaker.name(seat.seat), vp=seat.total)
    lines = [signed(running.speaker.say(key, {}), vp) for key, vp in seat.lines if vp]
    notes = [Note(Tone.INFO, joined(lines))] if lines else []
    items = tuple(_item(running, item) for item in seat.items)
    return Card(f"{name}-{seat.seat}", str(seat.rank), title, notes=tuple(notes), details=items)


def _item(running: RunningGame, item: ScoreItem) -> Note:
    text = signed(running.speaker.say(item.key, item.values), item.vp)
    return Note(Tone.INFO, text, (item.clause,) if item.clause else (), item.where)
