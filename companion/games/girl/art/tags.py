"""The marker squares of a board, by which a camera finds it."""

from __future__ import annotations

from companion.board import Tag
from companion.games.girl.edition_print import TagsDoc


def tags_of(doc: TagsDoc, copy: int = 0) -> tuple[Tag, ...]:
    """The markers of copy number `copy`; every copy has ids of its own."""
    first = doc.first_id + copy * len(doc.corners_mm)
    return tuple(
        _tag(first + number, left, top, doc.side_mm)
        for number, (left, top) in enumerate(doc.corners_mm)
    )


def _tag(tag_id: int, left: float, top: float, side: float) -> Tag:
    right, bottom = left + side, top + side
    return Tag(tag_id, ((left, top), (right, top), (right, bottom), (left, bottom)))
