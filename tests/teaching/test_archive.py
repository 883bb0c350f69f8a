"""Editions as zip files: what goes out comes in again, and nothing else does."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import msgspec
import pytest

from companion.errors import InputError
from companion.teaching.archive import MOST_FILES, unzip_edition, zip_edition
from companion.teaching.drafts import MOST_DRAFTS, Drafts
from companion.teaching.manifest import MANIFEST, Manifest
from companion.teaching.plan import TeachPlan

SAID = Manifest(
    "girl", "GIRL-REF-1", "Ours", {"score-1": ["photos/score-1-1.jpg"]}, {"score-1": "score.toml"}
)
FILES = {
    MANIFEST: msgspec.json.encode(SAID),
    "score.toml": b"[board]",
    "pictures/marker-marker-A.png": b"png",
    "photos/score-1-1.jpg": b"jpg",
}


def packed(files: dict[str, bytes], **more: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in {**files, **more}.items():
            archive.writestr(name, data)
    return made.getvalue()


def names(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_an_edition_comes_back_as_it_went(tmp_path: Path) -> None:
    assert unzip_edition(packed(FILES), tmp_path / "one") == SAID
    again = zip_edition(tmp_path / "one")
    unzip_edition(again, tmp_path / "two")
    for name, data in FILES.items():
        assert (tmp_path / "two" / name).read_bytes() == data
    assert zip_edition(tmp_path / "two") == again


def test_only_an_editions_files_go_out(tmp_path: Path) -> None:
    unzip_edition(packed(FILES), tmp_path / "one")
    (tmp_path / "one" / "secret.db").write_bytes(b"x")
    (tmp_path / "one" / "link.toml").symlink_to("/etc/passwd")
    with zipfile.ZipFile(io.BytesIO(zip_edition(tmp_path / "one"))) as archive:
        assert set(archive.namelist()) == set(FILES)


@pytest.mark.parametrize(
    "name",
    [
        "../evil.toml",
        "/etc/evil.toml",
        "pictures/../../evil.png",
        "pictures\\..\\evil.png",
        "..\\evil.toml",
        "evil.py",
        "photos/evil.svg",
        "C:/evil.toml",
        "pictures/deep/evil.png",
        ".hidden/evil.png",
        "..toml",
    ],
)
def test_a_strange_name_is_refused_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="zip of an edition"):
        unzip_edition(packed({**FILES, name: b"x"}), tmp_path / "in" / "one")
    assert names(tmp_path) == set()


def test_a_link_in_a_zip_becomes_a_plain_file(tmp_path: Path) -> None:
    made = io.BytesIO(packed(FILES))
    with zipfile.ZipFile(made, "a") as archive:
        link = zipfile.ZipInfo("pictures/link.png")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    unzip_edition(made.getvalue(), tmp_path / "one")
    assert not (tmp_path / "one" / "pictures" / "link.png").is_symlink()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no zip at all",
        packed(FILES)[:-30],
        packed({k: v for k, v in FILES.items() if k != MANIFEST}),
        packed({k: v for k, v in FILES.items() if k != "score.toml"}),
        packed({**FILES, MANIFEST: b"{"}),
        packed({**FILES, **{f"pictures/{i}.png": b"" for i in range(MOST_FILES)}}),
    ],
)
def test_what_is_no_edition_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError):
        unzip_edition(data, tmp_path / "one")
    assert names(tmp_path) == set()


def test_a_way_of_compressing_that_nobody_has_is_refused(tmp_path: Path) -> None:
    data = bytearray(packed(FILES))
    for header, method in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.index(header) + method
        data[at : at + 2] = (97).to_bytes(2, "little")
    with pytest.raises(InputError, match="compress"):
        unzip_edition(bytes(data), tmp_path / "one")
    assert names(tmp_path) == set()


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    made = io.BytesIO(packed(FILES))
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as archive:
        for i in range(5):
            archive.writestr(f"pictures/{i}.png", bytes(30_000_000))
    assert len(made.getvalue()) < 1_000_000
    with pytest.raises(InputError, match="too large"):
        unzip_edition(made.getvalue(), tmp_path / "one")


def test_drafts_are_found_by_their_names_alone(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    draft = drafts.begin(TeachPlan("girl", "Ours"))
    (drafts.folder(draft) / "photo-1.jpg").write_bytes(b"x")
    assert drafts.file(draft, "photo-1.jpg") is not None
    for name in ("../teach.json", "teach.json", "/etc/passwd", "", "photo-1.jpg/.."):
        assert drafts.file(draft, name) is None
    for other in ("", "..", "../x", "zzzzzzzz", "00000000"):
        with pytest.raises(InputError, match="not there any more"):
            drafts.folder(other)
    for other in ("", ".", "..", draft + "/", "./" + draft, draft.upper() + "\0"):
        with pytest.raises(InputError):
            drafts.folder(other)
    (tmp_path / "teaching" / "0123abcd").symlink_to(tmp_path)
    with pytest.raises(InputError):
        drafts.folder("0123abcd")
    assert drafts.edition("..") is None
    assert drafts.edition("") is None


def test_drafts_are_kept_and_bounded(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    for number in range(MOST_DRAFTS):
        drafts.begin(TeachPlan("girl", f"copy {number}"))
    assert len(list(Drafts(tmp_path).every())) == MOST_DRAFTS
    with pytest.raises(InputError, match="throw one away"):
        drafts.begin(TeachPlan("girl", "one more"))
    draft, _ = next(drafts.every())
    drafts.drop(draft)
    assert len(list(drafts.every())) == MOST_DRAFTS - 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "two\nlines"])
def test_a_copy_needs_a_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="name"):
        Drafts(tmp_path).begin(TeachPlan("girl", name))


def written(drafts: Drafts, name: str) -> Path:
    folder = drafts.edition_for(name)
    folder.mkdir(parents=True, exist_ok=True)
    manifest = Manifest("girl", "reference", name, {}, {})
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return folder


def test_names_of_the_same_letters_are_different_editions(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    folders = [written(drafts, name) for name in ("Ann's copy", "Ann s-copy!", "🎲", "🌙")]
    names = ["Ann-s-copy", "Ann-s-copy-2", "edition", "edition-2"]
    assert [folder.name for folder in folders] == names
    assert written(drafts, "Ann s-copy!") == folders[1], "the same name is the same edition"
    with pytest.raises(InputError, match="an edition called '🌙' already"):
        drafts.free_edition("🌙")


def test_a_folder_that_is_no_edition_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "editions" / "mine").mkdir(parents=True)
    assert Drafts(tmp_path).edition_for("mine").name == "mine-2"


@pytest.mark.parametrize("name", ["../../etc", "a/b", ".trial", "我們的"])
def test_an_editions_folder_is_always_one_below(tmp_path: Path, name: str) -> None:
    folder = Drafts(tmp_path).edition_for(name)
    assert folder.parent == tmp_path / "editions"
    assert not folder.name.startswith(".")
