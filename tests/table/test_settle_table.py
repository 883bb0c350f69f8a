"""When places count: each by itself, hand gone, still; what is light, a bump, a moved camera."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.table.settle_board import BoardNow, PlaceRules
from companion.table.settle_table import TableNow, TableSettler

NAMES = tuple(f"p{n}" for n in range(24))
RULES = PlaceRules()


def reading(
    place: str, kind: str = "", status: PlaceStatus = PlaceStatus.READ, at: tuple[int, int] = (0, 0)
) -> PlaceReading:
    number = NAMES.index(place)
    crop = (10 * number + at[0], at[1], 9, 9)
    piece = Sighting(kind, ((kind, 0.99),), (1.0, 1.0), 0.3, 0, crop, place, family="tile")
    return PlaceReading(place, status, (piece,) if kind else (), 0.99, (), crop)


def board(
    at_s: float,
    held: dict[str, str],
    name: str = "main",
    hand: bool = False,
    covered: tuple[str, ...] = (),
    at: tuple[int, int] = (0, 0),
    status: Status = Status.READ,
) -> Observation:
    """A board whose places hold these kinds."""
    places = tuple(
        reading(
            place,
            "" if place in covered else held.get(place, ""),
            PlaceStatus.COVERED if place in covered else PlaceStatus.READ,
            at,
        )
        for place in NAMES
    )
    if status is not Status.READ:
        places = ()
    return Observation(name, at_s, status, sharpness=1.0, hand_present=hand, places=places)


class Clock:
    """Feeds frames, five a second."""

    def __init__(self) -> None:
        self.settler, self.at_s = TableSettler(RULES), 0.0

    def feed(self, *seen: Observation) -> TableNow:
        self.at_s += 0.2
        return self.settler.feed([replace(each, exposed_at_s=self.at_s) for each in seen])

    def rest(self, *seen: Observation, frames: int = 3) -> TableNow:
        for _ in range(frames):
            now = self.feed(*seen)
        return now


def holds(now: TableNow, place: str, title: str = "main") -> str:
    """What a place is known to hold."""
    known = next(each for each in now.boards if each.board == title)
    return kind_at(known, place)


def kind_at(known: BoardNow, place: str) -> str:
    assert known.reading is not None
    found = next(each for each in known.reading.places if each.place == place)
    return found.pieces[0].kind or "" if found.pieces else ""


def test_a_place_counts_after_frames_and_milliseconds() -> None:
    clock = Clock()
    assert clock.feed(board(0, {"p1": "a"})).status is Status.LOOKING
    assert clock.feed(board(0, {"p1": "a"})).status is Status.LOOKING
    now = clock.feed(board(0, {"p1": "a"}))
    assert now.status is Status.READ
    assert holds(now, "p1") == "a"
    assert now.since_s == pytest.approx(0.2)


def test_a_change_counts_only_when_it_has_lain_still() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    now = clock.rest(board(0, {"p1": "a", "p2": "b"}), frames=2)
    assert now.status is Status.MOVING
    assert holds(now, "p2") == ""
    assert holds(clock.feed(board(0, {"p1": "a", "p2": "b"})), "p2") == "b"


def test_a_slow_move_never_counts_half_way() -> None:
    """A tile pushed from place to place, each for two frames: only where it ends it counts."""
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    for place in NAMES[2:12]:
        now = clock.rest(board(0, {place: "a"}), frames=2)
        assert holds(now, place) == ""
    now = clock.rest(board(0, {"p12": "a"}))
    assert (holds(now, "p12"), holds(now, "p1")) == ("a", "")


def test_while_a_hand_is_there_nothing_changes() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    now = clock.rest(board(0, {}, hand=True), frames=10)
    assert now.status is Status.HAND
    assert holds(now, "p1") == "a"
    assert clock.rest(board(0, {})).settled


def test_a_hand_over_one_board_leaves_the_others_readable() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}), board(0, {}, "sky"))
    now = clock.rest(board(0, {"p1": "a"}, hand=True), board(0, {"p3": "girl"}, "sky"))
    assert now.status is Status.HAND
    assert holds(now, "p3", "sky") == "girl"


def test_covered_places_keep_what_they_held() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    now = clock.rest(board(0, {}, covered=("p1",)), frames=6)
    assert now.settled
    (known,) = now.readings
    place = next(each for each in known.places if each.place == "p1")
    assert (place.status, place.pieces[0].kind) == (PlaceStatus.COVERED, "a")
    assert ("p1", "") in known.covered


def test_a_place_that_was_never_seen_is_covered_and_not_empty() -> None:
    clock = Clock()
    now = clock.rest(board(0, {}, covered=("p1",)))
    (known,) = now.readings
    assert next(p.status for p in known.places if p.place == "p1") is PlaceStatus.COVERED


def test_many_places_at_once_without_a_hand_are_the_light() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    other = dict.fromkeys(NAMES[:12], "ghost")
    now = clock.rest(board(0, other), frames=20)
    assert now.status is Status.BAD_LIGHT
    assert now.relit == ("main",)
    assert (holds(now, "p1"), holds(now, "p5")) == ("a", "")
    # The lamp is back as it was: nothing has happened.
    assert clock.rest(board(0, {"p1": "a"})).settled


def test_many_places_after_a_hand_are_pieces() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    clock.feed(board(0, {"p1": "a"}, hand=True))
    now = clock.rest(board(0, dict.fromkeys(NAMES[:12], "b")))
    assert now.settled
    assert holds(now, "p11") == "b"


def test_whoever_looks_takes_the_new_light() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    other = dict.fromkeys(NAMES[:12], "b")
    clock.rest(board(0, other), frames=5)
    clock.settler.believe()
    now = clock.rest(board(0, other))
    assert now.settled
    assert holds(now, "p1") == "b"


def test_a_bumped_board_is_told_once_and_read_where_it_lies() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}), board(0, {}, "sky"))
    moving = clock.feed(board(0, {"p1": "a"}, at=(30, 5)), board(0, {}, "sky"))
    assert moving.status is Status.MOVING
    seen = [clock.feed(board(0, {"p1": "a"}, at=(30, 5)), board(0, {}, "sky")) for _ in range(6)]
    told = [now.bumped for now in seen if now.settled and now.bumped]
    assert told == [("main",)]
    assert not seen[-1].camera_moved


def test_a_moved_camera_waits_for_a_look() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}), board(0, {}, "sky"))
    shifted = board(0, {"p1": "a"}, at=(40, 0)), board(0, {}, "sky", at=(40, 0))
    now = clock.rest(*shifted, frames=10)
    assert now.camera_moved
    assert not now.settled
    clock.settler.believe()
    now = clock.rest(*shifted)
    assert (now.settled, now.camera_moved) == (True, False)


def test_a_look_is_answered_as_soon_though_the_readers_give_the_same_places_again() -> None:
    """What has not changed costs nothing to read; the board lies where it lies all the same."""
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}), board(0, {}, "other"))
    moved = board(0, {"p1": "a"}, at=(30, 0)), board(0, {}, "other", at=(30, 0))
    assert clock.rest(*moved).camera_moved
    clock.settler.believe()
    clock.settler.begin_at(clock.at_s + 0.1)  # as a press does
    now = clock.rest(*moved)
    assert (now.settled, now.camera_moved) == (True, False)


def test_a_place_that_flickers_is_in_doubt_and_holds_up_nothing() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}))
    for turn in range(20):
        now = clock.feed(board(0, {"p1": "ab"[turn % 2], "p2": "c"}))
    assert now.settled
    (known,) = now.readings
    assert next(p.status for p in known.places if p.place == "p1") is PlaceStatus.UNKNOWN
    assert holds(now, "p2") == "c"


def test_a_board_out_of_sight_blocks_for_a_while_and_then_the_rest_goes_on() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}), board(0, {}, "sky"))
    lost = board(0, {}, status=Status.NO_BOARD)
    assert clock.feed(lost, board(0, {}, "sky")).status is Status.NO_BOARD
    now = clock.rest(lost, board(0, {}, "sky"), frames=20)
    assert (now.settled, now.lost) == (True, ("main",))
    assert all(p.status is PlaceStatus.COVERED for p in now.readings[0].places)
    assert holds(now, "p1") == "a"


def test_frames_from_before_a_moment_do_not_count_after_it() -> None:
    clock = Clock()
    clock.rest(board(0, {"p1": "a"}), frames=6)
    clock.settler.begin_at(clock.at_s + 0.1)
    assert not clock.feed(board(0, {"p1": "a"})).settled
    now = clock.rest(board(0, {"p1": "a"}), frames=2)
    assert now.settled
    assert now.since_s > 6 * 0.2


def test_an_older_frame_changes_nothing() -> None:
    clock = Clock()
    before = clock.rest(board(0, {"p1": "a"}))
    assert clock.settler.feed([board(0.1, {})]) == before


def test_a_hand_that_never_stirs_is_a_thing_that_lies_there() -> None:
    """A cup, or a lamp's mirror image: it hides what it hides, and the rest goes on."""
    clock = Clock()
    clock.rest(board(0, {"p0": "red", "p1": "green"}))
    cup = board(0, {"p0": "red"}, hand=True, covered=("p1",))
    frames = round(RULES.thing_ms / 200)
    assert clock.rest(cup, frames=frames).status is Status.HAND
    now = clock.rest(cup, frames=4)
    assert now.status is Status.READ
    assert (holds(now, "p0"), holds(now, "p1")) == ("red", "green")
    now = clock.rest(board(0, {"p0": "red", "p2": "blue"}, hand=True, covered=("p1",)))
    assert (now.status, holds(now, "p2")) == (Status.READ, "blue")
    hand = board(0, {"p0": "red"}, hand=True, covered=("p1", "p2"))
    now = clock.rest(hand)
    assert (now.status, holds(now, "p2")) == (Status.HAND, "blue")


def test_a_hand_that_stirs_is_a_hand_however_long_it_stays() -> None:
    clock = Clock()
    clock.rest(board(0, {"p0": "red"}))
    for number in range(2 * round(RULES.thing_ms / 200)):
        hidden = NAMES[1 + number // 20 % 4]
        now = clock.feed(board(0, {"p0": "red"}, hand=True, covered=(hidden,)))
        assert now.status is Status.HAND
