"""What a placement sets off: Light, closed areas, constellations, Bonus tokens, in that order.

The order among simultaneous effects is GIRL-Q45; the owner orders several constellations and
chooses among several Bonus tokens by the claims of the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations

from companion.flow import Reading, Reason, Refused, Unsure, Verdict
from companion.games.girl.edition import Field
from companion.games.girl.hexes import cell_text
from companion.games.girl.move_write import write_move
from companion.games.girl.moves import Claim, Place, PlayStardust
from companion.games.girl.pieces import BONUSES, COLOURS, Source
from companion.games.girl.reasons import Broken
from companion.games.girl.rules.draft import ONE_EACH, Draft
from companion.games.girl.rules.patterns import (
    Pattern,
    is_closed,
    is_met,
    light_bearing,
    pattern_of,
)
from companion.games.girl.state import VACANT, Board, GirlState, with_byte

MOST_READINGS = 4
MOST_ORDERS = 24
NO_CORNER = -1
Outcome = tuple[tuple[int, int], ...]  # (which constellation, corner or NO_CORNER), in order


def collect_light(draft: Draft, cells: Sequence[int]) -> None:
    """Take the Light of those tiles whose lines are all met (GIRL-STAR-10)."""
    field, board = draft.edition.field, draft.player.board
    light, crystal = list(draft.player.light), board.crystal
    for cell in cells:
        if crystal[cell] and is_met(field, board, cell):
            colour = crystal[cell] - 1
            crystal = with_byte(crystal, cell, 0)
            light[colour] += 1
            where = f"{draft.where} {cell_text(field.cells[cell])}"
            draft.say("collected", "GIRL-STAR-10", where, colour=COLOURS[colour])
    if crystal is not board.crystal:
        draft.set_player(light=tuple(light), board=replace(board, crystal=crystal))


def completed(field: Field, board: Board, cells: Sequence[int]) -> list[Pattern]:
    """The constellations among the patterns of these tiles (GIRL-CON-1), first cell first."""
    found: dict[int, Pattern] = {}
    seen: set[int] = set()
    for cell in cells:
        if cell in seen:
            continue
        pattern = pattern_of(field, board, cell)
        seen.update(pattern)
        if light_bearing(board, pattern) and is_closed(field, board, pattern):
            found[pattern[0]] = pattern
    return [found[first] for first in sorted(found)]


def touched_corners(field: Field, pattern: Pattern) -> int:
    """The mask of corners whose Bonus token a tile of the pattern touches (GIRL-CON-6)."""
    mask = 0
    for cell in pattern:
        mask |= field.touched[cell]
    return mask


def outcomes(touches: Sequence[int], done: Outcome, unused: int) -> list[Outcome]:
    """Every different way in which the constellations not yet `done` can take Bonus tokens."""
    unused &= ~sum(1 << corner for _, corner in done if corner != NO_CORNER)
    rest = [n for n in range(len(touches)) if n not in {which for which, _ in done}]
    free = [touches[n] & unused for n in rest]
    contested = any(free[i] & free[j] for i in range(len(free)) for j in range(i))
    orders = islice(permutations(rest), MOST_ORDERS) if contested else iter((tuple(rest),))
    found: dict[Outcome, Outcome] = {}
    for order in orders:
        for outcome in _choices(touches, order, unused):
            whole = (*done, *outcome)
            found.setdefault(tuple(sorted(whole)), whole)
    return list(found.values())


def _choices(touches: Sequence[int], order: Sequence[int], unused: int) -> Iterator[Outcome]:
    if not order:
        yield ()
        return
    first, rest = order[0], order[1:]
    open_corners = touches[first] & unused
    if not open_corners:
        for tail in _choices(touches, rest, unused):
            yield ((first, NO_CORNER), *tail)
    for corner in range(len(BONUSES)):
        if open_corners >> corner & 1:
            for tail in _choices(touches, rest, unused & ~(1 << corner)):
                yield ((first, corner), *tail)


def complete(
    draft: Draft, move: Place | PlayStardust, patterns: Sequence[Pattern]
) -> Verdict[GirlState]:
    """Complete constellations as the claims say; unsure when the owner still has to choose."""
    field = draft.edition.field
    touches = [touched_corners(field, pattern) for pattern in patterns]
    unused = ~draft.player.board.used
    claimed, reasons = _claimed(draft, move.claims, patterns, touches)
    if reasons:
        return Refused(tuple(reasons))
    options = outcomes(touches, claimed, unused)
    if len(options) > 1:
        return _ask(draft, move, patterns, options)
    for which, corner in options[0]:
        _complete_one(draft, patterns[which], corner)
    return draft.accepted()


def _claimed(
    draft: Draft, claims: Sequence[Claim], patterns: Sequence[Pattern], touches: Sequence[int]
) -> tuple[Outcome, list[Reason]]:
    field, board = draft.edition.field, draft.player.board
    done: list[tuple[int, int]] = []
    reasons: list[Reason] = []
    used = board.used
    for claim in claims:
        where = f"{draft.where} {cell_text(claim.cell)}"
        cell = field.index.get(claim.cell, -1)
        which = next((n for n, pattern in enumerate(patterns) if cell in pattern), -1)
        if which < 0 or which in {n for n, _ in done}:
            reasons.append(Broken.NOTHING_COMPLETED.reason(where))
            continue
        if not claim.corner:
            open_corners = touches[which] & ~used
            corner = open_corners.bit_length() - 1 if open_corners else NO_CORNER
            if open_corners & (open_corners - 1):  # several: claims without a corner only order
                continue
        else:
            corner = field.corner_index.get(claim.corner, NO_CORNER)
            if corner == NO_CORNER or not touches[which] >> corner & 1:
                reasons.append(Broken.BONUS_NOT_TOUCHED.reason(where, corner=claim.corner))
                continue
            if used >> corner & 1:
                reasons.append(Broken.BONUS_SPENT.reason(where, corner=claim.corner))
                continue
        if corner != NO_CORNER:
            used |= 1 << corner
        done.append((which, corner))
    return tuple(done), reasons


def claims_for(field: Field, patterns: Sequence[Pattern], outcome: Outcome) -> tuple[Claim, ...]:
    """The claims that say an outcome in full."""
    corners = field.corners
    return tuple(
        Claim(
            field.cells[patterns[which][0]],
            "" if corner == NO_CORNER else corners[corner].name,
        )
        for which, corner in outcome
    )


def _ask(
    draft: Draft,
    move: Place | PlayStardust,
    patterns: Sequence[Pattern],
    options: Sequence[Outcome],
) -> Unsure:
    field, board = draft.edition.field, draft.player.board
    readings = []
    for outcome in options[:MOST_READINGS]:
        claims = claims_for(field, patterns, outcome)
        words = "; ".join(
            f"{cell_text(claim.cell)}: {claim.corner or '-'}"
            + (f" ({BONUSES[board.bonus[corner]]})" if corner != NO_CORNER else "")
            for claim, (_, corner) in zip(claims, outcome, strict=True)
        )
        text = write_move(replace(move, claims=claims))
        readings.append(Reading(words, (text,), 1 / len(options)))
    return Unsure("ask.which_bonus", tuple(readings), f"{draft.where} {cell_text(move.cell)}")


def _complete_one(draft: Draft, pattern: Pattern, corner: int) -> None:
    field = draft.edition.field
    count = light_bearing(draft.player.board, pattern)
    where = f"{draft.where} {cell_text(field.cells[pattern[0]])}"
    draft.say("constellation", "GIRL-CON-2", where, tiles=len(pattern), count=count)
    draft.reward(count, Source.CONSTELLATION, "GIRL-CON-3", where)
    if corner != NO_CORNER:
        _gain_bonus(draft, corner, count, where)


def _gain_bonus(draft: Draft, corner: int, count: int, where: str) -> None:
    field, board = draft.edition.field, draft.player.board
    kind = BONUSES[board.bonus[corner]]
    changed = replace(board, used=board.used | 1 << corner)
    if not draft.rulings.bonus_stays:
        kinds = board.kind
        for cell in field.corners[corner].cells:
            kinds = with_byte(kinds, cell, VACANT)
        changed = replace(changed, kind=kinds)
    draft.set_player(board=changed)
    at = f"{draft.where} {field.corners[corner].name}"
    draft.say("bonus", "GIRL-CON-6", at, bonus=kind)
    if kind == "double":
        draft.reward(count, Source.DOUBLE, "GIRL-BON-1", where)
    elif kind == "lights":
        draft.gain_light(ONE_EACH, "GIRL-BON-2")
    elif kind == "actions":
        _gain_actions(draft, at)
    else:
        draft.set_player(villagers=draft.player.villagers + 1)
        draft.say("villager_freed", "GIRL-BON-4", at)


def _gain_actions(draft: Draft, at: str) -> None:
    extra = draft.edition.actions_with_bonus - draft.edition.actions_per_turn
    if draft.rulings.plus2_running_turn and draft.in_own_action_turn():
        draft.set(actions_left=draft.state.actions_left + extra)
        draft.say("actions_now", "GIRL-BON-3", at, count=extra)
        return
    draft.set_player(extra_actions=True)
    draft.say("actions_next", "GIRL-BON-3", at, count=extra)
