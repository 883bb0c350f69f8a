"""What a game says, as Text in both languages, with the players' names for their seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.display.model import Note, Text, Tone
from companion.flow import Event, Reason
from companion.games.contract import LANGUAGES, AnyGame
from companion.games.contract import Note as GameNote
from companion.play.words import joined
from companion.records.judging import NOT_A_MOVE
from companion.records.report import noted

# Values of the games' words that name seats.
_SEAT_VALUES = frozenset({"seat", "seats", "turn", "player", "players", "first", "taker"})


@dataclass(frozen=True, slots=True)
class Speaker:
    """One game's words; `names` are the players' names by seat."""

    game: AnyGame
    names: Mapping[str, str]

    def say(self, key: str, values: Mapping[str, Any]) -> Text:
        """A sentence of the game."""
        named = {name: self._named(name, value) for name, value in values.items()}
        return Text(*(self.game.say(key, language, named) for language in LANGUAGES))

    def noted(self, note: str | GameNote) -> Text:
        """Something that was assumed."""
        return Text(*(noted(self.game, note, language) for language in LANGUAGES))

    def name(self, seat: str) -> str:
        """A player's name."""
        return self.names.get(seat, seat)

    def facts(self, tone: Tone, facts: Iterable[Event | Reason]) -> Note:
        """Events or broken clauses as one note."""
        found = tuple(facts)
        texts = [self.say(fact.key, fact.values) for fact in found]
        clauses = dict.fromkeys(clause for fact in found for clause in _clauses(fact))
        where = dict.fromkeys(fact.where for fact in found if fact.where)
        return Note(tone, sentences(texts), tuple(clauses), ", ".join(where))

    def _named(self, name: str, value: Any) -> Any:
        if name not in _SEAT_VALUES:
            return value
        if isinstance(value, list | tuple):
            return [self._named(name, each) for each in value]
        return self.names.get(value, value) if isinstance(value, str) else value


def game_title(game: AnyGame) -> Text:
    """The name of a game, as players know it."""
    return Text(*(game.say("game", language, {}) for language in LANGUAGES))


def sentences(texts: Iterable[Text]) -> Text:
    """Sentences one after the other, each with its full stop."""
    return joined((Text(_ended(t.en, "."), _ended(t.zh, "。")) for t in texts), (" ", ""))


def _ended(text: str, stop: str) -> str:
    text = text.strip()
    if not text or text[-1] in ".!?:;…。！？：；":
        return text
    return f"{text[0].upper()}{text[1:]}{stop}"


def _clauses(fact: Event | Reason) -> tuple[str, ...]:
    """The clauses of a rulebook; what is no move at all breaks none."""
    if fact.key == NOT_A_MOVE:
        return ()
    also = fact.values.get("also")
    return (fact.clause, *((str(also),) if also else ()))
