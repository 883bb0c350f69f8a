"""Builds the images of personal goals: steps that each lead on from a fixed place."""

from __future__ import annotations

from companion.games.polaris.edition import Personal
from companion.games.polaris.edition_doc import PersonalDoc
from companion.games.polaris.edition_sky import wrong
from companion.games.polaris.pieces import DIRECTIONS

Step = tuple[int, int, int]


def build_personal(doc: PersonalDoc, number: int) -> Personal:
    """One personal goal; raises Wrong for an image that does not hang together."""
    key = f"personal[{number}].images"
    images = [_image(f"{key}[{place}]", image) for place, image in enumerate(doc.images)]
    sizes = {_stars(image) for image in images}
    if len(sizes) != 1:
        wrong(key, "all images of a goal have the same number of stars")
    if len({_normal(image) for image in images}) != len(images):
        wrong(key, "two images are the same; list every image once")
    return Personal(doc.name, tuple(images), sizes.pop())


def _stars(image: tuple[Step, ...]) -> int:
    return 1 + max(place for _, one, other in image for place in (one, other))


def _normal(image: tuple[Step, ...]) -> tuple[Step, ...]:
    """Places counted along the lines, so that an image with other letters reads the same."""
    return min(_renumbered(image, start) for start in range(_stars(image)))


def _renumbered(image: tuple[Step, ...], start: int) -> tuple[Step, ...]:
    """The image with places numbered breadth first from `start`, by direction and side."""
    numbers = {start: 0}
    queue = [start]
    for place in queue:
        onward = sorted(
            [(d, 0, other) for d, one, other in image if one == place]
            + [(d, 1, one) for d, one, other in image if other == place]
        )
        for _, _, other in onward:
            if other not in numbers:
                numbers[other] = len(numbers)
                queue.append(other)
    return tuple(sorted((d, numbers[one], numbers[other]) for d, one, other in image))


def _image(key: str, lines: list[str]) -> tuple[Step, ...]:
    """Order the lines so that each one meets a place that an earlier one has fixed."""
    left = []
    for text in lines:
        direction, one, other = text.split(" ")
        if one == other:
            wrong(key, f"{text!r} leads from a star to itself")
        left.append((DIRECTIONS.index(direction), one, other))
    if len({frozenset(step[1:]) for step in left}) != len(left):
        wrong(key, "two lines join the same stars")
    places = {left[0][1]: 0}
    ordered: list[Step] = []
    while left:
        step = next((s for s in left if s[1] in places or s[2] in places), None)
        if step is None:
            wrong(key, "the stars of an image hang together by its lines")
        left.remove(step)
        for letter in step[1:]:
            places.setdefault(letter, len(places))
        ordered.append((step[0], places[step[1]], places[step[2]]))
    return tuple(ordered)
