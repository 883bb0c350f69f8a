"""Stands in for Raspberry Pi's pykms, which picamera2 imports though it shows no preview here."""


class _Names(type):
    """Whatever pixel format is asked for is its own name; without a screen no more is needed."""

    def __getattr__(cls, name: str) -> str:
        if name.startswith("_"):
            raise AttributeError(name)
        return name


class PixelFormat(metaclass=_Names):
    """The pixel formats of a screen."""
