"""A Verdict of the rules as a Note for people: sentences, clauses, places, questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.display.model import Action, Note, Text, Tone
from companion.display.text import begun
from companion.flow import Accepted, Event, Finished, Reason, Refused, Unsure, Verdict
from companion.games.girl.casting import COLOURS, CastToken
from companion.session.requests import CorrectRequest
from companion.session.words import listed, name, say


def note_of(verdict: Verdict[Any]) -> Note:
    """Say a verdict in words; a question carries its readings as buttons."""
    match verdict:
        case Accepted(events=events) | Finished(events=events):
            return _said(Tone.OK, events)
        case Refused(reasons=reasons):
            return _said(Tone.REFUSED, reasons)
        case Unsure():
            return _question(verdict)


def refusal(reasons: Iterable[Reason]) -> Note:
    """Say broken clauses that were found outside a game's own judge."""
    return _said(Tone.REFUSED, tuple(reasons))


def plain(tone: Tone, text: Text) -> Note:
    """Make a note that rests on no clause."""
    return Note(tone, text)


def with_doubts(note: Note, doubtful: Sequence[CastToken]) -> Note:
    """A toss that is booked, and which of its tokens are still in doubt; shows the first."""
    if not doubtful:
        return note
    doubt = say("accepted_doubt", doubtful=token_words(doubtful))
    text = Text(f"{note.text.en} {doubt.en}", note.text.zh + doubt.zh)
    return replace(note, text=text, where=", ".join(f"token {t.number}" for t in doubtful))


def token_words(tokens: Sequence[CastToken]) -> Text:
    """Tokens by their numbers."""
    return listed(say("token_word", token=token.number) for token in tokens)


def settled_by_hand(request: CorrectRequest) -> Note:
    """What a person said of a token, which stands whatever the camera reads."""
    number = request.token
    token = say("new_token") if number is None else say("token_word", token=number)
    parts = [name(request.kind)] if request.kind is not None else []
    parts += [light_words(request.light)] if request.light is not None else []
    what = say("not_a_token") if request.gone else listed(parts)
    return plain(Tone.OK, begun(say("corrected", token=token, what=what)))


def _said(tone: Tone, facts: Iterable[Event | Reason]) -> Note:
    found = tuple(facts)
    texts = [say(fact.key, fact.values) for fact in found]
    sentence = Text(" ".join(text.en for text in texts), "".join(text.zh for text in texts))
    clauses = tuple(dict.fromkeys(fact.clause for fact in found))
    where = ", ".join(dict.fromkeys(fact.where for fact in found if fact.where))
    return Note(tone, sentence, clauses, where)


def _question(question: Unsure) -> Note:
    number = int(question.where.split()[-1])
    kind = question.ask == "which_kind"
    actions = tuple(
        Action(
            name(reading.words) if kind else light_words(tuple(reading.words.split())),
            "/api/correct",
            {
                "token": number,
                **({"kind": reading.words} if kind else {"light": _light(reading.words)}),
            },
        )
        for reading in question.readings
    )
    text = say(question.ask, token=say("token_word", token=number))
    return Note(Tone.UNSURE, text, (), question.where, actions=actions)


def light_words(light: tuple[str, ...]) -> Text:
    """Name a set of Light: its colours, any colour, or none."""
    if set(light) == set(COLOURS):
        return say("any")
    return listed(name(colour) for colour in light) if light else name("none")


def _light(words: str) -> list[str]:
    return [] if words == "none" else words.split()
