"""A photograph of boards while no game goes on: what lies there, and what it scores by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.display.model import Card, Note, Section, Text, Tone
from companion.display.photo import PhotoAnswer
from companion.display.text import begun
from companion.flow import Observation, PlaceReading, PlaceStatus, Status
from companion.live.expected import Spot, TableArt
from companion.live.photo import PhotoRead, place_card, remarks, unread_notes, why_none
from companion.live.photo_score import score_section
from companion.live.photo_words import say
from companion.live.telling import content_words, titles_words
from companion.play.speaking import Speaker
from companion.table.contents import content_of

_NO_RULINGS: Mapping[str, bool] = {}


def alone_answer(speaker: Speaker, edition: str, art: TableArt, read: PhotoRead) -> PhotoAnswer:
    """What a photograph shows of the boards of one game's edition."""
    found = [seen for seen in read.observations if seen.status is Status.READ]
    picture = Section("photo-seen", say("seen"), remarks(art, found), pictures=(read.drawn,))
    if not found:
        return PhotoAnswer(Note(Tone.REFUSED, why_none(art, read.observations)), (picture,))
    score = score_section(speaker, edition, found, _NO_RULINGS, 0)
    boards = tuple(section for seen in found for section in _board(art, seen, read))
    sections = (*(() if score is None else (score,)), picture, *boards)
    return PhotoAnswer(_note(art, found), sections)


def _note(art: TableArt, found: Sequence[Observation]) -> Note:
    """Which boards were read, and in how many places that failed."""
    doubtful = sum(place.status is not PlaceStatus.READ for seen in found for place in seen.places)
    boards = titles_words(art, (seen.board for seen in found))
    key = "alone" + ("", "_but_one", "_but")[min(doubtful, 2)]
    tone = Tone.UNSURE if doubtful else Tone.INFO
    return Note(tone, say(key, boards=boards, count=doubtful))


def _board(art: TableArt, seen: Observation, read: PhotoRead) -> Iterator[Section]:
    """What can't be told of a board, then what lies there, then how much is bare."""
    spots = [(art.spot(seen.board, place.place), place) for place in seen.places]
    known = [(spot, place) for spot, place in spots if spot is not None]
    odd = tuple(_card(art, *each, read) for each in known if not _is_read(each[1]))
    lying = tuple(_card(art, *each, read) for each in known if _is_read(each[1]) and each[1].pieces)
    bare = len(known) - len(odd) - len(lying)
    notes = (Note(Tone.INFO, _bare(bare)),) if bare else ()
    title = begun(titles_words(art, (seen.board,)))
    yield Section(f"photo-on {seen.board}", title, notes, cards=(*odd, *lying), folded=True)


def _is_read(place: PlaceReading) -> bool:
    return place.status is PlaceStatus.READ


def _bare(count: int) -> Text:
    return say("bare", count=count) if count > 1 else say("bare_one")


def _card(art: TableArt, spot: Spot, reading: PlaceReading, read: PhotoRead) -> Card:
    if not _is_read(reading):
        return place_card(art, spot, unread_notes(art, reading), reading, read)
    what = Note(Tone.INFO, content_words(art, content_of(reading)))
    return place_card(art, spot, (what,), reading, read, state="open")
