"""Moves, places and pieces of a refereed game in words, and what shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from companion.display.model import Action, Crop, Note, Text, Tone
from companion.flow import Accepted, Finished
from companion.games.contract import Explanation
from companion.live.expected import Difference, Spot, TableArt
from companion.live.understanding import Understood
from companion.live.words import say
from companion.play.choosing import seat_of
from companion.play.chronicle import may_read
from companion.play.compose import after_name
from companion.play.running_game import RunningGame
from companion.play.sight import Sight
from companion.play.speaking import sentences
from companion.play.words import joined, plain
from companion.play.words import say as play_say
from companion.records.judging import judge_text
from companion.session.ports import Seen
from companion.table.contents import TURN_STEP_DEG, Content, Piece

MOST_PLACES = 6
MOST_LETTERS = 4  # of a place, on the mark of its card
EVERYBODY = Sight(None)


def told(running: RunningGame, moves: Sequence[str], state: Any = None) -> Text:
    """What these moves do, as everybody may know it; `state` is the one before them."""
    state = running.state if state is None else state
    texts: list[Text] = []
    for text in moves:
        move = running.game.read_move(text)
        verdict = judge_text(running.game, state, text)
        if not isinstance(verdict, Accepted | Finished):
            break
        seat = seat_of(move)
        if not may_read(running.game, state, move, EVERYBODY):
            texts.append(play_say("secret_move", who=running.speaker.name(seat or "")))
        elif verdict.events:
            said = running.speaker.facts(Tone.OK, verdict.events).text
            texts.append(
                said if seat is None else after_name(plain(running.speaker.name(seat)), said)
            )
        else:
            texts.append(plain(text))
        state = verdict.state
    return sentences(texts)


def readings_of(
    running: RunningGame, results: Sequence[Explanation], crops: Sequence[Crop | None] = ()
) -> tuple[Action, ...]:
    """A question's readings as buttons, each with the crop that shows what it is about."""
    shown = crops or (None,) * len(results)
    return tuple(
        Action(told(running, each.moves), "/api/answer", {"moves": list(each.moves)}, crop=crop)
        for each, crop in zip(results, shown, strict=True)
    )


def booking_action(moves: Sequence[str]) -> Action:
    """The button that books what is seen."""
    return Action(say("book_it"), "/api/answer", {"moves": list(moves)}, style="main")


def board_words(art: TableArt, board: str, copy: int) -> Text:
    """What a board is called."""
    known = art.names.get((board, copy))
    return known or plain(art.titles.get((board, copy), board))


def titles_words(art: TableArt | None, titles: Iterable[str]) -> Text:
    """Boards by the names that readers give them, in words."""
    known = {} if art is None else art.boards
    return joined(
        board_words(art, *known[t]) if art is not None and t in known else plain(t) for t in titles
    )


def place_words(art: TableArt, spot: Spot) -> Text:
    """A place in words."""
    place = art.said_places.get(spot.place) or plain(spot.place)
    return joined((board_words(art, spot.board, spot.copy), place))


def short_name(spot: Spot) -> str:
    """A place's first word, where it fits on a card."""
    word = spot.place.split()[0]
    return word if len(word) <= MOST_LETTERS else ""


def piece_words(art: TableArt, piece: Piece) -> Text:
    """A piece in words: its kind, with its family where the kind does not say it, and its turn."""
    family, kind, steps = piece
    name = art.said_kinds.get((family, kind))
    if name is None:
        name = plain(kind if not family or kind.startswith(family) else f"{family} {kind}")
    turned = art.families[family].turns if family in art.families else 0
    if turned < 2 or not steps:
        return name
    return joined((name, plain(f"{steps * TURN_STEP_DEG:.0f}°")), (" ", " "))


def content_words(art: TableArt, content: Content) -> Text:
    """What lies at a place in words."""
    if not content:
        return say("empty")
    counted = Counter(piece_words(art, piece) for piece in content)
    texts = (n if c == 1 else joined((n, plain(f"x{c}")), (" ", " ")) for n, c in counted.items())
    return joined(texts, (" + ", " + "))


def places_listed(art: TableArt, differences: Sequence[Difference]) -> Text:
    """The places of differences, the first few of them."""
    shown = [place_words(art, each.spot) for each in differences[:MOST_PLACES]]
    more = len(differences) - len(shown)
    return joined([*shown, *([plain(f"+{more}")] if more > 0 else [])], ("; ", "；"))


def instructions(art: TableArt, differences: Sequence[Difference]) -> Text:
    """What has to lie at each place for the table to show the game."""
    return joined(
        (
            say("at_place", place=place_words(art, d.spot), what=content_words(art, d.expected))
            for d in differences[:MOST_PLACES]
        ),
        (" ", ""),
    )


def crop_of(evidence: str, seen: Seen | None, difference: Difference) -> Crop | None:
    """The window of the kept frame that shows a place."""
    if not evidence or seen is None:
        return None
    path = f"/api/picture/{evidence}.jpg"
    return Crop(path, seen.frame.size_wh, difference.reading.crop_xywh_px)


def broken_note(
    running: RunningGame, art: TableArt, understood: Understood, crop: Crop | None
) -> Note:
    """Which clause is broken, where, and what can be done about it."""
    wrong = understood.differences or understood.doubtful
    where = places_listed(art, wrong)
    actions = resolutions(art, understood)
    if not understood.reasons:
        text = say("broken_unknown" if wrong else "nothing_differs", where=where)
        return Note(Tone.REFUSED, text, (), _spots(wrong), crop, actions)
    facts = running.speaker.facts(Tone.REFUSED, understood.reasons)
    text = say("broken", why=facts.text, where=where) if wrong else facts.text
    place = ", ".join(filter(None, (facts.where, _spots(wrong))))
    return Note(Tone.REFUSED, text, facts.clauses, place, crop, actions)


def resolutions(art: TableArt, understood: Understood) -> tuple[Action, ...]:
    """What people may decide about a table that differs from the game."""
    actions = [
        Action(say("put_back"), "/api/mismatch", {"do": "put_back"}, style="main"),
        Action(say("accept"), "/api/mismatch", {"do": "accept"}),
    ]
    if len(understood.differences) == 1:
        only = understood.differences[0]
        what = content_words(art, only.expected)
        actions.append(Action(say("camera_wrong", what=what), "/api/mismatch", {"do": "game"}))
    else:
        actions.append(Action(say("game_right"), "/api/mismatch", {"do": "game"}))
    return tuple(actions)


def _spots(differences: Sequence[Difference]) -> str:
    return ", ".join(each.spot.place for each in differences[:MOST_PLACES])
