"""The pictures of a session: the newest drawn ones for the page, kept ones as evidence."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from companion.display.model import Picture, Text
from companion.evidence import EvidenceFolder
from companion.flow import Frame
from companion.session.live import LiveToken
from companion.session.ports import Seen

# Enough for a phone that is a few versions behind; older ones answer 404.
PICTURES_KEPT = 12
_NO_WORDS = Text("", "")

Draw = Callable[[Seen, Sequence[LiveToken] | None], tuple[bytes, tuple[int, int]]]


class Gallery:
    """Draws readings, serves them by name, keeps evidence; reading is safe from any thread.

    `draw` gives a JPEG and its width and height; `encode` gives a frame as a JPEG.
    """

    def __init__(
        self, draw: Draw, encode: Callable[[Frame], bytes], evidence: EvidenceFolder
    ) -> None:
        self._draw, self._encode, self._evidence = draw, encode, evidence
        self._lock = threading.Lock()
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def draw(self, seen: Seen, tokens: Sequence[LiveToken] | None) -> Picture:
        """Draw a reading and keep it for the page."""
        jpeg, size_wh = self._draw(seen, tokens)
        name = hashlib.sha256(jpeg).hexdigest()[:24]
        with self._lock:
            self._pictures[name] = jpeg
            while len(self._pictures) > PICTURES_KEPT:
                self._pictures.popitem(last=False)
        return Picture(f"/api/picture/{name}.jpg", size_wh, _NO_WORDS)

    def keep(self, seen: Seen) -> str:
        """Keep a frame as evidence and return its hash."""
        return self._evidence.keep(self._encode(seen.frame))

    def picture(self, name: str) -> bytes | None:
        """Find a drawn picture or kept evidence by its name."""
        with self._lock:
            drawn = self._pictures.get(name)
        return drawn if drawn is not None else self._evidence.read(name)
