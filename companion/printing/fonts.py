"""Fonts for printed sheets: Helvetica for Latin text, and one that has Traditional Chinese.

A TrueType font of the machine is embedded when there is one, so that the sheet looks the same
everywhere.  Otherwise the sheet names the standard font MSung-Light and leaves the glyphs to
the viewer.
"""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import CIDEncoding, UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

LATIN = "Helvetica"
LATIN_BOLD = "Helvetica-Bold"
CAPITAL_HEIGHT = 0.72  # of a font's size, in Helvetica

_EMBEDDED = "companion-chinese"
_STANDARD = "MSung-Light"
# Collections with TrueType outlines that Debian packages; the first that is there is taken.
_FONT_FILES = (
    Path("/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc"),
    Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"),
    Path("/usr/share/fonts/truetype/arphic/uming.ttc"),
)


def font_for(words: str, bold: bool = False) -> str:
    """The font that has every character of `words`."""
    if all(ord(char) < 0x250 for char in words):
        return LATIN_BOLD if bold else LATIN
    return chinese_font()


def chinese_font(files: tuple[Path, ...] = _FONT_FILES) -> str:
    """The name of a font with Traditional Chinese, registered and ready for `setFont`."""
    registered = pdfmetrics.getRegisteredFontNames()
    for path in files:
        name = f"{_EMBEDDED}-{path.stem}"
        if name in registered:
            return name
        try:
            pdfmetrics.registerFont(TTFont(name, str(path), subfontIndex=0))
        except (OSError, TTFError):
            continue
        return name
    if _STANDARD not in registered:
        pdfmetrics.registerFont(_standard_font())
    return _STANDARD


def _standard_font() -> UnicodeCIDFont:
    """MSung-Light with the character map of its own collection.

    reportlab gives this font the map of the simplified collection, which viewers refuse.
    """
    font = UnicodeCIDFont(_STANDARD)
    font.encodingName = "UniCNS-UCS2-H"
    font.encoding = CIDEncoding(font.encodingName)
    return font
