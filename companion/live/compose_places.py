"""Places that differ from the game, or that a person wants to put right, as cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.display.forms import Choice, Form, Option, TextField
from companion.display.model import Action, ActionGroup, Card, Crop, Note, Section, Text, Tone
from companion.flow import PlaceReading
from companion.live.expected import Difference, Spot, TableArt
from companion.live.fixing import board_text, content_here, piece_text, reading_here
from companion.live.telling import (
    board_words,
    booking_action,
    content_words,
    crop_of,
    piece_words,
    place_words,
    short_name,
    told,
)
from companion.live.understanding import Outcome, Understood
from companion.live.whys import why_words
from companion.live.words import say
from companion.play.words import plain
from companion.table.contents import TURN_STEP_DEG, Content, Piece, content_of
from companion.table.settle_board import NOT_SEEN_AGAIN, RESTLESS

if TYPE_CHECKING:
    from companion.live.referee import Referee
    from companion.live.table import LiveTable

_OWN_WHYS = {RESTLESS: "why_restless", NOT_SEEN_AGAIN: "why_not_seen"}
MOST_CARDS = 12
MOST_KINDS = 40


def difference_sections(table: LiveTable, phone: str, may_act: bool) -> list[Section]:
    """What is seen and not booked yet, and where table and game differ; nothing if all is well."""
    referee = table.referee
    running, art, understood = referee.running, referee.watching.art, referee.understood
    if art is None or running is None:
        return []
    sections = []
    if understood is not None:
        wrong = [("odd", each) for each in understood.wrong]
        late = [("open", each) for each in understood.behind]
        cards = tuple(
            place_card(referee, art, each.spot, each, state, may_act)
            for state, each in (*wrong, *late)[:MOST_CARDS]
        )
        if cards:
            groups = _decisions(understood) if may_act else ()
            sections.append(Section("mismatches", say("mismatches"), cards=cards, groups=groups))
    spot = referee.examined.get(phone)
    if spot is not None and may_act:
        card = place_card(referee, art, spot, None, state="open")
        sections.append(Section("examined", say("fix_place"), cards=(card,)))
    return sections


def open_note(table: LiveTable) -> Note | None:
    """What waits for an answer: the newest question, or moves that are seen and not booked."""
    referee = table.referee
    running, understood = referee.running, referee.understood
    asked = referee.open_note
    if asked is not None:
        return asked
    if running is None or understood is None or understood.outcome is not Outcome.MOVES:
        return None
    key = "looks_like" if understood.certain else "likely"
    what = told(running, understood.moves)
    actions = (booking_action(understood.moves),)
    shown = understood.differences
    crop = _crop(referee, shown[0].spot, shown[0].reading) if shown else None
    return Note(Tone.INFO, say(key, what=what), crop=crop, actions=actions)


def _decisions(understood: Understood) -> tuple[ActionGroup, ...]:
    """Decisions about everything that differs at once."""
    actions = [Action(say("put_back"), "/api/mismatch", {"do": "put_back"})]
    if understood.wrong:
        actions.append(Action(say("accept"), "/api/mismatch", {"do": "accept"}))
        actions.append(Action(say("game_right"), "/api/mismatch", {"do": "game"}))
    actions.append(Action(say("table_right"), "/api/mismatch", {"do": "table"}))
    return (ActionGroup(plain(""), tuple(actions)),)


def place_card(
    referee: Referee,
    art: TableArt,
    spot: Spot,
    difference: Difference | None,
    state: str,
    may_act: bool = True,
) -> Card:
    """A place: what the game has, what was seen, and how to put it right."""
    reading = reading_here(referee, spot) if difference is None else difference.reading
    expected = referee.watching.expected.get(spot, ())
    notes = [Note(Tone.INFO, say("game_has", what=content_words(art, expected)))]
    notes.append(Note(Tone.INFO, _seen_words(art, reading)))
    groups = tuple(_groups(referee, art, spot, expected)) if may_act else ()
    return Card(
        f"place {spot}",
        short_name(spot),
        place_words(art, spot),
        state,
        notes=tuple(notes),
        groups=groups,
        crop=_crop(referee, spot, reading),
    )


def _seen_words(art: TableArt, reading: PlaceReading | None) -> Text:
    if reading is None:
        return say("cant_tell", why="")
    if reading.why:
        known = _OWN_WHYS.get(reading.why)
        return say("cant_tell", why=say(known) if known else why_words(art, reading.why))
    return say("table_has", what=content_words(art, content_of(reading)))


def _crop(referee: Referee, spot: Spot, reading: PlaceReading | None) -> Crop | None:
    if reading is None:
        return None
    evidence = referee.watching.evidence()
    return crop_of(evidence, referee.watching.seen, Difference(spot, (), None, reading))


def _groups(
    referee: Referee, art: TableArt, spot: Spot, expected: Content
) -> Iterator[ActionGroup]:
    here = content_here(referee, spot)
    settings = [_set(art, spot, expected)] if len(expected) == 1 else []
    settings.append(_set(art, spot, ()))
    settings += [_set(art, spot, (piece,)) for piece in _turned(art, here)]
    yield ActionGroup(say("it_is"), tuple(settings))
    more = tuple(_one(art, spot, piece, do) for piece, do in _may_lie(art, spot))
    yield ActionGroup(say("one_more"), more[:MOST_KINDS], folded=True)
    if len(here) > 1:
        less = tuple(_one(art, spot, piece, "remove") for piece in dict.fromkeys(here))
        yield ActionGroup(say("one_less"), less, folded=True)


def _turned(art: TableArt, here: Content) -> Iterator[Piece]:
    """A lone piece, turned otherwise."""
    if len(here) != 1:
        return
    family, kind, steps = here[0]
    turns = art.families[family].turns if family in art.families else 0
    for turn in range(turns if turns > 1 else 0):
        other = round(360 * turn / turns / TURN_STEP_DEG)
        if other != steps:
            yield family, kind, other


def _set(art: TableArt, spot: Spot, content: Content) -> Action:
    piece = piece_text(art, content[0]) if content else ""
    return Action(content_words(art, content), "/api/fix", _body(spot, piece, "set"))


def _one(art: TableArt, spot: Spot, piece: Piece, do: str) -> Action:
    body = _body(spot, piece_text(art, piece), do)
    return Action(piece_words(art, piece), "/api/fix", body)


def _body(spot: Spot, piece: str, do: str) -> dict[str, object]:
    return {"board": board_text(spot), "place": spot.place, "do": do, "piece": piece}


def _may_lie(art: TableArt, spot: Spot) -> Iterator[tuple[Piece, str]]:
    """Every kind that may lie there, upright; where only one has room, in its stead."""
    place = art.places[spot]
    allowed = set(place.families)
    for family in art.families.values():
        stands = family.name in allowed
        if stands or allowed & set(family.lies_on):
            do = "set" if stands and place.capacity == 1 else "add"
            for kind in family.kinds:
                yield (family.name, kind, 0), do


def fix_forms(referee: Referee, art: TableArt, phone: str) -> tuple[Form, ...]:
    """Which place is to be put right, and where a piece went."""
    boards = tuple(
        Option(f"{board} {copy + 1}", board_words(art, board, copy)) for board, copy in art.titles
    )
    if not boards:
        return ()
    board = Choice("board", say("board"), boards[0].value, boards)
    show = Form(say("examine"), "/api/examine", "", (board,), (TextField("place", say("place")),))
    spot = referee.examined.get(phone)
    here = tuple(dict.fromkeys(content_here(referee, spot))) if spot is not None else ()
    if spot is None or not here:
        return (show,)
    pieces = tuple(
        Option(
            f"{board_text(spot)}|{spot.place}|{piece_text(art, piece)}",
            say("piece_at", piece=piece_words(art, piece), place=spot.place),
        )
        for piece in here
    )
    what = Choice("what", say("piece"), pieces[0].value, pieces)
    return (
        show,
        Form(say("move_to"), "/api/move", "", (what,), (TextField("to", say("to_place")),)),
    )
