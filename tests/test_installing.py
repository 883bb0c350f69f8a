"""The scripts that install, update and remove the service, run for real on a pretended machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from pretend_machine import UNITS, Machine, git


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
