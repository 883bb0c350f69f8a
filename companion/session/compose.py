"""A session as a Display: status, prompt, verdict, picture, buttons and the parts of the page."""

from __future__ import annotations

from dataclasses import replace

from companion.devices.device_words import CAMERA_STARTS, TABLE_DRAWN
from companion.display.forms import Choice, Form, Option
from companion.display.model import Action, ActionGroup, Display, Note, Section, Step, Text, Tone
from companion.display.status_words import lamp_of, status_line
from companion.flow import LENS_ESTIMATED, Status
from companion.games.girl.casting import DOUBLE, KINDS, taken_by
from companion.games.girl.casting_track import FEWEST_PLAYERS, PLAYERS, selection_order
from companion.session.compose_tokens import LIGHTS, crop_of, hiding_words, token_cards
from companion.session.dish_photo import photo_section
from companion.session.presses import Phase
from companion.session.reader_words import in_both
from companion.session.verdicts import light_words, token_words
from companion.session.wood_ash import WoodAshSession
from companion.session.words import area_words, listed, name, say


def compose(
    session: WoodAshSession,
    now_s: float,
    lost_presses: int = 0,
    notices: tuple[str, ...] = (),
    unfixed: str = "",
) -> Display:
    """Say everything about a session.

    `lost_presses` were dropped because they came too fast; `notices` are sentences about
    buttons or lamp that don't work; `unfixed` is what the camera can't keep fixed.
    """
    view = session.view
    status = view.status(now_s)
    return Display(
        title=say("title"),
        status=status_line(status, _details(session, status, now_s, unfixed)),
        prompt=_prompt(session),
        moment=session.moment,
        verdict=_with_crop(session),
        picture=view.picture,
        buttons=_buttons(session),
        sections=tuple(_sections(session, lost_presses, notices)),
        lamp=lamp_of(status),
    )


def _details(
    session: WoodAshSession, status: Status, now_s: float, unfixed: str
) -> tuple[Text, ...]:
    view = session.view
    details = []
    if view.camera_says:
        details.append(in_both(view.camera_says))
    elif status is Status.CAMERA_LOST:
        # Whole steps of five seconds, so that the page is not redrawn for every one.
        details.append(say("old_frame", seconds=5 * max(1, round(view.age_s(now_s) / 5))))
    elif view.settling.latest is None:
        details.append(in_both(TABLE_DRAWN if session.hands else CAMERA_STARTS))
    else:
        latest = view.settling.latest
        said = (*latest.problems, *hiding_words(view.live), *latest.notes)
        details += [in_both(sentence) for sentence in said]
    if unfixed and not view.camera_says:
        details.append(in_both(unfixed))
    for number in view.difference.missing:
        details.append(say("missing", token=number))
    if view.difference.extra_mm:
        details.append(say("unexpected", count=len(view.difference.extra_mm)))
    return tuple(details)


def _prompt(session: WoodAshSession) -> Text:
    meeples, seen = session.booked.track.meeples, len(session.view.live)
    due = session.casting.next_meeple
    match session.phase:
        case Phase.LOOKING:
            return say("prompt_looking")
        case Phase.SHOWN:
            return _accept_prompt(session, seen, meeples)
        case Phase.DONE:
            return say("prompt_done")
        case Phase.PICKING if due is not None:
            return say("prompt_pick", player=due.player, rank=due.rank, space=due.space)
    return say("prompt_cast", meeples=meeples)


def _accept_prompt(session: WoodAshSession, seen: int, meeples: int) -> Text:
    """What to check before a toss is accepted."""
    if seen != meeples:
        return say("prompt_count", seen=seen, meeples=meeples)
    doubtful = [live.token for live in session.view.live if live.token.doubtful]
    if not doubtful:
        return say("prompt_accept", seen=seen)
    return say("prompt_accept_doubt", seen=seen, doubtful=token_words(doubtful))


def _with_crop(session: WoodAshSession) -> Note | None:
    """Show the crop of the token that a verdict is about."""
    note = session.verdict
    if note is None or not note.where.startswith("token "):
        return note
    number = note.where.split(",")[0].removeprefix("token ")
    here = [live for live in session.view.live if str(live.number) == number]
    return replace(note, crop=crop_of(session.view, here[0])) if here else note


def _buttons(session: WoodAshSession) -> tuple[Action, ...]:
    forward = {Phase.SHOWN: "next_accept", Phase.DONE: "next_round"}.get(session.phase, "next")
    main = "main" if session.phase in (Phase.SHOWN, Phase.DONE) else "plain"
    return (
        _button("undo", "undo"),
        _button("look", "look"),
        _button("next", forward, main),
    )


