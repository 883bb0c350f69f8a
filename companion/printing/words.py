"""What the sheets of every game say, in English and Traditional Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

LANGUAGES = ("en", "zh-Hant")

_ENGLISH = {
    "notes": "Read this first",
    "boards": "boards",
    "pieces": "pieces",
    "two_sided": "two-sided pieces",
    "stands": "stand-ups",
    "strips": "marker strips",
    "front": "front",
    "back": "back",
    "page": "page {page} of {pages}",
    "scale": "Print at 100 %.",
    "glue": "glue {tile} here",
    "fold": "fold",
    "how.scale": (
        'Print every sheet at 100 % ("actual size"), never "fit to page". Then the rule at the'
        " bottom of each page is exactly 100 mm long; measure it before you cut."
    ),
    "how.file": "{file}: {pages} pages.",
    "how.file_of_one": "{file}: 1 page.",
    "how.tiles": (
        "A board that is larger than the paper comes on several pages. Cut off the left and top"
        " edge of each page along the dashed line, and lay it on the grey line of its neighbour's"
        " strip. The small map in the corner shows which part of the board a page is. Glue the"
        " finished board onto cardboard."
    ),
    "how.two_sided": (
        "Two-sided pieces: print both sides, flipped on the long edge. Hold the sheet against the"
        " light: the crosses of front and back have to meet. Or print one side each, and glue"
        " the two sheets back to back by the crosses."
    ),
    "how.cut": "Cut along dashed lines. Pieces look best on card of the thickness named here.",
    "how.thickness": "{family}: {thickness} mm thick.",
    "how.stands": (
        "Stand-ups: cut out, fold on the dash-dotted lines so that the pictures look outwards,"
        " glue the two pictures back to back and the feet onto a small base."
    ),
    "how.markers": (
        "The black-and-white squares are for the camera. Keep them flat, clean and uncovered, and"
        " never use two boards with the same squares at one table."
    ),
    "how.strips": (
        "{file} is only for a bought copy, whose boards have no such squares: stick the two strips"
        " of a board flat beside it, along opposite sides, where nothing covers them. With the"
        " boards printed here they are not needed."
    ),
}
_CHINESE = {
    "notes": "請先閱讀",
    "boards": "圖板",
    "pieces": "配件",
    "two_sided": "雙面配件",
    "stands": "立牌",
    "strips": "標記條",
    "front": "正面",
    "back": "背面",
    "page": "第 {page} / {pages} 頁",
    "scale": "以 100 % 列印。",
    "glue": "此處黏貼 {tile}",
    "fold": "摺線",
    "how.scale": (
        "每一頁都請以 100 %（實際大小）列印，勿選「符合頁面」。"
        "每頁下方的尺應剛好長 100 毫米，裁切前請先量一量。"
    ),
    "how.file": "{file}：{pages} 頁。",
    "how.file_of_one": "{file}：1 頁。",
    "how.tiles": (
        "比紙張大的圖板分成數頁。沿虛線裁掉每頁的左邊與上邊，對齊相鄰頁黏貼條上的灰線貼上。"
        "角落的小圖標示該頁是圖板的哪一部分。完成後貼在厚紙板上。"
    ),
    "how.two_sided": (
        "雙面配件：雙面列印，沿長邊翻轉。對著光看，正反兩面的十字應重合。也可以各印一面，再依十字背對背黏合。"
    ),
    "how.cut": "沿虛線裁切。建議貼在以下厚度的紙板上。",
    "how.thickness": "{family}：厚 {thickness} 毫米。",
    "how.stands": "立牌：剪下後沿點虛線摺起，圖案朝外，兩面背對背黏合，底腳黏在小底座上。",
    "how.markers": (
        "黑白方塊供相機辨認。請保持平整、乾淨、不被遮住；同一桌不要使用方塊相同的兩塊圖板。"
    ),
    "how.strips": (
        "{file} 只供盒裝遊戲使用，因為盒裝圖板沒有這些方塊：把每塊圖板的兩條標記"
        "平貼在圖板相對的兩邊，不要被遮住。使用這裡印出的圖板時不需要。"
    ),
}
_JOIN = {"en": ", ", "zh-Hant": "、"}
# What stands between two languages in one line.
BETWEEN_LANGUAGES = " · "
_WORDS = {"en": _ENGLISH, "zh-Hant": _CHINESE}


def sheet_words(key: str, language: str, **values: Any) -> str:
    """A sentence of the sheets in one language."""
    return _WORDS[language][key].format(**values)


def listed(names: Iterable[str], language: str) -> str:
    """Names one after another, as the language lists them."""
    return _JOIN[language].join(names)


def in_each(key: str, languages: Sequence[str], **values: Any) -> str:
    """A short text in every language of the sheets, in one line."""
    said = [sheet_words(key, language, **values) for language in languages]
    return BETWEEN_LANGUAGES.join(dict.fromkeys(said))
