"""Traditional Chinese: terms, prompts, events, notes, scores, settings."""

from __future__ import annotations

CHINESE = {
    "game": "星隕",
    # 配件與顏色
    "term.none": "無",
    "term.nobody": "無人",
    "term.table": "全桌",
    "term.board": "觀星圖板",
    "term.deck": "牌庫",
    "term.bank": "銀行",
    "term.off": "離開軌道",
    "term.white": "白色",
    "term.orange": "橘色",
    "term.red": "紅",
    "term.green": "綠",
    "term.blue": "藍",
    "term.violet": "紫",
    # 接下來
    "prompt.turn": (
        "{seat}：加入一張星空板塊、將一張下移，或發現一張（星塵 {value}；牌庫 {count} 張）。"
    ),
    "prompt.no_adding": (
        "{seat}：將一張星空板塊下移，或發現一張"
        "（星塵 {value}；牌庫 {count} 張，圖板上最多 {most} 張）。"
    ),
    "prompt.empty_board": (
        "{seat}：圖板上沒有板塊，必須加入一張（星塵 {value}；牌庫 {count} 張）。"
    ),
    "prompt.reveal": "請翻開牌庫頂的板塊，放在 {number}。",
    "prompt.over": "遊戲結束。",
    # 發生的事
    "event.adding": "在 {number} 加入一張板塊。",
    "event.added": "{tile} 放在 {number}。",
    "event.deck_empty": "牌庫已空。",
    "event.moved": "{tile} 從 {from} 移到 {number}。",
    "event.moved_off": "{tile} 從 {from} 離開軌道，移出遊戲。",
    "event.discovered": "以 {price} 發現 {tile}。",
    "event.discovered_free": "免費發現 {tile}。",
    "event.paid": "支付 {pieces}給銀行：星塵 {value}。",
    "event.paid_tiles": "以 {tiles} 支付，移出遊戲。",
    "event.lost": "多付 {count}，不找零。",
    "event.end_tiles": "圖板上只剩一張板塊且牌庫已空：遊戲結束。",
    "event.end_stardust": "所有玩家都沒有星塵：遊戲結束。",
    "event.left_over": "圖板上剩下的不屬於任何人：{tiles}。",
    "event.finished": "遊戲結束。第一名：{seats}。",
    # 假設
    "note.first": "缺少 setup.first：假設 {seat} 為起始玩家。",
    "note.position": "局面：{broken}。",
    # 照片中看不清的
    "note.tiles_untold": "有 {count} 張板塊無法判讀。",
    "note.tiles_hidden": "板塊有一部分看不到，可能還有別的。",
    "note.tiles_unseen": "看不到板塊。",
    "note.dust_untold": "有 {count} 個星塵無法判讀。",
    "note.dust_unsure": "星塵的數量無法確定，沒有計入；看起來是 {value}，{vp} 分。",
    "note.dust_uncounted": "星塵的數量無法確定，沒有計入。",
    "note.dust_unseen": "看不到星塵。",
    "note.stars": (
        "恆星 {count} 顆，這裡不計：所有玩家中最多者 {most}，"
        "最少者 {fewest}（玩家人數：{players}）。"
    ),
    "note.stars_most": "恆星 {count} 顆，這裡不計：所有玩家中最多者 {most}。",
    # 分數
    "score.most_stars": "恆星最多",
    "score.fewest_stars": "恆星最少",
    "score.planets": "行星",
    "score.moons": "衛星",
    "score.black_holes": "黑洞",
    "score.comets": "彗星",
    "score.nebulae": "星雲",
    "score.colours": "星雲顏色",
    "score.stardust": "星塵",
    "item.most_stars": "恆星最多：{count} 顆",
    "item.fewest_stars": "恆星最少：{count} 顆",
    "item.planets": "{count} 顆行星",
    "item.moons": "{count} 顆衛星，其中 {paired} 顆有行星相配",
    "item.black_holes": "{count} 個黑洞",
    "item.comets": "{count} 顆彗星，每顆 {each} 分",
    "item.nebulae": "{count} 個星雲",
    "item.colours": "{count} 種不同顏色：{colours}",
    "item.stardust": "剩餘星塵 {count}",
    "tie.none": "分數最高",
    "tie.shared": "平手則共享勝利",
    # 設定
    "ruling.overpay.needed_only": "可以多付，但不能付可以省下的東西；多付的部分不退。",
    "ruling.overpay.any": "可以任意多付；多付的部分不退。",
    "ruling.overpay.exact": "必須剛好付清價格，否則不能發現。",
    "ruling.star_tie.all": "恆星最多或最少平手時，平手者全部計分。",
    "ruling.star_tie.none": "恆星最多或最少平手時，沒有人計分。",
    "ruling.open_piles.yes": "已發現的板塊公開放置。",
    "ruling.open_piles.no": "遊戲結束前，已發現的板塊不讓其他玩家看到。",
}
