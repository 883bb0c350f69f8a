"""Writes the one canonical text form of a move; `move_read` reads it back equal."""

from __future__ import annotations

from companion.games.girl.hexes import Cell, cell_text
from companion.games.girl.moves import (
    Cast,
    CastToken,
    Claim,
    Cleanup,
    Draw,
    EndTurn,
    Finish,
    Forage,
    Gain,
    Move,
    Offer,
    Pick,
    Place,
    PlayStardust,
    Recall,
    Reveal,
    Scout,
    Stargaze,
    Unplaceable,
)
from companion.games.girl.pieces import COLOURS

ANY = "any"


def write_move(move: Move) -> str:
    """The canonical text of a move."""
    return " ".join(_written(move))


def _written(move: Move) -> list[str]:  # one arm per kind of move
    match move:
        case Draw(seat, tiles):
            return ["draw", seat, *tiles]
        case Place(seat, tile, cell, turns, front, claims):
            return ["place", seat, write_lying(tile, cell, turns, front), *_claimed(claims)]
        case PlayStardust(seat, cell, count, claims):
            return ["stardust", seat, cell_text(cell), f"x{count}", *_claimed(claims)]
        case Unplaceable(seat, tile):
            return ["unplaceable", seat, tile]
        case Cast(tokens):
            return ["cast", *map(write_cast_token, tokens)]
        case Pick(seat, number, light):
            return ["pick", seat, str(number), *(("light", *light) if light else ("keep",))]
        case Scout(seat, path, by_token):
            return ["scout", seat, *(f"{s}:{c}" for s, c in path), *_token(by_token)]
        case Forage(seat, site, pay, by_token):
            return ["forage", seat, site, "pay", *pay, *_token(by_token)]
        case Offer(seat, what, on_card, by_token):
            return ["offer", seat, *(("space", what) if on_card else (what,)), *_token(by_token)]
        case Stargaze(seat, space):
            return ["stargaze", seat, str(space)]
        case Recall(seat, spots, by_token):
            return ["recall", seat, *spots, *_token(by_token)]
        case Gain(seat, by_token):
            return ["gain", seat, "stardust", *_token(by_token)]
        case EndTurn(seat):
            return ["end", seat]
        case Cleanup():
            return ["cleanup"]
        case Reveal(card):
            return ["reveal", card]
        case Finish():
            return ["finish"]


def write_lying(tile: str, cell: Cell, turns: int, front: bool) -> str:
    """A lying tile, as in `place` and in a position."""
    return f"{tile} {cell_text(cell)} r{turns} {'front' if front else 'back'}"


def _token(by_token: bool) -> tuple[str, ...]:
    return ("token",) if by_token else ()


def _claimed(claims: tuple[Claim, ...]) -> list[str]:
    if not claims:
        return []
    return [
        "claim",
        *(cell_text(c.cell) + (f"={c.corner}" if c.corner else "") for c in claims),
    ]


def write_cast_token(token: CastToken) -> str:
    """A cast token, as in `cast` and in a position."""
    if token.at_mm is not None:
        return f"{token.kind}@{_mm(token.at_mm[0])},{_mm(token.at_mm[1])}"
    place = ANY if token.colours == COLOURS else "/".join(token.colours)
    return f"{token.kind}@{place}"


def _mm(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
