"""The sentences of a refereed table that belong to no game, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.display.model import Note, Text, Tone
from companion.display.text import filled

WORDS: Mapping[str, tuple[str, str]] = {
    # buttons
    "look": ("Look", "看桌面"),
    "next": ("Next", "下一步"),
    "undo": ("Undo", "復原"),
    "held": ("{button} (held)", "{button}（長按）"),
    "end_game": ("End the game", "結束遊戲"),
    "shut_down": ("Shut down", "關機"),
    "yes_end": ("Yes, put it away", "是，收起來"),
    "yes_stop": ("Yes, shut down", "是，關機"),
    "no_stay": ("No, go on", "不，繼續"),
    "lay": ("Play it on the simulated table", "在模擬桌面上打出"),
    "confirm_unlaid": ("Book unseen", "直接登記"),
    "lay_hint": (
        "A simulated hand lays it, the camera sees it, and then it is booked.",
        "模擬的手會把它放上桌面，相機看到後就會登記。",
    ),
    # presses without meaning
    "no_meaning": ("{button} has no meaning now: {why}", "現在按{button}沒有作用：{why}"),
    "why_no_game": ("no game has begun yet.", "遊戲還沒開始。"),
    "why_busy": ("the table is being looked at; undo stops that.", "正在看桌面；按復原可停止。"),
    "why_over": ("the game is over.", "遊戲已結束。"),
    "why_confirm": (
        "a question waits: Next is yes, Undo is no.",
        "請先回答：下一步為是，復原為否。",
    ),
    "why_unknown": ("there is no such button here.", "這裡沒有這個按鍵。"),
    "why_restless": ("it reads differently from picture to picture", "每張照片的判讀都不同"),
    "why_not_seen": ("it can't be seen now", "現在看不到"),
    "why_no_undo": ("there is nothing to take back.", "沒有可以復原的。"),
    "why_no_hands": ("this table is not simulated.", "這不是模擬桌面。"),
    # answers
    "looking": ("Taking a fresh look ...", "正在重新看桌面……"),
    "stopped": ("Stopped looking.", "已停止。"),
    "stays": ("The game goes on.", "遊戲繼續。"),
    "same": ("The table shows the game as it is booked.", "桌面與遊戲相符。"),
    "nothing_new": (
        "The table shows nothing new. {prompt}",
        "桌面沒有變化。{prompt}",
    ),
    "booked_unseen": (
        "The turn is over. What the table can't show was taken to be the usual: {what} Correct "
        "it if it was otherwise.",
        "這個回合結束。桌上看不到的部分視為一般情形：{what}若不是這樣請更正。",
    ),
    "booked": ("Seen and booked. {what}", "已看到並登記。{what}"),
    "looks_like": ("This is seen: {what} Press Next to book it.", "看到：{what}按「下一步」登記。"),
    "likely": (
        "This seems to be: {what} Some places can't be told; book it all the same?",
        "看起來是：{what}有些位置看不清，要登記嗎？",
    ),
    "which": ("What happened? The table fits several moves.", "發生了什麼？桌面符合多種行動。"),
    "which_unseen": ("What happened? The table can't show it.", "發生了什麼？桌面看不出來。"),
    "changed_meanwhile": (
        "The fresh pictures show something else: {what} Press Next again to book it.",
        "新的照片顯示不同：{what}請再按一次「下一步」。",
    ),
    "broken": ("{why} At: {where}.", "{why}位置：{where}。"),
    "broken_unknown": (
        "No move of the rules leads to what lies there: {where}.",
        "沒有合法的行動會變成這樣：{where}。",
    ),
    "differs": ("Table and game differ: {where}.", "桌面與遊戲不符：{where}。"),
    "behind": ("The table has yet to follow: {where}.", "桌面還沒跟上：{where}。"),
    "follow": ("The table has yet to follow the game. {what}", "請照遊戲調整桌面。{what}"),
    "upkeep": ("Not as it should lie: {what}", "還需要整理：{what}"),
    "not_readable": (
        "The table could not be read within {seconds} seconds: {status}.",
        "{seconds} 秒內無法讀取桌面：{status}。",
    ),
    "question_over": ("That question is no longer open.", "這個問題已經不存在。"),
    "undone": ("Taken back by {who}: the last move of {move}.", "{who}復原了{move}的上一個行動。"),
    "ask_end": (
        "End the game here? It is put away; its journal stays. Next is yes, Undo is no.",
        "要在這裡結束嗎？遊戲會收起，日誌會保留。下一步為是，復原為否。",
    ),
    "ask_stop": (
        "Shut down? The game goes on where it stands when you start again. "
        "Next is yes, Undo is no.",
        "要關機嗎？下次開機會從這裡繼續。下一步為是，復原為否。",
    ),
    "stopping": ("Shutting down ...", "正在關機……"),
    "measured": ("The light is measured anew.", "正在重新測光。"),
    # events
    "bumped": ("{boards} was moved and found again.", "{boards}被移動過，已重新找到。"),
    "camera_moved": (
        "All boards lie elsewhere in the picture: the camera was moved. Press Look when it stands.",
        "所有圖板的位置都變了：相機被移動過。放好後請按「看桌面」。",
    ),
    "relit": (
        "The light has changed on {boards}: what was read before stays. Press Look to read anew.",
        "{boards}的光線變了：先保留之前的判讀。按「看桌面」重新讀取。",
    ),
    "board_away": ("Out of sight: {boards}.", "看不到：{boards}。"),
    "old_frame": ("The newest picture is {seconds} s old.", "最新的照片是 {seconds} 秒前拍的。"),
    "camera_silent": (
        "The camera gives no pictures.",
        "相機沒有畫面；請檢查相機與連接線，英文頁面有詳細原因。",
    ),
    # deciding about differences
    "put_back": ("It is put back", "放回去"),
    "accept": ("Accept as played", "照桌面算"),
    "camera_wrong": ("The camera is wrong: it is {what}", "相機看錯：其實是{what}"),
    "game_right": ("The game is right", "以遊戲為準"),
    "table_right": ("The table is right", "以桌面為準"),
    "book_it": ("Book it", "登記"),
    "please_put_back": ("Put it back, please. {what}", "請放回去。{what}"),
    "at_place": ("{place}: {what}.", "{place}：{what}。"),
    "accepted_as_played": (
        "{who} lets it stand as it was played at {where}; the game does not count it.",
        "{who}讓{where}照桌面保留；遊戲不計算它。",
    ),
    "counted_as_played": (
        "{who} lets it stand as it was played, and it counts. {what}",
        "{who}讓它照桌面算，並計入遊戲。{what}",
    ),
    "game_was_right": (
        "{who}: the game is right at {where}; the camera is not asked until the piece moves.",
        "{who}：{where}以遊戲為準；在它移動之前不看相機。",
    ),
    "table_was_right": ("{who}: the table is right. {what}", "{who}：以桌面為準。{what}"),
    "taken_back": ("Taken back: {count}.", "已復原 {count} 步。"),
    "no_way_there": (
        "No move of the rules leads from the game to this table. Accept it as played, or fix "
        "single places.",
        "沒有合法的行動能變成這樣。可以照桌面算，或更正單一位置。",
    ),
    "nothing_differs": ("Table and game do not differ.", "桌面與遊戲沒有不同。"),
    "fixed": (
        "{who}: at {place} lies {what}; the camera does not overrule it until the piece leaves.",
        "{who}：{place}是{what}；在它離開之前相機不會改掉。",
    ),
    "unsaid": ("Taken back: what was said about {place}.", "已收回對{place}的更正。"),
    "no_such_word": ("There is no such correction.", "沒有這個更正。"),
    "no_such_place": (
        "There is no place {place} on {board}; near it are {near}.",
        "{board}上沒有位置 {place}；相近的有 {near}。",
    ),
    "no_such_board": (
        "There is no board {board}; there are {near}.",
        "沒有圖板 {board}；有 {near}。",
    ),
    "no_such_piece": ("This can't lie at {place}: {what}.", "{place}不能放：{what}。"),
    "not_there": ("No {what} lies at {place}.", "{place}沒有{what}。"),
    "unknown_choice": ("{value} is no choice here.", "這裡不能選 {value}。"),
    "moment_passed": (
        "Somebody acted just before you. Look at the table again, then decide.",
        "剛才有人先動作了。請再看一次桌面後決定。",
    ),
    "booking_set": ("From now on: {how}.", "從現在起：{how}。"),
    "may_not": ("Take a seat first, or have the host do it.", "請先選座位，或請主持人操作。"),
    "laid": ("It is laid on the simulated table.", "已放到模擬桌面上。"),
    "not_complete": ("The move is not complete yet.", "行動還沒選完。"),
    # the page's parts
    "picture_alt": (
        "The table as the camera sees it, with every place marked as it was read",
        "相機看到的桌面，標出每個位置的判讀",
    ),
    "question": ("Question", "問題"),
    "mismatches": ("Where table and game differ", "桌面與遊戲不同之處"),
    "fix_place": ("Put another place right", "更正其他位置"),
    "examine": ("Show it", "顯示"),
    "board": ("Board", "圖板"),
    "place": ("Place", "位置"),
    "game_has": ("The game has: {what}", "遊戲：{what}"),
    "table_has": ("I see: {what}", "看到：{what}"),
    "may_also_be": ("it may also be {other}", "也可能是 {other}"),
    "cant_tell": ("I can't tell: {why}", "看不清：{why}"),
    "said_here": ("{who} said: {what}", "{who}說：{what}"),
    "exception_here": ("{who} lets stand: {what}", "{who}保留：{what}"),
    "it_is": ("It is", "其實是"),
    "one_more": ("One more", "多一個"),
    "one_less": ("One less", "少一個"),
    "move_to": ("Move", "移動"),
    "to_place": ("to place", "到位置"),
    "piece": ("Piece", "東西"),
    "piece_at": ("{piece} ({place})", "{piece}（{place}）"),
    "turned": ("Turned", "轉向"),
    "corrections": ("What people said", "人工更正"),
    "unsay": ("Take it back", "收回"),
    "evidence": ("What was seen", "看到的證據"),
    "booking": ("When moves that are seen are booked", "何時登記看到的行動"),
    "book_button": ("after Next", "按下一步後"),
    "book_self": ("by themselves", "自動"),
    "book_now": ("{phase} This is booked {how}.", "{phase}這會{how}登記。"),
    "book_phase": ("in this phase {how}", "這個階段{how}"),
    "book_all": ("always {how}", "一律{how}"),
    "empty": ("nothing", "沒有東西"),
    "lost_presses": (
        "{count} presses came too fast and were dropped.",
        "按得太快，有 {count} 次被忽略。",
    ),
}


def say(key: str, /, **values: Any) -> Text:
    """The sentence for a key, filled in; a Text among the values is said in each language."""
    return filled(WORDS[key], values)


def refused(key: str, /, **values: Any) -> Note:
    """A refusal in words."""
    return Note(Tone.REFUSED, say(key, **values))
