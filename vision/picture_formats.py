"""What kind of file the first bytes say it is, for kinds that can't be read as pictures here."""

from __future__ import annotations

from companion.flow import Sentence

# Opened as pictures; others that a library might know are refused, each is a way in for harm.
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "PPM", "TIFF")
FIRST_BYTES = 32

_HEIC = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"heif"))
_AVIF = frozenset((b"avif", b"avis"))
_RAW = frozenset((b"crx ",))
_JXL = (b"\xff\x0a", b"\0\0\0\x0cJXL \r\n\x87\n")


def unreadable(first: bytes, name: str) -> Sentence | None:
    """Why a file that begins so can't be read as a picture, None when it may be one."""
    brand = first[8:12] if first[4:8] == b"ftyp" else b""
    if brand in _HEIC:
        return Sentence(
            "picture_heic",
            "{name} is a HEIC picture, which can't be read here; save it as JPEG "
            "(iPhone: Settings, Camera, Formats, Most Compatible; Samsung: camera settings, "
            "Advanced picture options, High efficiency pictures off).",
            name=name,
        )
    kind = _other_kind(first, brand)
    if kind:
        return Sentence(
            "picture_kind",
            "{name} is {kind}, which can't be read here; send a JPEG or PNG picture (in the "
            "camera's settings choose JPEG as the format).",
            name=name,
            kind=kind,
        )
    return None


def _other_kind(first: bytes, brand: bytes) -> str:
    if brand in _AVIF:
        return "an AVIF picture"
    if first.startswith(_JXL):
        return "a JPEG XL picture"
    if brand in _RAW:
        return "a raw picture"
    if brand or (first.startswith((b"\x1aE\xdf\xa3", b"RIFF")) and first[8:12] != b"WEBP"):
        return "a film"
    if first.startswith(b"GIF8"):
        return "a GIF picture"
    return ""
