"""The drawings that the page asks for, under names that nobody can guess."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict

import msgspec

from companion.display.scenes import SceneFile

KEPT_BYTES = 16_000_000
_NAME_LETTERS = 32


class SceneGallery:
    """Keeps the newest drawings; safe to call from any thread.

    Names are keyed digests of the contents: the same drawing has the same name, so that a phone
    draws it once, and nobody finds a hand by trying what it might hold.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def keep(self, scene: SceneFile) -> str:
        """Keep a drawing; gives its name."""
        body = msgspec.json.encode(scene)
        name = hmac.new(self._key, body, hashlib.sha256).hexdigest()[:_NAME_LETTERS]
        with self._lock:
            if name not in self._kept:
                self._kept[name] = body
                self._bytes += len(body)
            self._kept.move_to_end(name)
            while self._bytes > KEPT_BYTES and len(self._kept) > 1:
                self._bytes -= len(self._kept.popitem(last=False)[1])
        return name

    def find(self, name: str) -> bytes | None:
        """The JSON of a drawing, None when it is not kept any more."""
        with self._lock:
            return self._kept.get(name)
