"""A simulated table kept as it is booked; at a real one people lay and take the tokens."""

from __future__ import annotations

from companion.session.booked import Booked, Throw
from companion.session.ports import Hands


class BookedDish:
    """What lies on a simulated table follows the journal: a throw, less what was selected."""

    def __init__(self, hands: Hands | None) -> None:
        self._hands = hands
        self._thrown: Throw | None = None

    def follow(self, booked: Booked) -> None:
        """Have the tokens lie as `booked` says; one that stays keeps its place and angle."""
        hands, throw = self._hands, booked.throw
        if hands is None:
            return
        if throw is not None and throw != self._thrown:
            hands.throw(throw.tokens, throw.number)
            self._thrown = throw
        if booked.casting.tokens:
            at_mm = dict(booked.at_mm)
            lying = (token for token in booked.casting.lying if token.number in at_mm)
            hands.lay([(token.kinds[0], at_mm[token.number]) for token in lying])
