"""What the reader says of a picture, in Chinese as well: keys of Sentences and their words.

What devices say is in companion/devices/device_words.py; `in_both` knows both.
"""

from __future__ import annotations

from companion.devices import device_words
from companion.display.model import Text
from companion.flow import Sentence
from companion.reading.words import LENS_WORDS, PICTURE_WORDS, PLACE_WORDS, TERMS
from companion.session.words import name
from companion.teaching.words import CHINESE as TEACHING_WORDS

CHINESE: dict[str, str] = {
    **PLACE_WORDS,
    **LENS_WORDS,
    **PICTURE_WORDS,
    **TEACHING_WORDS,
    # tokens
    "under_another": "有另一枚餘燼疊在上面",
    "under_something": "被東西遮住一部分",
    "fits_no_kind": "畫面與任何種類都不夠相符",
    "may_hide_token": "上面的餘燼（{kinds}）下面可能還有另一枚，幾乎看不到；請看看下面。",
    "token_may_hide": "{token} 號餘燼下面可能還有另一枚，幾乎看不到；請看看下面。",
    "other_size": "餘燼看起來直徑約 {seen_mm} 毫米，但 token.diameter_mm 是 {described_mm}；"
    "請修正它，或把 token.kinds 的圖片裁到餘燼邊緣。",
    # light and cover
    "too_dark": "照片太暗，看不清餘燼；請把桌面照亮。",
    "too_blurred": "照片太模糊，看不清餘燼；請對焦，或把相機固定好。",
    "hand_covers": "手或其他東西遮住了夜空圖板的 {share}；請移開。",
    "part_covered": "有不是餘燼的東西遮住夜空圖板的一部分（{parts}）；下面的無法判讀。",
    "lamp_blinds": "燈光在夜空圖板（{parts}）的反光太強，那裡的餘燼可能看不到；請移動燈或相機。",
    "share_covered": "有 {share} 被遮住",
    "lines_covered": "手或其他東西遮住了夜空圖板的線條，無法確認圖板是否在標記所示的位置；請移開。"
    "如果那裡沒有東西，就是有標記被移動或量錯了。",
    "lines_off": "夜空圖板印的線條與描述相差約 {off_mm} 毫米：有標記被移動或量錯了；"
    "companion check-table 會指出位置。",
    # the board
    "all_black": "照片全黑；請檢查鏡頭蓋、燈光和曝光。",
    "all_white": "照片全白；請檢查鏡頭蓋、燈光和曝光。",
    "all_grey": "照片全灰；請檢查鏡頭蓋、燈光和曝光。",
    "markers_too_dark": "照片太暗，看不到標記；請把桌面照亮。",
    "mirrored": "標記左右相反；請關掉相機的鏡像，或重新列印標記。",
    "other_dictionary": "照片中的標記屬於 {theirs}，但圖板描述的 markers.dictionary 是 {own}。",
    "no_marker": "找不到圖板：標記 {all_ids} 一個也沒看到，至少需要 {fewest} 個；"
    "請不要遮住標記，打光均勻，並檢查對焦。",
    "few_markers": "找不到圖板：標記 {all_ids} 之中只看到 {seen_ids}，至少需要 {fewest} 個；"
    "請不要遮住標記，打光均勻，並檢查對焦。",
    "other_board": "找不到圖板：畫面中的標記（{seen_ids}）屬於另一塊圖板，這塊的是 {all_ids}；"
    "請把它放進畫面，或改用畫面中那塊圖板的描述。",
    "no_position": "看到了標記，但沒有任何相機位置能解釋它們；請檢查圖板描述的 corners_mm。",
    "seen_twice": "標記 {ids} 出現兩次：畫面中有兩塊標記相同的圖板；請拿走一塊，或給它自己的標記。",
    "markers_small": "標記只有 {side_px} 像素寬，不足以定位圖板；請拍更大的照片，或靠近一點。",
    "contradiction": "標記互相矛盾（誤差 {rms_px} 像素）：有標記被移動、圖板彎了，"
    "或拍攝時晃動；請重拍一張，若結果相同，請將標記與圖板描述的 corners_mm 核對。",
    "laid_out_otherwise": "標記的位置與圖板描述不同（誤差 {rms_px} 像素）："
    "畫面中是標記相同的另一塊圖板或另一個版本，或 corners_mm 量錯了；請改用畫面中那塊圖板的描述。",
    "marker_moved": "標記 {id} 離圖板描述的 corners_mm 約 {moved_mm} 毫米；請放回原位或重新測量。",
    "too_coarse": "圖板位置只能確定到 {sigma_mm} 毫米；請把相機靠近、拍得更清楚，或露出更多標記。",
}


def in_both(sentence: str) -> Text:
    """A sentence in both languages; one without a key stays English in both."""
    if not isinstance(sentence, Sentence) or sentence.key not in CHINESE:
        return device_words.in_both(sentence)
    return Text(str(sentence), sentence.said(CHINESE[sentence.key], _in_chinese))


def _in_chinese(value: str | tuple[str, ...]) -> str:
    """A value of a sentence; words that are listed may be names of the game."""
    if isinstance(value, tuple):
        return "、".join(name(each).zh if each not in TERMS else TERMS[each] for each in value)
    return in_both(value).zh if isinstance(value, Sentence) else TERMS.get(value, value)
