"""The pictures of a session: the newest drawn ones for the page, kept ones as evidence."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.display.model import Picture, Text
from companion.flow import Frame
from companion.keeping.evidence import EvidenceFolder
from companion.session.live import LiveToken
from companion.session.ports import Seen

# Enough for a phone that is a few versions behind; older ones answer 404.
PICTURES_KEPT = 12
_NO_WORDS = Text("", "")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn picture: JPEG, its width and height, the window of the frame that it shows."""

    jpeg: bytes
    size_wh: tuple[int, int]
    window_xywh: tuple[int, int, int, int]


Draw = Callable[[Seen, Sequence[LiveToken] | None], Drawn]


class Gallery:
    """Draws readings, serves them by name, keeps evidence; reading is safe from any thread.

    `draw` draws tokens (None: nothing is settled); `encode` gives a frame as a JPEG.
    """

    def __init__(
        self, draw: Draw, encode: Callable[[Frame], bytes], evidence: EvidenceFolder
    ) -> None:
        self._draw, self._encode, self._evidence = draw, encode, evidence
        self._lock = threading.Lock()
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def draw(self, seen: Seen, tokens: Sequence[LiveToken] | None) -> Picture:
        """Draw a reading and keep it for the page."""
        drawn = self._draw(seen, tokens)
        name = hashlib.sha256(drawn.jpeg).hexdigest()[:24]
        with self._lock:
            self._pictures[name] = drawn.jpeg
            while len(self._pictures) > PICTURES_KEPT:
                self._pictures.popitem(last=False)
        return Picture(f"/api/picture/{name}.jpg", drawn.size_wh, drawn.window_xywh, _NO_WORDS)

    def keep(self, seen: Seen) -> str:
        """Keep a frame as evidence and return its hash."""
        return self._evidence.keep(self._encode(seen.frame))

    def picture(self, name: str) -> bytes | None:
        """Find a drawn picture or kept evidence by its name."""
        with self._lock:
            drawn = self._pictures.get(name)
        return drawn if drawn is not None else self._evidence.read(name)
