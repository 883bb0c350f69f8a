"""Setting up, settings, and tiles that fit nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from games.boards import play, refused, start

from companion.games.contract import LANGUAGES, AnyGame, Note, SetupError
from companion.games.girl.rules.stargazing import fits_somewhere


@pytest.mark.clause(
    *("GIRL-SET-2", "GIRL-SET-4", "GIRL-SET-7", "GIRL-SET-11", "GIRL-SET-12", "GIRL-SET-13"),
    *("GIRL-COMP-4", "GIRLZ-SET-6", "GIRLZ-SET-9", "GIRLZ-SET-13", "GIRLZ-SET-14"),
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_position(girl: AnyGame, reference: Any, players: int) -> None:
    order = list("DCBA"[-players:])
    state = start(girl, reference, players, setup={"elders": order})
    position = girl.write_position(state)
    assert position["track"]["girl"] == 6
    spaces = [position["track"]["elders"][seat] for seat in order]
    assert spaces == [5, 4, 3, 2][:players]
    for seat in "ABCD"[:players]:
        player = position["players"][seat]
        assert player["light"] == {"blue": 1, "red": 1, "yellow": 1}
        assert player["villagers"] == 3
        assert "score" not in player or not player["score"]
    assert all(site["left"] == players for site in position["sites"].values())
    assert girl.prompt(state).key == "prompt.draw"


@pytest.mark.clause("GIRL-SET-9", "GIRLZ-SET-11", "GIRL-COMP-3")
def test_each_corner_has_one_of_the_four_bonus_tokens(girl: AnyGame, reference: Any) -> None:
    kinds = {"TL": "villager", "TR": "actions", "BL": "lights", "BR": "double"}
    state = start(girl, reference, setup={"bonus": {"A": kinds}})
    assert girl.write_position(state)["players"]["A"]["bonus"] == kinds
    for wrong in ({**kinds, "TL": "double"}, {"TL": "villager"}, {**kinds, "XX": "lights"}):
        with pytest.raises(SetupError, match=r"setup\.bonus\.A"):
            start(girl, reference, setup={"bonus": {"A": wrong}})


@pytest.mark.clause("GIRL-SET-14", "GIRLZ-SET-16")
def test_rewards_lie_highest_first_as_many_as_players(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, 3, setup={"rewards": {"3": [4, 3, 2]}})
    assert girl.write_position(state)["piles"]["3"]["values"] == [4, 3, 2]
    for wrong in ([2, 3, 4], [4, 3], [9, 3, 2], [4, 4, 3]):
        with pytest.raises(SetupError, match=r"setup\.rewards\.3"):
            start(girl, reference, 3, setup={"rewards": {"3": wrong}})


@pytest.mark.clause("GIRL-SET-3", "GIRLZ-SET-5", "GIRL-SET-5")
def test_the_supplies_are_the_printed_ones(reference: Any) -> None:
    assert reference.printed.stardust == 50
    assert reference.printed.light_per_colour == 30
    assert sum(reference.ash) == 13


@pytest.mark.parametrize(
    ("key", "setup", "rulings", "players"),
    [
        ("setup.elders", {"elders": ["A", "A"]}, {}, 2),
        ("setup.elders", {"elders": ["A"]}, {}, 2),
        ("setup.bonus.C", {"bonus": {"C": {}}}, {}, 2),
        ("setup.rewards.7", {"rewards": {"7": [1]}}, {}, 2),
        ("setup.card", {"card": "O9"}, {}, 2),
        ("setup", {"card": 3}, {}, 2),
        ("setup", {"first": "A"}, {}, 2),
        ("rulings.strict", {}, {"strict": True}, 2),
        ("rulings.strict_matching", {}, {"strict_matching": 1}, 2),
        ("rulings.tiles_per_player", {}, {"tiles_per_player": 33}, 2),
        ("rulings.girl_start", {}, {"girl_start": True}, 2),
        ("rulings.split_area", {}, {"split_area": "both"}, 2),
        ("players", {}, {}, 1),
        ("players", {}, {}, 0),
    ],
)
def test_what_can_not_be_set_up(
    girl: AnyGame,
    reference: Any,
    key: str,
    setup: dict[str, Any],
    rulings: dict[str, Any],
    players: int,
) -> None:
    with pytest.raises(SetupError) as error:
        start(girl, reference, players, setup=setup, **rulings)
    assert str(error.value).startswith(key)
    assert "\n" not in str(error.value)


@pytest.mark.clause("GIRL-Q44", "GIRLZ-SET-15")
def test_one_player_needs_the_ruling_and_is_told_so(girl: AnyGame, reference: Any) -> None:
    with pytest.raises(SetupError, match="allow_solo"):
        start(girl, reference, 1)
    first = girl.start(reference, ["A"], {"allow_solo": True}, {})
    assert Note("note.solo") in first.notes
    for language in LANGUAGES:
        sentences = [girl.say(note.key, language, note.values) for note in first.notes]
        assert not any("{" in text or text.startswith("note.") for text in sentences)
    assert all(site.left == 1 for site in first.state.sites)


@pytest.mark.clause("GIRL-Q1", "GIRLZ-SET-10", "GIRL-SET-6")
def test_the_bag_holds_38_or_32_tiles(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference)
    play(girl, state, "draw A T33 T37 T38")
    small = start(girl, reference, tiles_per_player=32)
    assert refused(girl, small, "draw A T33 T31 T32") == {"no_such_tile"}
    assert small.players[0].bag_count == 32


def _full_board() -> dict[str, Any]:
    """Every free cell holds a back without contact to another's line, but for one hole."""
    rows = [8, 7, 8, 7, 8, 7, 8]
    corners = {(0, 0), (0, 1), (0, 6), (0, 7), (6, 0), (6, 1), (6, 6), (6, 7)}
    cells = [(r, c) for r, width in enumerate(rows) for c in range(width)]
    free = [cell for cell in cells if cell not in corners and cell != (3, 3)]
    dust = [f"{r},{c} x1" for r, c in free[24:]]
    tiles = [f"? {r},{c} r0 back" for r, c in free[:24]]
    return {"tiles": tiles, "stardust_placed": dust}


