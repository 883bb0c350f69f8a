"""What the descriptions of a game's printed boards are called."""

from __future__ import annotations

import pytest

from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.printable import Printable
from companion.printed.sheet_files import file_name


@pytest.mark.parametrize("name", game_names())
def test_files_are_called_without_blanks_and_each_in_its_own_way(name: str) -> None:
    game = find_game(name)
    assert isinstance(game, Printable)
    prints = game.prints(load_edition(game, game.default_edition))
    names = [file_name(board, copy) for board in prints.boards for copy in range(board.count)]
    assert len({each.lower() for each in names}) == len(names) > 0
    assert not [each for each in names if " " in each or not each.endswith(".toml")]
