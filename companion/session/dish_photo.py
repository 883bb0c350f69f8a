"""A photograph of the dish that a phone sent: judged on its own, as cards."""

from __future__ import annotations

from companion.board import Board
from companion.display.model import Crop, Note, Picture, Section, Tone, Upload
from companion.display.photo import PhotoAnswer
from companion.flow import LENS_ESTIMATED, Observation, Sighting, Status
from companion.games.girl.wood_ash import Landing, land
from companion.session.compose_tokens import hiding_words, photo_card
from companion.session.live import LiveToken, live_tokens
from companion.session.reader_words import in_both
from companion.session.words import area_words, say


def photo_section() -> Section:
    """Where a phone sends a photograph of the dish."""
    note = Note(Tone.INFO, say("photo_help"))
    upload = Upload(say("photo_take"), "/api/photo")
    return Section("photo", say("photo"), (note,), folded=True, uploads=(upload,))


def photo_tokens(seen: Observation, board: Board) -> tuple[LiveToken, ...]:
    """The tokens of one picture, numbered."""

    def landed(sighting: Sighting) -> Landing:
        radius_mm = board.tokens.radius_mm
        return land(sighting.centre_mm, sighting.sigma_mm, board.dish, radius_mm)

    return live_tokens(seen, landed, (), {}, 0.0)


def dish_answer(seen: Observation, board: Board, path: str, picture: Picture) -> PhotoAnswer:
    """What a picture shows; `path` is the picture itself, `picture` what was drawn over it."""
    remarks = [Note(Tone.INFO, in_both(sentence)) for sentence in seen.notes]
    if seen.registration is not None and seen.registration.lens == "estimated":
        remarks.append(Note(Tone.INFO, in_both(LENS_ESTIMATED)))
    if seen.status is not Status.READ:
        why = in_both(seen.problems[0]) if seen.problems else say("no_photos")
        shown = Section("photo-seen", say("photo_seen"), tuple(remarks), pictures=(picture,))
        return PhotoAnswer(Note(Tone.REFUSED, why), (shown,))
    tokens = photo_tokens(seen, board)
    problems = (*seen.problems, *hiding_words(tokens))
    remarks += [Note(Tone.UNSURE, in_both(problem)) for problem in problems]
    remarks += [
        Note(Tone.UNSURE, say("covered", place=area_words(place), why=in_both(why)))
        for place, why in seen.covered
    ]
    size_wh = (picture.window_xywh[2], picture.window_xywh[3])
    cards = tuple(photo_card(live, _crop(live, path, size_wh)) for live in tokens)
    doubtful = sum(card.state == "odd" for card in cards)
    note = _how_many(len(cards), doubtful, bool(doubtful or problems or seen.covered))
    shown = Section(
        "photo-seen", say("photo_seen"), tuple(remarks), cards=cards, pictures=(picture,)
    )
    return PhotoAnswer(note, (shown,))


def _how_many(count: int, doubtful: int, unsure: bool) -> Note:
    """How many tokens there are, and how many of them are in doubt, if any are."""
    key = "photo_unsure" if doubtful else "photo_partly" if unsure else "photo_read"
    key += {0: "_none", 1: "_one"}.get(count, "")
    tone = Tone.UNSURE if unsure else Tone.INFO
    return Note(tone, say(key, count=count, doubtful=doubtful))


def _crop(live: LiveToken, path: str, size_wh: tuple[int, int]) -> Crop | None:
    return None if live.sighting is None else Crop(path, size_wh, live.sighting.crop_xywh_px)
