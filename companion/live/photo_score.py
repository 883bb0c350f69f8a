"""What the pieces in a photograph score by themselves, for the phone that sent it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.display.model import Card, Note, Section, Text, Tone
from companion.flow import Observation
from companion.games.catalogue import load_edition
from companion.games.contract import ScoreItem
from companion.games.printable import ScoresSeen, SeenScore
from companion.live.photo_words import say
from companion.play.running_game import RunningGame
from companion.play.speaking import Speaker, sentences
from companion.play.words import signed


def score_section(running: RunningGame, found: Sequence[Observation]) -> Section | None:
    """The score of everybody whose pieces are seen; None in a game that can't tell.

    The game that is played gives players' names and settings, nothing else: what the photograph
    shows is scored, whether the game has it so or not.
    """
    game: Any = running.game
    if not isinstance(game, ScoresSeen):
        return None
    edition = load_edition(running.game, running.edition)
    rulings = running.game.rulings_of(running.state)
    scores = game.scores_seen(edition, rulings, found, len(running.seats))
    if not scores:
        return None
    cards = tuple(_card(running.speaker, score) for score in scores)
    return Section("photo-score", say("score"), cards=cards)


def _card(speaker: Speaker, score: SeenScore) -> Card:
    state = "odd" if score.doubts else "open"
    notes = tuple(_notes(speaker, score))
    return Card(f"photo-score {score.seat}", score.seat, _title(speaker, score), state, notes=notes)


def _title(speaker: Speaker, score: SeenScore) -> Text:
    """Whose, and how many; what can be told stands beside where the least is less."""
    who = speaker.name(score.seat)
    if not score.doubts:
        return say("score_exact", who=who, vp=score.told)
    key = "score_least" if score.least == score.told else "score_least_told"
    return say(key, who=who, vp=score.least, told=score.told)


def _notes(speaker: Speaker, score: SeenScore) -> Iterator[Note]:
    """What can't be told goes first, then the breakdown, then what the others decide."""
    for doubt in score.doubts:
        yield Note(Tone.UNSURE, speaker.noted(doubt))
    for item in score.items:
        yield _item(speaker, item)
    if score.beside:
        yield Note(Tone.INFO, sentences(map(speaker.noted, score.beside)))


def _item(speaker: Speaker, item: ScoreItem) -> Note:
    text = signed(speaker.say(item.key, item.values), item.vp)
    return Note(Tone.INFO, text, (item.clause,) if item.clause else ())
