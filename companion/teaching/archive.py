"""An edition folder as one zip file, and back: whoever made that file is a stranger."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import Path

from companion.errors import InputError
from companion.flow import Sentence
from companion.keeping.whole_folder import write_all
from companion.teaching.manifest import MANIFEST, Manifest, parse_manifest

MOST_FILES = 500
MOST_BYTES = 120_000_000  # unpacked
ZIP_BYTES = 60_000_000
_NAME = re.compile(
    r"edition\.json|[\w .-]{1,80}\.toml|pictures/[\w .-]{1,120}\.png|photos/[\w .-]{1,120}\.jpg"
)
_EPOCH = (1980, 1, 1, 0, 0, 0)


def zip_edition(folder: Path) -> bytes:
    """The folder's files in one zip; the same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not path.is_symlink() and _NAME.fullmatch(name):
                info = zipfile.ZipInfo(name, _EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                archive.writestr(info, path.read_bytes())
    return packed.getvalue()


def unzip_edition(packed: bytes, folder: Path) -> Manifest:
    """Write the files of a zip into a new folder, all or none; what the edition says of itself.

    Only files with an edition's own names are taken, and never outside of the folder.  What they
    hold is for others to check.  Raises InputError with one sentence.
    """
    files: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            wanted = _wanted(archive)
            for info in wanted:
                files[info.filename] = _unpacked(archive, info)
    # What zipfile can't unpack, as other ways of compressing, it says by NotImplementedError.
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError) as error:
        raise _refused(str(error) or type(error).__name__) from None
    except (RuntimeError, ValueError) as error:  # locked with a password, or names that lie
        raise _refused(str(error)) from None
    if MANIFEST not in files:
        raise _refused(f"it has no {MANIFEST}")
    manifest = parse_manifest(files[MANIFEST], MANIFEST)
    missing = [name for name in manifest.tables.values() if name not in files]
    if missing or not manifest.tables:
        raise _refused(f"it lacks {missing[0]}" if missing else "it describes no board")
    write_all(folder, files)
    return manifest


def _wanted(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files of an edition; a strange name, too many or too large ones are refused."""
    found = [info for info in archive.infolist() if not info.is_dir()]
    if len(found) > MOST_FILES:
        raise _refused(f"it holds more than {MOST_FILES} files")
    names = [info.filename for info in found]
    for name in names:
        if not _NAME.fullmatch(name) or ".." in name:
            shown = "".join(c if c.isprintable() else "?" for c in name)[:60]
            raise _refused(f"an edition has no file called {shown}")
    if len(set(names)) != len(names):
        raise _refused("a file occurs twice")
    if sum(info.file_size for info in found) > MOST_BYTES:
        raise _too_large()
    return found


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A file's bytes, never more than it says of itself."""
    with archive.open(info) as file:
        data = file.read(info.file_size + 1)
    if len(data) != info.file_size:
        raise _too_large()
    return data


def _refused(why: str) -> InputError:
    return InputError(
        Sentence("setup_not_zip", "this file is not the zip of an edition: {why}", why=why)
    )


def _too_large() -> InputError:
    return InputError(
        Sentence(
            "setup_zip_large",
            "what this zip holds is too large; at most {most} MB",
            most=str(MOST_BYTES // 1_000_000),
        )
    )
