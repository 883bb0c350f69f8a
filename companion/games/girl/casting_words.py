"""What the Wood Ash phase says to people, in English and Traditional Chinese.

Each sentence is a template; the values of an event or reason are put into the braces.  Values
that are names of this game (kinds, colours, ranks) are themselves looked up in `NAMES`.
"""

from __future__ import annotations

NAMES: dict[str, tuple[str, str]] = {
    "x2": ("×2", "×2"),
    "scouting": ("Scouting", "偵查"),
    "foraging": ("Foraging", "採集"),
    "offering": ("Offering", "奉獻"),
    "recall": ("Recall", "召回"),
    "stardust": ("Stardust", "星塵"),
    "red": ("red", "紅"),
    "yellow": ("yellow", "黃"),
    "blue": ("blue", "藍"),
    "hub": ("the hub", "中心"),
    "none": ("no Light", "沒有光"),
    "elder": ("Elder", "長老"),
    "villager": ("Villager", "村民"),
    "girl": ("the Girl", "女孩"),
}

SENTENCES: dict[str, tuple[str, str]] = {
    # events
    "cast": (
        "{seen} tokens are cast, one for each meeple on the track.",
        "已撒出 {seen} 枚餘燼，軌道上每個米寶一枚。",
    ),
    "kept": ("{player} keeps token {token}: {kind}.", "{player} 留下 {token} 號餘燼：{kind}。"),
    "gained": (
        "{player} trades token {token} ({kind}) for Light: {light}.",
        "{player} 用 {token} 號餘燼（{kind}）換光：{light}。",
    ),
    "discarded": ("Token {token} goes back into the bag.", "{token} 號餘燼放回袋中。"),
    "phase_ends": (
        "Every Elder and Villager has selected; the Wood Ash phase is over.",
        "每位長老與村民都已選取，餘燼階段結束。",
    ),
    "returns": (
        "Token {token} is left for nobody and goes back into the bag.",
        "{token} 號餘燼無人可選，放回袋中。",
    ),
    # reasons: the toss and the selections
    "already_cast": (
        "The tokens of this round are already cast.",
        "這一輪的餘燼已經撒過了。",
    ),
    "cast_count": (
        "{meeples} meeples stand on the track, so {meeples} tokens are cast, but {seen} are seen.",
        "軌道上有 {meeples} 個米寶，應撒 {meeples} 枚餘燼，卻看到 {seen} 枚。",
    ),
    "not_cast": ("Nothing is cast yet, so nothing can be selected.", "還沒撒餘燼，不能選取。"),
    "phase_over": (
        "Every Elder and Villager has selected already; the phase is over.",
        "每位長老與村民都已選取，這個階段已結束。",
    ),
    "not_your_turn": (
        "It is not {player}'s selection: next is {due} with the {rank} on space {space}.",
        "還沒輪到 {player} 選取：輪到 {due}，位於 {space} 格的{rank}。",
    ),
    "no_such_token": ("There is no token {token} in this toss.", "這次沒有 {token} 號餘燼。"),
    "token_taken": (
        "Token {token} was already taken by {player}.",
        "{token} 號餘燼已被 {player} 取走。",
    ),
    "x2_kept": (
        "Token {token} is a ×2: it can't be kept, only discarded for two Light.",
        "{token} 號餘燼是 ×2：不能留下，只能換兩個光。",
    ),
    "kept_for_light": (
        "Token {token} is either kept or discarded for Light, not both.",
        "{token} 號餘燼只能留下或換光，不能兩者都要。",
    ),
    "x2_needs_two": (
        "Token {token} is a ×2 and gives two Light, not {count}.",
        "{token} 號餘燼是 ×2，要換兩個光，而不是 {count} 個。",
    ),
    "one_light": (
        "Token {token} gives one Light, not {count}.",
        "{token} 號餘燼只換一個光，而不是 {count} 個。",
    ),
    "wrong_light": (
        "Token {token} does not touch {colour}; it can give {allowed}.",
        "{token} 號餘燼沒有碰到{colour}色區；可以換：{allowed}。",
    ),
    "no_light": (
        "Token {token} touches no coloured area, so it gives no {colour} Light.",
        "{token} 號餘燼沒有碰到任何色區，不能換{colour}光。",
    ),
    # reasons: the track
    "player_count": (
        "Elders on the track: {players}; {least} to {most} players have one each.",
        "軌道上有 {players} 位長老；應為 {least} 到 {most} 位玩家各一位。",
    ),
    "two_elders": ("{player} has more than one Elder.", "{player} 有超過一位長老。"),
    "no_elder": (
        "{player} has a Villager on the track but no Elder.",
        "{player} 有村民在軌道上，卻沒有長老。",
    ),
    "girl_off_track": (
        "The Girl stands on space {space}; she walks from space {first} to {last}.",
        "女孩在 {space} 格；她從 {first} 格走到 {last} 格。",
    ),
    "elder_not_behind": (
        "{player}'s Elder stands on space {space}; the Elders stand right behind the Girl, "
        "on spaces {first} to {last}.",
        "{player} 的長老在 {space} 格；長老應緊跟在女孩之後，即 {first} 到 {last} 格。",
    ),
    "space_shared": ("Two meeples share space {space}.", "{space} 格上有兩個米寶。"),
    "villager_in_front": (
        "{player}'s Villager on space {space} is not behind the Girl on space {girl}.",
        "{player} 在 {space} 格的村民不在女孩（{girl} 格）之後。",
    ),
    "villager_not_behind": (
        "{player}'s Villager on space {space} has to stand behind the Elders, "
        "on space {last} or lower.",
        "{player} 在 {space} 格的村民應在長老之後，即 {last} 格或更後面。",
    ),
    "too_many_villagers": (
        "{player} has {count} Villagers on the track, but owns {most}.",
        "{player} 在軌道上有 {count} 個村民，但總共只有 {most} 個。",
    ),
    # questions
    "which_kind": (
        "The picture does not tell what {token} is. Look closely and choose:",
        "照片看不出{token}是哪一種。請看清楚後選擇：",
    ),
    "which_light": (
        "{token} is too close to a line to tell. Look closely; it can give:",
        "{token}離界線太近，無法判斷。請看清楚；它可以換：",
    ),
}
