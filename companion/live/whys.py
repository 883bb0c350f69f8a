"""Why a place can't be told, with pieces called as people call them."""

from __future__ import annotations

import re

from companion.display.text import Text
from companion.flow import Sentence
from companion.live.expected import TableArt
from companion.live.words import say
from companion.play.words import joined, plain
from companion.session.reader_words import in_both

# A reader's words for a piece: its name, how it is turned, how many there are.
_PIECE = re.compile(r"(?P<name>.*?)(?: turned (?P<turn>\d+°))?(?P<count> x\d+)?")


def why_words(art: TableArt, why: str) -> Text:
    """What a reader says of a place, in both languages."""
    if not isinstance(why, Sentence) or why.key != "place_other":
        return in_both(why)
    pieces = str(why.values["other"]).split(" + ")
    return say("may_also_be", other=joined((_piece(art, each) for each in pieces), (" + ",) * 2))


def _piece(art: TableArt, words: str) -> Text:
    if words == "empty":
        return say("empty")
    found = _PIECE.fullmatch(words)
    assert found is not None, "every part of the pattern may be empty"
    name = _names(art).get(found["name"], plain(found["name"]))
    more = f" {found['turn']}" if found["turn"] else ""
    return joined((name, plain(more + (found["count"] or ""))), ("", ""))


def _names(art: TableArt) -> dict[str, Text]:
    """What people call the pieces, by what readers call them."""
    return {
        kind if kind.startswith(family) else f"{family} {kind}": said
        for (family, kind), said in art.said_kinds.items()
    }
