"""How a simulated table looks: the data of one art beside the board's geometry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.board import Board

Pattern = Literal["plain", "stars", "dots", "stripes", "leaves"]


@dataclass(frozen=True, slots=True)
class BoardLook:
    """Colours (`#rrggbb`) and print of a board; `line` None draws no boundary lines.

    `mottle` and `area_mottle` are relative unevenness; `gloss` is the strength of a lamp's
    reflection, 0 for a matt print; `frame` is a printed line around the board, or None.
    """

    ground: str
    areas: Mapping[str, str]
    hub: str
    line: str | None
    line_mm: float = 1.0
    mottle: float = 0.1
    area_mottle: float = 0.1
    pattern: Pattern = "plain"
    area_pattern: Pattern = "plain"
    bare: str | None = None  # the target where no area covers it; None shows the ground
    frame: str | None = None
    paper: str = "#f2f0ea"
    ink: str = "#16161a"
    gloss: float = 0.15


@dataclass(frozen=True, slots=True)
class TokenLook:
    """Colours and sign of the tokens; `grounds` by kind, `ring` None for no printed ring."""

    grounds: Mapping[str, str]
    sign: str
    wall: str
    family: str
    sign_scale: float = 1.0
    ring: str | None = None
    ring_at: float = 0.9
    ring_width: float = 0.05
    grain: float = 0.08
    wood: bool = False
    gloss: float = 0.2


@dataclass(frozen=True, slots=True)
class Rim:
    """A raised ring around the target, from `inner_mm` to `outer_mm` of the dish's centre."""

    inner_mm: float
    outer_mm: float
    height_mm: float
    colour: str


@dataclass(frozen=True, slots=True)
class Art:
    """One simulated edition: geometry, looks, and how its token pictures were cropped.

    `crop_corner` fills the corners of the token pictures (None: the token's own ground goes
    on), `crop_turn_deg` turns them, as a person's crops from a photograph would be.
    """

    board: Board
    board_look: BoardLook
    token_look: TokenLook
    rim: Rim | None = None
    crop_corner: str | None = None
    crop_turn_deg: float = 0.0

    @property
    def name(self) -> str:
        """The art's name is its board's."""
        return self.board.name
