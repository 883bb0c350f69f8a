"""Words about what stands at the table: camera, picture, board, buttons."""

from __future__ import annotations

Sentences = tuple[str, str]
Outcome = tuple[str, Sentences, Sentences | None]

_NOT_SEEN = ("It can be told once the board is found.", "找到圖板後才能判斷。")
_SETTLE = (
    "Hold the look button to measure focus anew; else turn the lens, or fix the camera.",
    "長按「查看」一秒重新對焦；不行就轉動鏡頭，或把相機固定好。",
)

TABLE: dict[str, Outcome] = {
    "camera_ok": (
        "ok",
        (
            "{camera} gives pictures of {width} x {height} pixels.",
            "{camera} 正常提供 {width} x {height} 像素的影像。",
        ),
        None,
    ),
    "camera_none": (
        "ok",
        (
            "This table is played without a camera; moves are entered on phones.",
            "這張桌不用相機；走步在手機上輸入。",
        ),
        None,
    ),
    "camera_starting": (
        "look",
        ("There are no pictures yet: the camera is starting.", "還沒有影像：相機正在啟動。"),
        ("Examine it again in a few seconds.", "請過幾秒再檢查一次。"),
    ),
    "camera_lost": (
        "bad",
        ("There are no pictures: {problem}", "沒有影像：{problem}"),
        (
            "Check the camera's cable and the setting `camera`; it is tried again by itself.",
            "檢查相機排線與設定 camera；系統會自動重試。",
        ),
    ),
    "camera_old": (
        "bad",
        (
            "The newest picture is {age} s old, so the camera or the reader hangs.",
            "最新影像已是 {age} 秒前的，相機或讀取程式卡住了。",
        ),
        (
            "Unplug the camera and plug it in again, then restart the companion.",
            "重新插拔相機，再重新啟動本系統。",
        ),
    ),
    "camera_simulated": (
        "ok",
        (
            "The simulated camera ({art}) gives pictures of {width} x {height} pixels.",
            "模擬相機（{art}）正常提供 {width} x {height} 像素的影像。",
        ),
        None,
    ),
    "camera_behind": (
        "look",
        (
            "The newest picture of the simulated camera is {age} s old: this computer is too busy "
            "to draw the next one sooner.",
            "模擬相機的最新影像已是 {age} 秒前的：電腦太忙，來不及畫出下一張。",
        ),
        (
            "Wait, or end other programs on this computer.",
            "請稍候，或結束這台電腦上的其他程式。",
        ),
    ),
    "camera_setting": (
        "bad",
        ("The settings don't fit: {problem}.", "設定有誤：{problem}。"),
        (
            "Correct `camera` or `table` in the settings, then restart the companion.",
            "修正設定中的 camera 或 table，再重新啟動本系統。",
        ),
    ),
    "camera_given": (
        "bad",
        (
            "A companion runs here with other settings; those given here don't fit: {problem}.",
            "這裡已有裁判程式以別的設定執行；現在給的設定有誤：{problem}。",
        ),
        (
            "Correct `camera` or `table`, or leave them out to examine what runs.",
            "修正 camera 或 table；要檢查執行中的那一個，就不要給這些設定。",
        ),
    ),
    "focus_ok": (
        "ok",
        ("Edges are {blur} pixels wide: sharp.", "邊緣寬 {blur} 像素：清晰。"),
        None,
    ),
    "focus_unfixed": (
        "look",
        ("The camera can't keep its settings: {problem}", "相機無法固定設定：{problem}"),
        (
            "Nothing has to be done while readings are good; else use a camera with fixed focus.",
            "讀取正常就不必處理；否則請改用可固定對焦的相機。",
        ),
    ),
    "focus_soft": (
        "look",
        ("Edges are {blur} pixels wide: a little soft.", "邊緣寬 {blur} 像素：略為模糊。"),
        _SETTLE,
    ),
    "focus_blurred": (
        "bad",
        (
            "Edges are {blur} pixels wide: too blurred to read.",
            "邊緣寬 {blur} 像素：太模糊，無法讀取。",
        ),
        _SETTLE,
    ),
    "focus_unknown": (
        "unknown",
        ("Focus is measured at the markers, and none is seen.", "對焦由標記測量，但看不到標記。"),
        _NOT_SEEN,
    ),
    "light_ok": (
        "ok",
        ("White shows at {white} of 255: bright enough.", "白色亮度 {white}／255：足夠明亮。"),
        None,
    ),
    "light_dim": (
        "look",
        ("White shows at {white} of 255: dim.", "白色亮度 {white}／255：偏暗。"),
        ("Give the table more light.", "請增加桌面光線。"),
    ),
    "light_dark": (
        "bad",
        (
            "White shows at {white} of 255: too dark to read.",
            "白色亮度 {white}／255：太暗，無法讀取。",
        ),
        (
            "Take off the lens cap, give the table more light, then hold the look button.",
            "取下鏡頭蓋、增加桌面光線，再長按「查看」。",
        ),
    ),
    "light_glaring": (
        "look",
        (
            "White shows at {white} of 255: so bright that colours are lost.",
            "白色亮度 {white}／255：過亮，顏色會失真。",
        ),
        (
            "Move the lamp, or hold the look button to measure the light anew.",
            "移動燈具，或長按「查看」重新測光。",
        ),
    ),
    "light_unknown": (
        "unknown",
        ("Light is measured at the markers, and none is seen.", "亮度由標記測量，但看不到標記。"),
        _NOT_SEEN,
    ),
    "markers_ok": (
        "ok",
        ("All {all} markers of the board are seen.", "看得到圖板全部 {all} 個標記。"),
        None,
    ),
    "markers_some": (
        "look",
        (
            "{seen} of the board's {all} markers are seen.",
            "看得到圖板 {all} 個標記中的 {seen} 個。",
        ),
        (
            "Clear the others, or move the camera until all are in view.",
            "清出其他標記，或移動相機讓全部入鏡。",
        ),
    ),
    "markers_none": (
        "bad",
        ("The board is not found: {why}", "找不到圖板：{why}"),
        (
            "Show all markers of the board flat and well lit; `companion check-table` says more.",
            "讓所有標記平放、光線充足地入鏡；companion check-table 有更多說明。",
        ),
    ),
    "markers_unknown": (
        "unknown",
        ("Without a picture no marker is seen.", "沒有影像，看不到標記。"),
        _NOT_SEEN,
    ),
    "board_ok": (
        "ok",
        (
            "The board is placed to {sigma} mm ({rms} pixels off on average).",
            "圖板定位誤差 {sigma} 毫米（平均偏差 {rms} 像素）。",
        ),
        None,
    ),
    "board_coarse": (
        "look",
        (
            "The board is placed only to {sigma} mm ({rms} pixels off on average).",
            "圖板定位誤差達 {sigma} 毫米（平均偏差 {rms} 像素）。",
        ),
        (
            "Bring the camera nearer, show more markers, flatten the board, or measure it anew.",
            "把相機移近、露出更多標記、壓平圖板，或重新量測標記。",
        ),
    ),
    "board_unknown": (
        "unknown",
        ("Without the board there is no error to tell.", "找不到圖板，無從得知誤差。"),
        _NOT_SEEN,
    ),
    "pins_ok": (
        "ok",
        ("Buttons and lamp answer on their pins.", "按鈕與燈的接腳正常。"),
        None,
    ),
    "pins_none": (
        "ok",
        ("No buttons are asked for; the page has them.", "未設定實體按鈕；網頁上有按鈕。"),
        None,
    ),
    "pins_absent": (
        "ok",
        (
            "This computer has no pins; the page has the buttons.",
            "這台電腦沒有接腳；網頁上有按鈕。",
        ),
        None,
    ),
    "pins_given": (
        "bad",
        (
            "A companion runs here with other settings; those given here don't fit: {problem}.",
            "這裡已有裁判程式以別的設定執行；現在給的設定有誤：{problem}。",
        ),
        (
            "Correct `pins`, or leave it out to examine what runs.",
            "修正 pins；要檢查執行中的那一個，就不要給這個設定。",
        ),
    ),
    "pins_bad": (
        "bad",
        ("Not every pin can be used: {problem}", "有接腳不能用：{problem}"),
        (
            "Check the wiring and the setting `pins`; meanwhile use the page's buttons.",
            "檢查接線與設定 pins；這段期間請用網頁上的按鈕。",
        ),
    ),
}
