"""What came of rehearsed games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

_SUMS = (
    "games",
    "exact",
    "looks",
    "moves",
    "questions",
    "put_right",
    "breaks",
    "caught",
    "cpu_s",
)


@dataclass
class Tally:
    """Counts of one game or of many; `failures` are sentences that name seed and move.

    `faults` are those that came, by name, `clauses` the rules that were broken and told, by the
    clause that told so.
    """

    games: int = 0
    exact: int = 0  # final scores that were exactly the truth
    looks: int = 0
    moves: int = 0
    questions: int = 0
    most_questions: int = 0  # of one game
    put_right: int = 0  # earlier moves that later looks put right
    breaks: int = 0
    caught: int = 0
    cpu_s: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another game's, too."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.most_questions = max(self.most_questions, other.questions, other.most_questions)
        self.faults += other.faults
        self.clauses += other.clauses
        self.failures += other.failures

    @property
    def sound(self) -> bool:
        """Whether every score was exact, every broken rule was caught, and every fault borne."""
        return not self.failures and self.exact == self.games and self.caught == self.breaks

    @property
    def lines(self) -> tuple[str, ...]:
        """What there is to be told, a line each."""
        mean = self.questions / max(1, self.games)
        clauses = ", ".join(f"{name} {count}" for name, count in sorted(self.clauses.items()))
        faults = ", ".join(
            f"{name} {count}" for name, count in sorted(self.faults.items()) if count
        )
        return (
            f"games: {self.games}, scores exact: {self.exact}",
            f"rules broken: {self.breaks}, told with the right clause: {self.caught}"
            + (f" ({clauses})" if clauses else ""),
            f"questions a game: {mean:.2f}, at most {self.most_questions}",
            f"moves: {self.moves}, looks: {self.looks}, earlier moves put right: {self.put_right}",
            f"faults: {faults or 'none'}",
            f"processor: {self.cpu_s:.0f} s, {self.cpu_s / max(1, self.games):.1f} s a game",
        )
