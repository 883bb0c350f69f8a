"""Keep what the process holds small: the C library's allocator told that threads may share."""

from __future__ import annotations

import contextlib
import ctypes

# glibc's number for the greatest count of arenas.
_M_ARENA_MAX = -8


def share_one_heap() -> None:
    """Have all threads share one heap; to be called before threads are started.

    The C library gives each thread a heap of its own, and what one thread has freed helps no
    other.  With half a hundred threads for streams, of which one works at a time, that costs
    30 MB.  Elsewhere than on glibc nothing happens.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
