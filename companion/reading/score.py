"""What the pieces in a photograph score, as a part of the document and as sentences.

Which game it is says the board's description; whoever reads one that does not say so names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError
from companion.flow import Observation, Status
from companion.games.catalogue import edition_names, find_game, load_edition, names_file
from companion.games.contract import LANGUAGES, AnyGame, Note, ScoreItem
from companion.games.printable import ScoresSeen, SeenScore
from companion.places import PlaceBoard

Said = Mapping[str, str]  # by language


@dataclass(frozen=True, slots=True)
class ReadItem:
    """One thing that scores, and by which clause."""

    vp: int
    clause: str
    text: Said


@dataclass(frozen=True, slots=True)
class ReadScore:
    """What the things of one seat score; `total` is null when something can't be told.

    `items` add up to `told`, which is what can be told; all of it scores `at_least` so much.
    `doubts` say what can't be told, `beside` what these things alone can't show.
    """

    game: str
    edition: str
    seat: str
    total: int | None
    told: int
    at_least: int
    items: tuple[ReadItem, ...]
    doubts: tuple[Said, ...]
    beside: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class ReadScores:
    """The scores of a photograph; `problem` says why there are none though there should be."""

    scores: tuple[ReadScore, ...] = ()
    problem: str = ""


NO_SCORES = ReadScores()


def scores_of(
    boards: Sequence[PlaceBoard],
    observations: Sequence[Observation],
    game: str = "",
    edition: str = "",
) -> ReadScores:
    """The scores of all boards; `game` and `edition` outrank what the descriptions say.

    Boards and observations belong together one to one.  What was named has passed `check_named`.
    """
    found: list[ReadScore] = []
    named = dict.fromkeys((game or each.game, edition or each.edition) for each in boards)
    for its_game, its_edition in named:
        if not its_game:
            continue
        own = [
            seen
            for board, seen in zip(boards, observations, strict=True)
            if (game or board.game, edition or board.edition) == (its_game, its_edition)
            and seen.status is Status.READ
        ]
        try:
            found += _scores(its_game, its_edition, own)
        except InputError as error:
            # A description may come from elsewhere; what it says of the boards still holds.
            return ReadScores((), f"No score: {error.sentence}")
    return ReadScores(tuple(found))


def check_named(boards: Sequence[PlaceBoard], game: str, edition: str) -> None:
    """Raise InputError when the game or edition that a person named for these can't be used."""
    if not game and not edition:
        return
    for name in dict.fromkeys(game or each.game for each in boards):
        if not name:
            raise InputError(f"name the game of edition {edition}, too, with --game")
        found = find_game(name)
        if not isinstance(found, ScoresSeen):
            raise InputError(
                f"{name} does not say what single pieces score; leave out --game and --edition, "
                "or play it with companion serve --game"
            )
        _edition(found, edition)


def _scores(name: str, edition: str, observations: Sequence[Observation]) -> Iterator[ReadScore]:
    game = find_game(name)
    scorer: Any = game
    if not isinstance(scorer, ScoresSeen):
        return
    data = _edition(game, edition)
    for score in scorer.scores_seen(data, {}, observations):
        yield _read_score(game, data.name, score)


def _edition(game: Any, name: str) -> Any:
    """The edition that a description or a person names; its own file is named by people only."""
    if name and not names_file(name) and name.casefold() not in _shipped(game):
        raise InputError(
            f"edition {name} does not ship with {game.name}; name its file with --edition"
        )
    return load_edition(game, name or game.default_edition)


def _shipped(game: AnyGame) -> set[str]:
    return {name.casefold() for name in edition_names(game)}


def _read_score(game: AnyGame, edition: str, score: SeenScore) -> ReadScore:
    return ReadScore(
        game.name,
        edition,
        score.seat,
        None if score.doubts else score.told,
        score.told,
        score.least,
        tuple(ReadItem(each.vp, each.clause, _said(game, each)) for each in score.items),
        tuple(_said(game, note) for note in score.doubts),
        tuple(_said(game, note) for note in score.beside),
    )


def _said(game: AnyGame, note: Note | ScoreItem) -> Said:
    return {language: game.say(note.key, language, note.values) for language in LANGUAGES}


def score_sentences(read: ReadScores) -> Iterator[str]:
    """The same for people: each total, what it is made of, and what is in doubt."""
    if read.problem:
        yield read.problem
    for score in read.scores:
        yield f"score of {score.seat}: {_total_words(score)}"
        for item in score.items:
            yield f"  {item.vp:+d} {item.text['en']} [{item.clause}]"
        yield from (f"  ? {doubt['en']}" for doubt in score.doubts)
        yield from (f"  {note['en']}" for note in score.beside)


def _total_words(score: ReadScore) -> str:
    if score.total is not None:
        return f"{score.total} VP"
    least = f"at least {score.at_least} VP"
    return least if score.at_least == score.told else f"{least}; what can be told: {score.told}"
