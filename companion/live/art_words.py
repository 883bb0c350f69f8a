"""Boards of a game as a camera sees them, with everything called as people call it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.display.model import Text
from companion.games.contract import LANGUAGES, AnyGame
from companion.games.naming import piece_name, place_name
from companion.live.expected import TableArt
from companion.prints import BoardPrint, Prints


def art_in_words(
    game: AnyGame,
    prints: Prints,
    titles: Mapping[tuple[str, int], str],
    title_of: Callable[[AnyGame, BoardPrint, int, str], str],
    players: Mapping[str, str],
) -> TableArt:
    """The art with its words.

    `titles` are those of TableArt, `title_of` says what a copy of a board is called in a
    language, `players` are the players' names by seat.
    """
    names = {
        (board.name, copy): Text(*(title_of(game, board, copy, each) for each in LANGUAGES))
        for board in prints.boards
        for copy in range(board.count)
        if (board.name, copy) in titles
    }
    kinds = {
        (family.name, kind): Text(
            *(piece_name(game.say, family.name, kind, each, players) for each in LANGUAGES)
        )
        for family in prints.families
        for kind in family.kinds
    }
    places = {
        place.name: Text(*(place_name(game.say, place.name, each) for each in LANGUAGES))
        for board in prints.boards
        for place in board.places
    }
    return TableArt(prints, titles, names, kinds, places)
