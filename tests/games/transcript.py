"""What every golden case says, as text that a person can read and compare.

`python tests/games/transcript.py` writes the files anew, after a change that was meant.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.flow import Accepted, Event, Finished, Reason, Refused, Unsure
from companion.games.contract import AnyGame

HERE = Path(__file__).parent


def transcript_path(game: str) -> Path:
    """Where a game's transcript is kept."""
    return HERE / f"{game}_transcript.txt"


def transcript(game_name: str) -> str:
    """Every verdict of a game's cases: sentences, clauses and places."""
    from games.golden import all_cases, run, start_of

    lines: list[str] = []
    for case in all_cases():
        if case.game != game_name:
            continue
        game, _ = start_of(case)
        lines.append(f"{case.file} {case.data['id']}")
        for step, (_, verdict) in zip(case.data["steps"], run(case), strict=True):
            lines += [f"  {step['move']}", *(f"    {text}" for text in _said(game, verdict))]
    return "\n".join(lines) + "\n"


def _said(game: AnyGame, verdict: Any) -> Iterator[str]:
    match verdict:
        case Accepted(_, events) | Finished(_, _, events):
            yield from (_line(game, event) for event in events)
        case Refused(reasons):
            yield from (f"no: {_line(game, reason)}" for reason in reasons)
        case Unsure(ask, readings, where):
            yield f"? {where}: {game.say(ask, 'en', {})}"
            yield from (f"? {reading.words} -> {reading.moves}" for reading in readings)


def _line(game: AnyGame, thing: Event | Reason) -> str:
    clauses = ", ".join([thing.clause, *filter(None, [thing.values.get("also")])])
    return f"{thing.where}: {game.say(thing.key, 'en', thing.values)} [{clauses}]"


if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent)]
    transcript_path("girl").write_text(transcript("girl"), "utf-8")
