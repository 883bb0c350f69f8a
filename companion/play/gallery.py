"""The drawings that the page asks for, under names that nobody can guess."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from companion.display.scenes import SceneFile, scene_part
from companion.drawing import Shape

# Half a dozen moments of the largest game, for phones that fetch slowly.
KEPT_BYTES = 8_000_000
_NAME_LETTERS = 32


class SceneGallery:
    """Keeps the newest drawings and their parts; safe to call from any thread.

    Names are keyed digests of the contents: the same drawing has the same name, so that a phone
    fetches it once, and nobody finds a hand by trying what it might hold.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._parts: dict[Sequence[Shape], str] = {}
        self._shapes: dict[str, Sequence[Shape]] = {}  # the key of each kept part in _parts
        self._bytes = 0

    def keep(self, scene: SceneFile) -> str:
        """Keep a drawing; gives its path."""
        return path_of(self._keep(msgspec.json.encode(scene)))

    def keep_part(self, shapes: Sequence[Shape]) -> str:
        """Keep a part of drawings; gives its path.  A part that is kept is not written again."""
        with self._lock:
            name = self._parts.get(shapes, "")
            if name:
                self._kept.move_to_end(name)
                return path_of(name)
        return path_of(self._keep(msgspec.json.encode(scene_part(shapes)), shapes))

    def find(self, name: str) -> bytes | None:
        """The JSON of a drawing or a part, None when it is not kept any more."""
        with self._lock:
            return self._kept.get(name)

    def _keep(self, body: bytes, shapes: Sequence[Shape] = ()) -> str:
        name = hmac.new(self._key, body, hashlib.sha256).hexdigest()[:_NAME_LETTERS]
        with self._lock:
            if name not in self._kept:
                self._kept[name] = body
                self._bytes += len(body)
            self._kept.move_to_end(name)
            if shapes and name not in self._shapes:
                self._shapes[name] = shapes
                self._parts[shapes] = name
            while self._bytes > KEPT_BYTES and len(self._kept) > 1:
                self._drop_oldest()
        return name

    def _drop_oldest(self) -> None:
        name, body = self._kept.popitem(last=False)
        self._bytes -= len(body)
        shapes = self._shapes.pop(name, None)
        if shapes is not None:
            del self._parts[shapes]


def path_of(name: str) -> str:
    """Where a drawing is served."""
    return f"/api/scene/{name}.json"
