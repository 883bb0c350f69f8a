"""What readers of places, pictures and lenses say, in Chinese: words by the keys of Sentences."""

from __future__ import annotations

PLACE_WORDS: dict[str, str] = {
    "place_outside": "有一部分在照片外面",
    "place_hand": "被手遮住，或放著這個版本沒有的東西",
    "place_glare": "有燈光反射，或被明亮的東西遮住",
    "place_part_hidden": "有一部分被手或其他東西遮住",
    "place_strange": "那裡的東西不是這份描述中的配件，或被東西遮住",
    "place_other": "也可能是 {other}",
    "place_no_fit": "畫面與任何判讀都不夠相符",
    "places_dark": "照片太暗，看不清配件；請把桌面照亮。",
    "places_small": "圖板在照片中太小，看不清配件；請把相機靠近。",
    "places_blurred": "照片太模糊，看不清配件；請對焦，或把相機拿穩。",
    "places_other_print": "那裡的圖板雖有 {file} 的標記，卻不是它描述的圖板："
    "可能是別的版本、別的配件或別的圖片；請使用與這些圖紙一起製作的描述。",
    "places_print_off": "圖板印的圖案與 {file} 所說的位置相差約 {off_mm} 毫米：可能是別的版本，"
    "或標記被移動；companion check-table 會指出位置。",
    "places_covered_one": "有 1 個位置看不到：{shown}。",
    "places_covered": "有 {count} 個位置看不到：{shown}。",
    "places_covered_many": "有 {count} 個位置看不到：{shown}，另有 {more} 個。",
    "places_unknown_one": "有 1 個位置無法判讀：{shown}。",
    "places_unknown": "有 {count} 個位置無法判讀：{shown}。",
    "places_unknown_many": "有 {count} 個位置無法判讀：{shown}，另有 {more} 個。",
}

LENS_WORDS: dict[str, str] = {
    "lens_estimated": "這台相機沒有校正：鏡頭變形由標記估計；"
    "執行 companion calibrate 可讓位置更準確。",
    "calibration_dropped": "儲存的校正已不符合這台相機，沒有使用；請重新執行 companion calibrate。",
    "wrong_calibration": "{file}：[camera] 不是拍這張照片的相機的校正：用它時標記互相矛盾，"
    "不用就相符；請校正這台相機，或不用 [camera] 和 --camera-file。",
    "calibration_unused": "校正用的照片是 {described}，但這張是 {seen}，形狀不同；"
    "沒有使用這個校正。",
    "calibration_no_sheet": "{name}：看不到校正圖；請用 companion markers --charuco 列印，"
    "並讓它完整、平整、明亮地入鏡。",
    "calibration_few_corners": "{name}：只看到校正圖的 {found} 個角，至少需要分散的 {fewest} 個；"
    "請不要遮住、靠近一點，並打光均勻。",
    "calibration_blurred": "{name}：校正圖模糊；請拿穩、等相機對焦，並把燈開亮。",
    "calibration_missing_areas": "請把校正圖移到畫面的這些部分，直到邊緣：{areas}。",
    "calibration_missing_leans": "請把校正圖傾斜 20 到 45 度，讓這些邊靠近相機：{sides}。",
    "calibration_missing_near": "請讓校正圖靠近，從上到下幾乎填滿畫面。",
    "calibration_missing_far": "也請從遠一點的地方拍校正圖。",
    "calibration_missing_views": "目前有 {views} 張可用的照片，至少需要 {fewest} 張。",
    "calibration_nothing": "沒有照片拍到校正圖；請用 companion markers --charuco 列印後再拍。",
    "calibration_sizes": "{name} 是 {size} 像素，其他照片是 {usual}；"
    "請用同一台相機、同一方向、同一設定拍全部照片。",
    "calibration_odd_and_missing": "{name} 與其他照片不符，已排除（縮放或對焦不同、紙彎了、模糊）；"
    "少了它就不夠了。{missing}",
    "calibration_contradiction": "照片互相矛盾，{name} 等最嚴重：可能來自不同的相機、縮放或對焦，"
    "或校正圖彎了；請固定所有設定，把校正圖貼在平的東西上重拍。",
    "calibration_bad_fit": "鏡頭只能確定到 {rms_px} 像素（未參與計算的照片 {held_out_px} 像素），"
    "最差的是 {name}；請用同一台相機、同一縮放重拍，校正圖要貼平、拿穩、照亮。",
    "calibration_uncertain": "這些照片讓畫面邊緣仍有 {uncertain_px} 像素的不確定；"
    "請加拍校正圖在邊緣、傾斜更大的照片。",
    "calibration_taken": "第 {number} 張照片可以用。",
    "calibration_nameless": "{name} 沒有註明是哪台相機拍的，之後無法找到它的校正；"
    "請傳相機儲存的原始照片。",
    "calibration_other_camera": "{name} 是 {camera} 拍的，之前的照片是 {before} 拍的；"
    "請重新開始，或用原來的相機繼續。",
    "calibration_done": "{camera} 的鏡頭已校正：用 {views} 張照片，"
    "未參與計算的照片誤差 {held_out_px} 像素；今後都會使用。",
    "calibration_no_camera": "這桌沒有自己的相機。",
    "calibration_same": "{name}：與先前的照片太像，沒有增加新的資訊。",
}

PICTURE_WORDS: dict[str, str] = {
    "picture_empty": "{name} 是空的；請重新複製照片。",
    "picture_heic": "{name} 是 HEIC 照片，這裡無法讀取；請存成 JPEG"
    "（iPhone：設定、相機、格式、最相容；Samsung：相機設定、進階照片選項、關閉高效率照片）。",
    "picture_kind": "{name} 是 {kind}，這裡無法讀取；請傳 JPEG 或 PNG 照片"
    "（在相機設定中選擇 JPEG 格式）。",
    "picture_none": "{name} 不是照片；請給 JPEG 或 PNG 檔。",
    "picture_damaged": "{name} 已損壞（{said}）；請重新複製或重拍。",
    "picture_small": "{name} 是 {size} 像素；至少需要 {least} 才看得到東西。",
    "picture_pixels": "{name} 有 {seen} 百萬像素；請縮小到 {most} 以內。",
    "no_dish": "這個遊戲的圖板都沒有夜空圖板。",
    "the_picture": "這張照片",
    "picture_failed": "照片無法判讀；詳情見紀錄檔。請傳別張，或小一點的照片。",
    "picture_busy": "正在判讀另一張照片；請稍候再傳一次。",
}

TERMS: dict[str, str] = {
    "top left": "左上",
    "top": "上方",
    "top right": "右上",
    "left": "左邊",
    "middle": "中央",
    "right": "右邊",
    "bottom left": "左下",
    "bottom": "下方",
    "bottom right": "右下",
    "empty": "空",
    "an AVIF picture": "AVIF 照片",
    "a JPEG XL picture": "JPEG XL 照片",
    "a raw picture": "RAW 照片",
    "a film": "影片",
    "a GIF picture": "GIF 圖片",
}