@pytest.mark.clause("GIRL-EOP-2", "GIRLZ-STAR-7", "GIRL-Q39")
def test_a_tile_that_fits_nowhere_costs_a_point(girl: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {**_full_board(), "hand": ["T08", "T09"], "score": 5}}}
    state = start(girl, reference, position=position)
    sides = [reference.back, *(reference.tiles[n].lines for n in state.players[0].hand)]
    assert not fits_somewhere(state.table, state.players[0].board, sides)
    state, events = play(girl, state, "unplaceable A T08", "unplaceable A T09")
    assert [event.clause for event in events] == ["GIRL-EOP-2", "GIRL-EOP-2"]
    assert state.players[0].score == 3
    assert girl.write_position(state)["players"]["A"]["gone"] == ["T08", "T09"]


@pytest.mark.clause("GIRL-Q40")
@pytest.mark.parametrize(("floor_zero", "score"), [(False, -1), (True, 0)])
def test_a_score_below_zero(girl: AnyGame, reference: Any, floor_zero: bool, score: int) -> None:
    position = {"players": {"A": {**_full_board(), "hand": ["T08"]}}}
    state = start(girl, reference, position=position, floor_zero=floor_zero)
    state, _ = play(girl, state, "unplaceable A T08")
    assert state.players[0].score == score
    total = next(seat for seat in girl.final_score(state).seats if seat.seat == "A")
    assert total.total == score == sum(vp for _, vp in total.lines)


def test_a_player_who_can_not_place_may_only_give_up(girl: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {**_full_board(), "hand": ["T08"]}, "B": {"drawn": True}}}
    state = start(girl, reference, position=position)
    assert [girl.write_move(m) for m in girl.legal_moves(state)] == ["unplaceable A T08"]
    state, events = play(girl, state, "unplaceable A T08")
    assert events[-1].key == "event.phase_casting"


def test_seats_draw_as_many_as_the_bag_still_holds(girl: AnyGame, reference: Any) -> None:
    names = [tile.name for tile in reference.tiles]
    position = {"players": {"A": {"gone": names[:37]}}}
    state = start(girl, reference, position=position)
    assert refused(girl, state, "draw A T38 T37 T36") >= {"draw_count"}
    play(girl, state, "draw A T38")


@pytest.mark.parametrize(
    ("setup", "position", "sentence"),
    [
        ({"girl": 6}, None, "the parts are elders, bonus, rewards, card, cards"),
        ({}, {"girl": 6}, "the parts are phase, round, players, track"),
    ],
)
def test_a_part_that_does_not_exist_is_answered_with_those_that_do(
    girl: AnyGame, reference: Any, setup: Any, position: Any, sentence: str
) -> None:
    with pytest.raises(SetupError, match=sentence):
        girl.start(reference, ["A", "B"], {}, setup, position)


@pytest.mark.clause("GIRL-CLEAN-1", "GIRL-Q3")
def test_the_girl_of_a_position_follows_from_the_round(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"round": 8, "phase": "cleanup"})
    assert (state.track.girl, state.track.elders) == (13, (12, 11))
    with pytest.raises(SetupError, match=r"position\.round: the last round is 8"):
        start(girl, reference, position={"round": 9})
    odd = girl.start(reference, ["A", "B"], {}, {}, {"round": 3, "track": {"girl": 7}})
    assert any("it is round 3" in str(note) for note in odd.notes)


@pytest.mark.clause("GIRL-EOP-2", "GIRL-Q39")
def test_a_tile_that_fitted_nowhere_is_out_of_the_game(girl: AnyGame, reference: Any) -> None:
    field = reference.field
    bonus = {field.cells[cell] for corner in field.corners for cell in corner.cells}
    full = [cell for cell in field.cells if cell not in bonus and cell != (3, 3)]
    dust = [f"{row},{column} x1" for row, column in full]
    position = {"players": {"A": {"stardust_placed": dust, "hand": ["T01", "?"]}}}
    state = start(girl, reference, position=position)
    state, _ = play(girl, state, "unplaceable A T05", "unplaceable A T01")
    player = girl.write_position(state)["players"]["A"]
    assert player["gone"] == ["T01", "T05"]
    assert player["score"] == {"unplaceable": -2}


@pytest.mark.clause("GIRL-Q3")
@pytest.mark.parametrize(
    ("rulings", "sentence"),
    [
        ({"girl_start": "5", "Strict-Matching": "FALSE", "track_length": 12}, ""),
        ({"track_length": 12}, "it follows from girl_start 6 and the rounds, so it is 13"),
        ({"strict_match": True}, "do you mean strict_matching"),
        ({"quick": True}, "there is no such setting;"),
        ({"girl_start": 7}, "must be one of 6, 5, not 7"),
        ({"girl_start": True}, "must be one of 6, 5, not true"),
    ],
)
def test_settings_in_other_spellings(
    girl: AnyGame, reference: Any, rulings: dict[str, Any], sentence: str
) -> None:
    if sentence:
        with pytest.raises(SetupError, match=sentence):
            girl.start(reference, ["A", "B"], rulings, {})
        return
    state = girl.start(reference, ["A", "B"], rulings, {}).state
    assert (state.track.girl, state.table.track_length) == (5, 12)
    assert not state.table.rulings.strict_matching
