"""One owner of each device: a name that one program at a time can hold on this computer."""

from __future__ import annotations

import errno
import socket

from companion.errors import CameraError
from hardware.ports import CameraState

SCOPE = "tabletop-companion"


class Claim:
    """A device held by this process, until released or until the process is gone.

    The name stands in the system's table of abstract sockets, which forgets it with the process
    however that ends: unlike a file, a claim never outlives a crash.
    """

    def __init__(self, holder: socket.socket) -> None:
        self._holder = holder

    def release(self) -> None:
        """Let another one have it; releasing twice is fine."""
        self._holder.close()


def claim_device(name: str, scope: str = SCOPE) -> Claim:
    """Hold the camera `name`; raises CameraError `busy` when it is held already."""
    holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        holder.bind(f"\0{scope} camera {name}")
    except OSError as error:
        holder.close()
        if error.errno == errno.EADDRINUSE:
            sentence = (
                f"The camera {name} is used by another companion on this computer, or did not "
                "answer when it was let go; stop that companion, or start this one again."
            )
        else:
            sentence = f"The camera {name} can't be reserved ({error.strerror})."
        raise CameraError(CameraState.BUSY.value, sentence) from error
    return Claim(holder)
