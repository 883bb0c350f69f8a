"""A longest simple path by dynamic programming over the frontier.

The joins of a constellation are decided star by star, and of all ways that leave the same
loose ends only the longest is kept.  A loose end is a star between decided and open joins; the
order of the stars keeps them few.  What can't become longer than a path already known is
dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Links = Mapping[int, Sequence[int]]
State = tuple[int, ...]
_INNER = -1  # both joins of this star are chosen
_FIXED = -2  # a path whose other end is final


class Frontier:
    """One search.  `known` is the length of a path already found, `possible` an upper bound.

    A state has for every star of the frontier its own number (no join yet), _INNER, _FIXED, or
    the number of the other end of its path; states map to the most joins so far.
    """

    def __init__(self, joined: Links, known: int, possible: int) -> None:
        self._size = len(joined)
        self._best = known
        self._possible = possible
        order = narrow_order(joined)
        place = {star: number for number, star in enumerate(order)}
        self._joined = [sorted(place[other] for other in joined[star]) for star in order]
        self._frontier: list[int] = []
        self._states: dict[State, int] = {(): 0}

    def longest(self) -> int:
        """The number of stars in a longest simple path."""
        for number, others in enumerate(self._joined):
            self._states = {(*state, number): count for state, count in self._states.items()}
            self._frontier.append(number)
            for other in others:
                if other < number:
                    self._decide(other, number)
            for other in [*(o for o in others if o < number), number]:
                if self._joined[other][-1] <= number:
                    self._settle(other)
            self._prune(number + 1)
            if self._best >= self._possible:
                break
        return self._best

    def _decide(self, one: int, other: int) -> None:
        """Add every state in which the two stars are joined."""
        states, frontier = self._states, self._frontier
        at_one, at_other = frontier.index(one), frontier.index(other)
        for state, count in list(states.items()):
            end, far = state[at_one], state[at_other]
            if _INNER in (end, far) or end == other:  # no third join, no ring
                continue
            after = list(state)
            after[at_one] = after[at_other] = _INNER
            if end != _FIXED:
                after[frontier.index(end)] = far
            if far != _FIXED:
                after[frontier.index(far)] = end
            whole = end == far == _FIXED  # both ends are final: nothing can be added
            key = tuple(after)
            if count + 2 > self._best and self._paths(key) == (0 if whole else 1):
                self._best = count + 2  # a path has one star more than joins
            if not whole and states.get(key, -1) < count + 1:
                states[key] = count + 1

    def _paths(self, state: State) -> int:
        """How many separate paths have a loose end."""
        fixed = state.count(_FIXED)
        ends = sum(
            end not in (star, _INNER) for star, end in zip(self._frontier, state, strict=True)
        )
        return fixed + (ends - fixed) // 2

    def _settle(self, star: int) -> None:
        """No more joins for a star; a path may end there, two of them in all."""
        at = self._frontier.index(star)
        settled: dict[State, int] = {}
        for state, count in self._states.items():
            end = state[at]
            if end == _FIXED:  # a whole path; it was counted when it was made
                continue
            after = list(state)
            if end not in (star, _INNER):
                if after.count(_FIXED) > 1:
                    continue
                after[after.index(star)] = _FIXED
            del after[at]
            key = tuple(after)
            if settled.get(key, -1) < count:
                settled[key] = count
        self._states = settled
        self._frontier.remove(star)

    def _prune(self, done: int) -> None:
        """Drop states that have left out so many stars that no path gets longer than the best."""
        kept = {}
        for state, count in self._states.items():
            alone = sum(end == star for star, end in zip(self._frontier, state, strict=True))
            on_paths = count + self._paths(state)
            if self._size - (done - on_paths - alone) > self._best:
                kept[state] = count
        self._states = kept


def narrow_order(joined: Links) -> list[int]:
    """Every star once, each time the one that leaves the fewest stars with open joins."""
    first = min(joined, key=lambda star: len(joined[star]))
    order: list[int] = []
    open_joins = {star: len(others) for star, others in joined.items()}
    beside = {first: 0}  # stars that may come next, and when they were first met
    while beside:
        star = min(beside, key=lambda s: (_opened(joined, open_joins, order, s), beside[s]))
        del beside[star]
        order.append(star)
        for other in joined[star]:
            open_joins[other] -= 1
            if other not in order:
                beside.setdefault(other, len(order))
    return order


def _opened(joined: Links, open_joins: Mapping[int, int], order: Sequence[int], star: int) -> int:
    """How many more stars have open joins once this one is decided."""
    closed = sum(other in order and open_joins[other] == 1 for other in joined[star])
    return (open_joins[star] > 0) - closed
