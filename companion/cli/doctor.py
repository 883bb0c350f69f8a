"""`companion doctor`: what is wrong with this table and its computer, and what to do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import serve
from companion.keeping.data_folder import data_folder
from companion.serving.config_file import config_option

if TYPE_CHECKING:
    from companion.display.findings import Finding, Report

SIGNS = {"ok": ("ok  ", "green"), "look": ("look", "yellow"), "bad": ("BAD ", "red")}
NO_SIGN = ("?   ", "cyan")
ADVICE = {"en": "      do: ", "zh-Hant": "      處理："}
OR = {"en": " or ", "zh-Hant": " 或 "}
SCAN = {"en": "Scan to take part, join code {code}:", "zh-Hant": "掃描加入，加入碼 {code}："}
NO_CODE = {
    "en": "The join code is not told: the table that runs does not keep it in {data}, or only its "
    "user may read that.  Give its folder with --data, or run this with sudo.  The code below only "
    "watches:",
    "zh-Hant": "看不到加入碼：執行中的那一桌不把它存在 {data}，或只有該使用者能讀取。"
    "請用 --data 指定它的資料夾，或用 sudo 執行。以下 QR 碼只能觀看：",
}

NOT_SERVED = {
    "en": "No companion serves {address} now. Start one with `companion serve`, or give --port or "
    "--config of the one that runs.",
    "zh-Hant": "目前沒有本系統在 {address} 提供網頁。請用 `companion serve` 啟動，"
    "或以 --port 或 --config 指定執行中的那一個。",
}
_SERVED = "port_ours"


@click.command("doctor")
@config_option(of=serve.command)
@click.option("--camera", default="simulated", show_default=True, help="As for `serve`.")
@click.option("--table", type=click.Path(path_type=Path), help="As for `serve`: table.toml.")
@click.option("--pins", default="auto", show_default=True, help="As for `serve`.")
@click.option(
    "--port",
    type=click.IntRange(0, serve.MOST_PORT),
    help=f"Port of the page.  [default: that of the companion that runs, else {serve.FIRST_PORT}]",
)
@click.option("--host", help="As for `serve`.")
@click.option("--data", type=click.Path(path_type=Path), help="As for `serve`.")
@click.option("--game", default=None, help="As for `serve`: such a table has no camera.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, without the join code.")
@click.option("--language", type=click.Choice(["en", "zh-Hant"]), default="en", show_default=True)
def command(
    camera: str,
    table: Path | None,
    pins: str,
    port: int | None,
    host: str | None,
    data: Path | None,
    game: str | None,
    as_json: bool,
    language: str,
) -> None:
    """Examine camera, light, board, pins, computer and network, and say what to do.

    A companion that runs is found by itself, and what it holds is asked of it.  For one that does
    not run give the settings that it takes, best as --config FILE.  Exit status: 0 nothing is bad,
    1 something is.
    """
    import msgspec

    from companion.apps.doctor import DoctorSettings, examine
    from companion.doctor.join_code import kept_code
    from companion.doctor.network import announced_on
    from hardware.clock import MonotonicClock

    where = data or data_folder()
    seen_by = None if game is not None else camera
    served = announced_on(where, port)
    if served is not None:
        host, port = host or served.host, served.port
    host, port = host or serve.EVERY_NETWORK, serve.FIRST_PORT if port is None else port
    settings = DoctorSettings(seen_by, table, pins, host, port, where)
    report = examine(settings, MonotonicClock())
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())
    else:
        _print(report.findings, language)
        code = None if served is None else kept_code(Path(served.journal))
        _print_address(report, code, where, language)
    sys.exit(1 if report.bad else 0)


def _print(findings: Sequence[Finding], language: str) -> None:
    chinese = language != "en"
    for finding in findings:
        sign, colour = SIGNS.get(finding.state.value, NO_SIGN)
        title, what = ((text.zh if chinese else text.en) for text in (finding.title, finding.what))
        click.echo(f"{click.style(sign, fg=colour)}  {title}: {what}")
        if finding.todo is not None:
            click.echo(f"{ADVICE[language]}{finding.todo.zh if chinese else finding.todo.en}")


def _print_address(report: Report, code: str | None, data: Path, language: str) -> None:
    from companion.serving.invitation import Invitation, terminal_qr

    address = OR[language].join(dict.fromkeys((report.by_number, report.by_name)))
    if all(finding.key != _SERVED for finding in report.findings):
        click.echo("\n" + NOT_SERVED[language].format(address=address))
        return
    invitation = Invitation(report.by_name, report.by_number, code or "")
    click.echo("\n" + address)
    words = NO_CODE if code is None else SCAN
    click.echo(words[language].format(code=code, data=data))
    click.echo(terminal_qr(invitation.join_url if code else invitation.by_number))
