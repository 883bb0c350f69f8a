"""The Wood Ash phase: selection order, trades, corrections of the track, with their clauses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from session_fakes import LIMITS

from companion.flow import Accepted, Finished, Refused, Unsure
from companion.games.girl.casting import (
    COLOURS,
    KINDS,
    Cast,
    Casting,
    CastToken,
    Pick,
    judge,
    light_choices,
    parse_casting,
    parse_pick,
    parse_token,
    possible_lights,
)
from companion.games.girl.casting_track import (
    PLAYERS,
    Stand,
    Track,
    advance,
    check_track,
    first_track,
    parse_track,
    selection_order,
)
from companion.games.girl.casting_words import SENTENCES

ANY = COLOURS
T12 = parse_track("girl 9; elders C8 A7 B6; villagers A4 B2")


def cast(*tokens: str, track: Track = T12) -> Casting:
    found = tuple(parse_token(f"token {i} {text}") for i, text in enumerate(tokens, 1))
    verdict = judge(Casting(track), Cast(found))
    assert isinstance(verdict, Accepted)
    return verdict.state


SIX = ("x2 blue+red", "scouting red", "recall blue+red+yellow", "stardust yellow",
       "foraging red|blue+red", "recall|offering blue")  # fmt: skip


def test_who_selects_girl_t12_girl_ash_4() -> None:
    """GIRL-T12, GIRL-ASH-1, GIRL-ASH-4, GIRL-TURN-1: six tokens, order C A B A B."""
    assert T12.meeples == 6
    assert "".join(meeple.player for meeple in selection_order(T12)) == "CABAB"
    assert check_track(T12, LIMITS) == ()


def test_after_cleanup_girl_t12_girl_clean_3() -> None:
    after = advance(T12, LIMITS)
    assert str(after) == "girl 10; elders B9 C8 A7; villagers A4 B2"


def test_the_girl_at_the_end_girl_clean_2() -> None:
    assert advance(parse_track("girl 13; elders A12 B11; villagers"), LIMITS) is None


@pytest.mark.parametrize(
    ("players", "text"),
    [(2, "girl 6; elders A5 B4; villagers"), (4, "girl 6; elders A5 B4 C3 D2; villagers")],
)
def test_the_usual_start_girl_set_2_and_12(players: int, text: str) -> None:
    assert str(first_track(players, LIMITS)) == text


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("girl 6; elders A5; villagers", {"player_count GIRL-COMP-4"}),
        ("girl 6; elders A5 A4; villagers", {"two_elders GIRL-COMP-4"}),
        ("girl 6; elders A5 B4; villagers C1", {"no_elder GIRL-COMP-4"}),
        ("girl 5; elders A4 B3; villagers", {"girl_off_track GIRL-SET-2"}),
        ("girl 14; elders A13 B12; villagers", {"girl_off_track GIRL-SET-2"}),
        ("girl 6; elders A5 B3; villagers", {"elder_not_behind GIRL-SET-12"}),
        ("girl 6; elders A7 B5; villagers", {"elder_not_behind GIRL-SET-12"}),
        ("girl 6; elders A5 B5; villagers", {"space_shared GIRL-SET-12"}),
        ("girl 6; elders A5 B4; villagers A7", {"villager_in_front GIRL-GAZE-2"}),
        ("girl 6; elders A5 B4; villagers A4", {"villager_not_behind GIRL-GAZE-1"}),
        ("girl 6; elders A5 B4; villagers A0", {"villager_not_behind GIRL-GAZE-1"}),
        ("girl 6; elders A5 B4; villagers A3 B3", {"space_shared GIRL-GAZE-1"}),
        ("girl 9; elders A8 B7; villagers A1 A2 A3 A4 A5", {"too_many_villagers GIRL-COMP-4"}),
        (
            "girl 6; elders A5 B3; villagers B9",
            {"elder_not_behind GIRL-SET-12", "villager_in_front GIRL-GAZE-2"},
        ),
    ],
)
def test_every_wrong_track_names_all_its_clauses(text: str, broken: set[str]) -> None:
    reasons = check_track(parse_track(text), LIMITS)
    assert {f"{reason.key} {reason.clause}" for reason in reasons} == broken
    for reason in reasons:
        for sentence in SENTENCES[reason.key]:
            assert sentence.format_map(reason.values)


def test_the_number_of_tokens_girl_ash_1() -> None:
    verdict = judge(Casting(T12), Cast((CastToken(1, ("x2",), (("red",),)),)))
    assert isinstance(verdict, Refused)
    assert [reason.clause for reason in verdict.reasons] == ["GIRL-ASH-1"]


def test_casting_twice_girl_ash_2() -> None:
    state = cast(*SIX)
    verdict = judge(state, Cast(state.tokens[:2]))
    assert isinstance(verdict, Refused)
    assert [reason.clause for reason in verdict.reasons] == ["GIRL-ASH-2", "GIRL-ASH-1"]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("pick A 2 keep", ["GIRL-ASH-4"]),
        ("pick C 9 keep", ["GIRL-ASH-4"]),
        ("pick C 1 keep", ["GIRL-TOK-1"]),
        ("pick C 1 discard red", ["GIRL-TOK-1"]),
        ("pick C 1 discard red red red", ["GIRL-TOK-1"]),
        ("pick C 1 discard red yellow", ["GIRL-TOK-2"]),
        ("pick C 1 discard yellow", ["GIRL-TOK-1", "GIRL-TOK-2"]),
        ("pick C 2 keep red", ["GIRL-ASH-5"]),
        ("pick C 2 discard", ["GIRL-ASH-5"]),
        ("pick C 2 discard red red", ["GIRL-ASH-5"]),
        ("pick C 2 discard blue", ["GIRL-ASH-6"]),
        ("pick C 5 discard yellow", ["GIRL-ASH-8"]),
    ],
)
def test_refused_selections_name_every_clause(text: str, clauses: list[str]) -> None:
    verdict = judge(cast(*SIX), parse_pick(text))
    assert isinstance(verdict, Refused)
    assert [reason.clause for reason in verdict.reasons] == clauses
    for reason in verdict.reasons:
        for sentence in SENTENCES[reason.key]:
            assert sentence.format_map(reason.values)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("pick C 1 discard red red", ["GIRL-TOK-2", "GIRL-ASH-9"]),
        ("pick C 1 discard blue red", ["GIRL-TOK-2", "GIRL-ASH-9"]),
        ("pick C 2 keep", ["GIRL-TOK-4"]),
        ("pick C 2 discard red", ["GIRL-ASH-6", "GIRL-ASH-9"]),
        ("pick C 3 discard yellow", ["GIRL-ASH-7", "GIRL-ASH-9"]),
        ("pick C 5 discard red", ["GIRL-ASH-6", "GIRL-ASH-9"]),
        ("pick C 6 discard blue", ["GIRL-ASH-6", "GIRL-ASH-9"]),
    ],
)
def test_accepted_selections(text: str, clauses: list[str]) -> None:
    verdict = judge(cast(*SIX), parse_pick(text))
    assert isinstance(verdict, Accepted)
    assert [event.clause for event in verdict.events] == clauses


def test_a_double_from_one_area_gives_two_of_it_girl_tok_1() -> None:
    verdict = judge(cast("x2 red", *SIX[1:]), parse_pick("pick C 1 discard red red"))
    assert isinstance(verdict, Accepted)
    assert verdict.events[0].clause == "GIRL-TOK-1"


def test_a_token_on_no_area_gives_no_light_girl_ash_6() -> None:
    verdict = judge(cast("recall none", *SIX[1:]), parse_pick("pick C 1 discard red"))
    assert isinstance(verdict, Refused)
    assert [(r.key, r.clause) for r in verdict.reasons] == [("no_light", "GIRL-ASH-6")]
    assert isinstance(judge(cast("recall none", *SIX[1:]), parse_pick("pick C 1 keep")), Accepted)


@pytest.mark.parametrize(
    ("text", "ask", "readings"),
    [
        ("pick C 6 keep", "which_kind", ["recall", "offering"]),
        ("pick C 5 discard blue", "which_light", ["red", "blue red"]),
    ],
)
def test_what_the_outcome_depends_on_is_asked(text: str, ask: str, readings: list[str]) -> None:
    verdict = judge(cast(*SIX), parse_pick(text))
    assert isinstance(verdict, Unsure)
    assert verdict.ask == ask
    assert [reading.words for reading in verdict.readings] == readings


def test_a_possible_double_is_asked_before_it_is_traded() -> None:
    state = cast("x2|recall red", *SIX[1:])
    for text in ("pick C 1 discard red", "pick C 1 discard red red", "pick C 1 keep"):
        assert isinstance(judge(state, parse_pick(text)), Unsure)


def test_a_whole_phase_ends_girl_ash_10_girl_q21() -> None:
    state = cast(*SIX)
    picks = ["C 1 discard red red", "A 2 keep", "B 3 discard yellow", "A 4 keep", "B 5 keep"]
    for number, text in enumerate(picks):
        verdict = judge(state, parse_pick(f"pick {text}"))
        assert isinstance(verdict, Finished if number == 4 else Accepted)
        state = verdict.state
    assert isinstance(verdict, Finished)
    ends = [(event.clause, event.where) for event in verdict.events[-2:]]
    assert ends == [("GIRL-ASH-10", ""), ("GIRL-Q21", "token 6")]
    by_player = {taken.player: (taken.kept, taken.light) for taken in verdict.result}
    assert by_player == {
        "A": (("scouting", "stardust"), ()),
        "B": (("foraging",), (("yellow", 1),)),
        "C": ((), (("red", 2),)),
    }
    late = judge(state, parse_pick("pick A 6 keep"))
    assert isinstance(late, Refused)
    assert late.reasons[0].clause == "GIRL-ASH-10"


def test_nothing_can_be_selected_before_the_cast_girl_ash_2() -> None:
    verdict = judge(Casting(T12), parse_pick("pick C 1 keep"))
    assert isinstance(verdict, Refused)
    assert verdict.reasons[0].clause == "GIRL-ASH-2"


@pytest.mark.parametrize(
    ("touching", "doubtful", "lights"),
    [
        (["red"], [], [("red",)]),
        (["hub", "red"], [], [ANY]),
        (["red", "yellow"], ["yellow"], [("red", "yellow"), ("red",)]),
        (["red"], ["hub"], [("red",), ANY]),
        ([], ["red"], [(), ("red",)]),
        (["hub", "blue"], ["hub"], [ANY, ("blue",)]),
    ],
)
def test_light_when_an_area_is_doubtful_girl_ash_7_and_q25(
    touching: list[str], doubtful: list[str], lights: list[tuple[str, ...]]
) -> None:
    assert possible_lights(touching, doubtful) == tuple(lights)


def test_choices_of_a_double_between_two_colours_girl_tok_2() -> None:
    token = parse_token("token 1 x2 blue+red")
    assert light_choices(token) == (("blue", "blue"), ("red", "red"), ("blue", "red"))
    centre = parse_token("token 1 x2 blue+red+yellow")
    assert len(light_choices(centre)) == 6


tokens = st.builds(
    lambda number, kinds, lights: CastToken(number, tuple(kinds), tuple(lights)),
    st.integers(1, 13),
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=6, unique=True),
    st.lists(st.sets(st.sampled_from(COLOURS)).map(sorted).map(tuple), min_size=1, unique=True),
)
picks = st.builds(
    Pick,
    st.sampled_from(PLAYERS),
    st.integers(0, 14),
    st.lists(st.sampled_from([*COLOURS, "green"]), max_size=3).map(tuple),
    st.booleans(),
)
stands = st.builds(Stand, st.sampled_from(PLAYERS), st.integers(0, 15))
tracks = st.builds(
    Track,
    st.integers(0, 15),
    st.lists(stands, max_size=5).map(tuple),
    st.lists(stands, max_size=8).map(tuple),
)


@given(tracks, st.lists(tokens, max_size=6), st.lists(picks, max_size=6))
def test_judging_anything_never_raises_and_texts_read_back(
    track: Track, cast_tokens: list[CastToken], moves: list[Pick]
) -> None:
    check_track(track, LIMITS)
    assert parse_track(str(track)) == track
    state = Casting(track, tuple(cast_tokens), tuple(moves))
    assert parse_casting(str(state)) == state
    for move in moves:
        judge(Casting(track, tuple(cast_tokens)), move)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_track, parse_pick, parse_token, parse_casting):
        try:
            read = parse(text)
        except ValueError:
            continue
        assert str(read) == text


def test_colours_and_kinds_are_those_of_the_board() -> None:
    from companion.board import LIGHT_COLOURS, TOKEN_KINDS

    assert COLOURS == LIGHT_COLOURS
    assert KINDS == TOKEN_KINDS