def _button(button: str, label: str, style: str = "plain") -> Action:
    return Action(say(label), "/api/press", {"button": button}, style=style)


def _sections(
    session: WoodAshSession, lost_presses: int, notices: tuple[str, ...]
) -> list[Section]:
    latest = session.view.settling.latest
    warnings = [
        Note(Tone.UNSURE, say("covered", place=area_words(place), why=in_both(why)))
        for place, why in (latest.covered if latest is not None else ())
    ]
    found = latest.registration if latest is not None else None
    if found is not None and found.lens == "estimated" and session.hands is None:
        warnings.append(Note(Tone.INFO, in_both(LENS_ESTIMATED)))
    if lost_presses:
        warnings.append(Note(Tone.UNSURE, say("lost_presses", count=lost_presses)))
    warnings += [Note(Tone.INFO, in_both(notice)) for notice in notices]
    sections = [
        Section(
            "tokens",
            say("tokens"),
            tuple(warnings),
            cards=token_cards(session),
            groups=_simulated(session),
        ),
        Section("order", say("order"), steps=_steps(session)),
    ]
    if session.casting.picks:
        sections.append(Section("taken", say("taken"), notes=_taken(session)))
    if not session.casting.tokens:
        sections.append(Section("add", say("add_token"), forms=(_add_form(),), folded=True))
    if not session.casting.tokens or session.casting.over:
        sections.append(_track_section(session))
    sections.append(photo_section())
    return sections


def _simulated(session: WoodAshSession) -> tuple[ActionGroup, ...]:
    """Offer what only a simulated table can do."""
    if session.hands is None or session.casting.tokens:
        return ()
    return (ActionGroup(say("simulated"), (_button("throw", "throw_again"),)),)


def _steps(session: WoodAshSession) -> tuple[Step, ...]:
    casting = session.casting
    steps = []
    for place, meeple in enumerate(selection_order(casting.track)):
        who = say("who_where", player=meeple.player, rank=meeple.rank, space=meeple.space)
        if place < len(casting.picks):
            pick = casting.picks[place]
            light = listed(name(colour) for colour in pick.light)
            kept = say("step_kept", token=pick.token)
            detail = kept if pick.keep else say("step_light", token=pick.token, light=light)
            steps.append(Step(meeple.player, who, "done", detail))
        elif casting.next_meeple is not None and place == len(casting.picks):
            steps.append(Step(meeple.player, who, "now", say("step_now")))
        else:
            steps.append(Step(meeple.player, who, "next"))
    return tuple(steps)


def _taken(session: WoodAshSession) -> tuple[Note, ...]:
    notes = []
    for taken in taken_by(session.casting):
        got = [name(kind) for kind in taken.kept]
        got += [say("got_light", count=count, colour=colour) for colour, count in taken.light]
        words = listed(got) if got else say("got_nothing")
        notes.append(Note(Tone.INFO, say("got", player=taken.player, kept=words)))
    return tuple(notes)


def _add_form() -> Form:
    kinds = tuple(Option(kind, name(kind)) for kind in KINDS)
    lights = tuple(Option(light, light_words(light)) for light in LIGHTS)
    return Form(
        say("add"),
        "/api/correct",
        "",
        (
            Choice("kind", say("kind"), DOUBLE, kinds),
            Choice("light", say("light"), lights[0].value, lights),
        ),
    )


def _track_section(session: WoodAshSession) -> Section:
    track, limits = session.booked.track, session.rules.limits
    stands = {track.girl: "girl"}
    stands |= {stand.space: f"elder {stand.player}" for stand in track.elders}
    stands |= {stand.space: f"villager {stand.player}" for stand in track.villagers}
    options = (Option("", say("nobody")), Option("girl", name("girl")), *_meeples())
    choices = tuple(
        Choice(str(space), say("space", space=space), stands.get(space, ""), options)
        for space in range(limits.length, 0, -1)
    )
    starts = tuple(
        Action(
            say("n_players", players=players),
            "/api/track",
            {"players": players},
        )
        for players in range(FEWEST_PLAYERS, len(PLAYERS) + 1)
    )
    return Section(
        "track",
        say("track"),
        (Note(Tone.INFO, say("track_help")),),
        groups=(ActionGroup(say("new_game"), starts),),
        forms=(Form(say("set_track"), "/api/track", "spaces", choices),),
        folded=True,
    )


def _meeples() -> tuple[Option, ...]:
    return tuple(
        Option(f"{rank} {player}", say("who", player=player, rank=rank))
        for rank in ("elder", "villager")
        for player in PLAYERS
    )
