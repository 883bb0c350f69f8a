"""docs/security.md: what lies on the disk, and that no request reaches it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from http_calls import call
from web_fakes import ServedTable

from companion.keeping.evidence import EvidenceFolder
from companion.keeping.journal import Journal
from companion.running.running_table import CODE_LENGTH, CODE_LETTERS, join_code
from vision.pictures import encode_jpeg
from web.files import page_files

ROOT = Path(__file__).resolve().parents[2]


def test_a_kept_picture_is_written_anew(tmp_path: Path) -> None:
    """What rides in a file beside the picture (place, owner, programs) is not kept."""
    ok, coded = cv2.imencode(".jpg", np.full((32, 32, 3), 90, np.uint8))
    assert ok
    secret = b"GPS 51.5N 0.1W <script>"
    exif = b"\xff\xe1" + (len(secret) + 2).to_bytes(2, "big") + secret
    given = coded.tobytes()[:2] + exif + coded.tobytes()[2:] + secret
    image = cv2.imdecode(np.frombuffer(given, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    evidence = EvidenceFolder(tmp_path, 1_000_000)
    kept = evidence.read(evidence.keep(encode_jpeg(image, 90)))
    assert kept is not None
    assert secret not in kept
    assert b"\xff\xe1" not in kept


WAYS_OUT = [
    "../journal.db", "..%2fjournal.db", "..%252fjournal.db", "%2e%2e/journal.db", "/etc/passwd",
    "%2fetc%2fpasswd", "....//journal.db", "..\\journal.db", "..%5cjournal.db", "a%00.jpg",
    "%c0%ae%c0%ae/journal.db", "~root", "table.js/..", "./table.js", "%ff", ".",
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize(
    "place", ["/static/{}", "/api/picture/{}.jpg", "/api/scene/{}.json", "/{}"]
)
def test_no_path_of_a_request_reaches_the_disk(calm: ServedTable, place: str, way: str) -> None:
    answer = call(calm, "GET", place.format(way))
    assert answer.status in (200, 404)
    if answer.status == 200:
        assert answer.body in [file.body for file in page_files().values()]
    assert b"SQLite" not in answer.body
    assert b"root:" not in answer.body


OPENED = """
import sys
from pathlib import Path
from unittest.mock import MagicMock
from companion.keeping.evidence import EvidenceFolder
from web import WebConfig, create_app
companion = MagicMock(acts={})
companion.picture = EvidenceFolder(Path("/nowhere"), 1).read
companion.scene.return_value = None
phone = create_app(companion, WebConfig("CODE", "http://table.local")).test_client()
for path in ("/", "/static/table.js", "/api/nothing"):
    phone.get(path)  # what is loaded once is loaded now
opened = []
sys.addaudithook(lambda event, found: opened.append(str(found[0])) if event == "open" else None)
statuses = {phone.get(path).status_code for path in sys.argv[1:]}
print(sorted(statuses), opened)
"""


def test_no_file_is_opened_for_any_of_them() -> None:
    places = ("/static/{}", "/api/picture/{}.jpg", "/api/scene/{}.json", "/{}")
    paths = [place.format(way) for place in places for way in WAYS_OUT]
    done = subprocess.run(
        [sys.executable, "-c", OPENED, "/static/boards.js", *paths], cwd=ROOT,
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[200, 404, 421] []"


def test_files_of_the_page_are_those_of_its_folder_and_no_other(calm: ServedTable) -> None:
    folder = ROOT / "web" / "static"
    for name, file in page_files().items():
        answer = call(calm, "GET", f"/static/{name}")
        assert answer.body == (folder / name).read_bytes() == file.body
        tag = answer.headers["ETag"]
        again = call(calm, "GET", f"/static/{name}", headers={"If-None-Match": tag})
        assert (again.status, again.body) == (304, b"")
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")} == {*page_files()}


@pytest.mark.parametrize("name", ["", ".", "..", "a" * 63, "A" * 64, "a" * 64 + "/..", "a" * 64])
def test_evidence_is_found_by_its_hash_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "evidence").mkdir()
    (tmp_path / "secret.jpg").write_bytes(b"no")
    assert EvidenceFolder(tmp_path / "evidence", 1).read(name) is None


def test_the_code_is_made_at_the_first_start_and_for_this_user_alone(tmp_path: Path) -> None:
    codes = set()
    for number in range(20):
        path = tmp_path / str(number) / "j.db"
        old = os.umask(0)
        try:
            with Journal(path) as journal:
                code = join_code(journal)
                assert join_code(journal) == code
                rights = {each.name: each.stat().st_mode for each in path.parent.iterdir()}
        finally:
            os.umask(old)
        assert {stat.S_IMODE(mode) & 0o077 for mode in rights.values()} == {0}
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        with Journal(path) as journal:
            assert join_code(journal) == code
        assert len(code) == CODE_LENGTH
        assert set(code) <= set(CODE_LETTERS)
        codes.add(code)
    assert len(codes) == 20


def test_a_journal_that_others_could_read_is_taken_from_their_eyes(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    Journal(path).close()
    path.chmod(0o644)
    Journal(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_kept_pictures_are_for_this_user_alone(tmp_path: Path) -> None:
    evidence = EvidenceFolder(tmp_path / "evidence", 1_000_000)
    evidence.keep(b"jpeg")
    assert stat.S_IMODE(evidence.folder.stat().st_mode) == 0o700
