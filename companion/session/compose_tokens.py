"""The tokens in the dish as cards: what each is, what it may give, what can be done about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.display.model import Action, ActionGroup, Card, Chip, Crop, Note, Text, Tone
from companion.flow import Sentence
from companion.games.girl.casting import COLOURS, DOUBLE, KINDS, CastToken, Light, light_choices
from companion.games.girl.toss import hiding_sentences
from companion.session.live import LiveToken
from companion.session.reader_words import in_both
from companion.session.verdicts import light_words
from companion.session.view import TableView
from companion.session.wood_ash import WoodAshSession
from companion.session.words import SHAPES, area_words, letter, listed, name, say

# Every Light that a token can give: one colour, a line between two, the centre, nothing.
LIGHTS: tuple[Light, ...] = (
    *((colour,) for colour in COLOURS),
    *combinations(COLOURS, 2),
    COLOURS,
    (),
)


def chip(colour: str) -> Chip:
    """Show a colour of Light by colour, shape and letter."""
    return Chip(colour, SHAPES[colour], letter(colour), name(colour))


def token_cards(session: WoodAshSession) -> tuple[Card, ...]:
    """List a card for each token, booked or only seen."""
    live = {token.number: token for token in session.view.live}
    casting = session.casting
    if not casting.tokens:
        return tuple(_seen_card(session, token) for token in session.view.live)
    takers = {pick.token: pick.player for pick in casting.picks}
    return tuple(
        _taken_card(session, token, takers[token.number], live.get(token.number))
        if token.number in takers
        else _lying_card(session, token, live.get(token.number))
        for token in casting.tokens
    )


def _seen_card(session: WoodAshSession, live: LiveToken) -> Card:
    token = live.token
    gone = Action(
        say("not_a_token"),
        "/api/correct",
        {"token": token.number, "gone": True},
    )
    groups = _corrections(token)
    if live.at_mm is not None:
        groups = (*groups, ActionGroup(say("seen_wrongly"), (gone,), folded=True))
    return Card(
        f"token-{token.number}",
        str(token.number),
        _title(token),
        "odd" if token.doubtful else "open",
        _chips(token),
        tuple(_notes(live)),
        groups,
        crop_of(session.view, live),
    )


def photo_card(live: LiveToken, crop: Crop | None) -> Card:
    """A token of a picture that is looked at on its own: nothing can be done about it."""
    token = live.token
    state = "odd" if token.doubtful else "open"
    return Card(
        f"photo-token-{token.number}",
        str(token.number),
        _title(token),
        state,
        _chips(token),
        tuple(_notes(live)),
        crop=crop,
    )


def _lying_card(session: WoodAshSession, token: CastToken, live: LiveToken | None) -> Card:
    due = session.casting.next_meeple
    groups = _corrections(token)
    if due is not None:
        words = "take_light" if token.kinds == (DOUBLE,) else "take"
        taking = ActionGroup(say(words, player=due.player), _ways(token, due.player))
        groups = (taking, *groups)
    notes = tuple(_notes(live)) if live is not None else ()
    gone = token.number in session.view.difference.missing
    if gone:
        notes = (Note(Tone.UNSURE, say("gone_from_table")), *notes)
    state = "odd" if gone or token.doubtful else "open"
    crop = crop_of(session.view, live) if live is not None else None
    number = token.number
    return Card(
        f"token-{number}", str(number), _title(token), state, _chips(token), notes, groups, crop
    )


def _taken_card(
    session: WoodAshSession, token: CastToken, player: str, live: LiveToken | None
) -> Card:
    notes = [Note(Tone.OK, say("taken_by", player=player))]
    if live is not None and session.view.settled and not session.casting.over:
        notes.append(Note(Tone.UNSURE, say("still_there")))
    number = token.number
    return Card(f"token-{number}", str(number), _title(token), "done", (), tuple(notes))


def _title(token: CastToken) -> Text:
    if len(token.kinds) == 1:
        return name(token.kinds[0])
    if len(token.kinds) == len(KINDS):
        return say("kind_unknown")
    return say("token_unclear", kinds=token.kinds)


def _chips(token: CastToken) -> tuple[Chip, ...]:
    return tuple(chip(colour) for colour in token.lights[0])


def _notes(live: LiveToken) -> Iterator[Note]:
    """Say what is unusual about a token: clauses, close calls, what hides it."""
    token, landing, sighting = live.token, live.landing, live.sighting
    if live.by_hand:
        yield Note(Tone.OK, say("by_hand"))
    if landing is not None and landing.outside:
        yield Note(Tone.INFO, say("outside"), ("GIRL-ASH-3",))
    if landing is not None and len(token.lights) > 1:
        for call in landing.close_calls:
            key = "close_touching" if call.touching else "close_free"
            area = area_words(call.area)
            yield Note(Tone.UNSURE, say(key, gap=f"{call.gap_mm:.1f}", area=area))
    if sighting is not None and sighting.level > 0:
        yield Note(Tone.INFO, say("upper"))
    if sighting is not None and sighting.why_unsure:
        yield Note(Tone.UNSURE, say("unsure_place", why=in_both(sighting.why_unsure)))


def hiding_words(tokens: Iterable[LiveToken]) -> tuple[Sentence, ...]:
    """Say below which tokens, by the numbers that are drawn, another may lie unread."""
    seen = ((live.number, live.sighting) for live in tokens if live.sighting is not None)
    return hiding_sentences(seen)


def _ways(token: CastToken, player: str) -> tuple[Action, ...]:
    body = {"token": token.number, "player": player}
    ways = []
    if token.kinds != (DOUBLE,):
        ways.append(Action(say("keep"), "/api/pick", {**body, "keep": True}, style="main"))
    for light in light_choices(token):
        label = listed(name(colour) for colour in light)
        chips = tuple(chip(colour) for colour in light)
        ways.append(Action(label, "/api/pick", {**body, "light": list(light)}, chips))
    return tuple(ways)


def _corrections(token: CastToken) -> tuple[ActionGroup, ...]:
    body = {"token": token.number}
    kinds = tuple(
        Action(name(kind), "/api/correct", {**body, "kind": kind})
        for kind in KINDS
        if token.kinds != (kind,)
    )
    lights = tuple(
        Action(
            light_words(light),
            "/api/correct",
            {**body, "light": list(light)},
            tuple(chip(colour) for colour in light),
        )
        for light in LIGHTS
        if token.lights != (light,)
    )
    doubt_kind, doubt_light = len(token.kinds) > 1, len(token.lights) > 1
    return (
        ActionGroup(say("correct_kind"), kinds, folded=not doubt_kind),
        ActionGroup(say("correct_light"), lights, folded=not doubt_light),
    )


def crop_of(view: TableView, live: LiveToken) -> Crop | None:
    """Give the window of the drawn picture that shows a token."""
    if live.sighting is None or view.picture is None:
        return None
    left, top, width, height = view.picture.window_xywh
    x, y, wide, tall = live.sighting.crop_xywh_px
    return Crop(view.picture.path, (width, height), (x - left, y - top, wide, tall))
