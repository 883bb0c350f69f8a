"""A photograph of boards, compared with a game: what agrees, what differs, what can't be told.

The readings of a photograph are observations as those of a camera are; whatever takes in
observations of single boards may take these in, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.display.model import (
    Action,
    Card,
    Crop,
    Note,
    Picture,
    Section,
    Text,
    Tone,
)
from companion.display.photo import PhotoAnswer
from companion.display.text import begun
from companion.flow import LENS_ESTIMATED, Observation, PlaceReading, PlaceStatus, Status
from companion.games.contract import AnyGame
from companion.games.printable import Lying, boards_of
from companion.live.behind import Behind
from companion.live.expected import Difference, Spot, TableArt
from companion.live.photo_score import score_in_game
from companion.live.photo_words import say
from companion.live.telling import (
    EVERYBODY,
    content_words,
    place_words,
    short_name,
    titles_words,
    told,
)
from companion.live.understanding import Outcome, Understood, contents_of, understand
from companion.live.whys import why_words
from companion.play.running_game import RunningGame
from companion.play.words import joined
from companion.session.reader_words import in_both
from companion.table.contents import Content, content_of

MOST_CARDS = 16


@dataclass(frozen=True, slots=True)
class PhotoGame:
    """The game that a photograph is of: its edition, and the boards that are played on.

    `players` are the players' names by seat.
    """

    game: AnyGame
    edition: str
    boards: frozenset[tuple[str, int]]
    players: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """A photograph, read: one observation for each board that was looked for.

    `path` and `size_wh` are the photograph's own, for crops; `drawn` shows the readings over it.
    """

    observations: tuple[Observation, ...]
    path: str
    size_wh: tuple[int, int]
    drawn: Picture


def photo_game(running: RunningGame) -> PhotoGame | None:
    """What a photograph of this game may show; None for one that does not say what lies where."""
    game = running.game
    if not isinstance(game, Lying):
        return None
    boards = boards_of(game, running.seen(EVERYBODY))
    return PhotoGame(game, running.edition, boards, running.names)


def photo_answer(running: RunningGame, art: TableArt, read: PhotoRead) -> PhotoAnswer:
    """What a photograph says of the game as everybody may know it."""
    found = [seen for seen in read.observations if seen.status is Status.READ]
    picture = Section("photo-seen", say("seen"), remarks(art, found), pictures=(read.drawn,))
    if not found:
        return PhotoAnswer(Note(Tone.REFUSED, why_none(art, read.observations)), (picture,))
    score = score_in_game(running, found)
    state = running.seen(EVERYBODY)
    expected = contents_of(running.game, art, state)
    differences = art.differences(expected, found)
    sure = tuple(each for each in differences if each.seen is not None)
    unsure = tuple(_unsure(art, found, expected))
    sections = [picture] if score is None else [score, picture]
    if sure:
        cards = tuple(_difference_card(art, each, read) for each in sure)
        sections.append(_listed("photo-differs", say("differences"), cards))
    if unsure:
        cards = tuple(_unsure_card(art, each, read) for each in unsure)
        sections.append(_listed("photo-unsure", say("unsure"), cards))
    boards = titles_words(art, (seen.board for seen in found))
    if not sure:
        key = "agrees" + ("", "_but_one", "_but")[min(len(unsure), 2)]
        tone = Tone.UNSURE if unsure else Tone.OK
        return PhotoAnswer(Note(tone, say(key, boards=boards, count=len(unsure))), tuple(sections))
    understood = understand(running.game, state, art, found, (), Behind())
    note = _difference_note(running, understood, sure, boards)
    return PhotoAnswer(note, tuple(sections))


def _difference_note(
    running: RunningGame, understood: Understood, sure: Sequence[Difference], boards: Text
) -> Note:
    """That they differ; by which moves that may be explained, or which clauses it breaks."""
    key = "differs" if len(sure) > 1 else "differs_one"
    differs = say(key, boards=boards, count=len(sure))
    where = ", ".join(each.spot.place for each in sure[:MOST_CARDS])
    if understood.outcome is Outcome.MOVES:
        what = told(running, understood.moves)
        text = joined((differs, say("looks_like", what=what)), (" ", ""))
        return Note(Tone.UNSURE, text, where=where, actions=_playable(running, understood.moves))
    if understood.outcome is Outcome.BROKEN and understood.reasons:
        facts = running.speaker.facts(Tone.REFUSED, understood.reasons)
        text = joined((differs, facts.text), (" ", ""))
        return Note(Tone.REFUSED, text, facts.clauses, facts.where or where)
    return Note(Tone.UNSURE, differs, where=where)


def _playable(running: RunningGame, moves: Sequence[str]) -> tuple[Action, ...]:
    """The first of the moves can be played as if it were typed; then the next is the first."""
    label = say("play_it", what=told(running, moves[:1]))
    return (Action(label, "/api/say", {"line": moves[0]}, style="main"),)


def why_none(art: TableArt, observations: Sequence[Observation]) -> Text:
    """Why no board could be read: by what is wrong with a board that is there, if there is one."""
    for seen in observations:
        for problem in seen.problems:
            if getattr(problem, "key", "") not in ("no_marker", "few_markers"):
                return say(
                    "board_says", board=titles_words(art, (seen.board,)), why=in_both(problem)
                )
    return say("no_board")


def remarks(art: TableArt, found: Sequence[Observation]) -> tuple[Note, ...]:
    """What is odd about the picture as a whole."""
    said: dict[str, Any] = {}
    for seen in found:
        for sentence in seen.notes:
            said[str(sentence)] = sentence
        if seen.registration is not None and seen.registration.lens == "estimated":
            said[str(LENS_ESTIMATED)] = LENS_ESTIMATED
    return tuple(Note(Tone.INFO, in_both(sentence)) for sentence in said.values())


@dataclass(frozen=True, slots=True)
class _Doubtful:
    spot: Spot
    expected: Content
    reading: PlaceReading


def _unsure(
    art: TableArt, found: Sequence[Observation], expected: Mapping[Spot, Content]
) -> Iterator[_Doubtful]:
    for observation in found:
        for reading in observation.places:
            spot = art.spot(observation.board, reading.place)
            if spot is not None and reading.status is not PlaceStatus.READ:
                yield _Doubtful(spot, expected.get(spot, ()), reading)


def _difference_card(art: TableArt, each: Difference, read: PhotoRead) -> Card:
    seen = content_words(art, each.seen or ())
    notes = (
        Note(Tone.INFO, say("game_has", what=content_words(art, each.expected))),
        Note(Tone.INFO, say("picture_has", what=seen)),
    )
    return place_card(art, each.spot, notes, each.reading, read)


def _unsure_card(art: TableArt, each: _Doubtful, read: PhotoRead) -> Card:
    has = Note(Tone.INFO, say("game_has", what=content_words(art, each.expected)))
    notes = (*unread_notes(art, each.reading), has)
    return place_card(art, each.spot, notes, each.reading, read)


def unread_notes(art: TableArt, reading: PlaceReading) -> tuple[Note, ...]:
    """Why a place can't be told, and what lies there most likely unless it is covered."""
    why = Note(Tone.UNSURE, begun(why_words(art, reading.why)))
    if reading.status is not PlaceStatus.UNKNOWN:
        return (why,)
    what = content_words(art, content_of(reading))
    return why, Note(Tone.INFO, say("likely", what=what))


def place_card(
    art: TableArt,
    spot: Spot,
    notes: tuple[Note, ...],
    reading: PlaceReading,
    read: PhotoRead,
    state: str = "odd",
) -> Card:
    """A place of a photographed board, with what is said of it."""
    crop = Crop(read.path, read.size_wh, reading.crop_xywh_px)
    title = begun(place_words(art, spot))
    return Card(f"photo {spot}", short_name(spot), title, state, notes=notes, crop=crop)


def _listed(name: str, title: Text, cards: Sequence[Card]) -> Section:
    """The first cards of many, and how many more there are."""
    more = len(cards) - MOST_CARDS
    notes = (Note(Tone.INFO, say("more", count=more)),) if more > 0 else ()
    return Section(name, title, notes, cards=tuple(cards[:MOST_CARDS]))
