"""The document that `companion read --json` prints (docs/reading.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.board import PointMm
from companion.flow import LENS_ESTIMATED, Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.places import PlaceBoard
from companion.reading.score import NO_SCORES, ReadScore, ReadScores, score_sentences

Window = tuple[int, int, int, int]

_WORTH_SAYING = 0.2  # probability of a reading that is not sure


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """One piece: `kind` is None when it can't be told; `turn_deg` None where it has no meaning.

    The turn is clockwise from the place's upright direction; turning by `turn_period_deg` makes
    no difference.  `level` counts the pieces below it.
    """

    family: str
    kind: str | None
    kinds: dict[str, float]
    turn_deg: float | None
    turn_period_deg: float
    centre_mm: PointMm
    sigma_mm: float
    level: int
    crop_xywh_px: Window


@dataclass(frozen=True, slots=True)
class ReadAlternative:
    """Another content of a place, in words, with its probability."""

    what: str
    probability: float


@dataclass(frozen=True, slots=True)
class ReadPlace:
    """One place: `status` is read, unknown or covered; read without pieces means empty."""

    place: str
    status: str
    pieces: tuple[ReadPiece, ...]
    probability: float
    alternatives: tuple[ReadAlternative, ...]
    crop_xywh_px: Window
    why: str


@dataclass(frozen=True, slots=True)
class ReadRegistration:
    """How well the board was found: markers used, residual, error in mm.

    `lens` is `calibrated`, or `estimated` from the markers.
    """

    markers: int
    rms_px: float
    sigma_mm: float
    lens: str


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """One board: `status` is read, unsure (some places can't be told) or blocked (none can)."""

    board: str
    table: str
    status: str
    problems: tuple[str, ...]
    registration: ReadRegistration | None
    places: tuple[ReadPlace, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole photograph; `status` is that of its worst board, blocked only if all are.

    `scores` are those of the pieces that lie there, in a game that knows them; `no_score` says
    why there are none though there should be.
    """

    status: str
    boards: tuple[ReadBoard, ...]
    scores: tuple[ReadScore, ...] = ()
    no_score: str = ""


def reading_of(
    boards: Sequence[PlaceBoard], observations: Sequence[Observation], score: ReadScores = NO_SCORES
) -> Reading:
    """The document of one photograph: boards and observations belong together one to one."""
    read = tuple(map(_board, boards, observations))
    every = {board.status for board in read}
    status = "read" if every == {"read"} else "unsure"
    if every <= {"blocked"}:
        status = "blocked"
    return Reading(status, read, score.scores, score.problem)


def _board(board: PlaceBoard, seen: Observation) -> ReadBoard:
    found = seen.registration
    quality = (
        None
        if found is None
        else ReadRegistration(
            found.markers, round(found.rms_px, 3), round(found.sigma_mm, 3), found.lens
        )
    )
    said = tuple(map(str, (*seen.problems, *seen.notes)))
    if seen.status is not Status.READ:
        return ReadBoard(board.name, str(board.source), "blocked", said, quality, ())
    sure = all(place.status is PlaceStatus.READ for place in seen.places)
    return ReadBoard(
        board.name,
        str(board.source),
        "read" if sure else "unsure",
        said,
        quality,
        tuple(map(_place, seen.places)),
    )


def _place(place: PlaceReading) -> ReadPlace:
    return ReadPlace(
        place.place,
        place.status.value,
        tuple(map(_piece, place.pieces)),
        round(place.probability, 4),
        tuple(ReadAlternative(what, round(p, 4)) for what, p in place.alternatives),
        place.crop_xywh_px,
        str(place.why),
    )


def _piece(piece: Sighting) -> ReadPiece:
    x, y = piece.centre_mm
    return ReadPiece(
        piece.family,
        piece.kind,
        {kind: round(p, 4) for kind, p in piece.kinds if p >= 0.0005},
        piece.turn_deg,
        piece.turn_period_deg,
        (round(x, 2), round(y, 2)),
        round(piece.sigma_mm, 2),
        piece.level,
        piece.crop_xywh_px,
    )


def reading_sentences(reading: Reading) -> Iterator[str]:
    """The same for people: each board, what lies on it, and what can't be told and why."""
    for board in reading.boards:
        yield f"{board.board} ({board.table}): {board.status}"
        yield from (f"  {problem}" for problem in board.problems)
        if board.registration is not None and board.registration.lens == "estimated":
            yield f"  {LENS_ESTIMATED}"
        bare = 0
        for place in board.places:
            if place.status == "read" and not place.pieces:
                bare += 1
                continue
            yield f"  {place.place}: {_place_words(place)}"
        if board.places:
            yield f"  {bare} of {len(board.places)} places {'is' if bare == 1 else 'are'} empty."
    yield from score_sentences(ReadScores(reading.scores, reading.no_score))


def _place_words(place: ReadPlace) -> str:
    counted = Counter(map(piece_words, place.pieces)).items()
    pieces = " + ".join(word + (f" x{n}" if n > 1 else "") for word, n in counted) or "empty"
    if place.status == "read":
        return pieces
    # What is covered is not guessed at: glare looks like pale pieces.
    if place.status == "covered" or place.probability < _WORTH_SAYING:
        return f"{place.status}, {place.why}"
    return f"{place.status}, {place.why} (most likely {pieces}, {place.probability:.0%})"


def piece_words(piece: ReadPiece) -> str:
    """A piece in words, its turn included."""
    kind = piece.kind or max(piece.kinds, key=lambda kind: piece.kinds[kind], default="some")
    name = kind if kind.startswith(piece.family) else f"{piece.family} {kind}"
    return name + (f" turned {piece.turn_deg:.0f}°" if piece.turn_deg else "")
