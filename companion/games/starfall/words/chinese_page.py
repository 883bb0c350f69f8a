"""Traditional Chinese: drawn boards, printed sheets, and choices on the page."""

from __future__ import annotations

CHINESE_PAGE = {
    # 版圖、板塊與配件
    "board.stargazer": "觀星版圖",
    "board.title": "星隕",
    "board.area": "{seat} 的區域",
    "area.hint": "左邊放板塊，右邊放星塵",
    "family.sky tile": "星空板塊",
    "family.stardust": "星塵",
    "family.stardust 1": "小星塵",
    "family.stardust 2": "大星塵",
    "family.player aid": "玩家提示",
    "aid.add": "加入：新板塊放在最高的空位（最多 {most} 張）",
    "aid.move": "或將一張板塊下移到下一個空位",
    "aid.discover": "或以所在數字發現一張：付星塵或恆星",
    "aid.stars": "最多 {first} 分；三四人時最少 {last} 分",
    "aid.planet": "每顆 {planet} 分",
    "aid.moon": "每顆 {moon} 分，一顆配一顆行星",
    "aid.holes": "合計 {holes}",
    "aid.comets": "有 1、2⋯⋯顆時每顆 {comets} 分",
    "aid.nebulae": "每個 {nebula} 分；不同顏色 {colours}",
    "aid.stardust": "剩餘星塵每 {per}：1 分",
    "print.note.board": "觀星版圖放在桌子中央。",
    "print.note.areas": "每位玩家前面放一張區域：左邊放板塊，右邊攤開星塵，供鏡頭計算。",
    "print.note.dust": "星塵請貼在厚紙板上，或使用市售遊戲的木製配件。",
    "print.note.invented": "板塊屬於版圖上標示的版本，與市售遊戲不同。",
    # 頁面上的圖
    "scene.board": "觀星版圖",
    "scene.area": "{seat} 的板塊堆",
    "scene.supply": "供應區（牌庫 {count}）",
    "spot.number": "數字 {number}",
    "spot.free": "數字 {number}，空位",
    "spot.tile": "{number} 上的 {tile}",
    "spot.own": "自己的 {tile}",
    "spot.pieces": "{kind}星塵",
    # 選擇
    "tap.add": "在 {number} 加入一張板塊",
    "tap.tile": "{number} 上的 {tile}",
    "tap.move": "下移到 {number}",
    "tap.move_off": "移出軌道，離開遊戲",
    "tap.discover": "以 {price} 發現",
    "tap.discover_free": "免費發現",
    "tap.pay": "付 1 個{kind}星塵（{value}）",
    "tap.pay_tile": "用 {tile} 支付（恆星 {value}）",
    "tap.reveal": "{tile}",
}
