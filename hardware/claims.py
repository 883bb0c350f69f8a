"""One owner of each device: a name that one program at a time can hold on this computer."""

from __future__ import annotations

import errno
import socket

from companion.errors import CameraError
from companion.flow import Sentence
from hardware.ports import CameraState

SCOPE = "tabletop-companion"

# Devices that this very process could not let go of.
_hanging: set[str] = set()


class Claim:
    """A device held by this process, until released or until the process is gone.

    The name stands in the system's table of abstract sockets, which forgets it with the process
    however that ends: unlike a file, a claim never outlives a crash.
    """

    def __init__(self, address: str, holder: socket.socket) -> None:
        self._address, self._holder = address, holder

    def hangs(self) -> None:
        """Note that the device did not answer when it had to be let go.

        Until it does and is released, whoever claims it is told that.
        """
        _hanging.add(self._address)
        if self._holder.fileno() < 0:  # it answered just now
            _hanging.discard(self._address)

    def release(self) -> None:
        """Let another one have it; releasing twice is fine."""
        self._holder.close()
        _hanging.discard(self._address)


def claim_device(name: str, scope: str = SCOPE) -> Claim:
    """Hold the camera `name`.

    Raises CameraError: `busy` when another one holds it, `hangs` when this process does and can't
    let go of it.
    """
    address = f"\0{scope} camera {name}"
    holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        holder.bind(address)
    except OSError as error:
        holder.close()
        if error.errno != errno.EADDRINUSE:
            sentence = Sentence(
                "camera_unclaimed",
                "The camera {camera} can't be reserved ({why}).",
                camera=name,
                why=error.strerror or "",
            )
            raise CameraError(CameraState.BUSY.value, sentence) from error
        if address in _hanging:
            raise camera_hangs(name) from error
        sentence = Sentence(
            "camera_claimed",
            "The camera {camera} is used by another companion on this computer; stop that one "
            "first.",
            camera=name,
        )
        raise CameraError(CameraState.BUSY.value, sentence) from error
    return Claim(address, holder)


def camera_hangs(name: str) -> CameraError:
    """The error of a camera whose driver does not come back: only another process can help."""
    return CameraError(
        CameraState.HANGS.value,
        Sentence(
            "camera_hangs",
            "The camera {camera} hangs: its driver does not answer any more, and only a new start "
            "of the companion helps. A service starts itself; otherwise press Ctrl-C and start it "
            "again. If it hangs at once, unplug the power for ten seconds.",
            camera=name,
        ),
    )
