"""A folder that stands for a whole machine, and what is installed on it.

The scripts run for real below it; systemctl and the programs that make users are stand-ins that
note what they were asked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNITS = sorted(
    path for path in (ROOT / "systemd").iterdir() if path.suffix[1:] in {"service", "timer"}
)


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
