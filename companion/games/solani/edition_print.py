"""Checks the sizes of what is printed, or derives them from the pitch of the board."""

from __future__ import annotations

from companion.games.solani.edition import PrintSizes
from companion.games.solani.edition_doc import PrintDoc
from companion.games.solani.edition_wrong import wrong

# What an edition without sizes looks like, in parts of the pitch of its board.
_ROUND, _REACH, _GAP, _THICK, _CARD, _MARKER = 0.83, 0.45, 0.02, 0.07, (1.5, 2.2), 0.5
_DICTIONARY = "DICT_4X4_50"


def print_sizes(doc: PrintDoc | None, pitch_mm: float) -> PrintSizes:
    """The sizes of an edition; raises Wrong when tiles would not fit beside each other."""
    if doc is None:
        return _derived(pitch_mm)
    if doc.round_mm >= pitch_mm:
        wrong("print.round_mm", f"round tiles {pitch_mm:g} mm apart have to be smaller than that")
    if doc.round_mm / 2 + doc.branch_gap_mm >= pitch_mm / 2:
        wrong("print.branch_gap_mm", "leaves a branch no arms between two round tiles")
    if doc.branch_reach_mm >= pitch_mm / 2:
        wrong("print.branch_reach_mm", "makes branches side by side overlap")
    if doc.branch_reach_mm <= (pitch_mm - doc.round_mm) / 2:
        wrong("print.branch_reach_mm", "is too short for a branch to lie between round tiles")
    return PrintSizes(
        round_mm=doc.round_mm,
        branch_reach_mm=doc.branch_reach_mm,
        branch_gap_mm=doc.branch_gap_mm,
        thickness_mm=doc.thickness_mm,
        card_wh_mm=doc.card_mm,
        marker_mm=doc.marker_mm,
        dictionary=doc.dictionary,
        first_marker=doc.first_marker,
    )


def _derived(pitch_mm: float) -> PrintSizes:
    return PrintSizes(
        round_mm=_ROUND * pitch_mm,
        branch_reach_mm=_REACH * pitch_mm,
        branch_gap_mm=_GAP * pitch_mm,
        thickness_mm=_THICK * pitch_mm,
        card_wh_mm=(_CARD[0] * pitch_mm, _CARD[1] * pitch_mm),
        marker_mm=_MARKER * pitch_mm,
        dictionary=_DICTIONARY,
        first_marker=0,
    )
