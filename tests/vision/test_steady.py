"""A still table is read once; whatever moves, drifts or vanishes is read again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.flow import Frame, Observation, Status
from hardware.simulated.arts import art_named
from hardware.simulated.conditions import conditions_named, fixed
from hardware.simulated.studio import Studio
from vision.steady import AGAIN_S, SteadyReader

SIZE_HW = (240, 320)


@dataclass
class CountingReader:
    """Reads a frame by its number, and counts."""

    status: Status = Status.READ
    read_at_s: list[float] = field(default_factory=list)

    def read(self, frame: Frame) -> Observation:
        self.read_at_s.append(frame.exposed_at_s)
        return Observation("board", frame.exposed_at_s, self.status)


def noisy(image: NDArray[np.float64], seed: int, sigma: float = 4.0) -> NDArray[np.uint8]:
    noise = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def scene(level: float = 120.0) -> NDArray[np.float64]:
    rng = np.random.default_rng(7)
    coarse = rng.uniform(-40, 40, (30, 40, 3))
    return level + cv2.resize(coarse, SIZE_HW[::-1], interpolation=cv2.INTER_NEAREST)


@pytest.mark.parametrize("sigma", [0.0, 2.0, 4.0, 8.0])
def test_noise_alone_is_not_read_again(sigma: float) -> None:
    reader = CountingReader()
    steady = SteadyReader(reader)
    for number in range(40):
        at_s = number * 0.2
        observed = steady.read(Frame(noisy(scene(), number, sigma), at_s, "camera"))
        assert observed.exposed_at_s == at_s
    assert reader.read_at_s == [0.0]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("a small piece comes", lambda image: cv2.circle(image, (100, 90), 9, (30, 40, 200), -1)),
        ("the same grey, another colour", lambda image: _tinted(image)),
        ("a shadow falls", lambda image: _shaded(image)),
        ("the board is bumped", lambda image: np.roll(image, 6, axis=1)),
        ("the light changes much", lambda image: image * 0.85),
    ],
)
def test_whatever_changes_is_read_again(name: str, change) -> None:  # type: ignore[no-untyped-def]
    reader = CountingReader()
    steady = SteadyReader(reader)
    steady.read(Frame(noisy(scene(), 1), 0.0, "camera"))
    steady.read(Frame(noisy(change(scene().copy()), 2), 0.2, "camera"))
    assert reader.read_at_s == [0.0, 0.2], name


def _tinted(image: NDArray[np.float64]) -> NDArray[np.float64]:
    image[60:80, 60:80] += (30.0, 0.0, -30.0)
    return image


def _shaded(image: NDArray[np.float64]) -> NDArray[np.float64]:
    image[100:140, 150:200] *= 0.8
    return image


def test_what_creeps_is_noticed_since_it_adds_up() -> None:
    reader = CountingReader()
    steady = SteadyReader(reader)
    for number in range(40):
        image = scene()
        image[60:90, 60:90] += number  # a grey level for each frame
        steady.read(Frame(noisy(image, number, 1.0), number * 0.2, "camera"))
    assert len(reader.read_at_s) > 2


def test_a_flickering_lamp_is_no_change() -> None:
    reader = CountingReader()
    steady = SteadyReader(reader)
    for number in range(20):
        level = 120.0 + 3 * (number % 2)
        steady.read(Frame(noisy(scene(level), number), number * 0.2, "camera"))
    assert len(reader.read_at_s) == 1


def test_it_is_read_again_after_a_while_and_when_asked() -> None:
    reader = CountingReader()
    steady = SteadyReader(reader)
    for at_s in (0.0, AGAIN_S - 0.1, AGAIN_S, AGAIN_S + 0.2):
        steady.read(Frame(noisy(scene(), 1), at_s, "camera"))
    assert reader.read_at_s == [0.0, AGAIN_S]
    steady.forget()
    steady.read(Frame(noisy(scene(), 1), AGAIN_S + 0.4, "camera"))
    assert reader.read_at_s[-1] == AGAIN_S + 0.4


def test_another_camera_picture_size_is_read() -> None:
    reader = CountingReader()
    steady = SteadyReader(reader)
    steady.read(Frame(noisy(scene(), 1), 0.0, "camera"))
    steady.read(Frame(np.ascontiguousarray(noisy(scene(), 1)[:120]), 0.2, "camera"))
    assert len(reader.read_at_s) == 2


@pytest.mark.parametrize("status", [each for each in Status if each is not Status.READ])
def test_what_could_not_be_read_is_tried_in_every_frame(status: Status) -> None:
    reader = CountingReader(status)
    steady = SteadyReader(reader)
    for number in range(5):
        steady.read(Frame(noisy(scene(), 1), number * 0.2, "camera"))
    assert len(reader.read_at_s) == 5


@pytest.mark.parametrize("art", ["night", "meadow", "ember"])
def test_a_token_that_goes_is_noticed_on_any_art(art: str) -> None:
    conditions = fixed(conditions_named("mounted"), hand_share=0.0)
    arranged = Studio(art_named(art), 5, conditions, scale=0.5).arrange(0)
    reader = CountingReader()
    steady = SteadyReader(reader)
    for number, tokens in enumerate((arranged.scene.tokens, arranged.scene.tokens[1:])):
        shown = replace(arranged, scene=replace(arranged.scene, tokens=tokens))
        steady.read(Frame(shown.photograph(), float(number), "camera"))
    assert reader.read_at_s == [0.0, 1.0]
