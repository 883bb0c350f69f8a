"""Read a toss: one frame of the dish becomes an observation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.errors import PictureError
from companion.flow import Frame, Observation, Sentence, Sighting, Status
from vision.blinding import cover_sentences
from vision.flat_view import Flattener, FlatView, look
from vision.focus import blur_px, white_level
from vision.foreign import ForeignFinder
from vision.foreign_types import Foreign
from vision.graying import Gray, Graying, to_gray
from vision.known_print import KnownPrint
from vision.lens_doubt import blamed, lens_notes
from vision.plausible import plausible
from vision.pose import Pose
from vision.print_doubt import PrintDoubt
from vision.rectify import around, flatten
from vision.registration import BoardFinder, BoardNotFound, FoundBoard
from vision.strangers import strangers
from vision.token_art import prepare
from vision.token_size import other_size, size_problem, size_ratio, something_lies_there
from vision.token_types import FITS_NO_KIND, UNDER_ANOTHER, SeenToken, centres_mm, left_open
from vision.tokens import TokenReader

Array = NDArray[np.float64]

KIND_SURE = 0.98
# What no photograph of ours shows: a description measured by hand, a board not quite flat.
_FLOOR_MM = 0.1
_HEIGHT_TOLERANCE = 0.08  # of a token's thickness
_COVERED_SIGMA = 0.02  # of the radius, times the covered share: what shows fixes a place less
_TOO_BLURRED = 0.05  # of a token's diameter: standard deviation of the blur
_TOO_DARK = 35.0  # grey level of the markers' white
_LEAST_UNCOVERED = 0.35
_SMALL_HAND = 0.85  # of the target in view


class TossReader:
    """Reads one board's dish in frames of one camera, keeping track between them.

    `empty` is an optional picture of the empty dish, from any camera position.  `known` is what
    earlier frames told of the print.
    Raises TableFileError when a kind's picture can't be used, and PictureError when the board
    is not found in the picture of the empty dish.
    """

    def __init__(self, board: Board, empty: Frame | None = None) -> None:
        self.board = board
        self.found: FoundBoard | None = None
        self._finder = BoardFinder(board)
        self._graying = Graying()
        self._art = prepare(board)
        self._flattener = Flattener(board)
        self.known = KnownPrint(self._flattener, board.tokens.radius_mm)
        self._tokens = TokenReader(board, self._art)
        self._print = PrintDoubt(board)
        self._foreign: ForeignFinder | None = None
        self._empty = empty
        self._empty_pose = None if empty is None else _pose_of_empty(board, empty)
        self._first_white: float | None = None
        self._last: Observation | None = None
        self._size: tuple[Pose, float] | None = None

    def forget_board(self) -> None:
        """Look for the board anew in the next frame, as after a bump."""
        self._finder.forget()
        self.forget_tokens()

    def forget_tokens(self) -> None:
        """Read the next frame in full even if nothing seems to have changed."""
        self._last = None
        self.known.forget()

    def read(self, frame: Frame) -> Observation:
        """What lies on the dish; a board that is not found gives a blocked observation."""
        try:
            gray = self._find_board(frame)
        except BoardNotFound as error:
            self.found = None
            sentence = blamed(error, self.board, to_gray(frame.image_bgr))
            return self._blocked(frame, Status.NO_BOARD, sentence)
        assert self.found is not None
        markers, pose, image_bgr = self.found.markers, self.found.pose, frame.image_bgr
        # What is sharp in one place of a board that did not move is so in the others.
        sharp = markers[:1] if self.known.knows(pose) else markers
        white, blur = white_level(gray, markers), blur_px(gray, sharp)
        trouble = self._too_bad_to_read(white, blur)
        if trouble is not None:
            return self._blocked(frame, Status.BAD_LIGHT, trouble)
        if self.known.shows_the_same(image_bgr, pose) and self._last is not None:
            return self._again(frame, white, blur)
        flat = self.known.flattened(image_bgr, pose)
        view = look(flat, self._flattener, blur)
        finder = self._foreign_finder(view)
        glance = self._tokens.glance(view, {marker.id for marker in markers})
        strange = finder.strange(view, glance.tokens)
        seen = self._tokens.read(view, glance, strange)
        foreign = finder.find(strange, seen)
        doubt = self._print.doubt(image_bgr, pose, foreign, seen)
        if doubt is not None:
            self.forget_tokens()
            return self._blocked(frame, *doubt)
        believed = plausible(seen, foreign, self.board)
        others = strangers(view, glance, seen, believed, strange, foreign, self._art, self.board)
        tokens = believed + others
        ratio = self._size_ratio(view, tokens)
        nameless = all(token.kind is None for token in tokens)
        # Tokens much larger than described pass for a small hand.
        no_hand = not foreign.hand or foreign.uncovered > _SMALL_HAND
        if ratio is None and nameless and no_hand and something_lies_there(strange, self.board):
            ratio = other_size(image_bgr, pose, self.board, self._art)
        self._last = self._observation(frame, ratio, tokens, foreign, white, blur)
        lie_mm = centres_mm([*seen, *others])
        self.known.learn(flat, strange, self._tokens.standing_out_mm(glance, seen), lie_mm)
        return self._last

    def _find_board(self, frame: Frame) -> Gray:
        """Find the board; raises BoardNotFound.  Gives the frame in grey, at least around it."""
        gray = self._graying.around(frame.image_bgr, self._finder.last_markers)
        self.found = self._finder.track(gray)
        if self.found is None:
            gray = to_gray(frame.image_bgr)
            self.found = self._finder.find(gray)
        return gray

    def _again(self, frame: Frame, white: float, blur: float) -> Observation:
        """The last observation for a frame in which nothing on the board has changed."""
        assert self._last is not None
        return replace(
            self._last,
            exposed_at_s=frame.exposed_at_s,
            sharpness=_sharpness(blur),
            light_change=self._light_change(white),
        )

    def _light_change(self, white: float) -> float:
        self._first_white = self._first_white or white
        return white / self._first_white - 1

    def _observation(
        self,
        frame: Frame,
        size: float | None,
        tokens: Sequence[SeenToken],
        foreign: Foreign,
        white: float,
        blur: float,
    ) -> Observation:
        assert self.found is not None
        problems = [*_covered_problems(foreign)]
        wrong_size = None if size is None else size_problem(size, self.board)
        problems += [wrong_size] if wrong_size else []
        hidden = foreign.uncovered < _LEAST_UNCOVERED
        return Observation(
            self.board.name,
            frame.exposed_at_s,
            Status.HAND if hidden else Status.READ,
            tuple(problems),
            self._sightings(tokens, frame),
            tuple(
                (name, Sentence("share_covered", "{share} of it is covered", share=f"{share:.0%}"))
                for name, share in foreign.covered
            ),
            replace(self.found.registration, sigma_mm=self._board_sigma_mm()),
            sharpness=_sharpness(blur),
            light_change=self._light_change(white),
            hand_present=foreign.hand,
            uncovered=foreign.uncovered,
            notes=tuple(lens_notes(self._finder, frame.size_wh)),
        )

    def _size_ratio(self, view: FlatView, tokens: Sequence[SeenToken]) -> float | None:
        """Measured once for each pose: tokens do not grow while the camera stands still."""
        if self._size is None or self._size[0] is not view.pose:
            ratio = size_ratio(view, tokens, self._art, self.board)
            self._size = None if ratio is None else (view.pose, ratio)
        return None if self._size is None else self._size[1]

    def _too_bad_to_read(self, white: float, blur: float) -> str | None:
        assert self.found is not None
        if white < _TOO_DARK:
            return Sentence(
                "too_dark",
                "The picture is too dark to tell the tokens; give the table more light.",
            )
        px_per_mm = self.found.pose.px_per_mm(self.board.dish.centre_mm)
        if blur > _TOO_BLURRED * self.board.tokens.diameter_mm * px_per_mm:
            return Sentence(
                "too_blurred",
                "The picture is too blurred to tell the tokens; focus, or hold the camera still.",
            )
        return None

    def _foreign_finder(self, view: FlatView) -> ForeignFinder:
        if self._foreign is None:
            self._foreign = ForeignFinder(self.board, view.grid, self._flat_empty(view))
        return self._foreign

    def _flat_empty(self, view: FlatView) -> NDArray[np.uint8] | None:
        if self._empty is None or self._empty_pose is None:
            return None
        flat = flatten(self._empty.image_bgr, self._empty_pose, view.fine, 0.0)
        return np.asarray(
            cv2.resize(flat, view.grid.size_wh, interpolation=cv2.INTER_AREA), np.uint8
        )

    def _blocked(self, frame: Frame, status: Status, sentence: str) -> Observation:
        registration = self.found.registration if self.found else None
        return Observation(
            self.board.name, frame.exposed_at_s, status, (sentence,), registration=registration
        )

    def _sightings(self, tokens: Sequence[SeenToken], frame: Frame) -> tuple[Sighting, ...]:
        assert self.found is not None
        camera_mm = tuple(self.found.pose.camera_mm.tolist())
        crops = self._crops(tokens, frame)
        return tuple(
            _sighting(token, self._sigma_mm(token, camera_mm), crop)
            for token, crop in zip(tokens, crops, strict=True)
        )

    def _sigma_mm(self, token: SeenToken, camera_mm: tuple[float, ...]) -> float:
        """Registration, fit, height, cover and what is unknown, added as independent errors."""
        lean = math.dist(token.centre_mm, camera_mm[:2]) / max(camera_mm[2], 1.0)
        height_mm = lean * _HEIGHT_TOLERANCE * self.board.tokens.thickness_mm * (token.level + 1)
        covered_mm = _COVERED_SIGMA * self.board.tokens.radius_mm * (1 - token.visible)
        board_mm = self._board_sigma_mm()
        return math.hypot(board_mm, token.sigma_mm, height_mm, covered_mm, _FLOOR_MM)

    def _board_sigma_mm(self) -> float:
        """The registration's own sigma, and what the print's lines disagree with it by."""
        assert self.found is not None
        return math.hypot(self.found.registration.sigma_mm, self._print.sigma_mm)

    def _crops(
        self, tokens: Sequence[SeenToken], frame: Frame
    ) -> Iterator[tuple[int, int, int, int]]:
        """The part of the frame (left, top, width, height) that each token is on, with a margin."""
        assert self.found is not None
        reach = self.board.tokens.radius_mm * 1.6
        square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * reach
        corners_mm = around(centres_mm(tokens), square)
        height_mm = self.board.tokens.thickness_mm
        pixels = self.found.project_mm(corners_mm.reshape(-1, 2), height_mm).reshape(-1, 4, 2)
        size = np.array(frame.size_wh)
        low = np.floor(pixels.min(axis=1)).clip(0, size - 1).astype(int)
        high = np.ceil(pixels.max(axis=1)).astype(int).clip(low + 1, size)
        for (left, top), (right, bottom) in zip(low.tolist(), high.tolist(), strict=True):
            yield left, top, right - left, bottom - top


def _sighting(token: SeenToken, sigma_mm: float, crop: tuple[int, int, int, int]) -> Sighting:
    sure = token.kind is not None and token.kinds[0][1] >= KIND_SURE
    hidden = UNDER_ANOTHER if token.visible < 1 else FITS_NO_KIND
    return Sighting(
        token.kinds[0][0] if sure else None,
        token.kinds if sure else left_open(token.kinds),
        token.centre_mm,
        sigma_mm,
        token.level,
        crop,
        why_unsure="" if sure else token.why or hidden,
        may_hide_mm=token.may_hide_mm,
    )


def _sharpness(blur: float) -> float:
    return min(1.0, 1.0 / max(blur, 0.1))


def _pose_of_empty(board: Board, empty: Frame) -> Pose:
    """Where the camera stood for the picture of the empty dish; raises PictureError."""
    try:
        return BoardFinder(board).find(to_gray(empty.image_bgr)).pose
    except BoardNotFound as error:
        raise PictureError(
            f"{empty.camera}, the picture of the empty dish, can't be used: {error}"
        ) from error


def _covered_problems(foreign: Foreign) -> tuple[str, ...]:
    if foreign.uncovered < _LEAST_UNCOVERED:
        return (
            Sentence(
                "hand_covers",
                "A hand or something else covers {share} of the dish; take it away.",
                share=f"{1 - foreign.uncovered:.0%}",
            ),
        )
    return cover_sentences(foreign)
