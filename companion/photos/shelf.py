"""Pictures that phones sent, kept for a while."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from companion.display.model import Picture
from companion.display.text import Text
from companion.photos.jobs import SentPicture

KEPT_BYTES = 12_000_000
_NAME_LETTERS = 32


class PhotoShelf:
    """The newest pictures that were sent, by names that nobody guesses; safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def keep(self, jpeg: bytes) -> str:
        """Keep a picture; gives its path."""
        name = hashlib.sha256(jpeg).hexdigest()[:_NAME_LETTERS]
        with self._lock:
            if name not in self._kept:
                self._kept[name] = jpeg
                self._bytes += len(jpeg)
            self._kept.move_to_end(name)
            while self._bytes > KEPT_BYTES and len(self._kept) > 1:
                self._bytes -= len(self._kept.popitem(last=False)[1])
        return f"/api/picture/{name}.jpg"

    def drawn(self, drawn: SentPicture, photo: SentPicture, alt: Text) -> Picture:
        """Keep what was drawn over a photograph, for the page."""
        return Picture(self.keep(drawn.jpeg), drawn.size_wh, (0, 0, *photo.size_wh), alt)

    def find(self, name: str) -> bytes | None:
        """The picture of that name, None when it is not kept any more."""
        with self._lock:
            return self._kept.get(name)
