"""The pictures of a refereed table: newest readings drawn for the page, frames kept as evidence."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable

from companion.apps.live_reader import LiveReader
from companion.display.model import Picture, Text
from companion.keeping.evidence import EvidenceFolder
from companion.live.ports import TableObservation
from companion.session.ports import Seen
from vision.pictures import encode_jpeg
from vision.places.annotate import draw_table

PICTURES_KEPT = 6
PAGE_QUALITY = 80
EVIDENCE_QUALITY = 90
_NO_WORDS = Text("", "")


class LivePictures:
    """Draws and keeps pictures; finding one by its name is safe from any thread."""

    def __init__(self, reader: Callable[[], LiveReader | None], evidence: EvidenceFolder) -> None:
        self._reader, self._evidence = reader, evidence
        self._lock = threading.Lock()
        self._drawn: OrderedDict[str, bytes] = OrderedDict()

    def draw(self, seen: Seen) -> Picture:
        """Draw what was read over the frame; green is read, amber in doubt, red out of sight."""
        reader, observation = self._reader(), seen.observation
        boards = observation.boards if isinstance(observation, TableObservation) else ()
        if reader is None or len(reader.boards) != len(boards):
            image = seen.frame.image_bgr
        else:
            described = [board.places for board in reader.boards]
            found = [each.found for each in reader.table.readers]
            image = draw_table(seen.frame, described, found, boards)
        jpeg = encode_jpeg(image, PAGE_QUALITY)
        name = hashlib.sha256(jpeg).hexdigest()[:24]
        with self._lock:
            self._drawn[name] = jpeg
            while len(self._drawn) > PICTURES_KEPT:
                self._drawn.popitem(last=False)
        height, width = image.shape[:2]
        whole = (0, 0, *seen.frame.size_wh)
        return Picture(f"/api/picture/{name}.jpg", (width, height), whole, _NO_WORDS)

    def keep(self, seen: Seen) -> str:
        """Keep a frame as evidence and return its hash."""
        return self._evidence.keep(encode_jpeg(seen.frame.image_bgr, EVIDENCE_QUALITY))

    def find(self, name: str) -> bytes | None:
        """A drawn picture or kept evidence by its name."""
        with self._lock:
            drawn = self._drawn.get(name)
        return drawn if drawn is not None else self._evidence.read(name)
