"""Teaching that goes on: one folder for each, with its plan and photographs; finished editions."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec

from companion.errors import InputError
from companion.flow import Sentence
from companion.keeping.whole_file import write_whole
from companion.teaching.manifest import Manifest, read_manifest
from companion.teaching.plan import JSON_NAME, TeachPlan, check_plan, read_plan
from companion.teaching.records import FOLDER as UNDERSTOOD

DRAFTS, EDITIONS = "teaching", "editions"
MOST_DRAFTS = 12
MOST_PHOTOS = 150
MOST_NAME = 40
_TRIAL = ".trial"
_ID = re.compile(r"[0-9a-f]{8}")
_FILE = re.compile(r"[\w.-]{1,160}\.(?:jpg|png)")


class Drafts:
    """The folders below `data`; names of what is there are looked up, never joined."""

    def __init__(self, data: Path) -> None:
        self._drafts, self._editions = data / DRAFTS, data / EDITIONS

    def every(self) -> Iterator[tuple[str, TeachPlan]]:
        """Each unfinished teaching with its plan; one that can't be read is left out."""
        for name in _folders(self._drafts):
            if _ID.fullmatch(name):
                try:
                    yield name, read_plan(self._drafts / name)
                except InputError:
                    continue

    def begin(self, plan: TeachPlan) -> str:
        """Make a folder for a new one; its name."""
        if not 1 <= len(plan.name.strip()) <= MOST_NAME or not plan.name.isprintable():
            raise InputError(Sentence("setup_bad_name", "a name has 1 to 40 characters"))
        there = len(_folders(self._drafts))
        if there >= MOST_DRAFTS:
            raise InputError(
                Sentence(
                    "setup_many_drafts",
                    "there are {count} unfinished ones already; throw one away first",
                    count=str(there),
                )
            )
        draft = secrets.token_hex(4)
        try:
            (self._drafts / draft).mkdir(parents=True)
        except OSError as error:
            raise InputError(f"{self._drafts} can't be written: {error.strerror}") from None
        self.save(draft, plan)
        return draft

    def folder(self, draft: str) -> Path:
        """The folder of one; raises InputError when it is gone."""
        found = _entry(self._drafts, draft) if _ID.fullmatch(draft) else None
        if found is None or not found.is_dir() or found.is_symlink():
            raise InputError(
                Sentence("setup_no_draft", "this teaching is not there any more; begin anew")
            )
        return found

    def plan(self, draft: str) -> TeachPlan:
        """What has been said so far."""
        return read_plan(self.folder(draft))

    def save(self, draft: str, plan: TeachPlan) -> None:
        """Keep a plan; raises InputError when it can't be meant."""
        path = self.folder(draft) / JSON_NAME
        check_plan(plan, Path(JSON_NAME))
        write_whole(path, msgspec.json.encode(plan))

    def new_photo(self, draft: str) -> Path:
        """Where the next photograph goes."""
        folder = self.folder(draft)
        there = len(list(folder.glob("*.jpg")))
        if there >= MOST_PHOTOS:
            raise InputError(
                Sentence(
                    "setup_many_photos",
                    "there are {count} photographs already; remove some first",
                    count=str(there),
                )
            )
        return folder / f"photo-{secrets.token_hex(4)}.jpg"

    def file(self, draft: str, name: str) -> Path | None:
        """A photograph, or a picture of what was understood; None when there is none."""
        folder = self.folder(draft)
        if not _FILE.fullmatch(name):
            return None
        for within in (folder, folder / UNDERSTOOD):
            path = _entry(within, name)
            if path is not None and path.is_file():
                return path
        return None

    def tidy(self, draft: str, plan: TeachPlan) -> None:
        """Throw photographs away that no step uses."""
        used = {name for board in plan.board for name in board.photos}
        used |= {pieces.photo for pieces in plan.pieces}
        for path in self.folder(draft).glob("*.jpg"):
            if path.name not in used:
                path.unlink(missing_ok=True)

    def drop(self, draft: str) -> None:
        """Throw one away, with its photographs."""
        shutil.rmtree(self.folder(draft), ignore_errors=True)

    # -- finished ------------------------------------------------------------------------

    def editions(self) -> Iterator[tuple[str, Manifest]]:
        """Each finished edition by its folder's name."""
        for name in _folders(self._editions):
            try:
                yield name, read_manifest(self._editions / name)
            except InputError:
                continue

    def edition(self, name: str) -> Path | None:
        """The folder of an edition; None when there is none of that name."""
        return _entry(self._editions, name) if name in _folders(self._editions) else None

    def edition_for(self, name: str) -> Path:
        """Where an edition of that name is written; it replaces one of the same name.

        Its folder is called by the letters of the name.  Another edition whose name has the
        same letters keeps its folder; this one's gets a number.
        """
        plain = "-".join("".join(c if c.isalnum() else " " for c in name).split())
        first = plain[:MOST_NAME] or "edition"
        names = (first if number == 1 else f"{first}-{number}" for number in count(1))
        paths = (self._editions / each for each in names)
        return next(path for path in paths if not path.exists() or _called(path) == name)

    def free_edition(self, name: str) -> Path:
        """Where an edition is written that must not replace another one."""
        path = self.edition_for(name)
        if not path.exists():
            return path
        raise InputError(
            Sentence(
                "setup_busy_name",
                "there is an edition called '{name}' already; give it another name",
                name=name,
            )
        )

    # -- taken in ------------------------------------------------------------------------

    def trial(self) -> Path:
        """An empty place for what a stranger made, until it is looked at."""
        self.clear_trial()
        return self._editions / _TRIAL

    def put(self, trial: Path, folder: Path) -> None:
        """Put what was looked at where editions are."""
        try:
            trial.rename(folder)
        except OSError as error:
            raise InputError(f"{folder} can't be written: {error.strerror}") from None

    def clear_trial(self) -> None:
        """Throw away what lies there."""
        shutil.rmtree(self._editions / _TRIAL, ignore_errors=True)


def _called(edition: Path) -> str:
    """What people call an edition; nothing when the folder holds none."""
    try:
        manifest = read_manifest(edition)
    except InputError:
        return ""
    return manifest.name or manifest.game


def _entry(parent: Path, name: str) -> Path | None:
    """What is called `name` in a folder, as the folder itself lists it."""
    try:
        return next((path for path in parent.iterdir() if path.name == name), None)
    except OSError:
        return None


def _folders(parent: Path) -> list[str]:
    try:
        return sorted(
            path.name
            for path in parent.iterdir()
            if path.is_dir() and not path.is_symlink() and not path.name.startswith(".")
        )
    except OSError:
        return []
