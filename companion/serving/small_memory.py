"""Keep what the process holds small: the C library's allocator told how to go about memory."""

from __future__ import annotations

import contextlib
import ctypes

# glibc's numbers, see mallopt(3).
_M_ARENA_MAX = -8
_M_MMAP_THRESHOLD = -3
_M_TRIM_THRESHOLD = -1
_LARGE_BYTES = 1 << 20  # less is used again at once, see docs/speed.md


def keep_memory_small() -> None:
    """Have freed memory given back; to be called before threads are started.

    The C library gives each thread a heap of its own, and what one thread has freed helps no
    other: with half a hundred threads for streams, of which one works at a time, that costs
    30 MB.  And it learns to keep what a freed picture took, in a heap that later small things
    tear to pieces: 100 MB.  So there is one heap, and a picture's memory goes back to the system.
    Elsewhere than on glibc nothing happens.
    """
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        library.mallopt(_M_TRIM_THRESHOLD, 4 * _LARGE_BYTES)
