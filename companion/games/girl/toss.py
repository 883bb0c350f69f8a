"""A toss as a whole: every token seen on the dish becomes a token judged (DESIGN.md 7.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.board import Board, PointMm
from companion.flow import Observation, Sentence, Sighting, Status
from companion.games.girl.casting import DOUBLE
from companion.games.girl.wood_ash import CloseCall, Touch, land


@dataclass(frozen=True, slots=True)
class TossRegistration:
    """How well the board was found: markers used, residual, error at the dish."""

    markers: int
    rms_px: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class TossToken:
    """One token of a toss, as it lies and as it counts; see DESIGN.md 7.2 for the fields."""

    kind: str | None
    kinds: dict[str, float]
    centre_mm: PointMm
    sigma_mm: float
    level: int
    outside: bool
    settled_mm: PointMm
    touches: tuple[Touch, ...]
    light: tuple[str, ...]
    close_calls: tuple[CloseCall, ...]
    clauses: tuple[str, ...]
    why_unsure: str
    crop_xywh_px: tuple[int, int, int, int]

    @property
    def certain(self) -> bool:
        """Whether its kind and its Light are beyond doubt."""
        return self.kind is not None and not self.close_calls


@dataclass(frozen=True, slots=True)
class Toss:
    """A judged toss: `status` is read, unsure or blocked.

    `lens` is `calibrated`, or `estimated` from the markers; None when no board was found.
    """

    status: str
    problems: tuple[str, ...]
    registration: TossRegistration | None
    tokens: tuple[TossToken, ...]
    lens: str | None


def judge_toss(observation: Observation, board: Board, ash_inside: str = "wholly") -> Toss:
    """Judge all tokens of one observation (GIRL-ASH-3, 6, 7, 8; GIRL-TOK-1, 2; Q24, Q25).

    An observation that gives no verdict (a hand, no board) is blocked: its problems say why.
    """
    found = observation.registration
    registration = (
        None
        if found is None
        else TossRegistration(found.markers, round(found.rms_px, 3), round(found.sigma_mm, 3))
    )
    lens = None if found is None else found.lens
    if observation.status is not Status.READ:
        return Toss("blocked", _plain(observation.problems), registration, (), lens)
    tokens = tuple(_judged(sighting, board, ash_inside) for sighting in observation.sightings)
    hiding = hiding_sentences(enumerate(observation.sightings, 1))
    problems = (*_plain((*observation.problems, *hiding)), *_too_many(tokens, board))
    certain = all(token.certain for token in tokens) and not problems and not observation.covered
    said = (*problems, *_plain(observation.notes))
    return Toss("read" if certain else "unsure", said, registration, tokens, lens)


def hiding_sentences(numbered: Iterable[tuple[int, Sighting]]) -> tuple[Sentence, ...]:
    """What is to be said of tokens, by the numbers that people see, that may hide another."""
    return tuple(
        Sentence(
            "token_may_hide",
            "Another token may lie, hardly in view, below token {token}; look beneath it.",
            token=str(number),
        )
        for number, sighting in numbered
        if sighting.may_hide_mm is not None
    )


def _judged(sighting: Sighting, board: Board, ash_inside: str) -> TossToken:
    landing = land(
        sighting.centre_mm, sighting.sigma_mm, board.dish, board.tokens.radius_mm, ash_inside
    )
    return TossToken(
        sighting.kind,
        {kind: round(probability, 4) for kind, probability in sighting.kinds},
        _rounded(sighting.centre_mm),
        round(sighting.sigma_mm, 3),
        min(sighting.level, 1),  # 0 on the board, 1 on another, however many lie below that
        landing.outside,
        _rounded(landing.settled_mm),
        landing.touches,
        landing.light,
        landing.close_calls,
        (*landing.clauses, *_of_double(sighting.kind, landing.light)),
        str(sighting.why_unsure),
        sighting.crop_xywh_px,
    )


def _of_double(kind: str | None, light: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses by which an x2 token gives two Light; nothing for other kinds."""
    if kind != DOUBLE or not light:
        return ()
    return ("GIRL-TOK-1", "GIRL-TOK-2") if len(light) > 1 else ("GIRL-TOK-1",)


def _plain(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Their English text alone, as files hold it."""
    return tuple(map(str, sentences))


def _too_many(tokens: tuple[TossToken, ...], board: Board) -> tuple[str, ...]:
    """A kind seen more often than there are tokens of it: something was misread."""
    return tuple(
        f"{seen} {kind.name} tokens are seen, but there are only {kind.count}; look again."
        for kind in board.tokens.kinds
        if (seen := sum(token.kind == kind.name for token in tokens)) > kind.count
    )


def _rounded(point_mm: PointMm) -> PointMm:
    return round(point_mm[0], 3), round(point_mm[1], 3)
