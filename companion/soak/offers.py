"""What a Display offers a phone, and which of it somebody at random would do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# How often people do what is offered, compared with each other, by path.
_WEIGHTS = {
    "/api/confirm": 60.0,
    "/api/tap": 10.0,
    "/api/pick": 10.0,
    "/api/press": 6.0,
    "/api/seat": 0.3,
    "/api/track": 0.3,
    "/api/correct": 0.5,
    "/api/settings": 0.1,
    # Ending a game is decided elsewhere.
    "/api/game": 0.0,
    "/api/begin": 0.0,
}
_LESS = 0.3  # how seldom something is taken back, compared with going on


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that a phone may post."""

    path: str
    body: dict[str, Any]

    @property
    def weight(self) -> float:
        """How likely somebody does it, compared with other offers."""
        undoes = self.body.get("button") == "undo" or self.path in ("/api/turn", "/api/back")
        return _WEIGHTS.get(self.path, 1.0) * (_LESS if undoes else 1.0)


def offers(display: Any, chance: random.Random) -> list[Offer]:
    """Everything that a Display offers; forms are filled in at random."""
    found = [Offer(action["post"], action["body"]) for action in _actions(display)]
    for board in display["boards"]:
        spots = (spot["body"] for spot in board["spots"] if spot["body"] is not None)
        found += [Offer(board["post"], body) for body in spots]
    for section in display["sections"]:
        found += [_filled(form, chance) for form in section["forms"]]
    return found


def choose(found: list[Offer], chance: random.Random) -> Offer | None:
    """One offer at random, by path first, so that many places do not outweigh one button."""
    by_path: dict[str, list[Offer]] = {}
    for offer in found:
        by_path.setdefault(offer.path, []).append(offer)
    paths = list(by_path)
    weights = [max(offer.weight for offer in by_path[path]) for path in paths]
    if not any(weights):
        return None
    path = chance.choices(paths, weights)[0]
    likely = [offer.weight for offer in by_path[path]]
    return chance.choices(by_path[path], likely)[0]


def _actions(display: Any) -> Iterator[Any]:
    yield from display["buttons"]
    if display["verdict"] is not None:
        yield from display["verdict"]["actions"]
    for section in display["sections"]:
        yield from (action for note in section["notes"] for action in note["actions"])
        for holder in (section, *section["cards"]):
            yield from (action for group in holder["groups"] for action in group["actions"])


def _filled(form: Any, chance: random.Random) -> Offer:
    values: dict[str, Any] = {}
    for choice in form["choices"]:
        options = [option["value"] for option in choice["options"]]
        # Mostly as it stands, since a form that is all chance is always refused.
        value = choice["value"] if chance.random() < 0.7 else chance.choice(options)
        _put(values, choice["name"], value)
    for field in form["fields"]:
        _put(values, field["name"], chance.choice(("", "Ann", "lay A 3 1,1", "漢字", "'; --")))
    return Offer(form["post"], {form["key"]: values} if form["key"] else values)


def _put(values: dict[str, Any], name: str, value: Any) -> None:
    part, dot, inner = name.partition(".")
    if dot:
        values.setdefault(part, {})[inner] = value
    else:
        values[name] = value
