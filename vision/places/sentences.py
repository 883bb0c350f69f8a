"""What the reader of places says of a whole board, in sentences that have Chinese words, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.flow import PlaceReading, PlaceStatus, Sentence

_MOST_NAMED = 6

TOO_DARK = Sentence(
    "places_dark", "The picture is too dark to tell the pieces; give the table more light."
)
TOO_SMALL = Sentence(
    "places_small",
    "The board is too small in the picture to tell the pieces; bring the camera nearer.",
)
TOO_BLURRED = Sentence(
    "places_blurred",
    "The picture is too blurred to tell the pieces; focus, or hold the camera still.",
)


def other_print(file: str) -> Sentence:
    """Another print lies there than the one that `file` describes."""
    return Sentence(
        "places_other_print",
        "What lies there is not the board that {file} describes, though it has its markers: "
        "another edition, other pieces or other pictures; name the description that was made "
        "with these sheets.",
        file=file,
    )


def print_off(file: str, off_mm: float) -> Sentence:
    """The print lies elsewhere than `file` says."""
    return Sentence(
        "places_print_off",
        "The board's print lies about {off_mm} mm from where {file} puts it: another edition "
        "lies there, or markers were moved; companion check-table shows where.",
        file=file,
        off_mm=f"{off_mm:.1f}",
    )


def place_problems(places: Sequence[PlaceReading]) -> Iterator[Sentence]:
    """How many places can't be seen or told, and which."""
    covered = [place.place for place in places if place.status is PlaceStatus.COVERED]
    unknown = [place.place for place in places if place.status is PlaceStatus.UNKNOWN]
    if covered:
        yield _counted("places_covered", "can't be seen", covered)
    if unknown:
        yield _counted("places_unknown", "can't be told", unknown)


def _counted(key: str, words: str, names: Sequence[str]) -> Sentence:
    shown = ", ".join(names[:_MOST_NAMED])
    count, more = str(len(names)), str(len(names) - _MOST_NAMED)
    if len(names) == 1:
        return Sentence(f"{key}_one", f"1 place {words}: {{shown}}.", shown=shown)
    if len(names) <= _MOST_NAMED:
        return Sentence(key, f"{{count}} places {words}: {{shown}}.", count=count, shown=shown)
    template = f"{{count}} places {words}: {{shown}} and {{more}} more."
    return Sentence(f"{key}_many", template, count=count, shown=shown, more=more)
