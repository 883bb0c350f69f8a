"""The Wood Ash phase: a toss is booked, then each meeple keeps or discards one token.

Clauses GIRL-ASH-1 to 10 and GIRL-TOK-1 to 4, rulings GIRL-Q21, Q25, Q26.  A token whose kind
or Light can't be told has several alternatives; a selection that depends on them is *unsure*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from companion.flow import Accepted, Event, Finished, Reading, Reason, Refused, Unsure, Verdict
from companion.games.girl.casting_track import Meeple, Track, parse_track, selection_order

COLOURS = ("blue", "red", "yellow")
DOUBLE = "x2"
KINDS = (DOUBLE, "scouting", "foraging", "offering", "recall", "stardust")
LIGHTS_OF_DOUBLE = 2
MOST_READINGS = 4

Light = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CastToken:
    """A token in the dish: its possible kinds and possible sets of Light, likeliest first.

    One kind and one set mean that it is certain.  A set lists the colours that may be taken.
    """

    number: int
    kinds: tuple[str, ...]
    lights: tuple[Light, ...]

    def __post_init__(self) -> None:
        if not self.kinds or not set(self.kinds) <= set(KINDS):
            raise ValueError(f"a token is one of {', '.join(KINDS)}, not {self.kinds}")
        if not self.lights or any(not set(light) <= set(COLOURS) for light in self.lights):
            raise ValueError(f"Light is {', '.join(COLOURS)}, not {self.lights}")

    @property
    def doubtful(self) -> bool:
        """Whether its kind or its Light is not certain."""
        return len(self.kinds) > 1 or len(self.lights) > 1

    def __str__(self) -> str:
        lights = "|".join("+".join(light) or "none" for light in self.lights)
        return f"token {self.number} {'|'.join(self.kinds)} {lights}"


@dataclass(frozen=True, slots=True)
class Pick:
    """A selection: `light` is empty when the token is kept, else the colours it is traded for."""

    player: str
    token: int
    light: Light = ()
    keep: bool = False

    def __str__(self) -> str:
        how = " ".join((*(["keep"] if self.keep else ["discard"]), *self.light))
        return f"pick {self.player} {self.token} {how}"


@dataclass(frozen=True, slots=True)
class Cast:
    """The settled toss, as it lies in the dish."""

    tokens: tuple[CastToken, ...]


@dataclass(frozen=True, slots=True)
class Casting:
    """The phase: who stands on the track, what was cast (empty before), what was selected."""

    track: Track
    tokens: tuple[CastToken, ...] = ()
    picks: tuple[Pick, ...] = ()

    @property
    def next_meeple(self) -> Meeple | None:
        """Whose selection is next, or None before the cast and after the last selection."""
        order = selection_order(self.track)
        return order[len(self.picks)] if self.tokens and len(self.picks) < len(order) else None

    @property
    def over(self) -> bool:
        """Say whether every Elder and Villager has had its selection (GIRL-ASH-10)."""
        return bool(self.tokens) and len(self.picks) == len(selection_order(self.track))

    @property
    def lying(self) -> tuple[CastToken, ...]:
        """The tokens that nobody has taken."""
        taken = {pick.token for pick in self.picks}
        return tuple(token for token in self.tokens if token.number not in taken)

    def __str__(self) -> str:
        """Give the canonical text, one line for the track, each token and each selection."""
        return "\n".join(map(str, (self.track, *self.tokens, *self.picks)))


@dataclass(frozen=True, slots=True)
class Taken:
    """What one player has from the phase: kept kinds, and Light gained by colour."""

    player: str
    kept: tuple[str, ...]
    light: tuple[tuple[str, int], ...]


def possible_lights(touching: Iterable[str], doubtful: Iterable[str]) -> tuple[Light, ...]:
    """List the sets of Light when the areas in `doubtful` may turn out either way.

    `touching` are the areas that most likely lie under the token; the likeliest set is first.
    The centre gives any colour and wins over a line (GIRL-ASH-7, GIRL-Q25).
    """
    likely, unclear = frozenset(touching), tuple(doubtful)
    found: dict[Light, None] = {}
    for count in range(len(unclear) + 1):
        for flipped in combinations(unclear, count):
            areas = likely ^ set(flipped)
            found[COLOURS if "hub" in areas else tuple(sorted(areas))] = None
    return tuple(found)


def light_choices(token: CastToken) -> tuple[Light, ...]:
    """List what discarding the token may bring under any of its readings (GIRL-TOK-1, TOK-2)."""
    colours = sorted({colour for light in token.lights for colour in light})
    singles = tuple((colour,) for colour in colours) if token.kinds != (DOUBLE,) else ()
    if DOUBLE not in token.kinds:
        return singles
    doubles = tuple((colour, colour) for colour in colours)
    return (*singles, *doubles, *combinations(colours, LIGHTS_OF_DOUBLE))


def judge(state: Casting, move: Cast | Pick) -> Verdict[Casting]:
    """Judge a toss or a selection; never raises."""
    if isinstance(move, Cast):
        return _judge_cast(state, move)
    reasons = _who_and_what(state, move)
    token = next((token for token in state.tokens if token.number == move.token), None)
    if token is None or reasons:
        return Refused(tuple(reasons or [_no_token(move)]))
    reasons = _trade(token, move)
    if reasons:
        return Refused(tuple(reasons))
    return _doubt(token, move) or _apply(state, token, move)


def _judge_cast(state: Casting, move: Cast) -> Verdict[Casting]:
    values = {"seen": len(move.tokens), "meeples": state.track.meeples}
    reasons = []
    if state.tokens:
        reasons.append(Reason("already_cast", "GIRL-ASH-2"))
    if len(move.tokens) != state.track.meeples:
        reasons.append(Reason("cast_count", "GIRL-ASH-1", values=values))
    if reasons:
        return Refused(tuple(reasons))
    return Accepted(replace(state, tokens=move.tokens), (Event("cast", "GIRL-ASH-1", "", values),))


def _no_token(move: Pick) -> Reason:
    return Reason("no_such_token", "GIRL-ASH-4", f"token {move.token}", {"token": move.token})


def _who_and_what(state: Casting, move: Pick) -> list[Reason]:
    if not state.tokens:
        return [Reason("not_cast", "GIRL-ASH-2")]
    if state.over:
        return [Reason("phase_over", "GIRL-ASH-10")]
    reasons = []
    due = state.next_meeple
    if due is not None and due.player != move.player:
        values = {"player": move.player, "due": due.player, "rank": due.rank, "space": due.space}
        reasons.append(Reason("not_your_turn", "GIRL-ASH-4", f"space {due.space}", values))
    taken = next((pick.player for pick in state.picks if pick.token == move.token), None)
    if taken is not None:
        values = {"token": move.token, "player": taken}
        reasons.append(Reason("token_taken", "GIRL-ASH-4", f"token {move.token}", values))
    return reasons


def _trade(token: CastToken, move: Pick) -> list[Reason]:
    """List what is wrong with keeping or trading under *every* reading of the token."""
    where, values = f"token {token.number}", {"token": token.number}
    double, maybe_double = token.kinds == (DOUBLE,), DOUBLE in token.kinds
    if move.keep:
        reasons = [Reason("x2_kept", "GIRL-TOK-1", where, values)] if double else []
        if move.light:
            reasons.append(Reason("kept_for_light", "GIRL-ASH-5", where, values))
        return reasons
    reasons = []
    count = len(move.light)
    if double and count != LIGHTS_OF_DOUBLE:
        reasons.append(Reason("x2_needs_two", "GIRL-TOK-1", where, values | {"count": count}))
    elif count != 1 and not (maybe_double and count == LIGHTS_OF_DOUBLE):
        reasons.append(Reason("one_light", "GIRL-ASH-5", where, values | {"count": count}))
    allowed = {colour for light in token.lights for colour in light}
    for colour in sorted(set(move.light) - allowed):
        clause = "GIRL-TOK-2" if double else "GIRL-ASH-8" if len(allowed) > 1 else "GIRL-ASH-6"
        wrong = values | {"colour": colour, "allowed": tuple(sorted(allowed))}
        key = "wrong_light" if allowed else "no_light"
        reasons.append(Reason(key, clause, where, wrong))
    return reasons


def _doubt(token: CastToken, move: Pick) -> Unsure | None:
    """Ask when the outcome depends on which reading of the token is right."""
    where = f"token {token.number}"
    if len(token.kinds) > 1 and (move.keep or DOUBLE in token.kinds):
        kinds = token.kinds[:MOST_READINGS]
        return Unsure("which_kind", tuple(Reading(k, (f"{where} kind {k}",)) for k in kinds), where)
    if any(set(move.light) - set(light) for light in token.lights):
        sets = [" ".join(light) or "none" for light in token.lights[:MOST_READINGS]]
        readings = tuple(Reading(text, (f"{where} light {text}",)) for text in sets)
        return Unsure("which_light", readings, where)
    return None


def _apply(state: Casting, token: CastToken, move: Pick) -> Verdict[Casting]:
    after = replace(state, picks=(*state.picks, move))
    where = f"token {token.number}"
    values = {"player": move.player, "token": token.number, "kind": token.kinds[0]}
    if move.keep:
        events = [Event("kept", "GIRL-TOK-4", where, values)]
    else:
        gained = Event("gained", _light_clause(token), where, values | {"light": move.light})
        events = [gained, Event("discarded", "GIRL-ASH-9", where, values)]
    if not after.over:
        return Accepted(after, tuple(events))
    events.append(Event("phase_ends", "GIRL-ASH-10"))
    for left in after.lying:
        numbers = {"token": left.number}
        events.append(Event("returns", "GIRL-Q21", f"token {left.number}", numbers))
    return Finished(after, taken_by(after), tuple(events))


def _light_clause(token: CastToken) -> str:
    colours = len(token.lights[0])
    if token.kinds[0] == DOUBLE:
        return "GIRL-TOK-2" if colours > 1 else "GIRL-TOK-1"
    return {1: "GIRL-ASH-6", 2: "GIRL-ASH-8"}.get(colours, "GIRL-ASH-7")


def taken_by(state: Casting) -> tuple[Taken, ...]:
    """Sum up per player what was kept and which Light was gained, players in letter order."""
    kinds = {token.number: token.kinds[0] for token in state.tokens}
    result = []
    for player in state.track.players:
        own = [pick for pick in state.picks if pick.player == player]
        kept = tuple(kinds[pick.token] for pick in own if pick.keep)
        light = Counter(colour for pick in own for colour in pick.light)
        result.append(Taken(player, kept, tuple(sorted(light.items()))))
    return tuple(result)


_TOKEN = re.compile(r"token (\d{1,4}) ([a-z0-9|]+) ([a-z+|]+)", re.ASCII)
_PICK = re.compile(r"pick ([A-D]) (\d{1,4}) (keep|discard)((?: [a-z]+)*)", re.ASCII)


def parse_token(text: str) -> CastToken:
    """Read `token 3 x2 blue+red|red`; raises ValueError."""
    match = _TOKEN.fullmatch(text)
    if match is None:
        raise ValueError(f"a token reads 'token 3 scouting blue+red', not {text!r}")
    number, kinds, lights = match.groups()
    sets = tuple(() if word == "none" else tuple(word.split("+")) for word in lights.split("|"))
    return CastToken(int(number), tuple(kinds.split("|")), sets)


def parse_pick(text: str) -> Pick:
    """Read `pick C 3 keep` or `pick C 3 discard red`; raises ValueError."""
    match = _PICK.fullmatch(text)
    if match is None:
        raise ValueError(f"a selection reads 'pick C 3 discard red', not {text!r}")
    player, token, how, light = match.groups()
    return Pick(player, int(token), tuple(light.split()), how == "keep")


def parse_casting(text: str) -> Casting:
    """Read the canonical text of a phase back; raises ValueError."""
    track, *lines = text.split("\n")
    tokens = tuple(parse_token(line) for line in lines if line.startswith("token "))
    picks = tuple(parse_pick(line) for line in lines if not line.startswith("token "))
    state = Casting(parse_track(track), tokens, picks)
    if str(state) != text:
        raise ValueError("the lines of a phase are the track, the tokens, then the selections")
    return state
