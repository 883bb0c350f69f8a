"""Traditional Chinese: why a move is refused, or what is seen can't be explained."""

from __future__ import annotations

CHINESE_REASONS = {
    "reason.not_a_move": "看不懂這個動作；要寫成例如 {example}",
    "reason.game_over": "遊戲已經結束。",
    "reason.no_such_seat": "{seat} 沒有人坐。",
    "reason.not_your_turn": "現在輪到 {turn}。",
    "reason.reveal_first": "請先翻開剛加入的板塊。",
    "reason.no_such_tile": "沒有 {tile} 這張板塊。",
    "reason.no_such_number": "圖板上沒有數字 {number}。",
    "reason.board_full": "圖板上最多 {count} 張板塊，不能再加入。",
    "reason.deck_empty": "牌庫已空，不能再加入。",
    "reason.number_taken": "{number} 上已有 {tile}；一個數字只能放一張板塊。",
    "reason.not_highest": "新板塊要放在最高的空位 {highest}，不是 {number}。",
    "reason.nothing_to_reveal": "沒有等待翻開的板塊。",
    "reason.not_in_deck": "{tile} 在這場遊戲中已出現過，不可能還在牌庫裡。",
    "reason.not_to_move": "{tile} 不在圖板上，不能移動。",
    "reason.wrong_number": "{tile} 要下移到下一個空位（跳過有板塊的數字）：{right}，不是 {to}。",
    "reason.not_to_discover": "{tile} 不在圖板上，不能發現。",
    "reason.no_such_pieces": "沒有 {kind} 這種星塵；有的是：{kinds}。",
    "reason.not_so_many": "要付 {count} 個{kind}星塵，但只有 {have} 個。",
    "reason.not_your_tile": "{tile} 不在自己的板塊堆裡，不能用來支付。",
    "reason.too_little": "這張板塊要 {price}，所付只值 {worth}。",
    "reason.paid_for_nothing": "在 0 的板塊免費，不可支付任何東西。",
    "reason.worthless": "{tile} 上沒有恆星，不能用來支付。",
    "reason.superfluous": "這張板塊要 {price}；所付（{worth}）中有可以省下的：{items}。",
    "reason.not_exact": "這張板塊要 {price}，必須剛好付清，不是 {worth}。",
    # 看到的東西
    "reason.unseen_piece": "這個遊戲裡沒有這樣的東西。",
    "reason.two_actions": "一個回合只能做一個行動；變動的地方不只一處：{places}。",
    "reason.tile_gone": "{tile} 不見了，沒有行動能說明它的去向。",
    "reason.tile_came": "{tile} 出現在這裡，沒有行動能說明它的來處。",
    "reason.pieces_gone": "{kind}星塵比先前少 {count} 個，但沒有用它們支付什麼。",
    "reason.pieces_gained": "{kind}星塵比先前多 {count} 個；遊戲中不會獲得星塵。",
    "reason.change_given": "{kind}星塵比先前多 {count} 個；不找零。",
}
