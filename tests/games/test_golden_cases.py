"""Every golden case of every game, and what holds for all of them."""

from __future__ import annotations

import pytest
from games.golden import Case, all_cases, run, start_of

from companion.flow import Accepted, Finished
from companion.games.contract import LANGUAGES

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    run(case)


def test_case_names_are_unique() -> None:
    names = [str(case) for case in CASES]
    assert sorted(names) == sorted(set(names))
    assert len(names) > 60


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_sentence_of_a_case_is_said_in_both_languages(case: Case) -> None:
    game, _ = start_of(case)
    for _, verdict in run(case):
        if isinstance(verdict, Accepted | Finished):
            said = [(event.key, event.values) for event in verdict.events]
        else:
            said = [(r.key, r.values) for r in getattr(verdict, "reasons", ())]
            said += [(verdict.ask, {})] if hasattr(verdict, "ask") else []
        for key, values in said:
            sentences = {game.say(key, language, values) for language in LANGUAGES}
            assert len(sentences) == len(LANGUAGES), (key, sentences)
            assert not any("{" in sentence or sentence == key for sentence in sentences), key


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_position_reads_back_equal(case: Case) -> None:
    game, state = start_of(case)
    for state, _ in run(case):
        position = game.write_position(state)
        again = game.start(
            state.table.edition,
            list("ABCD"[: case.data["players"]]),
            case.data.get("rulings", {}),
            {},
            position,
        ).state
        assert again.same_position(state)
        assert game.write_position(again) == position


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_event_says_where_and_a_players_event_names_the_player(case: Case) -> None:
    for step, (_, verdict) in zip(case.data["steps"], run(case), strict=True):
        if isinstance(verdict, Accepted | Finished):
            assert verdict.events
            assert all(event.where for event in verdict.events)
            words = step["move"].split(" ")
            own = {event.where.split(" ")[0] for event in verdict.events}
            if words[0] in ("draw", "place", "stardust", "pick", "gain", "recall"):
                assert words[1] in own, (step["move"], own)
