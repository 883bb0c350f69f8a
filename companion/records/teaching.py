"""How a part of a record is written right, with examples of the game that was played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.errors import InputError
from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.contract import AnyGame, Note, ShowsMoves


def damaged_move(number: int, document: Mapping[str, Any]) -> Note:
    """A note that an entry of `moves` is no text, with a move of the game where one is known."""
    example = example_move(document)
    if not example:
        return Note("damage.move", {"number": number})
    shown = {"text": json.dumps(example), "entry": json.dumps({"move": example})}
    return Note("damage.move_like", {"number": number, **shown})


def example_move(document: Mapping[str, Any]) -> str:
    """A move of the record's game as text, "" when the game is not known."""
    game = _game(document)
    return next(iter(game.move_examples.values())) if isinstance(game, ShowsMoves) else ""


def right_form(part: str, document: Mapping[str, Any]) -> str:
    """A part of a record as it is written for the game, such as `"game": "girl"`."""
    game = _game(document) or find_game(game_names()[0])
    forms: dict[str, Any] = {"game": game.name, "edition": game.default_edition}
    if part == "rulings":
        edition = load_edition(game, game.default_edition)
        forms["rulings"] = {r.name: r.default for r in game.rulings(edition)[:1]}
    if part not in forms:  # setup, position: what stands in them is the game's own
        return f"{json.dumps(part)}: {{…}}"
    return f"{json.dumps(part)}: {json.dumps(forms[part])}"


def _game(document: Mapping[str, Any]) -> AnyGame | None:
    name = document.get("game")
    try:
        return find_game(name) if isinstance(name, str) else None
    except InputError:
        return None
