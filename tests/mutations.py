"""Files changed byte by byte at random: always the same for a seed."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# What stands in for a value, a word or a number of a text.
_STRANGE = (
    b"-1", b"0", b"1e999", b"NaN", b"9" * 40, b"0.1", b'""', b"null", b"[]", b"{}", b"true",
    b'"\\ud800"', b"\xff\xfe", b"\x00", "\u202e漢".encode(), b"[" * 3000, b"2147483648",
)  # fmt: skip
_VALUE = re.compile(rb'"[^"]*"|-?\d+(?:\.\d+)?|\w+')


def mutated(good: bytes, seed: int) -> bytes:
    """`good` with one to eight changes: bytes, blocks, and whole values of a text."""
    chance = random.Random(seed)
    data = bytearray(good)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        data = _changed(data, chance) or bytearray(b"x")
    return bytes(data)


def _changed(data: bytearray, chance: random.Random) -> bytearray:
    at = chance.randrange(len(data))
    length = min(chance.choice((1, 1, 2, 4, 16, 200)), len(data) - at)
    match chance.randrange(8):
        case 0:
            data[at] = chance.randrange(256)
        case 1:
            data[at] ^= 1 << chance.randrange(8)
        case 2:
            del data[at : at + length]
        case 3:
            data[at:at] = chance.randbytes(length)
        case 4:
            data[at:at] = data[at : at + length]
        case 5:
            del data[at:]
        case 6 | 7:
            values = list(_VALUE.finditer(data))
            if values:
                value = chance.choice(values)
                other = chance.choice(values).group() if chance.random() < 0.5 else b""
                data[value.start() : value.end()] = other or chance.choice(_STRANGE)
    return data


class TooSlow(BaseException):
    """Something took longer than it may; nothing that catches errors may catch it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail when what is done inside takes longer; only in the main thread."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"it took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
