"""The moves worth judging in an Action turn, given where the state differs from what is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from companion.games.girl.art import names
from companion.games.girl.move_write import write_move
from companion.games.girl.moves import EndTurn, Forage, Gain, Move, Offer, Recall, Scout, Stargaze
from companion.games.girl.pieces import COLOURS, FOODS, Phase
from companion.games.girl.rules.foraging import price_of
from companion.games.girl.rules.legal import FORAGING, OFFERING, RECALL, SCOUTING, STARDUST_TOKEN
from companion.games.girl.rules.villagers import EARLY, spots_of
from companion.games.girl.seeing.differences import Difference
from companion.games.girl.seeing.looks import CARD, MAIN, SKY, VILLAGE, Spot
from companion.games.girl.seeing.steps import Missing, Step
from companion.games.girl.state import NOBODY, GirlState, seat_name

MOST_RECALLS = 12
MOST_RUNS = 40
_BY_ACTION = 0.05  # a token is spent first: what is left of the actions is worth more
_UNSEEN_ACTION = 1.0
_UNSEEN_TURN = 2.0
_LAST = 9


class Turn:
    """What the seat whose turn it is may have done."""

    def __init__(self, state: GirlState, difference: Difference) -> None:
        self.state = state
        self.seat = state.order[0]
        self.name = seat_name(self.seat)
        self.player = state.players[self.seat]
        self.missing: Missing = list(difference.missing())
        self.surplus: Missing = list(difference.surplus())
        own = f"villager {self.name}"
        self.arrived = {spot: n for spot, word, n in self.missing if word == own}
        self.left = {spot: n for spot, word, n in self.surplus if word == own}
        self.lit = [
            word.removeprefix("crystal ")
            for (board, _), word, _ in self.missing
            if board == MAIN and word.startswith("crystal ")
        ]

    def steps(self) -> Iterator[Step]:
        """Every action that would explain something, then those that nobody sees."""
        yield from self._recalls()
        yield from self._scouts()
        yield from self._forages()
        for (board, place), _ in self.arrived.items():
            if board == SKY and place[3:].isdecimal():
                yield Step((Stargaze(self.name, int(place[3:])),), rank=3)
        yield from self._offers()
        yield from self._gains()

    def end(self) -> Step:
        """Actions that nobody saw, and the end of the turn."""
        count = self.state.actions_left
        unseen = count >= self.state.table.edition.actions_per_turn
        cost = 0.5 + _UNSEEN_ACTION * count + (_UNSEEN_TURN if unseen else 0.0)
        return Step(usual_end(self.state), cost, rank=_LAST, hidden=True)

    def _ways(self, kept: int) -> Iterator[tuple[bool, float]]:
        """By a token or by an action, as far as the seat has them; else by an action."""
        if kept in self.player.kept:
            yield True, 0.1
        if self.state.actions_left or kept not in self.player.kept:
            yield False, 0.1 + _BY_ACTION

    def _recalls(self) -> Iterator[Step]:
        gone = [_spot_name(spot) for spot, n in self.left.items() for _ in range(n)]
        needed = sum(self.arrived.values()) - self.player.villagers - len(gone)
        rest = list((Counter(spots_of(self.state, self.seat)) - Counter(gone)).elements())
        for by_token, cost in self._ways(RECALL):
            if gone:
                yield Step((Recall(self.name, tuple(sorted(gone)), by_token),), cost)
            if needed > 0:
                for more in islice(combinations(sorted(rest), needed), MOST_RECALLS):
                    spots = tuple(sorted((*gone, *more)))
                    yield Step((Recall(self.name, spots, by_token),), cost + 0.5, hidden=True)

    def _scouts(self) -> Iterator[Step]:
        paths = self.state.table.edition.paths
        lit = {
            paths.index[place]: word.removeprefix("crystal ")
            for (board, place), word, _ in self.missing
            if board == MAIN and place in paths.index and word.startswith("crystal ")
        }
        runs = list(islice(_runs(self.state, lit), MOST_RUNS))
        ending = [run for run in runs if paths.sites[run[-1]]]
        for run in sorted(ending or runs[:MOST_RECALLS], key=len, reverse=True):
            path = tuple((paths.names[space], lit[space]) for space in run)
            for by_token, cost in self._ways(SCOUTING):
                yield Step((Scout(self.name, path, by_token),), cost, rank=1)

    def _forages(self) -> Iterator[Step]:
        sites = self.state.table.edition.sites
        taken = {spot[1] for spot, word, _ in self.surplus if spot[0] == MAIN and word == "food"}
        for number, site in enumerate(sites):
            here = [(MAIN, names.early_bird(site.name)), (MAIN, names.beside(site.name))]
            if any(self.arrived.get(spot) for spot in here):
                yield Step((self._forage(number, False),), rank=2)
            elif site.name in taken:
                by_token = FORAGING in self.player.kept
                yield Step((self._forage(number, by_token),), 0.2, rank=2)
                early = self.state.sites[number].cover == NOBODY
                spot = site.name + (EARLY if early else "")
                yield from self._come_and_gone(self._forage(number, False), spot)

    def _forage(self, number: int, by_token: bool) -> Forage:
        return usual_forage(self.state, number, by_token, self.lit)

    def _come_and_gone(self, move: Move, spot: str) -> Iterator[Step]:
        """An action whose Villager stood at the spot before, or was recalled after it.

        A Villager that is recalled first bares the Early Bird, so the price has to be paid anew.
        """
        gone = [_spot_name(each) for each, n in self.left.items() for _ in range(n)]
        for by_token, cost in self._ways(RECALL):
            for stood in {spot, spot.removesuffix(EARLY) + EARLY} & set(
                spots_of(self.state, self.seat)
            ):
                back = Recall(self.name, tuple(sorted((*gone, stood))), by_token)
                yield Step((back, move), cost + 0.9, 2)
            if self.player.villagers:
                after = Recall(self.name, tuple(sorted((*gone, spot))), by_token)
                yield Step((move, after), cost + 1.0, 2)

    def _offers(self) -> Iterator[Step]:
        offering, cards = self.state.offering, self.state.table.edition.cards
        arrived = bool(self.arrived.get(VILLAGE))
        filled = {spot[1] for spot, word, _ in self.missing if word.startswith("food ")}
        changed = any(spot == CARD for spot, _, _ in self.surplus)
        spaces = cards[offering.card].spaces if offering.card != NOBODY else ()
        for number, space in enumerate(spaces):
            is_new = changed and not offering.filled >> number & 1
            if names.offering(space.name) in filled or is_new:
                yield from self._offer(space.name, True, arrived)
        if arrived:
            for food in [f for f, n in zip(FOODS, self.player.food, strict=True) if n] or FOODS[:1]:
                yield Step((Offer(self.name, food),), 0.15, rank=4)

    def _offer(self, what: str, on_card: bool, arrived: bool) -> Iterator[Step]:
        if OFFERING in self.player.kept:
            cost = 0.3 if arrived else 0.1
            yield Step((Offer(self.name, what, on_card, True),), cost, rank=4)
        if arrived or OFFERING not in self.player.kept:
            yield Step((Offer(self.name, what, on_card),), rank=4)
        if not arrived:
            yield from self._come_and_gone(Offer(self.name, what, on_card), VILLAGE[1])

    def quiet_offers(self, owed_vp: int) -> Iterator[Step]:
        """Single Offerings that only the score marker shows: by token, or by a Villager that
        is recalled in the same turn.
        """
        pairs = zip(FOODS, self.player.food, self.state.table.edition.single, strict=True)
        for food in [food for food, count, vp in pairs if count and vp <= owed_vp]:
            if OFFERING in self.player.kept:
                offer = Offer(self.name, food, False, True)
                yield Step((offer,), 0.3, rank=4, hidden=True)
            for step in self._come_and_gone(Offer(self.name, food), VILLAGE[1]):
                yield replace(step, hidden=True)

    def _gains(self) -> Iterator[Step]:
        """Stardust gained so that what is seen on a board could be played."""
        board = f"player {self.name}"
        wanted = sum(n for spot, word, n in self.missing if spot[0] == board and word == "stardust")
        if wanted > self.player.stardust:
            if STARDUST_TOKEN in self.player.kept:
                yield Step((Gain(self.name, True),), 0.2, rank=5, hidden=True)
            if self.state.actions_left:
                yield Step((Gain(self.name),), 0.3, rank=5, hidden=True)


def usual_end(state: GirlState) -> tuple[Move, ...]:
    """The end of the turn, before it Stardust gained by all tokens and actions that are left."""
    seat = state.order[0]
    name = seat_name(seat)
    tokens = state.players[seat].kept.count(STARDUST_TOKEN)
    return (*(Gain(name, True),) * tokens, *(Gain(name),) * state.actions_left, EndTurn(name))


def turn_end(state: GirlState) -> tuple[str, ...]:
    """The usual end of the turn that is being taken, as texts; none outside the Action phase."""
    if state.phase is not Phase.ACTION or state.offering.reveal:
        return ()
    return tuple(write_move(move) for move in usual_end(state))


def usual_forage(state: GirlState, number: int, by_token: bool, lit: Sequence[str] = ()) -> Forage:
    """Foraging of which the payment is not seen: of free colours those the seat has most of.

    `lit` are the colours that lie on paths, not yet explained: the seat may have needed them.
    """
    seat = state.order[0]
    price = price_of(state, number)
    held = [has - due for has, due in zip(state.players[seat].light, price, strict=False)]
    needed = [lit.count(colour) for colour in COLOURS]
    pay = [colour for colour, due in zip(COLOURS, price, strict=False) for _ in range(due)]
    for _ in range(price[-1]):
        has = [colour for colour, count in enumerate(held) if count > 0] or range(len(COLOURS))
        most = max(has, key=lambda colour: held[colour] - needed[colour])
        held[most] -= 1
        pay.append(COLOURS[most])
    site = state.table.edition.sites[number].name
    return Forage(seat_name(seat), site, tuple(sorted(pay)), by_token)


def _runs(state: GirlState, lit: dict[int, str]) -> Iterator[tuple[int, ...]]:
    """Runs of newly lit spaces from where a path may begin; all of them when none may."""
    paths = state.table.edition.paths
    begun = False
    for space in sorted(lit):
        beside = any(state.paths[other] for other in paths.links[space])
        if beside or space in paths.village:
            begun = True
            yield from _grow(paths.links, (space,), lit)
    if lit and not begun:
        yield tuple(sorted(lit))


def _grow(
    links: Sequence[Sequence[int]], run: tuple[int, ...], lit: dict[int, str]
) -> Iterator[tuple[int, ...]]:
    yield run
    for onward in links[run[-1]]:
        if onward in lit and onward not in run:
            yield from _grow(links, (*run, onward), lit)


def _spot_name(spot: Spot) -> str:
    """A place of Villagers as Recall names it."""
    place = spot[1]
    if place.endswith(names.early_bird("")):
        return place.removesuffix(names.early_bird("")) + EARLY
    return place.removesuffix(names.beside(""))
