"""What teaching says, in Chinese: by the keys of its Sentences."""

from __future__ import annotations

CHINESE: dict[str, str] = {
    "teach_at": "{where}：{said}",
    # the board
    "teach_twice": "標記 {id} 在 {photo} 中出現兩次；桌上每個標記都要有自己的編號",
    "teach_unknown_markers": "沒有指定四角時，標記必須貼在與 {board} 相同的位置，但是：{why}"
    "請改為指定圖板的四個角和量得的尺寸",
    "teach_few_markers": "只看到 {count} 個標記；至少要 {fewest} 個才能再次找到圖板，"
    "請多貼幾個（companion markers 可列印）再重新拍照",
    "teach_wrong_way": "四個角的順序相反；請從圖板的左上角開始，依序為右上、右下、左下",
    "teach_marker_size": "與圖板相比，標記邊長是 {measured} 毫米，不是 {said}："
    "請重新測量標記的黑色方塊和圖板的寬與高，並確認四個角就是圖板的角",
    "teach_corners": "四個角與 {width} x {height} 毫米的圖板相差 {off_mm} 毫米；"
    "請把每個角放在圖板邊緣相交處，並重新測量寬與高",
    "teach_not_flat": "沒有任何平面圖板能解釋所見的標記（相差 {off_px} 像素）；"
    "請確認標記大小與所填相同、平貼在同一平面、而且沒有移動過",
    "teach_no_board": "遊戲中沒有名為「{name}」的圖板；有：{known}",
    "teach_copies": "遊戲中 {name} 有 {count} 塊，因此編號是 1 到 {count}",
    "teach_like_first": "{board} {copy} 與 {like} 相同，請先教 {like}",
    "teach_like_none": "{board} {copy} 與「{like}」相同，但計畫中沒有這塊圖板",
    # places
    "teach_no_place": "{board} 沒有名為「{name}」的位置；有：{known}……",
    "teach_off_board": "位置 {place} 在圖板 {board} 之外；請移動控制點，或略去這個位置",
    "teach_handles_mirror": "控制點會使位置左右相反或大小差太多；"
    "請把每個控制點放到它的位置上，或開啟左右翻轉",
    "teach_handles_bend": "控制點會使位置變形；請把它們放到正確的地方",
    "teach_handles_same": "兩個控制點在同一個位置；請選相距較遠的位置",
    "teach_handles_line": "控制點幾乎在一直線上；請選一個離直線較遠的",
    # pieces
    "teach_no_photo": "照片 {name} 無法讀取：{why}",
    "teach_no_sheet": "找不到教學紙：{why}",
    "teach_no_piece": "格子裡沒有這種形狀的配件",
    "teach_piece_wrong_way": "四個角的順序相反；請從配件的左上角開始，順時針排列",
    "teach_no_family": "沒有名為「{name}」的配件；有：{known}",
    "teach_no_kind": "{family} 沒有名為「{kind}」的種類；有：{known}",
    "teach_too_large": "{family} 對這張紙的格子來說太大；請用大格子的那一張，或指定配件的四個角",
    "teach_boxes": "這張紙從那裡起有 {boxes} 格，不是 {count} 格",
    "teach_in_box": "{family} {kind}：{why}；請放在格子中央、上方朝箭頭，"
    "光線均勻、不要有明顯的影子",
    "teach_absent": (
        "{folder} 裡缺少計畫中的 {count} 張照片（{names}）；請補上，或把它們拍的東西從計畫中刪去"
    ),
    "teach_missing": "{family}：{all} 種中有 {count} 種還沒拍：{kinds}",
    "teach_nothing": "還沒有教任何圖板",
    "teach_no_pieces": "還沒有教任何配件；請至少在教學紙的格子裡拍一種",
    "teach_none_there": "{board}：已教的配件都不會放在這塊圖板上",
    # the test
    "teach_bare_not_read": "{at}：無法判讀圖板：{why}",
    "teach_bare_off": "{at}：標記相差 {rms_px} 像素，圖板位置只確定到 {sigma_mm} 毫米；"
    "請檢查四角、尺寸，以及圖板是否平整",
    "teach_bare_wrong": "{at}：圖板是空的，卻在 {places} 看到東西",
    "teach_bare_unsure": "{at}：{all} 個空位置中有 {count} 個無法判斷，例如 {places}；"
    "請在均勻、沒有反光的光線下重拍圖板",
    "teach_off_print": "{board}：位置與圖板上印的外框相差 {off_mm} 毫米；請移動控制點，或使用貼齊",
    "teach_alike": "{board}：有配件被認成別的：{pairs}；它們的圖片太像，"
    "請拍大一點、清楚一點，或略去其一",
    "teach_unsure_kinds": "{board}：{all} 個配件中有 {count} 個無法判斷，例如 {kinds}；"
    "請重拍清楚，避免反光",
    "teach_note_bare": "{at}：{markers} 個標記，相差 {rms_px} 像素，確定到 {sigma_mm} 毫米；"
    "{all} 個位置中 {empty} 個判讀為空",
    "teach_note_one": "{board}：只有一張照片；再從另一側拍一張就能檢驗第一張",
    "teach_note_no_print": "{board}：位置周圍沒有印外框，因此無從比較",
    "teach_note_print": "{board}：位置與印刷相差 {off_mm} 毫米",
    "teach_note_pieces": "{board}：在合成照片上放了 {tried} 個配件，{right} 個判讀正確，"
    "{unsure} 個不確定，{wrong} 個被認成別的",
    # the page and its files
    "setup_busy_name": "已經有名為「{name}」的版本；請換個名字",
    "setup_bad_name": "名稱要有 1 到 40 個字元",
    "setup_no_draft": "這份教學已不存在；請重新開始",
    "setup_many_drafts": "已經有 {count} 份未完成的教學；請先刪除一份",
    "setup_many_photos": "這份教學已經有 {count} 張照片；請先刪除一些",
    "setup_no_camera": "這張桌子沒有自己的相機",
    "setup_said": "{said}",
    "setup_found_board": "找到圖板：{markers} 個標記，確定到 {sigma_mm} 毫米。",
    "setup_found_pieces": "找到 {count} 個配件。",
    "setup_saved": "版本已儲存。",
    "setup_refused": "不夠準確，請看下面的說明；修正後再試一次。",
    "setup_imported": "版本「{name}」已匯入。",
    "setup_not_zip": "這個檔案不是版本的 zip 檔：{why}",
    "setup_zip_large": "這個 zip 檔的內容太大；最多 {most} MB",
}
