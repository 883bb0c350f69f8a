"""Traditional Chinese: what lies wrong on a table that is looked at."""

from __future__ import annotations

CHINESE_SEEING = {
    "reason.light_due": "這塊板塊上要放光：{should}。",
    "reason.light_early": "這塊板塊上的光還不能拿走：{should}。",
    "reason.light_left": "這塊板塊的線段都已接上，光要拿走：{seen}。",
    "reason.light_white": "這裡不放光。",
    "reason.bonus_lies": "加分標記應該這樣放：{should}。",
    "reason.reward_left": "清理時棄掉有記號的連線獎勵；現在最上面是：{should}。",
    "reason.reward_early": "連線獎勵要留到清理階段：{should}。",
    "reason.mark_lies": "星塵只標記這一輪得過分的獎勵堆。",
    "reason.score_marker": "{seat} 的分數標記在 {seen}，應該在 {should}。",
    "reason.elder_place": "最後一位長老移到女孩離開的那一格；這裡應該是：{should}。",
    "reason.ash_left": "沒有人選的餘燼放回袋子。",
    "reason.may_not_leave": "這個不可以拿走：{kind}。",
    "reason.does_not_belong": "現在不可以放在這裡：{kind}。",
}
