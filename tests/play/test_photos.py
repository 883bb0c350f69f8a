"""Photographs that phones send to a table that plays whole games, over HTTP."""

from __future__ import annotations

import http.client
import io
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from board_photographs import Picture, as_jpeg, photograph
from PIL import Image
from play_served import PhoneClient, ServedGame

from companion.games.girl.lying import lies
from companion.play.photos import photo_before_game
from companion.prints import Lie
from web.uploads import PICTURE_BYTES

WAIT_S = 120.0


@pytest.fixture(scope="module")
def girl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedGame]:
    table = ServedGame(tmp_path_factory.mktemp("girl"), "girl", ("Ann", "Ben"))
    yield table
    table.stop()


@pytest.fixture(scope="module")
def board(girl: ServedGame) -> Picture:
    """Ann's board as the game has it."""
    return photograph("girl", lies(state_of(girl)), [("player", 0)])


def state_of(served: ServedGame) -> Any:
    running = served.app.games._table.running
    assert running is not None
    return running.state


def send(
    served: ServedGame,
    body: bytes,
    kind: str = "image/jpeg",
    code: str | None = None,
    path: str = "/api/photo",
) -> tuple[int, Any]:
    phone = PhoneClient(served)
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT_S)
    try:
        headers = {"Content-Type": kind, "Cookie": phone.cookie}
        headers["X-Join-Code"] = served.code if code is None else code
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def test_a_board_as_the_game_has_it_agrees_and_is_shown(girl: ServedGame, board: Picture) -> None:
    status, answer = send(girl, as_jpeg(board, camera="Acme Phone 5"))
    assert status == 200
    assert answer["note"]["tone"] in ("ok", "unsure")
    assert "agrees" in answer["note"]["text"]["en"] or "shows what" in answer["note"]["text"]["en"]
    assert "differences" not in [section["id"] for section in answer["sections"]]
    seen = answer["sections"][0]
    said = [note["text"] for note in seen["notes"]]
    assert any("not calibrated" in text["en"] and "沒有校正" in text["zh"] for text in said)
    picture = seen["pictures"][0]
    status, headers, jpeg = PhoneClient(girl).call("GET", picture["path"])
    assert status == 200
    assert headers["Content-Type"] == "image/jpeg"
    assert Image.open(io.BytesIO(jpeg)).size == tuple(picture["size_wh"])


def test_a_picture_on_its_side_is_read_upright_and_loses_what_the_phone_wrote(
    girl: ServedGame, board: Picture
) -> None:
    right = lies(state_of(girl))
    bonus = next(lie for lie in right if lie.family == "bonus" and lie.copy == 0)
    changed = [lie for lie in right if lie is not bonus]
    photo = as_jpeg(photograph("girl", changed, [("player", 0)]), orientation=6)
    assert b"Exif" in photo[:100]
    status, answer = send(girl, photo)
    assert status == 200
    sections = {section["id"]: section for section in answer["sections"]}
    cards = sections["photo-differs"]["cards"]
    assert bonus.place in cards[0]["title"]["en"]
    assert answer["note"]["where"]
    crop = cards[0]["crop"]
    assert crop["picture_wh"] == [2304, 1296]
    left, top, width, height = crop["window_xywh"]
    assert 0 <= left < left + width <= 2304
    assert 0 <= top < top + height <= 1296
    _, _, jpeg = PhoneClient(girl).call("GET", crop["picture"])
    kept = Image.open(io.BytesIO(jpeg))
    assert kept.size == (2304, 1296)
    assert not kept.getexif()


def test_a_table_without_any_board_says_so(girl: ServedGame) -> None:
    grey = io.BytesIO()
    Image.effect_noise((800, 600), 60).convert("RGB").save(grey, "JPEG")
    status, answer = send(girl, grey.getvalue())
    assert status == 200
    assert answer["note"]["tone"] == "refused"
    assert "No board of this game is found" in answer["note"]["text"]["en"]
    assert "找不到" in answer["note"]["text"]["zh"]


