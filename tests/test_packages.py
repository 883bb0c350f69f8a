"""The scripts behind `make`: they say what they install and why, and what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINES = [
    line.split(maxsplit=2)
    for line in (ROOT / "packages.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of programs that stands for a machine: nothing installed, nobody is root."""
    for name in ("bash", "dirname", "grep", "env", "sed", "tr"):
        program = next(
            path for folder in ("/bin", "/usr/bin") if (path := Path(folder) / name).exists()
        )
        (tmp_path / name).symlink_to(program)
    say(tmp_path, "dpkg-query", "exit 1")
    say(tmp_path, "apt-get", 'echo "apt-get $*"')
    say(tmp_path, "id", "echo 1000")
    return tmp_path


def say(machine: Path, name: str, script: str) -> None:
    """Put a program of that name onto the machine."""
    path = machine / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def run(machine: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "tools" / script, *arguments],
        env={"PATH": str(machine), "HOME": os.environ.get("HOME", "/")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_every_package_has_a_group_and_a_reason() -> None:
    assert {line[0] for line in LINES} == {"run", "test", "pi"}
    assert all(len(line) == 3 and line[2] for line in LINES)


def test_what_is_missing_is_installed_as_root_with_its_reason(machine: Path) -> None:
    say(machine, "id", "echo 0")
    done = run(machine, "system-packages", sys.executable, "run", "test")
    assert (done.returncode, done.stderr) == (0, "")
    wanted = [line for line in LINES if line[0] in ("run", "test")]
    for _, package, reason in wanted:
        assert f"{package.split('|')[0]}: {reason}" in done.stdout
    assert "apt-get update" in done.stdout
    assert "picamera2" not in done.stdout
    assert "sudo" not in done.stdout


def test_without_root_it_uses_sudo_and_says_so(machine: Path) -> None:
    say(machine, "sudo", 'echo "sudo $*"')
    done = run(machine, "system-packages", sys.executable, "pi")
    assert done.returncode == 0
    assert "with sudo" in done.stdout
    assert "sudo apt-get update" in done.stdout


def test_without_root_and_sudo_it_says_what_to_run(machine: Path) -> None:
    done = run(machine, "system-packages", sys.executable, "run")
    assert done.returncode == 1
    assert done.stderr.startswith("These packages are missing; as root, run: apt-get install ")
    assert len(done.stderr.splitlines()) == 1


def test_without_apt_it_names_them_and_goes_on(machine: Path) -> None:
    (machine / "apt-get").unlink()
    done = run(machine, "system-packages", sys.executable, "run")
    assert done.returncode == 0
    assert "no apt-get" in done.stdout
    assert "libgl1" in done.stdout


@pytest.mark.parametrize("group", ["run", "test", "pi"])
def test_nothing_is_said_or_done_when_all_are_there(machine: Path, group: str) -> None:
    say(machine, "dpkg-query", "echo -n installed")
    done = run(machine, "system-packages", sys.executable, group)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_alternative_name_counts_as_installed(machine: Path) -> None:
    say(machine, "dpkg-query", 'case "$*" in *libglib2.0-0t64*) echo -n installed ;; esac')
    say(machine, "id", "echo 0")
    done = run(machine, "system-packages", sys.executable, "run")
    assert "libgl1" in done.stdout
    assert "libglib" not in done.stdout


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("exit 1", "Python 3.11 or newer is needed"),
        ('case "$*" in *version_info*) exit 0 ;; *) exit 1 ;; esac', "lacks the venv module"),
    ],
)
def test_a_python_that_will_not_do_gets_one_sentence(
    machine: Path, python: str, sentence: str
) -> None:
    say(machine, "python3", python)
    done = run(machine, "make-environment", "python3", str(machine / "venv"), "dev", "auto")
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (machine / "venv").exists()


def test_what_sees_is_tested_with_older_versions_too_where_there_are_any(
    machine: Path, tmp_path: Path
) -> None:
    """Says aloud what it does or leaves out; the environment is made once."""
    for name in ("cat", "find", "touch", "mkdir"):
        program = next(
            path for folder in ("/bin", "/usr/bin") if (path := Path(folder) / name).exists()
        )
        (machine / name).symlink_to(program)
    say(machine, "new-python", "exit 0")  # says yes to: is it 3.13 or newer?
    folder = tmp_path / "old"
    left_out = run(machine, "test-sight", "new-python", str(folder))
    assert left_out.returncode == 0
    assert "Left out" in left_out.stdout
    assert not folder.exists()

    say(machine, "old-python", "exit 1")
    (folder / "bin").mkdir(parents=True)
    say(folder / "bin", "python", 'echo "python $*"')
    (folder / ".sight-ready").touch()
    done = run(machine, "test-sight", "old-python", str(folder), "-n", "2")
    assert done.returncode == 0, done.stderr
    assert "Raspberry Pi OS Bookworm" in done.stdout
    asked = done.stdout.splitlines()[-1].split()
    assert asked[:3] == ["python", "-m", "pytest"]
    assert asked[-2:] == ["-n", "2"]
    assert len(asked) > 7
    assert all((ROOT / path).exists() for path in asked[3:-2])
    os.utime(folder / ".sight-ready", (0, 0))
    assert run(machine, "test-sight", "old-python", str(folder)).returncode != 0, "made anew"
