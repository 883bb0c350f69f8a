"""A game that has begun, with all that is worked out from its state for the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.display.text import Text, begun
from companion.flow import Accepted, Finished
from companion.games.contract import FinalScore, InRounds, Prompt
from companion.games.playable import Ordered, Scene
from companion.games.printable import Past
from companion.keeping.journal import Entry, Journal
from companion.play import chance
from companion.play.choosing import Chooser
from companion.play.chronicle import Chronicle
from companion.play.drawn import draw_scenes, kept
from companion.play.gallery import SceneGallery
from companion.play.score_history import ScoreHistory
from companion.play.sight import Sight, keeps_secrets, seen
from companion.play.speaking import Speaker
from companion.play.words import plain, say
from companion.records.document import Record
from companion.records.players import SEAT_NAMES
from companion.whole_game.history import last_undone, played
from companion.whole_game.session import GameSession

BY_CHANCE = "chance"
BY_CAMERA = "camera"
# Who is no player, by the `by` of a journal's entry: the key of the word for it.
NOBODY = {
    BY_CHANCE: "chance",
    BY_CAMERA: "by_camera",
    "pin": "by_pin",
    "page": "by_page",
    "key": "by_key",
}


class RunningGame:
    """One game; what is asked for twice in one state is worked out once."""

    def __init__(self, session: GameSession) -> None:
        self.session, self.game = session, session.game
        record = session.record()
        self.edition: str = record.edition or self.game.default_edition
        self.names: Mapping[str, str] = dict(zip(SEAT_NAMES, record.players, strict=False))
        self.seats = tuple(self.names)
        self.speaker = Speaker(self.game, self.names)
        self.chronicle = Chronicle(self.game, session.start, self.speaker)
        self.history = ScoreHistory(self.game, session.start)
        self._choosers: dict[tuple[Sight, str | None], Chooser] = {}
        self._secrets: dict[tuple[str, ...], bool] = {}
        self._scores: dict[Sight, FinalScore] = {}
        self._due: bool | None = None
        self._drawn: dict[Sight, tuple[tuple[Scene, str], ...]] = {}
        self.changed()

    @classmethod
    def resumed(cls, journal: Journal) -> RunningGame | None:
        """The game of a journal, None while there is none; raises JournalError."""
        return cls(GameSession.resume(journal)) if journal.entries else None

    def changed(self) -> None:
        """Forget what was worked out from the state before."""
        self._choosers.clear()
        self._secrets.clear()
        self._scores.clear()
        self._drawn.clear()
        self._due = None
        self.chronicle.follow(self.session.steps)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.session.state

    @property
    def past(self) -> Past:
        """What led to the state."""
        return Past(self.session.start, self.session.line)

    @property
    def moment(self) -> int:
        """The number of the newest entry."""
        return self.session.entries[-1].seq

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.session.result is not None

    @property
    def prompt(self) -> Prompt:
        """Who does what next, as everybody may know it."""
        return self.game.prompt(self.game.view(self.state, None))

    @property
    def due_words(self) -> Text:
        """What is due now, in words."""
        return self.speaker.say(self.prompt.key, self.prompt.values)

    @property
    def chance_due(self) -> bool:
        """Whether chance decides now."""
        if self._due is None:
            self._due = not self.over and chance.chance_due(self.game, self.state)
        return self._due

    @property
    def round(self) -> int:
        """The number of the round, 0 for a game without rounds."""
        return self.game.round_of(self.state) if isinstance(self.game, InRounds) else 0

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in the order of their turns, that of the seats when the game says no other."""
        return self.game.order_of(self.state) if isinstance(self.game, Ordered) else self.seats

    def keeps_secrets(self, seats: tuple[str, ...]) -> bool:
        """Whether one of these seats sees more now than everybody does."""
        if seats not in self._secrets:
            self._secrets[seats] = keeps_secrets(self.game, self.state, seats)
        return self._secrets[seats]

    def seen(self, sight: Sight) -> Any:
        """The state as far as it may be seen."""
        return seen(self.game, self.state, sight)

    def chooser(self, sight: Sight, seat: str | None) -> Chooser:
        """What may be chosen for a seat (None: for chance) by whoever sees that much."""
        key = (sight, seat)
        if key not in self._choosers:
            self._choosers[key] = Chooser(self.game, self.seen(sight), seat)
        return self._choosers[key]

    def score(self, sight: Sight) -> FinalScore:
        """The score as it stands for whoever sees that much."""
        if self.session.result is not None and sight.everything:
            return self.session.result
        if sight not in self._scores:
            self._scores[sight] = self.game.final_score(self.seen(sight))
        return self._scores[sight]

    def drawn(self, sight: Sight, gallery: SceneGallery) -> tuple[tuple[Scene, str], ...]:
        """The drawn boards that this sight shows, with the paths under which they are kept."""
        if sight not in self._drawn:
            scenes = draw_scenes(self.game, self.seen(sight), sight.seat)
            self._drawn[sight] = tuple((scene, kept(scene, gallery)) for scene in scenes)
        return self._drawn[sight]

    def record_seen(self, sight: Sight) -> Record:
        """The record, or while something is hidden from this sight only the position."""
        whole = self.session.record()
        if sight.everything:
            return whole
        position = self.game.write_position(self.seen(sight))
        return Record(
            whole.game,
            whole.edition,
            whole.players,
            whole.rulings,
            {},
            position,
            (),
            colours=whole.colours,
        )

    # -- what happens --------------------------------------------------------------------

    def play(self, line: str, by: str, at_s: float) -> bool:
        """Play a line that was judged already; says whether it counted."""
        outcome = self.session.play(line, by, at_s)
        self.changed()
        return isinstance(outcome.verdict, Accepted | Finished)

    def draw_chance(self, seed: str, at_s: float) -> None:
        """Have chance decide as long as it is due."""
        for _ in range(chance.MOST_DRAWS):
            if not self.chance_due:
                return
            number = len(self.session.steps)
            move = chance.drawn(self.game, self.state, seed, number)
            if not self.play(self.game.write_move(move), BY_CHANCE, at_s):
                return

    @property
    def can_undo(self) -> bool:
        """Whether a person's move stands."""
        return any(entry.by != BY_CHANCE for entry in played(self.session.entries))

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back, and nothing was played since."""
        return bool(last_undone(self.session.entries))

    def undo(self, by: str, at_s: float) -> bool:
        """Take back the newest move of a person, and what chance decided after it."""
        if not self.can_undo:
            return False
        while True:
            newest = played(self.session.entries)[-1]
            self.session.undo(by, at_s)
            if newest.by != BY_CHANCE:
                break
        self.changed()
        return True

    def redo(self, by: str, at_s: float) -> bool:
        """Let stand again what was undone last, and what chance decided after it."""
        if not self.can_redo:
            return False
        self.session.redo(by, at_s)
        while self._undone_by_chance():
            self.session.redo(by, at_s)
        self.changed()
        return True

    def _undone_by_chance(self) -> bool:
        seq = last_undone(self.session.entries)
        return bool(seq) and self._entry(seq).by == BY_CHANCE

    def _entry(self, seq: int) -> Entry:
        return next(entry for entry in self.session.entries if entry.seq == seq)


def who_made(running: RunningGame, by: str, within: bool = False) -> Text:
    """Who made a move: a player, a phone, chance, the camera, a button.

    Begins a sentence, unless it is `within` one; players are written as they write themselves.
    """
    if by.startswith("phone "):
        found = say("phone", phone=by.removeprefix("phone "))
    elif by in NOBODY:
        found = say(NOBODY[by])
    else:
        return plain(running.speaker.name(by))
    return found if within else begun(found)
