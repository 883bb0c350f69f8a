"""What is booked in the journal, and the replay that turns entries into the present state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec

from companion.games.girl.casting import Casting, CastToken, Light, parse_pick, parse_token
from companion.games.girl.casting_track import Track, parse_track
from companion.keeping.journal import Entry, JournalError, effective

PointMm = tuple[float, float]

START, TRACK, CAST, PICK = "start", "track", "cast", "pick"
CORRECT, LEFT, CLEAR, THROW = "correct", "left", "clear", "throw"
BY_PEOPLE = (TRACK, CAST, PICK, CORRECT, CLEAR)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person said about one token; it outranks the camera until the token leaves.

    `at_mm` is where the token lies (board mm), None for one that the camera never saw.
    `token` is its number once the toss is booked.  `gone` says that there is no token.
    """

    at_mm: PointMm | None = None
    token: int | None = None
    kind: str | None = None
    light: Light | None = None
    gone: bool = False
    seq: int = 0


@dataclass(frozen=True, slots=True)
class BookedCast:
    """A booked toss: the tokens' canonical texts and where each lay (None if added by hand)."""

    tokens: tuple[str, ...]
    at_mm: tuple[PointMm | None, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """What was thrown on a simulated table: which toss of its seed, and how many tokens."""

    number: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Booked:
    """The state of the session: the phase, where its tokens lay, the corrections in force.

    `throw` is what lies on a simulated table; None on a real one, and until its round is thrown.
    """

    casting: Casting
    at_mm: tuple[tuple[int, PointMm], ...] = ()
    corrections: tuple[Correction, ...] = ()
    throw: Throw | None = None

    @property
    def track(self) -> Track:
        """Who stands where on the Night Sky track."""
        return self.casting.track


def next_throw(entries: Iterable[Entry], tokens: int) -> Throw:
    """A throw like none before it, those that were taken back included."""
    thrown = [_throw_of(entry).number for entry in entries if entry.kind == THROW]
    return Throw(max(thrown, default=0) + 1, tokens)


def text_of(fact: Correction | BookedCast | Throw) -> str:
    """Write a correction, a toss or a throw as the journal keeps it."""
    return msgspec.json.encode(fact).decode()


def replay(entries: Iterable[Entry], first: Track) -> Booked:
    """Replay a journal; `first` stands only until its first entry, which says the real start.

    Raises JournalError naming the entry that can't be understood.
    """
    state = Booked(Casting(first))
    for entry in effective(entries):
        try:
            state = _after(state, entry)
        except (ValueError, msgspec.DecodeError) as error:
            raise JournalError(
                f"entry {entry.seq} ({entry.kind}) of the journal can't be read: {error}; "
                "choose another folder with --data"
            ) from error
    return state


def _after(state: Booked, entry: Entry) -> Booked:
    if entry.kind == TRACK:
        return replace(state, casting=Casting(parse_track(entry.text)), at_mm=())
    if entry.kind in (START, CLEAR):
        return Booked(Casting(parse_track(entry.text)))
    if entry.kind == CAST:
        return _cast(state, msgspec.json.decode(entry.text, type=BookedCast))
    if entry.kind == PICK:
        picks = (*state.casting.picks, parse_pick(entry.text))
        return replace(state, casting=replace(state.casting, picks=picks))
    if entry.kind == CORRECT:
        said = msgspec.json.decode(entry.text, type=Correction)
        return _correct(state, replace(said, seq=entry.seq))
    if entry.kind == LEFT:
        left = int(entry.text)
        stay = tuple(c for c in state.corrections if c.seq != left)
        return replace(state, corrections=stay)
    if entry.kind == THROW:
        return replace(state, throw=_throw_of(entry))
    return state


def _throw_of(entry: Entry) -> Throw:
    return msgspec.json.decode(entry.text, type=Throw)


def _cast(state: Booked, cast: BookedCast) -> Booked:
    tokens = tuple(parse_token(text) for text in cast.tokens)
    places = zip(tokens, cast.at_mm, strict=True)
    at_mm = tuple((token.number, at) for token, at in places if at is not None)
    return replace(state, casting=replace(state.casting, tokens=tokens), at_mm=at_mm)


def _correct(state: Booked, said: Correction) -> Booked:
    tokens = tuple(
        corrected(token, said) if token.number == said.token else token
        for token in state.casting.tokens
    )
    casting = replace(state.casting, tokens=tokens)
    return replace(state, casting=casting, corrections=(*state.corrections, said))


def corrected(token: CastToken, said: Correction) -> CastToken:
    """Put a person's word in place of the camera's."""
    kinds = (said.kind,) if said.kind is not None else token.kinds
    lights = (said.light,) if said.light is not None else token.lights
    return CastToken(token.number, kinds, lights)
