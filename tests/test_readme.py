"""What the documents say is so: commands, options, targets and links exist, examples load."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from board_files import grey_png
from command_line import COMPANION

from companion.board import TOKEN_KINDS
from companion.cli import _group
from companion.describing.table_file import load_board, load_places

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("systemd/*.md")]
)
TARGETS = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def name_of(document: Path) -> str:
    return str(document.relative_to(ROOT))


def blocks(document: Path, language: str) -> list[str]:
    """The fenced blocks of one language."""
    text = document.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def command_lines(document: Path) -> Iterator[list[str]]:
    """Each command of the shell blocks, split into words; `a && b` are two."""
    for block in blocks(document, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            for part in line.split("&&"):
                words = shlex.split(part, comments=True)
                if words and words[0] == "sudo":
                    words = words[1:]
                if words:
                    yield words


def inline_commands(document: Path) -> Iterator[list[str]]:
    """Commands in running text, such as `companion toss` or `make test`."""
    for words in re.findall(r"`((?:companion|make) [a-z][^`]*)`", document.read_text("utf-8")):
        yield shlex.split(words)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_commands_in_documents_exist(document: Path) -> None:
    for words in [*command_lines(document), *inline_commands(document)]:
        if Path(words[0]).name == "companion":
            assert_companion_command(words[1:])
        elif words[0] == "make":
            targets = [word for word in words[1:] if "=" not in word and not word.startswith("-")]
            assert set(targets) <= TARGETS, words


def assert_companion_command(words: list[str]) -> None:
    """The subcommand exists and knows each option that is named."""
    context = click.Context(_group)
    command = _group.get_command(context, words[0])
    assert command is not None, f"companion {words[0]} does not exist"
    known = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    named = {word for word in words[1:] if word.startswith("--")}
    assert named <= known, f"companion {words[0]} has no {named - known}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def test_the_readme_names_two_commands_that_work_from_nothing() -> None:
    lines = [" ".join(words) for words in command_lines(ROOT / "README.md")]
    assert lines[:2] == ["make demo", "make test"]


def test_the_commands_of_the_readme_work_one_after_the_other(tmp_path: Path) -> None:
    lines = [words for words in command_lines(ROOT / "README.md") if words[0] != "make"]
    assert [words[1] for words in lines] == ["throw", "toss", "markers", "check-table", "sheets"]
    for words in lines:
        assert words[0] == ".venv/bin/companion"
        done = subprocess.run(
            [COMPANION, *words[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        # 3: read, but some tokens can't be told.
        assert done.returncode in ((0, 3) if words[1] == "toss" else (0,)), done
        assert "Traceback" not in done.stderr
    for name in ("seen.png", "markers.pdf", "overlay.png", "sheets/boards.pdf"):
        assert (tmp_path / name).stat().st_size > 1000


def test_every_target_that_is_listed_is_one() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = set(re.findall(r"^([a-z-]+):.*## \S", text, re.MULTILINE))
    assert {"demo", "test", "check", "bench", "accuracy", "clean"} <= listed
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)$", text, re.MULTILINE)
    assert phony is not None
    assert listed <= set(phony[1].replace("\\", " ").split())


def test_the_described_board_is_one(tmp_path: Path) -> None:
    example, camera, _ = blocks(ROOT / "docs" / "board-description.md", "toml")
    (tmp_path / "kinds").mkdir()
    for kind in TOKEN_KINDS:
        (tmp_path / "kinds" / f"{kind}.png").write_bytes(grey_png(8))
    path = tmp_path / "table.toml"
    path.write_text(example, encoding="utf-8")
    assert load_board(path).camera is None
    path.write_text(example + "\n" + camera, encoding="utf-8")
    assert load_board(path).camera is not None


def test_the_described_board_with_places_is_one(tmp_path: Path) -> None:
    example, _, places = blocks(ROOT / "docs" / "board-description.md", "toml")
    markers = "[markers]" + example.split("[markers]")[1].split("[dish]")[0]
    text = places.replace("# [markers] as above", markers)
    (tmp_path / "kinds").mkdir()
    for name in re.findall(r'picture = "(.+?)"', text):
        (tmp_path / name).write_bytes(grey_png(8))
    path = tmp_path / "places.toml"
    path.write_text(text, encoding="utf-8")
    board = load_places(path)
    assert [place.name for place in board.places] == ["3,4", "village"]


def test_decisions_are_numbered_and_short() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [int(page.name[:3]) for page in pages]
    assert numbers == list(range(1, len(pages) + 1))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {page.name[:3]}: ")
        assert len(text.split()) < 600
        assert "would change our mind" in text


def test_every_dependency_has_its_reason() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    reasons = (ROOT / "docs" / "decisions" / "001-dependencies.md").read_text(encoding="utf-8")
    block = re.search(r"^dependencies = \[\n(.*?)^\]", project, re.MULTILINE | re.DOTALL)
    assert block is not None
    for name in re.findall(r'"([a-z0-9-]+)', block[1]):
        assert re.search(rf"^\| {name} \| .+ \|$", reasons, re.MULTILINE), name
