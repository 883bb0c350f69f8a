"""Several files into a folder: all of them, or nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.keeping.whole_folder import check_folder, write_all


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_files_and_folders_below_are_written(tmp_path: Path) -> None:
    files = {"a.pdf": b"a", "pictures/b.png": b"b"}
    check_folder(tmp_path / "new" / "deep")
    write_all(tmp_path / "new" / "deep", files)
    assert contents(tmp_path / "new" / "deep") == files


def test_files_of_before_are_replaced_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"old")
    (tmp_path / "mine.txt").write_bytes(b"mine")
    write_all(tmp_path, {"a.pdf": b"new"})
    assert contents(tmp_path) == {"a.pdf": b"new", "mine.txt": b"mine"}


def test_what_can_not_be_finished_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"old")
    (tmp_path / "b.pdf").mkdir()
    (tmp_path / "b.pdf" / "full").write_bytes(b"")
    before = contents(tmp_path)
    with pytest.raises(InputError, match=r"can't be written to: .*; choose another folder\."):
        write_all(tmp_path, {"a.pdf": b"new", "b.pdf": b"new"})
    assert contents(tmp_path) == before


@pytest.mark.parametrize("below", ["", "/deep/er"])
def test_a_file_is_no_folder(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("x")
    folder = Path(f"{tmp_path}/file{below}")
    for write in (check_folder, lambda where: write_all(where, {"a": b""})):
        with pytest.raises(InputError, match="can't be written to"):
            write(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can't be written to"):
        write_all(tmp_path / "a\0b", {"a": b""})
    with pytest.raises(InputError, match="can't be written to"):
        write_all(tmp_path / "new" / ("x" * 300), {"a": b""})
    assert list(tmp_path.iterdir()) == []
