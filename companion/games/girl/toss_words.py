"""A judged toss in plain sentences, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board import LIGHT_COLOURS
from companion.flow import LENS_ESTIMATED
from companion.games.girl.casting import DOUBLE, LIGHTS_OF_DOUBLE
from companion.games.girl.toss import Toss, TossToken
from companion.games.girl.wood_ash import HUB


def headline(toss: Toss) -> str:
    """One line on the whole toss."""
    count = len(toss.tokens)
    tokens = "1 token" if count == 1 else f"{count} tokens"
    if toss.status == "blocked":
        return "No verdict"
    if toss.status == "read":
        return f"{tokens} read"
    doubtful = sum(not token.certain for token in toss.tokens)
    return f"{tokens}, {doubtful} in doubt" if doubtful else f"{tokens}, but look again"


def toss_sentences(toss: Toss) -> Iterator[str]:
    """The whole toss, a line for each thing to know."""
    yield f"{headline(toss)}."
    if toss.registration is not None:
        found = toss.registration
        yield (
            f"Board found by {found.markers} markers, residual {found.rms_px:.2f} px, "
            f"\u00b1{found.sigma_mm:.2f} mm at the dish."
        )
        if toss.lens == "estimated":
            yield LENS_ESTIMATED
    yield from toss.problems
    for number, token in enumerate(toss.tokens, 1):
        yield f"{number:2}. {token_sentence(token)}"


def gives(token: TossToken) -> str:
    """The Light that a token gives; an x2 gives two, the same or different (GIRL-TOK-1, 2)."""
    if not token.light:
        return "none"
    colours = "any colour" if token.light == LIGHT_COLOURS else " or ".join(token.light)
    if token.kind != DOUBLE:
        return colours
    if len(token.light) == 1:
        return f"{LIGHTS_OF_DOUBLE} {colours}"
    return f"{LIGHTS_OF_DOUBLE}, each {colours}"


def _named(area: str) -> str:
    return "the hub" if area == HUB else area


def token_sentence(token: TossToken) -> str:
    """What one token is, where it lies, what it touches and gives, and the clauses that say so."""
    x, y = token.centre_mm
    parts = [f"{token.kind or 'unknown kind'} at ({x:.1f}, {y:.1f}) mm \u00b1{token.sigma_mm:.2f}"]
    if token.level:
        parts.append("on another token")
    if token.outside:
        settled_x, settled_y = token.settled_mm
        parts.append(f"slid inside to ({settled_x:.1f}, {settled_y:.1f}) mm")
    if token.touches:
        reached = (f"{t.depth_mm:.1f} mm into {_named(t.area)}" for t in token.touches)
        parts.append("reaches " + " and ".join(reached))
    parts.append(f"Light: {gives(token)} ({', '.join(token.clauses)})")
    parts += [
        f"too close to call: {call.area}, {call.gap_mm:.2f} mm "
        f"{'inside' if call.touching else 'short of it'}"
        for call in token.close_calls
    ]
    if token.why_unsure:
        parts.append(f"kind in doubt: {token.why_unsure}")
    return "; ".join(parts) + "."
