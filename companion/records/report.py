"""Says a replay: as plain JSON values, or as lines of text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.flow import Accepted, Event, Finished, Reason, Refused, Unsure
from companion.games.contract import AnyGame, FinalScore, Note, Prompt
from companion.records.replay import Replay, Step
from companion.records.words import RECORD_WORDS, say, shown


def as_json(played: Replay, language: str) -> dict[str, Any]:
    """The whole report as JSON values."""
    game = played.game
    final = played.result
    score = final if final is not None else game.final_score(played.state)
    prompt = game.prompt(played.state)
    return {
        "game": game.name,
        "edition": played.edition,
        "players": dict(played.names),
        "rulings": dict(game.rulings_of(played.state)),
        "notes": [noted(game, note, language) for note in played.notes],
        "damage": [noted(game, note, language) for note in played.damage],
        "moves": [_step(game, step, language) for step in played.steps],
        "accepted": sum(step.counted for step in played.steps),
        "refused": sum(isinstance(step.verdict, Refused) for step in played.steps),
        "unsure": sum(isinstance(step.verdict, Unsure) for step in played.steps),
        "state": game.write_position(played.state),
        "next": {
            "seats": list(prompt.seats),
            "text": prompted(game, prompt, language),
        },
        "over": final is not None,
        "score": _score(game, score, language),
    }


def prompted(game: AnyGame, prompt: Prompt, language: str) -> str:
    """Who does what next, and what is said beside every prompt."""
    text = game.say(prompt.key, language, prompt.values)
    if not prompt.notice:
        return text
    notice = game.say(prompt.notice, language, prompt.values)
    return f"{text} ({notice})" if language == "en" else f"{text}（{notice}）"


def _step(game: AnyGame, step: Step, language: str) -> dict[str, Any]:
    said: dict[str, Any] = {"number": step.number, "move": step.text}
    if step.move and step.move != step.text:
        said["read_as"] = step.move
    if step.assumed:
        said["assumed"] = list(step.assumed)
    match step.verdict:
        case Accepted(_, events) | Finished(_, _, events):
            said["verdict"] = "finished" if isinstance(step.verdict, Finished) else "accepted"
            said["events"] = [_said(game, event, language) for event in events]
        case Refused(reasons):
            said["verdict"] = "refused"
            said["reasons"] = [_said(game, reason, language) for reason in reasons]
        case Unsure(ask, readings, where):
            said["verdict"] = "unsure"
            said["ask"] = game.say(ask, language, {})
            said["where"] = where
            said["readings"] = [
                {"words": reading.words, "moves": list(reading.moves)} for reading in readings
            ]
    return said


def noted(game: AnyGame, note: str | Note, language: str) -> str:
    """A note of a game or of the records package as a sentence."""
    if isinstance(note, str):
        return note
    if note.key in RECORD_WORDS[language]:
        return say(note.key, language, note.values)
    return game.say(note.key, language, note.values)


def _said(game: AnyGame, thing: Event | Reason, language: str) -> dict[str, Any]:
    values: Mapping[str, Any] = thing.values
    clauses = [thing.clause, *([str(values["also"])] if "also" in values else [])]
    return {
        "clauses": clauses,
        "where": thing.where,
        "key": thing.key,
        "text": game.say(thing.key, language, values),
    }


def _score(game: AnyGame, score: FinalScore, language: str) -> dict[str, Any]:
    return {
        "seats": [
            {
                "seat": seat.seat,
                "rank": seat.rank,
                "total": seat.total,
                "lines": [
                    {"key": key, "text": game.say(key, language, {}), "vp": vp}
                    for key, vp in seat.lines
                ],
                "items": [
                    {
                        "key": item.key,
                        "clause": item.clause,
                        "where": item.where,
                        "text": game.say(item.key, language, item.values),
                        "vp": item.vp,
                    }
                    for item in seat.items
                ],
            }
            for seat in score.seats
        ],
        "winners": list(score.winners),
        "tie_break": {
            "key": score.tie_break,
            "text": game.say(score.tie_break, language, {}),
            "clause": score.clause,
        },
    }


def step_lines(game: AnyGame, step: Step, language: str) -> Iterator[str]:
    """One move with its verdict as lines for people."""
    yield from map(shown, _move_lines(_step(game, step, language), language))


def _move_lines(move: Mapping[str, Any], language: str) -> Iterator[str]:
    words = RECORD_WORDS[language]
    yield f"{move['number']:4d}  {move['move']}  -> {words[move['verdict']]}"
    if "read_as" in move:
        yield f"        {words['read_as']}: {move['read_as']}"
    if "assumed" in move:
        yield f"        {words['assumed']}: {'; '.join(move['assumed'])}"
    for thing in (*move.get("events", ()), *move.get("reasons", ())):
        clauses = ", ".join(thing["clauses"])
        yield f"        {thing['where']}: {thing['text']} [{clauses}]"
    if "ask" in move:
        yield f"        {move['where']}: {move['ask']}"
        for reading in move["readings"]:
            yield f"          {reading['words']}: {'; '.join(reading['moves'])}"


def as_text(played: Replay, language: str) -> Iterator[str]:
    """The report as lines for people."""
    return map(shown, _report_lines(played, language))


def _report_lines(played: Replay, language: str) -> Iterator[str]:
    report, words = as_json(played, language), RECORD_WORDS[language]
    for sentence in (*report["notes"], *report["damage"]):
        yield f"! {sentence}"
    for move in report["moves"]:
        yield from _move_lines(move, language)
    yield words["counts"].format_map(report)
    yield report["next"]["text"]
    yield words["final" if report["over"] else "standing"]
    yield from _score_lines(report["score"], words, played.names)


def standing_lines(
    game: AnyGame, state: Any, names: Mapping[str, str], language: str
) -> Iterator[str]:
    """Who does what next and the score as it stands, as lines for people."""
    yield prompted(game, game.prompt(state), language)
    score = _score(game, game.final_score(state), language)
    yield from _score_lines(score, RECORD_WORDS[language], names)


def _score_lines(
    score: Mapping[str, Any], words: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[str]:
    for seat in score["seats"]:
        parts = " + ".join(f"{line['vp']} {line['text']}" for line in seat["lines"])
        name = names.get(seat["seat"], "")
        who = seat["seat"] if name in ("", seat["seat"]) else f"{seat['seat']} ({name})"
        yield f"  {seat['rank']}. {who}: {seat['total']} {words['vp']} = {parts}"
        for item in seat["items"]:
            where, text = item["where"], item["text"]
            yield f"       {item['vp']:+d} {where}: {text} [{item['clause']}]"
    tie = score["tie_break"]
    winners = ", ".join(score["winners"])
    yield f"  {words['first']}: {winners} ({tie['text']}) [{tie['clause']}]"
