"""The sentences of a session that belong to no rule, and how templates become Text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.display.model import Text
from companion.games.girl.casting_words import NAMES, SENTENCES

_ENGLISH, _CHINESE = 0, 1

SESSION: dict[str, tuple[str, str]] = {
    "title": ("Wood Ash", "餘燼階段"),
    "look": ("Look", "看桌面"),
    "next": ("Next", "下一步"),
    "next_accept": ("Accept", "確認"),
    "next_round": ("Next round", "下一輪"),
    "undo": ("Undo", "復原"),
    "throw": ("Throw", "撒餘燼"),
    "throw_again": ("Throw again", "重新撒"),
    "simulated": ("This table is simulated.", "這是模擬桌面。"),
    # prompts
    "prompt_cast": (
        "Cast {meeples} tokens into the Night Sky, then take your hands away.",
        "把 {meeples} 枚餘燼撒進夜空，然後把手移開。",
    ),
    "prompt_accept": (
        "{seen} tokens lie still. Check them, then press Accept.",
        "{seen} 枚餘燼已靜止。檢查後按「確認」。",
    ),
    "prompt_accept_doubt": (
        "{seen} tokens lie still, {doubtful} in doubt. Its card says why, and there you can decide "
        "it; or press Accept, and whoever selects it is asked.",
        "{seen} 枚餘燼已靜止，{doubtful}不確定：卡片上有原因並可決定；或按「確認」，選取時再問。",
    ),
    "accepted_doubt": (
        "In doubt: {doubtful}. Whoever selects it is asked, if it matters.",
        "不確定：{doubtful}。選取時若有影響會詢問。",
    ),
    "prompt_pick": (
        "{player} selects a token ({rank} on space {space}).",
        "輪到 {player} 選一枚餘燼（{space} 格的{rank}）。",
    ),
    "prompt_done": (
        "Everybody has selected. Press Next round to move the Girl on.",
        "所有人都選好了。按「下一輪」讓女孩前進。",
    ),
    "prompt_looking": ("Taking a fresh look ...", "正在重新拍攝……"),
    # verdicts on presses
    "no_meaning": (
        "{button} has no meaning now: {why}",
        "現在按{button}沒有作用：{why}",
    ),
    "why_nothing_settled": (
        "no toss lies still in view ({status}).",
        "畫面中沒有靜止的餘燼（{status}）。",
    ),
    "why_busy": ("the last press is still being carried out.", "上一個動作還沒完成。"),
    "why_must_pick": (
        "{player} has to select a token first.",
        "{player} 必須先選一枚餘燼。",
    ),
    "why_nothing_to_undo": ("nothing was booked yet.", "還沒有任何紀錄。"),
    "why_no_thrower": ("only a simulated table throws by itself.", "只有模擬桌面能自動撒。"),
    "why_cast_stands": (
        "the toss is booked; undo it first.",
        "這次已經登記；請先復原。",
    ),
    "why_unknown": ("there is no such button here.", "這裡沒有這個按鍵。"),
    "looked": ("Read again: {seen} tokens lie in the dish.", "已重新讀取：盤中有 {seen} 枚餘燼。"),
    "looked_differs": ("Read again: table and game differ.", "已重新讀取：桌面與遊戲不符。"),
    "not_readable": (
        "The table could not be read within {seconds} seconds: {status}.",
        "{seconds} 秒內無法讀取桌面：{status}。",
    ),
    "reading_changed": (
        "The fresh picture reads differently from what was shown. Check it and press again.",
        "新的照片與剛才顯示的不同。請檢查後再按一次。",
    ),
    "cancelled": ("Stopped looking.", "已停止讀取。"),
    "undone_track": ("Taken back: the positions on the track.", "已復原：軌道位置。"),
    "undone_cast": ("Taken back: the toss.", "已復原：撒餘燼。"),
    "undone_pick": ("Taken back: {player}, token {token}.", "已復原：{player}，第 {token} 枚。"),
    "undone_correct": ("Taken back: the correction.", "已復原：更正。"),
    "undone_clear": ("Taken back: the next round.", "已復原：下一輪。"),
    "thrown": ("{count} tokens are thrown.", "撒出 {count} 枚餘燼。"),
    "track_set": (
        "The track is set: {meeples} tokens will be cast.",
        "軌道已設定：將撒 {meeples} 枚。",
    ),
    "corrected": (
        "{token}: {what}, settled by hand; the camera does not overrule it until the token is "
        "gone.",
        "{token}：{what}，由人決定；在這枚餘燼離開之前，相機不會改掉它。",
    ),
    "new_token": ("a token that was missed", "少看到的餘燼"),
    "round_over": (
        "The Girl moves to space {space}; {player}'s Elder is the new first player.",
        "女孩走到 {space} 格；{player} 的長老成為起始玩家。",
    ),
    "game_over": (
        "The Girl stands at the end of her track, there is no further round. "
        "Set the track for a new game.",
        "女孩已到軌道終點，沒有下一輪。要開新遊戲請設定軌道。",
    ),
    "moment_passed": (
        "Somebody acted just before you. Look at the table again, then decide.",
        "剛才有人先動作了。請再看一次桌面後決定。",
    ),
    "bad_space": (
        "Space {space} can't hold {who}; say girl, elder A, villager A or nothing.",
        "{space} 格不能放「{who}」。",
    ),
    "one_girl": ("Exactly one space holds the Girl.", "女孩必須剛好在一格上。"),
    "correct_taken": (
        "Token {token} was selected already; undo the selection first.",
        "{token} 號餘燼已被選取；請先復原選取。",
    ),
    "correct_count": (
        "The toss is booked, so no token can be added or removed; undo the toss first.",
        "這次已經登記，不能增減餘燼；請先復原。",
    ),
    "correct_nothing": (
        "Say what is to be corrected: a kind, its Light, or that it is no token.",
        "請說明要更正什麼：種類、光，或不是餘燼。",
    ),
    "correct_incomplete": (
        "A token that is added needs its kind and the Light it gives.",
        "加入餘燼時，請說明種類以及可以換的光。",
    ),
    "correct_added": (
        "This token was added by hand; undo that instead.",
        "這枚餘燼是手動加入的；請改用復原。",
    ),
    "correct_unknown": (
        "{value} is neither a kind of token nor a colour of Light.",
        "{value} 不是餘燼種類，也不是光的顏色。",
    ),
    # the page's parts
    "tokens": ("Tokens", "餘燼"),
    # photographs of phones
    "no_photos": ("Photographs are not read at this table.", "這桌不判讀照片。"),
    "photo": ("Photograph of the dish", "夜空圖板照片"),
    "photo_take": ("Photograph the dish", "拍攝夜空圖板"),
    "photo_help": (
        "Take the whole dish with its markers, in good light. It is judged on its own; nothing is "
        "booked.",
        "請在充足光線下拍下整個夜空圖板和標記。照片單獨判定，不會登記。",
    ),
    "photo_seen": ("The picture, as it was read", "照片判讀結果"),
    "photo_alt": ("The photographed dish with its tokens numbered", "拍到的夜空圖板與餘燼編號"),
    "photo_read_none": ("No token lies in the dish.", "盤中沒有餘燼。"),
    "photo_read_one": ("1 token is read.", "判讀了 1 枚餘燼。"),
    "photo_read": ("{count} tokens are read.", "判讀了 {count} 枚餘燼。"),
    "photo_partly_none": (
        "No token is seen, but not all of the dish can be told.",
        "沒有看到餘燼，但夜空圖板有些地方無法判讀。",
    ),
    "photo_unsure_one": (
        "1 token is seen, {doubtful} in doubt.",
        "看到 1 枚餘燼，其中 {doubtful} 枚不確定。",
    ),
    "photo_unsure": (
        "{count} tokens are seen, {doubtful} of them in doubt.",
        "看到 {count} 枚餘燼，其中 {doubtful} 枚不確定。",
    ),
    "photo_partly_one": (
        "1 token is seen, but there is a doubt; see below.",
        "看到 1 枚餘燼，但有疑問，請看下方。",
    ),
    "photo_partly": (
        "{count} tokens are seen, but there is a doubt; see below.",
        "看到 {count} 枚餘燼，但有疑問，請看下方。",
    ),
    "order": ("Who selects", "選取順序"),
    "taken": ("Taken so far", "目前取得"),
    "track": ("Night Sky track", "夜空軌"),
    "track_help": (
        "Say who stands where. Elders stand right behind the Girl, Villagers behind them.",
        "設定誰站在哪裡。長老緊跟女孩之後，村民在長老之後。",
    ),
    "new_game": ("Start again with", "重新開始"),
    "n_players": ("{players} players", "{players} 位玩家"),
    "space": ("Space {space}", "{space} 格"),
    "nobody": ("nobody", "無"),
    "who": ("{player} {rank}", "{player} {rank}"),
    "set_track": ("Set the track", "設定軌道"),
    "keep": ("Keep", "留下"),
    "take": ("{player} keeps it, or discards it for Light", "{player} 留下，或換成光"),
    "take_light": ("{player} discards it for Light", "{player} 換成光"),
    "correct_kind": ("Wrong kind? It is", "種類錯了？其實是"),
    "correct_light": ("Wrong Light? It gives", "光錯了？可以換"),
    "not_a_token": ("This is no token", "這不是餘燼"),
    "add_token": ("A token is missing", "少看到一枚餘燼"),
    "add": ("Add it", "加入"),
    "seen_wrongly": ("Seen by mistake?", "看錯了？"),
    "kind_unknown": ("Kind can't be told", "看不出種類"),
    "coloured_area": ("the {area} area", "{area}色區"),
    "who_where": ("{player}, {rank} on space {space}", "{player}，{space} 格的{rank}"),
    "prompt_count": (
        "Tokens that lie still: {seen}; to be cast: {meeples}. Look again, or correct the reading.",
        "看到 {seen} 枚餘燼，但應有 {meeples} 枚。請再看一次，或更正判讀。",
    ),
    "kind": ("Kind", "種類"),
    "light": ("Light", "光"),
    "any": ("any colour", "任何顏色"),
    "token_unclear": ("{kinds}?", "{kinds}？"),
    "token_word": ("token {token}", "{token} 號餘燼"),
    "outside": (
        "Lies outside: it moves straight towards the centre until it is just inside.",
        "在目標區外：直線移向中心，直到剛好進入。",
    ),
    "close_touching": (
        "Close call: it reaches {gap} mm into {area}, within measurement error.",
        "很接近：伸入{area} {gap} 毫米，在量測誤差內。",
    ),
    "close_free": (
        "Close call: {gap} mm short of {area}, within measurement error.",
        "很接近：離{area}還差 {gap} 毫米，在量測誤差內。",
    ),
    "by_hand": ("Corrected by hand.", "手動更正。"),
    "upper": ("Lies on another token.", "疊在另一枚餘燼上。"),
    "gone_from_table": (
        "No longer seen on the table: say who took it.",
        "桌上已看不到：請輸入誰拿走了。",
    ),
    "still_there": ("Selected, but still lies on the table.", "已被選取，但仍在桌上。"),
    "unexpected": (
        "The dish shows more than the toss has: {count} more.",
        "盤中有 {count} 個不屬於這次的東西。",
    ),
    "missing": ("Token {token} is no longer where it lay.", "{token} 號餘燼已不在原處。"),
    "taken_by": ("Taken by {player}", "由 {player} 取走"),
    "covered": ("Can't be told: {place}: {why}", "無法判斷：{place}：{why}"),
    "unsure_place": ("Can't be told: {why}", "無法判斷：{why}"),
    "step_now": ("selects now", "現在選取"),
    "step_kept": ("kept token {token}", "留下 {token} 號"),
    "step_light": ("token {token}: {light}", "{token} 號：{light}"),
    "got": ("{player}: {kept}", "{player}：{kept}"),
    "got_nothing": ("nothing yet", "尚無"),
    "got_light": ("{count} {colour} Light", "{count} 個{colour}光"),
    "picture_alt": (
        "The dish with {seen} tokens, numbered, and the reading drawn over it",
        "夜空圖板，標示 {seen} 枚餘燼的編號與判讀",
    ),
    "picture_live": ("What the camera sees now", "相機目前的畫面"),
    "lost_presses": (
        "{count} presses came too fast and were dropped.",
        "按得太快，有 {count} 次被忽略。",
    ),
    "old_frame": (
        "The newest picture is {seconds} s old.",
        "最新的照片是 {seconds} 秒前拍的。",
    ),
}

_LETTERS = {"red": ("R", "紅"), "yellow": ("Y", "黃"), "blue": ("B", "藍")}
SHAPES = {"red": "circle", "yellow": "triangle", "blue": "square"}


def say(key: str, values: Mapping[str, Any] | None = None, /, **more: Any) -> Text:
    """Fill the template `key` in both languages; names of the game inside are translated."""
    english, chinese = SESSION.get(key) or SENTENCES[key]
    filled = {**(values or {}), **more}
    return Text(
        english.format_map({name: _word(value, _ENGLISH) for name, value in filled.items()}),
        chinese.format_map({name: _word(value, _CHINESE) for name, value in filled.items()}),
    )


def name(word: str) -> Text:
    """Translate one name of the game (kind, colour, rank); an unknown one stays as it is."""
    return Text(_word(word, _ENGLISH), _word(word, _CHINESE))


def letter(colour: str) -> Text:
    """Give the letter that stands for a colour of Light."""
    return Text(*_LETTERS[colour])


def area_words(area: str) -> Text:
    """Name an area of the dish: a coloured area, the hub, or what the reader calls it."""
    return say("coloured_area", area=area) if area in SHAPES else name(area)


def listed(words: Iterable[Text]) -> Text:
    """Join texts with commas."""
    texts = tuple(words)
    return Text(", ".join(text.en for text in texts), "、".join(text.zh for text in texts))


def _word(value: Any, language: int) -> str:
    if isinstance(value, Text):
        return value.en if language == _ENGLISH else value.zh
    if isinstance(value, str):
        return NAMES[value][language] if value in NAMES else value
    if isinstance(value, tuple | list):
        return (", ", "、")[language].join(_word(item, language) for item in value)
    return str(value)
