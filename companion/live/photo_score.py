"""What the pieces in a photograph score by themselves, for the phone that sent it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.display.model import Card, Note, Section, Text, Tone
from companion.flow import Observation
from companion.games.catalogue import load_edition
from companion.games.contract import RulingValue, ScoreItem
from companion.games.printable import ScoresSeen, SeenScore
from companion.live.photo_words import say
from companion.play.running_game import RunningGame
from companion.play.speaking import Speaker, sentences
from companion.play.words import signed


def score_in_game(running: RunningGame, found: Sequence[Observation]) -> Section | None:
    """The score of everybody whose pieces are seen; None in a game that can't tell.

    The game that is played gives players' names and settings, nothing else: what the photograph
    shows is scored, whether the game has it so or not.
    """
    rulings = running.game.rulings_of(running.state)
    return score_section(running.speaker, running.edition, found, rulings, len(running.seats))


def score_section(
    speaker: Speaker,
    edition: str,
    found: Sequence[Observation],
    rulings: Mapping[str, RulingValue],
    players: int,
) -> Section | None:
    """The same where no game goes on: with the default rulings, and with 0 players."""
    game: Any = speaker.game
    if not isinstance(game, ScoresSeen):
        return None
    scores = game.scores_seen(load_edition(speaker.game, edition), rulings, found, players)
    if not scores:
        return None
    cards = tuple(_card(speaker, score) for score in scores)
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
