"""What is urgent about the computer is said on every phone, and no longer than it is so."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.display.findings import Finding
from companion.display.model import Display, StatusLine, Text
from companion.doctor.alerts import ALSO_TOLD, Alerts, computer
from companion.doctor.storage import UPDATE_NOTE
from companion.doctor.words import OUTCOMES, finding
from companion.running.hub import Hub

LOW, WARM = finding("power_low"), finding("temperature_warm", celsius=71)
DISPLAY = Display(Text("Girl", "女孩"), StatusLine("read", Text("read", "已讀取")), Text("", ""), 0)
FULL = finding("disk_full", free="3 MB")


def test_only_what_is_urgent_and_new_is_told() -> None:
    found: list[Finding] = []
    told: list[tuple[Text, ...]] = []
    alerts = Alerts(lambda: found, told.append)
    for now in ([WARM], [WARM, LOW], [LOW], [LOW, FULL], [FULL], []):
        found[:] = now
        alerts.step()
    assert [len(texts) for texts in told] == [1, 2, 1, 0]
    assert told[0][0].en.startswith("The voltage is too low now")
    assert "short cable" in told[0][0].en, "and what to do"
    assert told[0][0].zh.startswith("目前電壓不足")
    assert set(ALSO_TOLD) <= set(OUTCOMES)


@pytest.mark.error_log("could not be looked at")
def test_a_failure_ends_nothing() -> None:
    told: list[tuple[Text, ...]] = []

    def fail() -> list[Finding]:
        raise RuntimeError("no /proc")

    alerts = Alerts(fail, told.append)
    alerts.step()
    assert told == []


def test_it_ends_at_once_when_told_to() -> None:
    stop, looked = threading.Event(), threading.Event()

    def look() -> list[Finding]:
        looked.set()
        return []

    thread = threading.Thread(
        target=Alerts(look, lambda texts: None, each_s=600.0).run, args=(stop,)
    )
    thread.start()
    assert looked.wait(5.0)
    stop.set()
    thread.join(5.0)
    assert not thread.is_alive()


def test_a_failed_update_of_this_computer_is_urgent(tmp_path: Path) -> None:
    (tmp_path / UPDATE_NOTE).write_text("Release v2 did not come up; v1 goes on.")
    told: list[tuple[Text, ...]] = []
    Alerts(lambda: computer(tmp_path), told.append).step()
    assert any("v2 did not come up" in text.en for text in told[0])


def test_every_phone_reads_it_until_it_is_over() -> None:
    hub = Hub("table", 1, DISPLAY, most_watchers=2)
    alert = Text("The voltage is too low.", "電壓不足。")
    before = hub.newest
    hub.alert((alert,))
    assert hub.newest.display.status.details[-1] == alert
    assert hub.newest.version > before.version
    # What is decided later says it, too, for everybody and for single phones.
    own = {"phone": before.display}
    hub.publish(before.display, own)
    assert alert in hub.newest_for("phone").display.status.details
    version = hub.newest.version
    hub.alert((alert,))
    assert hub.newest.version == version, "the same again is no news"
    hub.alert(())
    assert alert not in hub.newest.display.status.details
    assert alert not in hub.newest_for("phone").display.status.details
