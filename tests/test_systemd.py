"""The service's units and the scripts that install, update and remove it.

The scripts run for real, below a folder that stands for the whole machine; systemctl and the
programs that make users are stand-ins that note what they were asked.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest
from command_line import COMPANION, assert_one_sentence_on_stderr, run_companion

START_WAIT_S = 40.0
ROOT = Path(__file__).resolve().parent.parent
UNITS = sorted(
    path for path in (ROOT / "systemd").iterdir() if path.suffix[1:] in {"service", "timer"}
)


# --- units -------------------------------------------------------------------------------------


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as installed, with programs where they say that programs are."""
    current, folder = tmp_path / "current", tmp_path / "units"
    folder.mkdir()
    for program in (".venv/bin/companion", "systemd/update"):
        (current / program).parent.mkdir(parents=True, exist_ok=True)
        (current / program).write_text("#!/bin/sh\n", encoding="utf-8")
        (current / program).chmod(0o755)
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/companion/current", str(current))
        (folder / unit.name).write_text(text, encoding="utf-8")
    return folder


def analyze(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_systemd_finds_nothing_wrong_with_the_units(units: Path) -> None:
    result = analyze("verify", *(f"./{unit.name}" for unit in UNITS), folder=units)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_wrong_unit_is_noticed(units: Path) -> None:
    (units / "companion.service").write_text("[Service]\nExecStart=/no/such\n", encoding="utf-8")
    assert analyze("verify", "./companion.service", folder=units).returncode != 0


def test_the_service_may_do_little(units: Path) -> None:
    """At most 2.5 of 10 in systemd's own rating."""
    result = analyze(
        "security", "--offline=true", "--threshold=25", "./companion.service", folder=units
    )
    assert result.returncode == 0, result.stdout[-300:]


def setting(name: str) -> int:
    """A number of the service's unit."""
    text = (ROOT / "systemd" / "companion.service").read_text(encoding="utf-8")
    (value,) = re.findall(rf"(?m)^{name}=(\d+)$", text)
    return int(value)


def test_wrong_settings_are_not_tried_for_ever() -> None:
    """Also on a slow computer, which needs as long again for each start."""
    tries_s = setting("StartLimitBurst") * 2 * setting("RestartSec")
    assert tries_s < setting("StartLimitIntervalSec")


def test_a_loop_that_hangs_again_and_again_is_always_started_again() -> None:
    hangs_s = setting("StartLimitBurst") * setting("WatchdogSec")
    assert hangs_s > setting("StartLimitIntervalSec")


# --- the settings that are installed -----------------------------------------------------------

INSTALLED = ROOT / "systemd" / "companion.toml"


def test_the_service_comes_up_with_the_installed_settings(tmp_path: Path) -> None:
    """Nothing is there yet but the settings; only folder and port are others."""
    elsewhere = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(START_WAIT_S)
        process = subprocess.Popen(
            [COMPANION, "serve", "--config", INSTALLED, *elsewhere],
            env={**os.environ, "NOTIFY_SOCKET": systemd.getsockname()},
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )
        try:
            ready = systemd.recv(500).decode()
            assert ready.startswith("READY=1\nSTATUS=page at http://127.0.0.1:")
            with urllib.request.urlopen(ready.partition(" at ")[2], timeout=10) as page:
                assert page.status == 200
        finally:
            process.terminate()
            assert process.wait(timeout=20) == 0


def test_the_camera_is_switched_on_as_the_file_says(tmp_path: Path) -> None:
    """`game` off, the rest on: all settings are known, and what is missing is the board."""
    text = INSTALLED.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^game = ", "# game = ", text)
    text, count = re.subn(r"(?m)^# (camera|table|pins) = ", r"\1 = ", text)
    assert count == 3
    board = tmp_path / "board.toml"
    text = text.replace("/etc/companion/board/table.toml", str(board))
    (tmp_path / "companion.toml").write_text(text, encoding="utf-8")
    elsewhere = ("--host", "127.0.0.1", "--port", "0", "--data", tmp_path / "data")
    done = run_companion("serve", "--config", tmp_path / "companion.toml", *elsewhere)
    assert_one_sentence_on_stderr(done, 2)
    assert str(board) in done.stderr


# --- installing, updating, removing ------------------------------------------------------------


class Machine:
    """A folder that stands for a machine, and a small companion to install on it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin, self.source = folder / "root", folder / "bin", folder / "source"
        self.calls = folder / "calls"
        for one in (self.root, self.bin, self.source):
            one.mkdir()
        for name in ("useradd", "userdel", "groupadd", "chown"):
            self.program(name, f'echo "{name} $*" >>{self.calls}')
        self.program("getent", "exit 2")
        self.program("id", "echo 0")
        # A service comes up unless the current release says that it is broken.
        broken = f"[ ! -e {self.root}/opt/companion/current/broken ]"
        self.program(
            "systemctl",
            f'echo "systemctl $*" >>{self.calls}\ncase "$1" in is-active) {broken};; esac',
        )
        shutil.copytree(ROOT / "systemd", self.source / "systemd")
        (self.source / "tools").mkdir()
        self.tool("system-packages", f'echo "packages $*" >>{self.calls}')
        self.tool("make-environment", _ENVIRONMENT)
        self.version("0.1.0")

    def program(self, name: str, script: str) -> None:
        _write_script(self.bin / name, script)

    def tool(self, name: str, script: str) -> None:
        _write_script(self.source / "tools" / name, script)

    def version(self, version: str) -> None:
        text = f'[project]\nversion = "{version}"\n'
        (self.source / "pyproject.toml").write_text(text, encoding="utf-8")

    def run(self, script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        environ = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "COMPANION_ROOT": str(self.root),
            "HOME": str(self.root),
        }
        return subprocess.run(
            [script, *arguments],
            env=environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def install(self) -> subprocess.CompletedProcess[str]:
        return self.run(self.source / "systemd" / "install")

    def script(self, name: str) -> Path:
        return self.root / "opt/companion/current/systemd" / name

    @property
    def current(self) -> str:
        return os.path.basename(os.readlink(self.root / "opt/companion/current"))

    @property
    def failure(self) -> str:
        path = self.root / "var/lib/companion/update-failed"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def commit(self, tag: str) -> None:
        """Make the source a repository with a release."""
        name = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
        for command in (
            ["init", "--quiet"],
            ["add", "--all"],
            [*name, "commit", "--quiet", "--message", tag],
            ["tag", tag],
        ):
            git(self.source, *command)


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, timeout=60)


_ENVIRONMENT = """
[ ! -e cannot-be-built ] || exit 1
mkdir -p "$2/bin"
printf '#!/bin/sh\\n[ ! -e "%s/import-fails" ]\\n' "$PWD" >"$2/bin/companion"
chmod +x "$2/bin/companion"
"""


def _write_script(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_installing_makes_user_configuration_release_and_service(machine: Machine) -> None:
    result = machine.install()
    assert result.returncode == 0, result.stderr
    calls = machine.calls.read_text(encoding="utf-8")
    for call in ("packages python3 run", "groupadd --system gpio", "useradd --system"):
        assert call in calls
    # Also a service that had failed too often is started.
    reset, restart = (f"systemctl {each} companion.service" for each in ("reset-failed", "restart"))
    assert calls.index(reset) < calls.index(restart)
    assert "systemctl enable companion.service" in calls
    assert machine.current.startswith("0.1.0-copy-")
    installed = {path.name for path in (machine.root / "etc/systemd/system").iterdir()}
    assert installed == {unit.name for unit in UNITS}
    assert (machine.root / "etc/companion/companion.toml").exists()


def test_installing_again_keeps_the_configuration_and_a_few_old_releases(machine: Machine) -> None:
    machine.install()
    config = machine.root / "etc/companion/companion.toml"
    config.write_text("port = 80\n", encoding="utf-8")
    releases = machine.root / "opt/companion/releases"
    for old in range(5):
        (releases / f"old-{old}").mkdir()
        os.utime(releases / f"old-{old}", (old, old))
    assert machine.install().returncode == 0
    assert config.read_text(encoding="utf-8") == "port = 80\n"
    left = {path.name for path in releases.iterdir()}
    assert machine.current in left
    assert not {"old-0", "old-1", "old-2"} & left


@pytest.mark.parametrize("fault", ["cannot-be-built", "import-fails"])
def test_what_does_not_run_is_never_taken(machine: Machine, fault: str) -> None:
    """An update whose packages are missing or whose import fails: the old one keeps running."""
    machine.install()
    before = machine.current
    calls = machine.calls.read_text(encoding="utf-8")
    (machine.source / fault).touch()
    machine.version("0.2.0")
    result = machine.install()
    assert result.returncode == 1
    assert "does not run on this machine; nothing was changed" in result.stderr
    assert machine.current == before
    added = machine.calls.read_text(encoding="utf-8").removeprefix(calls)
    assert "systemctl" not in added


def test_what_does_not_come_up_is_taken_back(machine: Machine) -> None:
    machine.install()
    before = machine.current
    (machine.source / "broken").touch()
    machine.version("0.2.0")
    result = machine.install()
    assert result.returncode == 1
    assert f"going back to {before}" in result.stderr
    assert machine.current == before
    assert f"did not come up; {before} goes on" in machine.failure
    (machine.source / "broken").unlink()
    assert machine.install().returncode == 0
    assert machine.failure == ""


def test_an_update_takes_the_newest_tag_once(machine: Machine) -> None:
    machine.commit("v0.1.0")
    machine.install()
    (machine.root / "opt/companion/origin").write_text(str(machine.source), encoding="utf-8")
    machine.version("0.10.0")
    machine.commit("v0.10.0")
    assert machine.run(machine.script("update")).returncode == 0
    assert machine.current.startswith("v0.10.0-")
    again = machine.run(machine.script("update"))
    assert (again.returncode, "runs already" in again.stdout) == (0, True)


@pytest.mark.parametrize(
    ("running", "tags", "taken"),
    [
        ("0.2.0", ["v0.2.0"], ""),
        ("0.10.0", ["v0.9.0"], ""),
        ("0.9.0", ["v0.9.1", "v0.10.0"], "v0.10.0"),
        ("0.2.0", ["v0.1.0", "v0.2.1"], "v0.2.1"),
        ("0.2.0", ["v0.2.0-rc1"], ""),
        ("0.2.0rc1", ["v0.2.0-rc1"], ""),
        ("0.2.0rc1", ["v0.2.0-rc1", "v0.2.0"], "v0.2.0"),
        # A checkout that is newer than every release; not every v is one.
        ("0.2.0", ["v0.1.0", "version-of-the-fair"], ""),
    ],
)
def test_an_update_never_goes_back_by_itself(
    machine: Machine, running: str, tags: list[str], taken: str
) -> None:
    machine.version(running)
    machine.install()
    (machine.root / "opt/companion/origin").write_text(str(machine.source), encoding="utf-8")
    before = machine.current
    for tag in tags:
        machine.version(tag.removeprefix("v"))
        machine.commit(tag)
    result = machine.run(machine.script("update"))
    assert result.returncode == 0, result.stderr
    if taken:
        assert machine.current.startswith(f"{taken}-2")
    else:
        assert machine.current == before
        assert f"not newer than {running}" in result.stdout


def test_an_older_release_is_taken_when_it_is_named(machine: Machine) -> None:
    machine.commit("v0.1.0")
    machine.version("0.2.0")
    machine.commit("v0.2.0")
    machine.install()
    (machine.root / "opt/companion/origin").write_text(str(machine.source), encoding="utf-8")
    assert machine.run(machine.script("update"), "v0.1.0").returncode == 0
    assert machine.current.startswith("v0.1.0-")


def test_a_tag_counts_also_when_the_release_calls_itself_older(machine: Machine) -> None:
    machine.commit("v0.3.0")
    machine.install()
    (machine.root / "opt/companion/origin").write_text(str(machine.source), encoding="utf-8")
    assert machine.run(machine.script("update")).returncode == 0
    before = machine.current
    git(machine.source, "tag", "--delete", "v0.3.0")
    git(machine.source, "tag", "v0.2.0")
    assert "v0.2.0, is not newer than v0.3.0" in machine.run(machine.script("update")).stdout
    assert machine.current == before


def test_where_updates_come_from_is_kept_by_a_copy(machine: Machine) -> None:
    origin = machine.root / "opt/companion/origin"
    machine.commit("v0.1.0")
    git(machine.source, "remote", "add", "origin", "https://example.org/companion.git")
    assert machine.install().returncode == 0
    assert origin.read_text(encoding="utf-8") == "https://example.org/companion.git\n"
    shutil.rmtree(machine.source / ".git")
    assert machine.install().returncode == 0
    assert origin.read_text(encoding="utf-8") == "https://example.org/companion.git\n"


def test_a_bad_update_is_said_and_not_tried_every_night(machine: Machine) -> None:
    machine.install()
    (machine.root / "opt/companion/origin").write_text(str(machine.source), encoding="utf-8")
    before = machine.current
    (machine.source / "import-fails").touch()
    machine.commit("v0.2.0")
    result = machine.run(machine.script("update"))
    assert (result.returncode, machine.current) == (1, before)
    assert "v0.2.0 did not come up" in machine.failure
    again = machine.run(machine.script("update"))
    assert (again.returncode, "left out" in again.stdout) == (0, True)


def test_an_update_without_a_source_says_what_to_write(machine: Machine) -> None:
    machine.install()
    result = machine.run(machine.script("update"))
    assert result.returncode == 1
    assert "not known where updates come from" in result.stderr


@pytest.mark.parametrize(("arguments", "games_stay"), [((), True), (("--purge",), False)])
def test_removing_keeps_games_unless_told(
    machine: Machine, arguments: tuple[str, ...], games_stay: bool
) -> None:
    machine.install()
    game = machine.root / "var/lib/companion/journal.sqlite"
    game.parent.mkdir(parents=True)
    game.touch()
    assert machine.run(machine.script("uninstall"), *arguments).returncode == 0
    assert not (machine.root / "opt/companion").exists()
    assert not list((machine.root / "etc/systemd/system").iterdir())
    assert game.exists() == games_stay
    assert (machine.root / "etc/companion").exists() == games_stay


@pytest.mark.parametrize("script", ["install", "uninstall", "update"])
def test_without_being_root_nothing_happens(machine: Machine, script: str) -> None:
    machine.program("id", "echo 1000")
    result = machine.run(machine.source / "systemd" / script)
    assert result.returncode == 1
    assert "run it as root: sudo" in result.stderr
    assert not (machine.root / "opt").exists()
