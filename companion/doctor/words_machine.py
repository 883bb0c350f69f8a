"""Words about the computer: disk, memory, heat, power, clock, network, versions."""

from __future__ import annotations

from companion.doctor.words_table import Outcome

_SUPPLY = (
    "Use the Raspberry Pi's own power supply and a short cable; unplug what takes power from USB.",
    "使用樹莓派原廠電源與短線；拔除從 USB 取電的裝置。",
)
_FREE_DISK = (
    "Delete what is not needed, or move the data folder to a larger disk (`data`).",
    "刪除不需要的檔案，或把資料夾（data）移到較大的磁碟。",
)
_FREE_MEMORY = (
    "Close other programs on this computer, or start it again.",
    "關閉這台電腦上的其他程式，或重新開機。",
)
_COOL = (
    "Let air reach the computer: open the case, add a heat sink or a fan.",
    "讓電腦通風：打開外殼，加裝散熱片或風扇。",
)

MACHINE: dict[str, Outcome] = {
    "disk_ok": ("ok", ("{free} are free.", "剩餘空間 {free}。"), None),
    "disk_low": ("look", ("Only {free} are free.", "只剩 {free}。"), _FREE_DISK),
    "disk_full": (
        "bad",
        (
            "Only {free} are free, so that moves may soon not be kept.",
            "只剩 {free}，走步可能很快無法保存。",
        ),
        _FREE_DISK,
    ),
    "disk_unknown": (
        "unknown",
        ("The free space can't be told ({why}).", "無法得知剩餘空間（{why}）。"),
        ("Check the setting `data`.", "檢查設定 data。"),
    ),
    "folder_ok": ("ok", ("Games can be kept in {path}.", "可在 {path} 保存遊戲。"), None),
    "folder_new": (
        "ok",
        ("{path} will be made when the companion starts.", "{path} 會在啟動時建立。"),
        None,
    ),
    "folder_bad": (
        "bad",
        ("Nothing can be written to {path} ({why}).", "無法寫入 {path}（{why}）。"),
        (
            "Run this as the user of the companion or as root; else free the disk, mount it for "
            "writing, or choose another folder with `data`.",
            "以本系統的使用者或 root 執行；否則清理磁碟、以可寫模式掛載，或用 data 另選資料夾。",
        ),
    ),
    "memory_ok": ("ok", ("{free} of {all} are free.", "{all} 中有 {free} 可用。"), None),
    "memory_low": (
        "look",
        ("Only {free} of {all} are free.", "{all} 中只剩 {free}。"),
        _FREE_MEMORY,
    ),
    "memory_out": (
        "bad",
        (
            "Only {free} of {all} are free: the companion needs 200 MB.",
            "{all} 中只剩 {free}：本系統需要 200 MB。",
        ),
        _FREE_MEMORY,
    ),
    "memory_unknown": (
        "unknown",
        ("This computer does not tell how much memory is free.", "這台電腦未提供可用記憶體資訊。"),
        None,
    ),
    "temperature_ok": (
        "ok",
        ("The processor is at {celsius} °C.", "處理器溫度 {celsius} °C。"),
        None,
    ),
    "temperature_warm": (
        "look",
        ("The processor is at {celsius} °C: warm.", "處理器溫度 {celsius} °C：偏熱。"),
        _COOL,
    ),
    "temperature_hot": (
        "bad",
        (
            "The processor is at {celsius} °C and slows down to cool.",
            "處理器溫度 {celsius} °C，正在降速散熱。",
        ),
        _COOL,
    ),
    "temperature_unknown": (
        "unknown",
        ("This computer does not tell its temperature.", "這台電腦未提供溫度資訊。"),
        None,
    ),
    "power_ok": (
        "ok",
        ("The voltage has been high enough since the start.", "開機以來電壓足夠。"),
        None,
    ),
    "power_low": (
        "bad",
        (
            "The voltage is too low now; files and pictures may be damaged.",
            "目前電壓不足；檔案與影像可能受損。",
        ),
        _SUPPLY,
    ),
    "power_was_low": (
        "look",
        ("The voltage has been too low since the start.", "開機後曾經電壓不足。"),
        _SUPPLY,
    ),
    "power_slowed": (
        "look",
        ("The processor is slowed down by heat or power.", "處理器因過熱或電力而降速。"),
        _COOL,
    ),
    "power_not_a_pi": (
        "unknown",
        ("This is not a Raspberry Pi, so its voltage is not told.", "這不是樹莓派，無電壓資訊。"),
        None,
    ),
    "power_unknown": (
        "unknown",
        ("The voltage can't be told here.", "這裡無法得知電壓。"),
        (
            "Run `vcgencmd get_throttled` as root; throttled=0x0 is good.",
            "以 root 執行 vcgencmd get_throttled；throttled=0x0 代表正常。",
        ),
    ),
    "clock_ok": ("ok", ("The clock is set from a time server.", "時鐘已與時間伺服器同步。"), None),
    "clock_unset": (
        "look",
        (
            "The clock is not set from a time server, so dates in the log may be wrong; the game "
            "itself is timed by a clock that never jumps.",
            "時鐘未同步，紀錄的日期可能不對；遊戲本身用不會跳動的時鐘計時。",
        ),
        (
            "Nothing has to be done; with the internet the clock sets itself.",
            "不必處理；連上網際網路後會自動校時。",
        ),
    ),
    "clock_unknown": (
        "unknown",
        (
            "Whether the clock is set is not told; the game is timed by one that never jumps.",
            "無法得知時鐘是否已校正；遊戲用不會跳動的時鐘計時。",
        ),
        None,
    ),
    "port_free": (
        "ok",
        (
            "No companion serves its page on port {port}; the port is free.",
            "目前沒有本系統在連接埠 {port} 提供網頁；連接埠可用。",
        ),
        None,
    ),
    "port_ours": (
        "ok",
        ("The companion serves its page on port {port}.", "本系統正在連接埠 {port} 提供網頁。"),
        None,
    ),
    "port_taken": (
        "bad",
        ("Another program uses port {port}.", "其他程式佔用了連接埠 {port}。"),
        (
            "Stop it (`sudo ss -ltnp` names it), or choose another with `port`.",
            "停止該程式（sudo ss -ltnp 會列出），或用 port 另選。",
        ),
    ),
    "port_forbidden": (
        "bad",
        (
            "Port {port} can't be opened on {host} ({why}).",
            "無法在 {host} 開啟連接埠 {port}（{why}）。",
        ),
        (
            "Choose a port above 1023 with `port`, and an address of this computer with `host`.",
            "用 port 選 1023 以上的連接埠，用 host 選這台電腦的位址。",
        ),
    ),
    "others_run": (
        "look",
        (
            "Another companion serves its page on this computer, port {ports}.",
            "這台電腦上還有別的裁判程式在提供網頁，連接埠 {ports}。",
        ),
        (
            "Examine that with `companion doctor --port` and its number; stop what nobody plays "
            "with, since it takes time from the other.",
            "請用 companion doctor --port 加上號碼檢查；沒人在玩的請停止，以免拖慢另一個。",
        ),
    ),
    "address_ok": (
        "ok",
        ("Phones find the page at {by_number}.", "手機可開啟 {by_number}。"),
        None,
    ),
    "address_alone": (
        "look",
        (
            "This computer is in no network, so phones can't find it.",
            "這台電腦未連上任何網路，手機找不到。",
        ),
        (
            "Join a Wi-Fi, or let it make its own (docs/on-the-phone.md).",
            "連上 Wi-Fi，或讓它自己開熱點（docs/on-the-phone.md）。",
        ),
    ),
    "address_here": (
        "look",
        (
            "The page is served to this computer alone ({by_number}).",
            "網頁只提供給這台電腦（{by_number}）。",
        ),
        ("Leave out `host` to let phones in.", "移除設定 host，手機才能連上。"),
    ),
    "name_ok": ("ok", ("The name {by_name} is answered, too.", "也可用名稱 {by_name}。"), None),
    "name_unanswered": (
        "look",
        (
            "Nobody answers to the name {by_name} (avahi-daemon does not run).",
            "名稱 {by_name} 無人回應（avahi-daemon 未執行）。",
        ),
        (
            "Use the number or the QR code; or `sudo apt install avahi-daemon`.",
            "請用數字網址或 QR 碼；或執行 sudo apt install avahi-daemon。",
        ),
    ),
    "update_ok": ("ok", ("No update has failed.", "沒有失敗的更新。"), None),
    "update_failed": (
        "look",
        ("The last update failed: {why}", "上次更新失敗：{why}"),
        (
            "The version before goes on; `journalctl -u companion-update` says why.",
            "舊版繼續運作；原因見 journalctl -u companion-update。",
        ),
    ),
    "versions_ok": ("ok", ("{versions}.", "{versions}。"), None),
    "versions_numpy": (
        "bad",
        (
            "numpy {numpy} does not fit the camera software of Raspberry Pi OS Bookworm.",
            "numpy {numpy} 與 Raspberry Pi OS Bookworm 的相機軟體不相容。",
        ),
        (
            "Install with constraints-bookworm.txt: run `sudo make install` again.",
            "用 constraints-bookworm.txt 安裝：再執行一次 sudo make install。",
        ),
    ),
    "versions_two": (
        "bad",
        (
            "{names} are installed side by side and overwrite each other's files.",
            "同時安裝了 {names}，會互相覆蓋檔案。",
        ),
        (
            "Run `sudo make install` again; in an environment of your own uninstall both, then "
            "install opencv-python alone.",
            "再執行一次 sudo make install；自己的環境請先全部移除，再只裝 opencv-python。",
        ),
    ),
}
