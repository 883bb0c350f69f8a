"""Single places put right by a person: set, add, remove or move a piece, or take that back."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from companion.display.model import Note, Text, Tone
from companion.flow import PlaceReading, PlaceStatus
from companion.live.expected import Spot, TableArt
from companion.live.referee import Referee
from companion.live.requests import ExamineRequest, FixRequest, MoveRequest
from companion.live.resolving import moved_content, said
from companion.live.said import LEFT, Said
from companion.live.telling import board_words, content_words, place_words
from companion.live.words import refused, say
from companion.play.moving import OK
from companion.play.running_game import who_made
from companion.play.words import joined, plain
from companion.table.contents import TURN_STEP_DEG, Content, Piece, content_of

MOST_NEAR = 5


def fix(referee: Referee, request: FixRequest, who: str, at_s: float) -> Note:
    """Book what a person says lies at a place."""
    art = referee.watching.art
    assert art is not None
    spot = find_spot(art, request.board, request.place)
    piece = read_piece(art, request.piece) if request.piece else None
    if isinstance(spot, Note):
        return spot
    if isinstance(piece, Note):
        return piece
    content: Content | None
    match request.do:
        case "set":
            content = () if piece is None else (piece,)
        case "add" | "remove" if piece is not None:
            content = moved_content(content_here(referee, spot), piece, request.do == "add")
        case _:
            return refused("unknown_choice", value=request.do[:20])
    if content is None:
        return _not_there(art, content_words(art, () if piece is None else (piece,)), spot)
    return _book(referee, art, {spot: content}, who, at_s)


def move(referee: Referee, request: MoveRequest, who: str, at_s: float) -> Note:
    """Book that a piece lies at another place of its board."""
    art = referee.watching.art
    assert art is not None
    board, place, text = (*request.what.split("|"), "", "")[:3]
    spot, piece = find_spot(art, board, place), read_piece(art, text)
    goal = find_spot(art, board, request.to)
    for found in (spot, piece, goal):
        if isinstance(found, Note):
            return found
    assert not isinstance(spot, Note)
    assert not isinstance(goal, Note)
    assert not isinstance(piece, Note)
    left = moved_content(content_here(referee, spot), piece, more=False)
    there = moved_content(content_here(referee, goal), piece, more=True)
    if left is None or there is None or spot == goal:
        return _not_there(art, content_words(art, (piece,)), spot)
    return _book(referee, art, {goal: there, spot: left}, who, at_s)


def _book(
    referee: Referee, art: TableArt, wanted: Mapping[Spot, Content], who: str, at_s: float
) -> Note:
    """Book what lies at these places, unless something can't lie there."""
    assert referee.running is not None
    for where, content in wanted.items():
        if not _may_lie(art, where, content):
            what = content_words(art, content)
            return refused("no_such_piece", what=what, place=place_words(art, where))
    evidence = referee.watching.evidence()
    for where, content in wanted.items():
        word = Said(where, content, seen_here(referee, where))
        said(referee, word, who, at_s, evidence)
    name = who_made(referee.running, who)
    texts = [
        say("fixed", who=name, place=place_words(art, where), what=content_words(art, content))
        for where, content in wanted.items()
    ]
    return Note(Tone.OK, joined(texts, (" ", "")))


def unsay(referee: Referee, entry: int, who: str, at_s: float) -> Note:
    """Take back a word about a place."""
    running, art = referee.running, referee.watching.art
    word = next((each for each in referee.watching.said if each.seq == entry), None)
    if word is None or running is None or art is None:
        return refused("no_such_word")
    running.session.note(LEFT, str(entry), who, at_s)
    return Note(Tone.INFO, say("unsaid", place=place_words(art, word.spot)))


def examine(referee: Referee, request: ExamineRequest, phone: str) -> Note:
    """List a place on the phone that asks, so that it can be put right."""
    art = referee.watching.art
    assert art is not None
    spot = find_spot(art, request.board, request.place)
    if isinstance(spot, Note):
        return spot
    referee.examined[phone] = spot
    return OK


def find_spot(art: TableArt, board: str, place: str) -> Spot | Note:
    """The place that a person means: its board with its number, capitals do not matter."""
    name, _, number = board.rpartition(" ")
    copy = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 4 else 0
    wanted = place.strip().casefold()
    for spot in art.places:
        if (spot.board, spot.copy, spot.place.casefold()) == (name, copy, wanted):
            return spot
    return _no_place(art, name, copy, place)


def board_text(spot: Spot) -> str:
    """A board with its number, as requests name it."""
    return f"{spot.board} {spot.copy + 1}"


def piece_text(art: TableArt, piece: Piece) -> str:
    """A piece as requests name it."""
    family, kind, steps = piece
    turns = art.families[family].turns if family in art.families else 0
    turn = round(steps * TURN_STEP_DEG * turns / 360) if turns > 1 else 0
    return f"{family}/{kind}/{turn}"


def read_piece(art: TableArt, text: str) -> Piece | Note:
    """The piece that a request names."""
    name, kind, turn = (*text.split("/"), "", "")[:3]
    family = art.families.get(name)
    if family is None or kind not in family.kinds:
        return refused("no_such_piece", what=plain(repr(text[:40])), place=say("place"))
    number = int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 4 else 0
    turns = max(1, family.turns)
    steps = round(360 / turns * (number % turns) / TURN_STEP_DEG) if turns > 1 else 0
    return name, kind, steps


def reading_here(referee: Referee, spot: Spot) -> PlaceReading | None:
    """What the camera knows of a place; None while its board was never seen."""
    art = referee.watching.art
    for observation in referee.watching.now.readings:
        for reading in observation.places:
            if art is not None and art.spot(observation.board, reading.place) == spot:
                return reading
    return None


def seen_here(referee: Referee, spot: Spot) -> Content:
    """What the camera reads at a place."""
    reading = reading_here(referee, spot)
    return () if reading is None else content_of(reading)


def content_here(referee: Referee, spot: Spot) -> Content:
    """What a person starts from: their own word, what was read, else what the game has."""
    word = next((each for each in referee.watching.said if each.spot == spot), None)
    if word is not None:
        return word.content
    reading = reading_here(referee, spot)
    if reading is not None and reading.status is not PlaceStatus.COVERED:
        return content_of(reading)
    return referee.watching.expected.get(spot, ())


def _may_lie(art: TableArt, spot: Spot, content: Content) -> bool:
    """Whether a place may hold such pieces: its own families, and what lies on them."""
    allowed = set(art.places[spot].families)
    return all(
        family in allowed or allowed & set(art.families[family].lies_on) for family, _, _ in content
    )


def _not_there(art: TableArt, what: Text, spot: Spot) -> Note:
    return refused("not_there", what=what, place=place_words(art, spot))


def _no_place(art: TableArt, board: str, copy: int, place: str) -> Note:
    names = [spot.place for spot in art.places if (spot.board, spot.copy) == (board, copy)]
    if not names:
        boards = joined(board_words(art, *each) for each in art.titles)
        return refused("no_such_board", board=f"{board} {copy + 1}"[:40], near=boards)
    near = difflib.get_close_matches(place, names, MOST_NEAR, 0.0)
    title, listed = board_words(art, board, copy), joined(map(plain, near))
    return refused("no_such_place", place=place[:20], board=title, near=listed)
