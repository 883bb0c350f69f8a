"""The examination as a page: both languages, worst first, no secret, no wait without a number."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from browser_phone import PHONE, Phone, browser, small_targets
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from web_fakes import ServedTable

from companion.display.findings import Report
from companion.doctor.words import finding
from web import WebConfig, create_app
from web.doctor import WAIT_S, with_code
from web.server import Server, listen_on

__all__ = ["browser"]

CODE = "ABC234"
REPORT = Report(
    (
        finding("memory_ok", free="600 MB", all="1.0 GB"),
        finding("name_unanswered", by_name="http://table.local:8080"),
        finding("camera_lost", problem="<b>No camera</b> is connected."),
        finding("power_not_a_pi"),
    ),
    "http://table.local:8080",
    "http://10.0.0.5:8080",
)


class ScriptedDoctor:
    def __init__(self) -> None:
        self.answer: Report | None = REPORT
        self.waits_s: list[float] = []

    def report(self, wait_s: float) -> Report | None:
        self.waits_s.append(wait_s)
        return self.answer


@pytest.fixture
def doctor() -> ScriptedDoctor:
    return ScriptedDoctor()


@pytest.fixture
def client(served: ServedTable, doctor: ScriptedDoctor) -> FlaskClient:
    config = WebConfig(CODE, f"http://10.0.0.5:8080/#join={CODE}")
    return create_app(served.table, config, doctor).test_client()


@pytest.mark.parametrize(
    ("address", "accepts", "language", "words"),
    [
        ("/doctor", "", "en", "Give"),
        ("/doctor", "de, zh-TW;q=0.8, en;q=0.5", "zh-Hant", "檢查"),
        ("/doctor", "de, en;q=0.8, zh;q=0.5", "en", "Examination"),
        ("/doctor?lang=zh", "en", "zh-Hant", "檢查"),
        ("/doctor?lang=tlh", "en", "en", "Examination"),
    ],
)
def test_both_languages(
    client: FlaskClient, address: str, accepts: str, language: str, words: str
) -> None:
    headers = {"Accept-Language": accepts} if accepts else {}
    page = client.get(address, headers=headers)
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text
    assert words in page.text or not accepts


def test_the_worst_stands_first_and_says_what_to_do(client: FlaskClient) -> None:
    text = client.get("/doctor").text
    order = [text.index(f'<li class="{state}">') for state in ("bad", "look", "unknown", "ok")]
    assert order == sorted(order)
    assert "Check the camera" in text
    assert "&lt;b&gt;No camera" in text, "what devices say is text, never markup"
    assert "refresh" not in text
    assert "setting <code>camera</code>; it" in text


@pytest.mark.parametrize(
    ("sentence", "html"),
    [
        ("plain", "plain"),
        ("run `a <b>` now", "run <code>a &lt;b&gt;</code> now"),
        ("`a` & `b`", "<code>a</code> &amp; <code>b</code>"),
        ("one ` alone", "one <code> alone</code>"),
        ("", ""),
    ],
)
def test_commands_stand_out(sentence: str, html: str) -> None:
    assert with_code(sentence) == html


def test_nothing_secret_is_told(client: FlaskClient) -> None:
    for address in ("/doctor", "/api/doctor.json", "/api/address.svg"):
        assert CODE not in client.get(address).text


def test_programs_get_the_same(client: FlaskClient, doctor: ScriptedDoctor) -> None:
    told = client.get("/api/doctor.json").json
    assert [each["key"] for each in told["findings"]] == [each.key for each in REPORT.findings]
    assert told["by_number"] == REPORT.by_number
    assert doctor.waits_s == [WAIT_S]


def test_an_examination_that_is_not_done(client: FlaskClient, doctor: ScriptedDoctor) -> None:
    doctor.answer = None
    page = client.get("/doctor")
    assert page.status_code == 200
    assert '<meta http-equiv="refresh" content="3">' in page.text
    answer = client.get("/api/doctor.json")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "3"
    assert list(answer.json) == ["error"]


def test_the_address_is_a_code_that_follows_the_computer(served: ServedTable) -> None:
    now = ["http://127.0.0.1:8080"]
    config = WebConfig(CODE, now[0], join_url_now=lambda: f"{now[-1]}/#join={CODE}")
    client = create_app(served.table, config, ScriptedDoctor()).test_client()
    before = client.get("/api/address.svg").data
    now.append("http://10.0.0.7:8080")
    after = client.get("/api/address.svg").data
    assert before != after
    joins = client.get("/api/join.svg", headers={"X-Join-Code": CODE}).data
    assert joins not in (before, after)


def test_the_description_names_the_examination(client: FlaskClient, served: ServedTable) -> None:
    paths = client.get("/api/openapi.json").json["paths"]
    assert {"/api/doctor.json", "/api/address.svg"} <= set(paths)
    without = create_app(served.table, WebConfig(CODE, "http://x")).test_client()
    assert "/api/doctor.json" not in without.get("/api/openapi.json").json["paths"]
    assert without.get("/doctor").status_code == 404


class ServedPage:
    """The examination behind a real server."""

    def __init__(self, served: ServedTable, doctor: ScriptedDoctor) -> None:
        config = WebConfig(served.code, f"http://10.0.0.5:8080/#join={served.code}")
        listener = listen_on("127.0.0.1", 0)
        self.server = Server(create_app(served.table, config, doctor), listener)
        self.server.start()
        self.address = f"http://127.0.0.1:{self.server.port}"


@pytest.fixture
def page(served: ServedTable, doctor: ScriptedDoctor) -> Iterator[ServedPage]:
    served_page = ServedPage(served, doctor)
    yield served_page
    served.table.stop()
    served_page.server.stop()


def test_on_a_phone(
    browser: Browser, page: ServedPage, served: ServedTable, doctor: ScriptedDoctor
) -> None:
    phone = Phone(browser, page, served.code)
    expect(phone.page.locator("#prompt")).not_to_be_empty()
    phone.accessible()
    phone.page.get_by_role("link", name="Something wrong?").tap()
    expect(phone.page.locator("li.bad h2")).to_contain_text("Camera")
    code = phone.page.get_by_role("img", name="QR code of the address")
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == "http://10.0.0.5:8080/"
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    assert not small_targets(phone.page, 44)
    phone.accessible()
    phone.shoot("doctor")
    doctor.answer = None
    phone.page.get_by_role("link", name="中文").tap()
    expect(phone.page.get_by_role("status")).to_have_text("檢查中，本頁會自動重新載入。")
    doctor.answer = REPORT
    expect(phone.page.locator("li.bad h2")).to_contain_text("相機")
    phone.close()
