"""Cards being played one after another: shooting stars, stars and lines are kept up here.

Used by `playing` to judge and by `legal` to find plays; reasons and events are collected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.flow import Event, Reason
from companion.games.polaris.edition import Card, Option
from companion.games.polaris.moves import Element, Star
from companion.games.polaris.reasons import MAY_STAND, Broken
from companion.games.polaris.rules.arranging import most_elements
from companion.games.polaris.rules.fitting import fits
from companion.games.polaris.state import PolarisState, seat_name


class Laying:
    """The sky and a player's shooting stars while cards of one phase are played by `seat`."""

    def __init__(self, state: PolarisState, seat: int, phase: int) -> None:
        self.edition = state.table.edition
        self.rulings = state.table.rulings
        self.waived = state.table.waived
        self.sky = self.edition.sky
        self.seat = seat
        self.phase = phase
        self.sector = self.edition.sector_at(state.new_moon, phase)
        self.sector_spaces = self.sky.sector_spaces[self.sector - 1]
        self.sector_lines = self.sky.sector_lines[self.sector - 1]
        self.shooting_stars = state.players[seat].shooting_stars
        self.supply = state.shooting_stars_left() if self.rulings.token_limit else None
        self.own = state.stars[seat]
        self.taken = 0
        for mask in state.stars:
            self.taken |= mask
        self.lines = state.lines
        self.reasons: list[Reason] = []
        self.events: list[Event] = []

    def copy(self) -> Laying:
        """The same, to go on from in another way; reasons and events start anew."""
        twin = object.__new__(Laying)
        twin.__dict__.update(self.__dict__)
        twin.reasons, twin.events = [], []
        return twin

    @property
    def stars_left(self) -> int:
        """Stars in the player's supply (POL-SET-7)."""
        return self.edition.components.stars - self.own.bit_count()

    @property
    def lines_left(self) -> int:
        """Line tokens in the supply (POL-SET-3)."""
        return self.edition.components.lines - self.lines.bit_count()

    def say(self, key: str, clause: str, place: str = "", **values: Any) -> None:
        """Report an event of the player."""
        where = f"{seat_name(self.seat)} {place}".rstrip()
        self.events.append(Event(f"event.{key}", clause, where, values))

    def refuse(self, broken: Broken, place: str, **values: Any) -> bool:
        """Note a broken clause; says whether it is one that nobody has let go."""
        found = MAY_STAND.binding((broken.reason(place, **values),), self.waived)
        self.reasons += found
        return bool(found)

    def gain(self, count: int, clause: str, place: str) -> None:
        """Gain shooting stars; the supply has an end only by ruling (POL-Q16)."""
        given = count
        if self.supply is not None:
            given = min(count, self.supply)
            self.supply -= given
            if given < count:
                self.say("supply_empty", "POL-Q16", place, given=given, wanted=count)
        self.shooting_stars += given
        self.say("gained", clause, place, count=given)

    def pay(self, count: int) -> bool:
        """Pay shooting stars; False when there are too few."""
        if self.shooting_stars < count:
            return False
        self.shooting_stars -= count
        if self.supply is not None:
            self.supply += count
        return True

    def card(self, card: Card, elements: Sequence[Element]) -> None:
        """Play one card: its shooting stars, its elements in order, the price of its phase.

        Shooting stars of the card come first and the price last, so that what the card brings
        may pay for it, as in the rulebook's example (POL-STAR-4).
        """
        self.say("played", "POL-PLAY-1", card.name, card=card.name, sector=self.sector)
        before = (self.own, self.taken, self.lines, self.shooting_stars, self.supply)
        stars, lines = self._resolve(card, elements)
        option = self._option(card, stars, lines, len(elements))
        if option is not None and option.shooting_stars:
            self.gain(option.shooting_stars, "POL-PLAY-6", card.name)
        for element in elements:
            if isinstance(element, Star):
                self._star(element.space)
            else:
                self._line(element.one, element.other)
        if not elements and not self.rulings.play_empty and self._anywhere(card):
            self.refuse(Broken.NOTHING_LAID, card.name, card=card.name)
        if self.rulings.must_place_all and (option is not None or not elements):
            options = card.options if option is None else (option,)
            self._all_laid(card, options, before, len(elements))
        if card.phase != self.phase:
            self._change_phase(card)

    def _change_phase(self, card: Card) -> None:
        price = self.edition.turn.phase_price
        phase = self.edition.phases[self.phase]
        if self.pay(price):
            self.say("phase_changed", "POL-PLAY-2", card.name, phase=phase, count=price)
        else:
            have = self.shooting_stars
            self.refuse(Broken.PHASE_PRICE, card.name, card=card.name, count=price, have=have)

    def _resolve(
        self, card: Card, elements: Sequence[Element]
    ) -> tuple[list[int] | None, list[int] | None]:
        """The spaces and lines meant, None for elements that are not on the sky at all."""
        stars, lines = [], []
        for element in elements:
            if isinstance(element, Star):
                space = self.sky.index.get(element.space, self.sky.north)
                if space == self.sky.north:
                    return None, None
                stars.append(space)
            else:
                line = self.line_number(element.one, element.other)
                if line is None:
                    return None, None
                lines.append(line)
        return stars, lines

    def line_number(self, one: str, other: str) -> int | None:
        """The line between two named spaces, or None when there is none."""
        index = self.sky.index
        if one not in index or other not in index:
            return None
        return self.sky.line_index.get((index[one], index[other]))

    def _option(
        self, card: Card, stars: list[int] | None, lines: list[int] | None, count: int
    ) -> Option | None:
        """The option that the elements belong to, the one with the most shooting stars.

        None when nothing tells, as for a dawn card of which nothing is laid.
        """
        if stars is None or lines is None:
            return None
        if not count:
            return card.options[0] if len(card.options) == 1 else None
        found = [option for option in card.options if fits(self.sky, option, stars, lines)]
        if found:
            return max(found, key=lambda option: option.shooting_stars)
        wanted = sorted(self.sky.direction[line] for line in lines)
        possible = any(
            len(stars) <= len(option.stars) and _within(wanted, [d for d, _, _ in option.lines])
            for option in card.options
        )
        broken = Broken.WRONG_ARRANGEMENT if possible else Broken.NOT_ON_CARD
        self.refuse(broken, card.name, card=card.name)
        return None

    def _star(self, name: str) -> None:
        space = self.sky.index.get(name)
        if space is None:
            self.refuse(Broken.NO_SUCH_SPACE, name, space=name)
            return
        if space == self.sky.north:
            self.refuse(Broken.NORTH_STAR, name)
            return
        bit = 1 << space
        legal = True
        if self.taken & bit:
            self.refuse(Broken.SPACE_TAKEN, name, space=name)
            legal = False
        if not self.sector_spaces & bit:
            legal &= not self.refuse(Broken.STAR_SECTOR, name, space=name, sector=self.sector)
        if not self.stars_left:
            self.refuse(Broken.NO_STARS_LEFT, name)
            legal = False
        price = self.edition.turn.red_price
        if self.sky.red & bit and not self.pay(price):
            have = self.shooting_stars
            paid = {"count": price, "have": have}
            legal &= not self.refuse(Broken.RED_PRICE, name, space=name, **paid)
        if not legal:
            return
        self.own |= bit
        self.taken |= bit
        self.say("star", "POL-STAR-1", name, space=name)
        if self.sky.red & bit:
            self.say("paid_red", "POL-STAR-2", name, count=price)
        elif self.sky.white & bit:
            self.gain(self.edition.turn.white_gain, "POL-STAR-3", name)

    def _line(self, one: str, other: str) -> None:
        name = f"{one}-{other}"
        line = self.line_number(one, other)
        if line is None:
            self.refuse(Broken.NO_SUCH_LINE, name, line=name)
            return
        bit = 1 << line
        legal = True
        if self.lines & bit:
            self.refuse(Broken.LINE_TAKEN, name, line=name)
            legal = False
        if not self.sector_lines & bit:
            legal &= not self.refuse(Broken.LINE_SECTOR, name, line=name, sector=self.sector)
        if not self.lines_left:
            self.refuse(Broken.NO_LINES_LEFT, name)
            legal = False
        if legal:
            self.lines |= bit
            self.say("line", "POL-LINE-1", name, line=name)

    def _anywhere(self, card: Card) -> bool:
        """Whether something of a card could be laid in any sector.

        The ruling play_empty (POL-Q21) does not bind a card that finds no place on the whole
        sky: otherwise a full sky would stop the dawn track, and the game, for good.
        """
        twin = self.copy()
        twin.sector_spaces = self.sky.all_spaces
        twin.sector_lines = (1 << len(self.sky.ends)) - 1
        return any(most_elements(twin, option, 1) for option in card.options)

    def _all_laid(
        self,
        card: Card,
        options: Sequence[Option],
        before: tuple[int, int, int, int, int | None],
        laid: int,
    ) -> None:
        """By the ruling must_place_all (POL-Q2) nothing may be left out that has a place."""
        twin = self.copy()
        twin.own, twin.taken, twin.lines, twin.shooting_stars, twin.supply = before
        most = max(most_elements(twin, choice) for choice in options)
        if laid < most:
            self.refuse(Broken.LEFT_OUT, card.name, card=card.name, laid=laid, most=most)


def _within(few: Sequence[int], many: Sequence[int]) -> bool:
    """Whether `few` is part of `many`, counted."""
    return all(few.count(value) <= many.count(value) for value in few)
