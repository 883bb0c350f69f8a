"""Keep what the process holds small: the C library's allocator told how to go about memory."""

from __future__ import annotations

import contextlib
import ctypes

# glibc's numbers, see mallopt(3).
_M_ARENA_MAX = -8
_M_MMAP_THRESHOLD = -3
_M_TRIM_THRESHOLD = -1
_LARGE_BYTES = 1 << 20  # less is used again at once, see docs/speed.md
_LARGEST_BYTES = 32 << 20  # the most that glibc takes as the threshold


def keep_memory_small() -> None:
    """Have freed memory given back; to be called before threads are started.

    The C library gives each thread a heap of its own, and what one thread has freed helps no
    other: with half a hundred threads for streams, of which one works at a time, that costs
    30 MB.  And it learns to keep what a freed picture took, in a heap that later small things
    tear to pieces: 100 MB.  So there is one heap, and a picture's memory goes back to the system.
    Elsewhere than on glibc nothing happens.
    """
    _tell_allocator(large_bytes=_LARGE_BYTES, kept_bytes=4 * _LARGE_BYTES)


def keep_freed_memory() -> None:
    """Have freed memory kept for what comes next: to measure what giving it back costs."""
    _tell_allocator(large_bytes=_LARGEST_BYTES, kept_bytes=1 << 30)


def _tell_allocator(large_bytes: int, kept_bytes: int) -> None:
    """What is as large as `large_bytes` goes back at once, of the rest all but `kept_bytes`."""
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, large_bytes)
        library.mallopt(_M_TRIM_THRESHOLD, kept_bytes)
