"""Traditional Chinese: titles of the printed boards, notes for cutting and assembling."""

from __future__ import annotations

CHINESE_PRINT = {
    "print.board.player": "個人板",
    "print.board.main": "主板",
    "print.board.sky": "夜空圖板",
    "print.board.score": "計分板",
    "print.note.bags": (
        "另需五個不透明的袋子：每位玩家一個裝星星板塊，一個裝木頭餘燼。"
        "每位玩家的袋子放入每種星星板塊各一片。"
    ),
    "print.note.bonus": "獲得的加分標記翻到灰色面，留在個人板上。",
    "print.note.dish": "把夜空圖板平貼在厚紙板上；在板外圍一圈矮邊，拋出的木頭餘燼就不會滾走。",
    "print.note.shapes": (
        "不必分辨顏色：藍色是圓形，紅色是三角形，黃色是方形。"
        "座位也有記號：A 太陽、B 月亮、C 菱形、D 十字。"
    ),
    "family.star": "星星板塊",
    "family.bonus": "加分標記",
    "family.ash": "木頭餘燼",
    "family.food": "食物標記",
    "family.reward": "連結獎勵",
    "family.card": "奉獻卡",
    "family.crystal": "光之水晶",
    "family.stardust": "星塵",
    "family.girl": "女孩",
    "family.elder": "長老",
    "family.villager": "部落米寶",
    "family.marker": "計分標記",
    "kind.star": "星星板塊 {kind}",
    "kind.star.back": "星星板塊（背面）",
    "kind.bonus": "加分標記「{kind}」",
    "kind.bonus.used": "已獲得的加分標記「{first}」",
    "kind.crystal": "{kind}的光",
    "kind.stardust": "星塵",
    "kind.ash": "木頭餘燼「{kind}」",
    "kind.food": "{kind}",
    "kind.reward": "連結獎勵 {first}：{last} 分",
    "kind.reward.back": "連結獎勵 {first}（背面）",
    "kind.card": "奉獻卡 {kind}",
    "kind.card.back": "奉獻卡（背面）",
    "kind.girl": "女孩",
    "kind.elder": "{seat} 的長老",
    "kind.villager": "{seat} 的部落米寶",
    "kind.marker": "{seat} 的計分標記",
    "place.village": "部落",
    "place.card": "奉獻卡",
    "place.pile": "獎勵堆 {of}",
    "place.mark": "獎勵堆 {of} 的記號",
    "place.offering": "奉獻格 {of}",
    "place.early bird": "{of} 的早鳥格",
    "place.beside": "{of} 旁",
    "place.sky": "夜空軌第 {of} 格",
    "place.track": "夜空軌",
    "place.table": "桌面",
    "place.dish": "盤",
}
