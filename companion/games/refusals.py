"""Why a game can't be set up from a document: sentences of all games, in both languages.

Each is a Sentence, so that whoever shows it may say it `in_chinese`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.flow import Sentence

Value = str | tuple[str, ...]

WORDS: Mapping[str, tuple[str, str]] = {
    # which game, for whom, by which settings
    "no_game": (
        "there is no game called {name}; this companion knows: {known}",
        "沒有名為 {name} 的遊戲；這裡有：{known}",
    ),
    "no_edition": (
        "{game} has no edition called {name}; shipped are: {known}",
        "{game} 沒有名為 {name} 的版本；附有：{known}",
    ),
    "players": (
        "players: {edition} is for {allowed} players, not {count}",
        "players：{edition} 供 {allowed} 人遊玩，不是 {count} 人",
    ),
    "players_solo": (
        "players: {edition} is for {allowed} players, not {count}; "
        "one player needs the ruling allow_solo",
        "players：{edition} 供 {allowed} 人遊玩，不是 {count} 人；一人遊玩需要設定 allow_solo",
    ),
    "no_ruling": (
        "rulings.{name}: there is no such setting; `companion rulings {game}` lists them",
        "rulings.{name}：沒有這個設定；`companion rulings {game}` 會列出所有設定",
    ),
    "no_ruling_but": (
        "rulings.{name}: there is no such setting (do you mean {near}?); "
        "`companion rulings {game}` lists them",
        "rulings.{name}：沒有這個設定（是指 {near} 嗎？）；"
        "`companion rulings {game}` 會列出所有設定",
    ),
    "ruling_value": (
        "rulings.{name}: must be one of {allowed}, not {value}",
        "rulings.{name}：必須是 {allowed} 其中之一，不是 {value}",
    ),
    "same_names": (
        "two players have the same name; give one of them another",
        "有兩位玩家同名；請替其中一位換個名字",
    ),
    "no_setup": (
        "what you dealt yourselves stands in braces, as in the example above the field{why}",
        "自行抽取的配置要寫在大括號裡，格式同欄位上方的範例{why}",
    ),
    "setup_unread": (
        "{why}; copy the example above the field again and change only what differs",
        "{why}；請重新複製欄位上方的範例，只改不同的地方",
    ),
    "own_journal": (
        "this table keeps its game in {path}; start the companion again with another --journal "
        "for another game",
        "這桌把遊戲存在 {path}；要開始另一場，請用另一個 --journal 重新啟動",
    ),
    # records
    "in_file": ("{where}: {why}", "{where}：{why}"),
    "and_also": ("{why}. {also}", "{why}。{also}"),
    "too_large": ("larger than {most_mb} MB, so no game record", "超過 {most_mb} MB，不是遊戲紀錄"),
    "too_deep": (
        "is not a record: it can't be read as JSON, for a number in it is too long or its "
        "brackets lie too deep",
        "不是紀錄：無法當作 JSON 讀取，因為其中的數字太長或括號層數太多",
    ),
    "not_json": (
        "is not JSON: it makes no sense at line {line}, column {column}",
        "不是 JSON：第 {line} 行第 {column} 欄讀不懂",
    ),
    "no_record": (
        "a record is a JSON object with game, players and moves",
        "紀錄是一個 JSON 物件，包含 game、players 和 moves",
    ),
    "no_moves": (
        "moves is missing; it is a list of texts, one for each move",
        "缺少 moves；它是文字的清單，每個行動一項",
    ),
    "no_moves_like": (
        "moves is missing; it is a list of texts such as {example}",
        "缺少 moves；它是文字的清單，例如 {example}",
    ),
    "players_form": (
        'players is a list of names in seat order, such as ["Ann", "Ben"], not {given}',
        'players 是依座位順序的名字清單，例如 ["Ann", "Ben"]，不是{given}',
    ),
    "player_form": (
        'players is a list of names in seat order, such as ["Ann", "Ben"]; '
        "player {number} is {given}",
        'players 是依座位順序的名字清單，例如 ["Ann", "Ben"]；第 {number} 位是{given}',
    ),
    "player_part": (
        "players: the {part} of player {number} is a text, not {given}",
        "players：第 {number} 位的 {part} 是文字，不是 {given}",
    ),
    "player_letters": (
        "players: the name of player {number} has bytes that are no letters",
        "players：第 {number} 位的名字有不成字的位元組",
    ),
    "player_seats": (
        "players: the seats of {count} players are {seats}, each once",
        "players：{count} 位玩家的座位是 {seats}，各一次",
    ),
    "seat_as_name": (
        "players: {letter} is the name of a seat, so the player at seat {seat} needs another name",
        "players：{letter} 是座位的名稱，座位 {seat} 的玩家需要別的名字",
    ),
    "too_many_players": (
        "players: {count} are more than there are seats",
        "players：{count} 位多於座位數",
    ),
    "write_like": ("{why}; write it like {form}", "{why}；要寫成例如 {form}"),
    # documents whose shape is wrong
    "missing": ("{key}: is missing", "{key}：缺少這一項"),
    "unknown": (
        "{key}: is not known; correct its spelling or remove it",
        "{key}：沒有這一項；請更正或刪去",
    ),
    "unknown_part": (
        "{key}: is not known; the parts are {parts}",
        "{key}：沒有這一項；可用的有 {parts}",
    ),
    "kind": ("{key}: must be {wanted}, not {got}", "{key}：必須是{wanted}，不是{got}"),
    "kinds": (
        "{key}: must be one of {wanted}; not {got}",
        "{key}：必須是{wanted}其中之一，不是{got}",
    ),
    "least": ("{key}: must be at least {bound}", "{key}：至少是 {bound}"),
    "most": ("{key}: must be at most {bound}", "{key}：最多是 {bound}"),
    "too_short": ("{key}: must have {bound} or more entries", "{key}：至少要有 {bound} 項"),
    "too_long": ("{key}: must not have more entries than {bound}", "{key}：最多有 {bound} 項"),
    "length": (
        "{key}: must have {bound} entries, not {count}",
        "{key}：要有 {bound} 項，不是 {count} 項",
    ),
    "text": ("{key}: is not written as it has to be", "{key}：寫法不對"),
    "value": ("{key}: can't be {value}", "{key}：不能是 {value}"),
    "choice": (
        "{key}: can't be {value}; it is one of {allowed}",
        "{key}：不能是 {value}；可用的有 {allowed}",
    ),
    "wrong": ("{key}: can't be used", "{key}：無法使用"),
}
NAMES: Mapping[str, str] = {
    "a whole number": "整數",
    "a number": "數字",
    "a text": "文字",
    "true or false": "true 或 false",
    "a list": "清單",
    "an object in braces": "大括號的物件",
    "null": "null",
    "the document": "整份文件",
    "missing": "沒寫",
}


def refusal(key: str, /, **values: Value) -> Sentence:
    """The sentence of WORDS with this key, in English, that can be said in Chinese."""
    return Sentence(key, WORDS[key][0], **values)


def in_chinese(sentence: str) -> str:
    """A sentence in Chinese; one that is not of WORDS stays as it is."""
    if not isinstance(sentence, Sentence) or sentence.key not in WORDS:
        return sentence
    return sentence.said(WORDS[sentence.key][1], _in_chinese)


def changed(sentence: str, change: Callable[[str], str]) -> str:
    """A sentence with every value changed, or a text that is none, changed as it is."""
    if not isinstance(sentence, Sentence) or sentence.key not in WORDS:
        return change(sentence)
    values: dict[str, Value] = {}
    for gap, value in sentence.values.items():
        if isinstance(value, tuple):
            values[gap] = tuple(map(change, value))
        else:
            values[gap] = changed(value, change)
    return refusal(sentence.key, **values)


def _in_chinese(value: Value) -> str:
    if isinstance(value, tuple):
        return "、".join(NAMES.get(each, each) for each in value)
    return in_chinese(value) if isinstance(value, Sentence) else NAMES.get(value, value)
