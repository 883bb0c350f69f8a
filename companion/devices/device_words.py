"""What devices say, in Chinese as well: keys of Sentences and their words."""

from __future__ import annotations

from companion.display.text import Text
from companion.flow import Sentence

CAMERA_STARTS = Sentence("camera_starts", "The camera is starting.")
TABLE_DRAWN = Sentence(
    "table_drawn", "The simulated table is being drawn for the first time, which takes a while."
)
CAMERA_ELSEWHERE = Sentence(
    "camera_elsewhere", "The camera is busy with something else; ask again."
)
CAMERA_BROKEN = Sentence(
    "camera_broken",
    "Something went wrong inside the camera's software; the log says more. It is tried again by "
    "itself.",
)
UNREADABLE = Sentence("unreadable", "The newest picture could not be read; the log says more.")

DEVICES: dict[str, str] = {
    "both": "{first}{second}",
    "camera_starts": "相機正在啟動。",
    "table_drawn": "正在畫出模擬桌面，第一次需要一點時間。",
    "camera_elsewhere": "相機正忙著別的事；請再試一次。",
    "camera_broken": "相機軟體內部出錯；詳情見紀錄檔。系統會自行再試。",
    "unreadable": "最新的影像無法判讀；詳情見紀錄檔。",
    # any camera
    "camera_unclaimed": "無法保留相機 {camera}（{why}）。",
    "camera_claimed": "相機 {camera} 正由這台電腦上的另一個裁判程式使用；請先停止那一個。",
    "camera_hangs": "相機 {camera} 卡住了：驅動程式不再回應，只有重新啟動裁判程式才有用。"
    "以服務執行時會自行重啟；否則請按 Ctrl-C 再啟動。如果馬上又卡住，請拔掉電源十秒。",
    "camera_closed": "相機 {camera} 已關閉。",
    "camera_no_newer": "相機 {camera} 在 {wait_s} 秒內沒有更新的影像；請再試一次。",
    "not_kept": "相機無法固定{names}；判讀可能會搖擺。",
    # a Raspberry Pi's
    "pi_not_installed": "沒有安裝 Raspberry Pi 的相機軟體：請執行 "
    "'sudo apt install python3-picamera2'，並用 --system-site-packages 建立環境。",
    "pi_software": "無法載入 Raspberry Pi 的相機軟體（{why}）；numpy 可能比它所支援的版本新："
    "請再執行一次 'sudo make install' 安裝相符的版本，再重新啟動裁判程式。",
    "pi_none": "找不到 Raspberry Pi 相機；系統會自行再找。如果一直找不到，請關閉 Raspberry Pi 的"
    "電源，檢查排線兩端，再打開電源。",
    "pi_busy": "Raspberry Pi 相機正由另一個程式使用；請先關閉那個程式。",
    "pi_no_number": "沒有第 {number} 號相機；這台 Raspberry Pi 有 {count} 台。",
    "pi_stopped": "相機 {camera} 已 {wait_s} 秒沒有新影像；請檢查排線。系統會自行再試。",
    "pi_broken": "相機 {camera} 無法運作（{why}）；請檢查排線。系統會自行再試。",
    "pi_not_grey": "相機 {camera} 給的是 {got}，不是灰階影像。",
    "pi_other_mode": "相機 {camera} 給的是 {got}，不是 {asked}；請選它提供的尺寸。",
    "pi_no_time": "相機 {camera} 的影像沒有時間；請更新 picamera2。",
    "pi_other_shape": "相機 {camera} 的影像是 {got}，不是 {asked}；請更新 picamera2。",
    "focus_too_near": "這台相機無法對焦在 {asked_m} 公尺；最近是 {nearest_m} 公尺。",
    "no_focus": "相機找不到焦點；請把桌面照亮，或指定距離，例如 pi:0,focus=0.6。",
    # a USB camera
    "usb_starting": "相機 {camera} 還在啟動；請稍候。",
    "usb_silent": "相機 {camera} 已 {wait_s} 秒沒有新影像；請檢查連接線，或拔掉再插上。",
    "usb_mute": "相機 {camera} 沒有影像；請檢查連接線。",
    "usb_absent": "相機 {camera} 不在；請插上，或在設定中指定另一台。",
    "usb_shut": "無法開啟相機 {camera}；可能有別的程式在用，或這個使用者沒有權限。",
    "usb_stopped": "相機 {camera} 停止傳送影像；請檢查連接線。",
    "usb_broken": "相機 {camera} 無法運作；請檢查連接線。系統會自行再試；詳情見紀錄檔。",
    "usb_unfit": "相機 {camera} 傳來 {got} 的影像，但它說是 {asked} 彩色；請在設定中選別的尺寸。",
    # a folder of pictures
    "folder_no_newer": "{folder} 在 {wait_s} 秒內沒有更新的圖片。",
    "folder_ended": "{folder} 的圖片都播完了；請重新開始再看一次。",
    "folder_missing": "沒有資料夾 {folder} 可以讀圖片。",
    "folder_shut": "無法查看資料夾 {folder}：{why}。",
    "folder_empty": "資料夾 {folder} 裡沒有圖片；請放入 JPEG 或 PNG 檔。",
    "picture_shut": "無法讀取圖片 {picture}：{why}。",
    "no_picture": "檔案 {picture} 不是圖片；請拿走或換掉。",
    "picture_large": "圖片 {picture} 的一邊超過 {side_px} 像素。",
    # the disk
    "disk_full": "磁碟已滿，請騰出空間",
    "file_read_only": "檔案是唯讀的，請改為可寫入",
    "disk_broken": "{said}，請檢查磁碟",
    "journal_unwritten": "無法寫入紀錄 {path}：{why}；什麼都沒有登錄。",
    # pins
    "no_pins": "這台電腦沒有可用的接腳，所以實體按鈕和燈沒有作用；頁面上的按鈕可以用。"
    "在 Raspberry Pi 上請執行 'sudo apt install python3-gpiozero python3-lgpio'。",
    "table_missing": "{path} 不存在；請指定圖板的 table.toml",
    "pin_add_on": "擴充板用它說明自己是什麼",
    "pin_console": "它是序列主控台",
    "pin_none": "沒有給「{owner}」的接腳 {pin}；BCM 編號最大到 {last}",
    "pin_reserved": "接腳 {pin} 不能給「{owner}」用：{why}；請改用別的",
    "pin_twice": "接腳 {pin} 同時給了「{first}」和「{owner}」；請把其中一個改用別的",
    "pins_unread": "--pins 無法理解 {part}；請寫 auto、none、mock，或以 BCM 編號寫成 {example}",
    "pins_wrong": "--pins {text}：{wrong}",
    "button_pin": "按鈕「{button}」的接腳 {pin} 不能用（{why}）；"
    "請讓出它，或在設定中改用別的接腳。",
    "buzzer_pin": "蜂鳴器的接腳 {pin} 不能用（{why}）；請讓出它，或在設定中改用別的接腳。",
    "lamp_pins": "燈的接腳 {pins} 不能用（{why}）；請讓出它們，或在設定中改用別的接腳。",
}

NAMES = {"exposure": "曝光", "brightness": "亮度", "white balance": "白平衡", "focus": "對焦"}


def in_both(sentence: str) -> Text:
    """What a device says, in both languages; any other sentence stays as it is in both."""
    return Text(str(sentence), _in_chinese(sentence))


def _in_chinese(said: str | tuple[str, ...]) -> str:
    if isinstance(said, tuple):
        return "、".join(map(_in_chinese, said))
    if isinstance(said, Sentence) and said.key in DEVICES:
        return said.said(DEVICES[said.key], _in_chinese)
    return NAMES.get(said, str(said))
