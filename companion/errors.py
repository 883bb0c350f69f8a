"""Every error the companion raises on purpose.

A `CompanionError` carries one sentence for a person: what is wrong, where, and what to do.
The command line prints it and exits with `exit_status`; the page answers with `http_status`.
"""


class CompanionError(Exception):
    """Root of the companion's own errors."""

    exit_status = 1
    http_status = 500

    @property
    def sentence(self) -> str:
        """What it says; a Sentence stays one, as it does not in `str()`."""
        return self.args[0] if self.args else ""


class InputError(CompanionError):
    """Something a person handed over (file, photo, description, request) can't be used."""

    exit_status = 2
    http_status = 400


class TableFileError(InputError):
    """A board description that does not say what it has to say."""


class PictureError(InputError):
    """A picture file that can't be opened as a picture or is of an unusable size."""


class HaltedError(CompanionError):
    """Something long was told to end before it was done."""


class CameraError(CompanionError):
    """A camera that is absent, busy, stopped or silent; `state` is one of the named states."""

    http_status = 503

    def __init__(self, state: str, sentence: str) -> None:
        super().__init__(sentence)
        self.state = state

    @property
    def past_help(self) -> bool:
        """Whether the camera hangs so that only a new process can have it again."""
        return self.state == "hangs"
