"""Mends a JSON text: closes one that breaks off, takes out loose commas."""

from __future__ import annotations

import re

# a whole text, so that no comma inside it counts, or a comma before a closing bracket
_LOOSE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|,(?=\s*+[\]}])', re.DOTALL)
_CLOSER = {"{": "}", "[": "]"}


def mend(text: str) -> str:
    """The text cut after its last complete element, with the open brackets closed.

    The result is JSON whenever everything before the break was; otherwise it is not.
    """
    stack: list[str] = []
    cut, open_then = 0, ""
    in_string = escaped = False
    for place, letter in enumerate(text):
        if in_string:
            in_string = escaped or letter != '"'
            escaped = not escaped and letter == "\\"
            if not in_string and stack and stack[-1] == "]":  # a whole element of a list
                cut, open_then = place + 1, "".join(reversed(stack))
        elif letter == '"':
            in_string = True
        elif letter in _CLOSER:
            stack.append(_CLOSER[letter])
            if letter == "[":
                cut, open_then = place + 1, "".join(reversed(stack))
        elif letter in "}]":
            if not stack or stack.pop() != letter:
                break
            cut, open_then = place + 1, "".join(reversed(stack))
        elif letter == ",":
            cut, open_then = place, "".join(reversed(stack))
    return text[:cut] + open_then


def without_loose_commas(text: str) -> str:
    """The text with a blank for every comma that stands directly before `]` or `}`."""
    return _LOOSE.sub(lambda found: " " if found[0] == "," else found[0], text)