def ftyp(brand: bytes) -> bytes:
    return b"\0\0\0\x18ftyp" + brand + b"\0" * 40


def picture_bytes(kind: str, size_wh: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("1", size_wh).save(out, kind)
    return out.getvalue()


REFUSED = [
    (ftyp(b"heic"), 415, "HEIC", "最相容"),
    (ftyp(b"mif1"), 415, "iPhone: Settings, Camera, Formats, Most Compatible", "HEIC"),
    (ftyp(b"avif"), 415, "AVIF", "AVIF"),
    (ftyp(b"isom"), 415, "a film", "影片"),
    (b"\x1aE\xdf\xa3" + b"\0" * 40, 415, "a film", "影片"),
    (b"GIF89a" + b"\0" * 40, 415, "GIF", "GIF"),
    (b"\xff\x0a" + b"\0" * 40, 415, "JPEG XL", "JPEG XL"),
    (b"%PDF-1.4 nothing", 415, "is not a picture", "不是照片"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "is not a picture", "不是照片"),
    (b"", 400, "is empty", "空的"),
    (picture_bytes("PNG", (640, 480))[:60], 400, "is damaged", "損壞"),
    (picture_bytes("PNG", (20, 20)), 400, "20 x 20 pixels", "像素"),
    (picture_bytes("PNG", (10_000, 10_000)), 413, "100 megapixels", "百萬像素"),
]


@pytest.mark.parametrize(("body", "status", "english", "chinese"), REFUSED)
def test_what_is_no_picture_is_refused_in_both_languages(
    girl: ServedGame, body: bytes, status: int, english: str, chinese: str
) -> None:
    answered, answer = send(girl, body)
    assert answered == status
    assert answer["note"]["tone"] == "refused"
    assert answer["note"]["text"]["en"].startswith("The picture ")
    assert english in answer["note"]["text"]["en"]
    assert chinese in answer["note"]["text"]["zh"]
    assert answer["note"]["text"]["zh"].startswith("這張照片")


def test_a_form_is_refused(girl: ServedGame) -> None:
    status, answer = send(girl, b"x=1", "multipart/form-data; boundary=b")
    assert status == 415
    assert answer["text"]["zh"]


def test_without_the_code_nothing_is_taken_in(girl: ServedGame) -> None:
    assert send(girl, b"x", code="")[0] == 401
    assert send(girl, b"x", code="WRONG1")[0] == 401
    # More than any other request may send: the server does not even wait for it.
    status = announce(girl, PICTURE_BYTES // 2, "WRONG1")
    assert status == 413


def test_more_than_a_picture_is_not_taken_in(girl: ServedGame) -> None:
    assert announce(girl, PICTURE_BYTES * 3, girl.code) == 413


def test_codes_can_not_be_guessed_by_what_would_be_taken_in(tmp_path: Path) -> None:
    table = ServedGame(tmp_path, "girl", ("Ann", "Ben"))
    try:
        large = PICTURE_BYTES // 2
        for _ in range(6):  # who says none does not guess
            assert announce(table, large, "") == 413
        with pytest.raises(TimeoutError):  # the right code's body is waited for
            announce(table, large, table.code, wait_s=0.5)
        for number in range(5):
            assert announce(table, large, f"WRONG{number}") == 413
        assert announce(table, large, table.code) == 413, "now nothing is to be learned here"
        assert PhoneClient(table, join=False).post("join", {})[0] == 429
    finally:
        table.stop()


def test_one_wrong_code_is_one_guess_whatever_it_comes_with(tmp_path: Path) -> None:
    table = ServedGame(tmp_path, "girl", ("Ann", "Ben"))
    try:
        phone, wrong = PhoneClient(table), {"X-Join-Code": "WRONG1"}
        for _ in range(2):
            assert phone.call("POST", "/api/photo", {}, **wrong)[0] == 401
            assert announce(table, PICTURE_BYTES // 2, "WRONG1") == 413
        assert phone.call("POST", "/api/photo", {}, **wrong)[0] == 401
        assert phone.post("join", {})[0] == 429
    finally:
        table.stop()


def announce(served: ServedGame, length: int, code: str, wait_s: float = 10.0) -> int:
    """The status of a request that says how long its body is, and sends none of it."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=wait_s) as line:
        head = f"POST /api/photo HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        head += f"X-Join-Code: {code}\r\nContent-Type: image/jpeg\r\n"
        line.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode())
        return int(line.recv(100).split()[1])


def test_a_body_a_little_too_long_is_told_in_both_languages(girl: ServedGame) -> None:
    status, answer = send(girl, b"\xff\xd8" + b"\0" * PICTURE_BYTES)
    assert status == 413
    assert "25 MB" in answer["text"]["en"]
    assert "25 MB" in answer["text"]["zh"]


def test_before_a_game_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    table = ServedGame(tmp_path, "")
    try:
        status, answer = send(table, picture_bytes("PNG", (640, 480)))
        assert status == 409
        assert answer["note"]["text"]["en"] == "No game has begun yet."
    finally:
        table.stop()


@pytest.mark.parametrize(
    ("of", "body", "status", "english", "chinese"),
    [
        ("game=starfall&dish=yes", "png", 400, "No board of this game has a dish", "沒有夜空圖板"),
        ("game=chess", "png", 400, "chess", "chess"),
        ("game=/etc/passwd", "png", 400, "passwd", "passwd"),
        ("game=starfall", "nothing", 415, "is not a picture", "不是照片"),
        ("game=girl&dish=yes", "nothing", 415, "is not a picture", "不是照片"),
    ],
)
def test_what_can_not_be_read_without_a_game_is_told(
    girl: ServedGame, of: str, body: str, status: int, english: str, chinese: str
) -> None:
    sent = picture_bytes("PNG", (640, 480)) if body == "png" else b"nothing"
    answered, answer = send(girl, sent, path=f"/api/photo?{of}")
    assert answered == status
    assert english in answer["note"]["text"]["en"]
    assert chinese in answer["note"]["text"]["zh"]


def test_boards_and_dish_are_read_without_their_game(girl: ServedGame) -> None:
    thrown = [Lie("sky", 0, "", "ash", "x2", touches=("red",))]
    elder = Lie("sky", 0, "sky6", "elder", "elder A")
    photo = as_jpeg(photograph("girl", [*thrown, elder], [("sky", 0)]))
    status, answer = send(girl, photo, path="/api/photo?game=girl")
    assert status == 200
    cards = answer["sections"][-1]["cards"]
    assert any("Elder of A" in note["text"]["en"] for card in cards for note in card["notes"])
    assert answer["note"]["text"]["en"].startswith("Night Sky board: ")
    assert "game has" not in json.dumps(answer), "there is no game to compare with"
    status, answer = send(girl, photo, path="/api/photo?game=girl&dish=yes")
    assert status == 200
    assert answer["note"]["text"]["en"].startswith("1 token is ")


def test_the_page_asks_for_a_photograph_only_where_one_is_read(
    girl: ServedGame, tmp_path: Path
) -> None:
    section = PhoneClient(girl).section("photo")
    paths = [upload["post"] for upload in section["uploads"]]
    assert paths == ["/api/photo", "/api/photo?game=girl&dish=yes"]
    before = photo_before_game("girl", {}).notes
    assert any("any other one" in note.text.en.casefold() for note in before)
    assert all("dish" not in note.text.en for note in photo_before_game("starfall", {}).notes)
    bystander = PhoneClient(girl, join=False).table()
    assert "photo" not in [each["id"] for each in bystander["sections"]]


def test_the_service_reads_pictures_elsewhere(girl: ServedGame, tmp_path: Path) -> None:
    """What answers phones loads no picture library, however many photographs it is sent."""
    script = (
        "import sys, companion.apps.play\n"
        "print(sorted({'cv2', 'numpy', 'PIL', 'shapely'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"
