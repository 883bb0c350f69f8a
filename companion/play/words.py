"""The sentences of the page that belong to no game, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.display.model import Note, Text, Tone
from companion.display.text import filled

WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("The tabletop companion", "桌遊裁判"),
    "status": ("moves are entered by hand", "由大家輸入行動"),
    # entering moves
    "undo": ("Undo", "復原"),
    "redo": ("Redo", "重做"),
    "confirm": ("Confirm", "確認"),
    "enter": ("{who}: your move", "{who}：輪到你"),
    "enter_chance": ("What was drawn", "抽到什麼"),
    "chosen": ("Chosen so far; tap one to take it back.", "已選擇；點一下可取消。"),
    "next": ("Choose:", "請選擇："),
    "next_spot": ("There are several ways here:", "這裡有幾種選擇："),
    "on_board": ("Tap a marked place on the board.", "請點圖板上標示的位置。"),
    "as_list": ("The marked places as a list", "以清單顯示標示的位置"),
    "elsewhere": ("Another place", "其他位置"),
    "does": ("This would be: {move}", "這會是：{move}"),
    "more_moves": (
        "There are more moves than can be listed. If yours is missing, type it.",
        "行動太多，無法全部列出。若沒有你要的，請用輸入的。",
    ),
    "type_move": ("Type a move", "輸入行動"),
    "move": ("Move", "行動"),
    "play_line": ("Play it", "打出這步"),
    "to_seats": ("Take a seat", "選座位"),
    "hand_over": ("Hand the phone to {who}.", "請把手機交給{who}。"),
    "i_am": ("I am {who}: show my side", "我是{who}：顯示我的資訊"),
    "cover": ("Cover it again", "蓋起來"),
    "look_at": ("Sides on this phone", "這支手機上的座位"),
    # answers
    "not_offered": ("That can't be chosen now; look again.", "現在不能這樣選；請再看一次。"),
    "not_complete": ("The move is not complete yet.", "行動還沒選完。"),
    "not_your_seat": (
        "This is a move of {who}, whose seat is not on this phone.",
        "這是{who}的行動，但這支手機不是{who}的座位。",
    ),
    "no_seat": ("Take a seat first.", "請先選一個座位。"),
    "covered": (
        "This phone shows nobody's side now; press “I am …” first.",
        "這支手機目前沒有顯示任何人的資訊；請先按「我是……」。",
    ),
    "companion_deals": (
        "At this table the companion draws; nobody enters what chance decides.",
        "這桌由系統抽取；不用輸入隨機結果。",
    ),
    "hidden_reason": (
        "This is not possible, for a reason that lies hidden from you.",
        "這不可行，原因是你看不到的資訊。",
    ),
    "moment_passed": (
        "Somebody acted just before you. Look at the table again, then decide.",
        "剛才有人先動作了。請再看一次桌面後決定。",
    ),
    "nothing_to_undo": ("There is nothing to take back.", "沒有可以復原的。"),
    "nothing_to_redo": ("Nothing was taken back last.", "沒有可以重做的。"),
    "undone": ("Taken back by {who}: the last move of {move}.", "{who}復原了{move}的上一個行動。"),
    "redone": ("It stands again, by {who}: the move of {move}.", "{who}重做了{move}的行動。"),
    "unknown_button": ("This button has no meaning here.", "這個按鍵在這裡沒有作用。"),
    "only_host": ("Only the host's phone can do this.", "只有主持人的手機可以這樣做。"),
    "no_game": ("No game has begun yet.", "遊戲還沒開始。"),
    "game_on": ("A game is going on already.", "遊戲已經開始了。"),
    "not_joined": ("Join the table first.", "請先加入。"),
    "no_such_seat": ("There is no seat {seat} at this table.", "這桌沒有座位 {seat}。"),
    "no_such_phone": ("There is no phone {phone} at this table.", "這桌沒有手機 {phone}。"),
    "seat_taken": ("{who}'s seat is on another phone.", "{who}的座位在另一支手機上。"),
    "unknown_choice": ("{value} is no choice for {name}.", "{value} 不是{name}的選項。"),
    # photographs
    "no_photos": ("Photographs of boards are not read at this table.", "這桌不判讀圖板照片。"),
    "photo": ("Photograph of a board", "圖板照片"),
    "photo_take": ("Photograph a board", "拍攝圖板"),
    "photo_take_dish": ("Photograph the dish alone", "只拍夜空圖板"),
    "photo_help": (
        "Take the whole board with its markers, from above, in good light. What it shows is "
        "compared with the game.",
        "請從上方、在充足光線下拍下整塊圖板和標記。照片內容會與遊戲比對。",
    ),
    "photo_alone": ("Read a photograph", "判讀照片"),
    "photo_alone_help": (
        "Of printed boards, without a game: what lies there and, in a game that can tell, what it "
        "scores. Take the whole board with its markers, from above, in good light.",
        "不必開始遊戲，就能判讀列印的圖板：上面有什麼；能計分的遊戲還會計分。請從上方、在充足光線下"
        "拍下整塊圖板和標記。",
    ),
    "photo_boards": ("{game}: boards", "{game}：圖板"),
    "photo_dish": ("{game}: the dish", "{game}：夜空圖板"),
    "photo_other_dish": (
        "The dish is read as this companion prints it, or as the folder given with --table says. "
        "Any other one is read by its own description: companion toss PHOTO --table table.toml.",
        "夜空圖板依本系統列印的版本判讀，或依 --table 指定的資料夾。其他的請用它自己的描述檔"
        "判讀：companion toss 照片 --table table.toml。",
    ),
    # corrections
    "correct": ("Correct an earlier move", "更正先前的行動"),
    "which_move": ("Which move", "哪一個行動"),
    "was_instead": ("It was", "其實是"),
    "what_changes": ("What would change?", "會改變什麼？"),
    "no_such_move": ("There is no move {number} to correct.", "沒有可更正的行動 {number}。"),
    "not_your_move": (
        "Move {number} is {who}'s to correct, or the host's.",
        "行動 {number} 要由{who}或主持人更正。",
    ),
    "changes_nothing": ("Nothing else would change.", "其他都不變。"),
    "changes_lost": ("Would not count any more: {moves}.", "將不再成立：{moves}。"),
    "changes_score": ("{who}: {before} VP becomes {after}.", "{who}：{before} 分變成 {after} 分。"),
    "accept_change": ("Correct it so", "就這樣更正"),
    "corrected": ("Move {number} was corrected by {who}.", "{who}更正了行動 {number}。"),
    "no_longer": ("does not count any more", "不再成立"),
    "move_number": ("{number}: {move}", "{number}：{move}"),
    # seats
    "seats": ("Seats", "座位"),
    "seat_free": ("free", "空位"),
    "seat_here": ("on this phone", "在這支手機"),
    "seat_there": ("on phone {phone}", "在手機 {phone}"),
    "take_seat": ("Sit here", "坐這裡"),
    "take_over": ("Take this seat over", "接手這個座位"),
    "seat_away": (
        "Phone {phone} has not been connected for {away_s} s; another may take the seat over.",
        "手機 {phone} 已有 {away_s} 秒沒有連線；其他手機可以接手這個座位。",
    ),
    "host_away": (
        "The host's phone has not been connected for {away_s} s; this one can take its place.",
        "主持人的手機已有 {away_s} 秒沒有連線；這支手機可以接手。",
    ),
    "leave_seat": ("Stand up", "離座"),
    "free_seat": ("Free this seat", "清空座位"),
    "give_seat": ("Give to phone {phone}", "交給手機 {phone}"),
    "this_phone": ("This is phone {phone}.", "這是手機 {phone}。"),
    "this_host": ("This is phone {phone}, the host's.", "這是手機 {phone}，主持人。"),
    "give_host": ("Hand over the host's part", "把主持人交給別人"),
    "be_host": ("Be the host", "當主持人"),
    "be_host_help": (
        "If the host's phone is gone, this one can take its place.",
        "若主持人的手機不在了，這支手機可以接手。",
    ),
    "new_host": ("Phone {phone} is the host's now.", "手機 {phone} 現在是主持人。"),
    "sat": ("{who} sits at phone {phone}.", "{who}坐在手機 {phone}。"),
    "freed": (
        "{who}'s seat is free; phone {phone} freed it.",
        "{who}的座位空出來了（手機 {phone} 清空的）。",
    ),
    "sat_before": ("Phone {phones} sat here before.", "手機 {phones} 曾坐在這裡。"),
    # what a screen is for
    "role": ("This screen", "這個螢幕"),
    "role_now": ("It is used for: {role}.", "目前用途：{role}。"),
    "role_change": ("Use it for", "改為"),
    "role_player": ("playing", "玩家"),
    "role_table": ("the middle of the table", "桌面中央"),
    "role_referee": ("refereeing", "裁判"),
    "role_set": ("Phone {phone} is used for: {role}.", "手機 {phone} 的用途：{role}。"),
    "referees": ("Who else referees", "還有誰當裁判"),
    "make_referee": ("Phone {phone} referees, too", "手機 {phone} 也當裁判"),
    "stop_referee": ("Phone {phone} no longer referees", "手機 {phone} 不再當裁判"),
    "turn_order": ("Turn order", "順位"),
    "in_round": ("round {round}", "第 {round} 輪"),
    "your_score": ("Your score", "你的分數"),
    # score, journal, record
    "chart": ("Score over time", "分數變化"),
    "chart_rounds": ("round", "輪"),
    "takes_lead": ("{who} takes the lead.", "{who}取得領先。"),
    "report": ("Report of this game", "這場遊戲的報告"),
    "report_file": ("Report, record and pictures in one file", "報告、紀錄與圖片（單一檔案）"),
    "chart_moves": ("moves", "行動"),
    "scores": ("Score, if the game ended now", "若現在結束的分數"),
    "final": ("Final score", "最終分數"),
    "vp": ("{vp} VP", "{vp} 分"),
    "ranked": ("{who}: {vp} VP", "{who}：{vp} 分"),
    "winner": ("First: {who} ({why})", "第一名：{who}（{why}）"),
    "items": ("How it adds up", "分數如何計算"),
    "partial": (
        "Other players' hidden things are not counted here.",
        "這裡沒有計算其他玩家隱藏的部分。",
    ),
    "journal": ("Moves so far", "至今的行動"),
    "earlier": ("Show all moves", "顯示全部行動"),
    "secret_move": ("something that only {who} may see", "只有{who}能看的事"),
    "chance": ("chance", "隨機"),
    "by_camera": ("the camera", "相機"),
    "by_pin": ("the button at the table", "桌上的按鈕"),
    "by_page": ("a page", "網頁"),
    "by_key": ("a key", "按鍵"),
    "phone": ("phone {phone}", "手機 {phone}"),
    "about": ("About this game", "關於這場遊戲"),
    "record": ("Record", "紀錄"),
    "record_whole": ("Download the whole record", "下載完整紀錄"),
    "record_view": ("Download what everybody may see", "下載公開的紀錄"),
    "show_all": ("Show everything to everybody", "向所有人公開全部資訊"),
    "show_all_help": (
        "Hands and whatever else is hidden, too. This can't be taken back.",
        "包括手牌等隱藏的資訊。無法收回。",
    ),
    "all_shown": ("The host shows everything to everybody.", "主持人已公開全部資訊。"),
    "dealer_is": ("Who draws", "由誰抽取"),
    "dealer_companion": ("The companion draws and deals", "由系統抽取發放"),
    "dealer_table": ("The table draws; it is entered here", "由玩家抽取並輸入"),
    "dealer_set": ("From now on: {dealer}.", "從現在起：{dealer}。"),
    # setup
    "setup": ("A new game", "新遊戲"),
    "prompt_choose": ("Choose a game.", "請選擇遊戲。"),
    "prompt_players": ("Who plays {game}?", "誰要玩{game}？"),
    "prompt_wait": ("The host sets up the game.", "主持人正在設定遊戲。"),
    "games": ("Games", "遊戲"),
    "other_game": ("Another game", "其他遊戲"),
    "players": ("Players", "玩家"),
    "player": ("Player {seat}", "玩家 {seat}"),
    "edition": ("Edition", "版本"),
    "own_deal": ("We dealt ourselves what chance decides", "我們已自行抽取起始配置"),
    "own_deal_field": ("What lies on your table (may stay empty)", "你們桌上的配置（可留空）"),
    "own_deal_hint": (
        "Only for a table that is laid out already. Copy the example, change it to what lies on "
        "your table, and leave out the lines that you can't tell. The letters A, B, ... are the "
        "players in the order above.",
        "只有桌面已擺好時才需要。請複製範例，改成你們桌上的配置，不知道的那一行可以刪掉。"
        "字母 A、B… 依序代表上面的玩家。",
    ),
    "rulings": ("Rulings", "規則設定"),
    "no_names": ("Enter at least one name.", "請至少輸入一個名字。"),
    "begin": ("Begin", "開始"),
    "from_record": ("Go on with a record", "從紀錄繼續"),
    "paste_record": ("Record (JSON)", "紀錄（JSON）"),
    "begun": ("The game begins: {names}.", "遊戲開始：{names}。"),
    "new_game": ("Put this game away and begin another", "收起這場，開新遊戲"),
    "put_away_ask": (
        "Put the unfinished game away? It then goes on only from its record: download that first.",
        "要收起還沒結束的遊戲嗎？之後只能從紀錄繼續，請先下載紀錄。",
    ),
    "put_away_sure": ("Yes, put it away", "是，收起"),
    "put_away_not": ("No, play on", "否，繼續玩"),
    "put_away": ("The game was put away; its journal stays.", "遊戲已收起；日誌會保留。"),
}


def say(key: str, /, **values: Any) -> Text:
    """The sentence for a key, filled in; a Text among the values is said in each language."""
    return filled(WORDS[key], values)


def refused(key: str, /, **values: Any) -> Note:
    """A refusal in words."""
    return Note(Tone.REFUSED, say(key, **values))


def plain(text: str) -> Text:
    """What is the same in both languages: a name, a canonical text."""
    return Text(text, text)


def signed(text: Text, vp: int) -> Text:
    """A text behind the points that it brings."""
    return Text(f"{vp:+d} {text.en}", f"{vp:+d} {text.zh}")


def joined(texts: Iterable[Text], between: tuple[str, str] = (", ", "、")) -> Text:
    """Texts one after the other."""
    parts = tuple(texts)
    return Text(between[0].join(t.en for t in parts), between[1].join(t.zh for t in parts))
