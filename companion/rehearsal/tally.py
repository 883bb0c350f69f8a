"""What came of rehearsed games."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of one game or of many; `failures` are sentences that name seed and move."""

    games: int = 0
    exact: int = 0  # final scores that were exactly the truth
    looks: int = 0
    moves: int = 0
    questions: int = 0
    put_right: int = 0  # earlier moves that later looks put right
    breaks: int = 0
    caught: int = 0
    restarts: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another game's, too."""
        for name in ("games", "exact", "looks", "moves", "questions", "put_right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("breaks", "caught", "restarts"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.failures += other.failures

    @property
    def sound(self) -> bool:
        """Whether every score was exact and every broken rule was caught."""
        return not self.failures and self.exact == self.games and self.caught == self.breaks
