"""Settings from a file: the same names as the options, checked by the same rules."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.errors import InputError
from companion.serving.config_file import config_option


@click.command()
@config_option()
@click.option("--port", default=8080, type=click.IntRange(0, 65535))
@click.option("--camera", default="simulated")
@click.option("--seat", "seats", multiple=True)
def serve(port: int, camera: str, seats: tuple[str, ...]) -> None:
    click.echo(f"{port} {camera} {','.join(seats)}")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(serve, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output.strip()


@pytest.mark.parametrize(
    ("text", "arguments", "expected"),
    [
        ("", (), "8080 simulated"),
        ("port = 80\ncamera = 'pi'", (), "80 pi"),
        ("port = 80", ("--port", "81"), "81 simulated"),
        ("seats = ['Ana', 'Bo']", (), "8080 simulated Ana,Bo"),
    ],
)
def test_the_command_line_counts_before_the_file(
    tmp_path: Path, text: str, arguments: tuple[str, ...], expected: str
) -> None:
    (tmp_path / "c.toml").write_text(text, encoding="utf-8")
    assert run("--config", str(tmp_path / "c.toml"), *arguments) == expected
    assert run(*arguments, "--config", str(tmp_path / "c.toml")) == expected


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"prot = 80", "no setting 'prot'; known are camera, port, seats"),
        (b"port = 70000", "port: 70000 is not in the range"),
        (b"port = 'many'", "port: 'many' is not a valid integer"),
        (b"port = [1, 2]", "port takes one value"),
        (b"[camera]\nkind = 'pi'", "camera takes one value"),
        (b"port = ", "is not TOML"),
        (b"\xff\xfe", "not a text file"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "c.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=says) as raised:
        run("--config", str(path))
    assert str(raised.value).startswith(f"{path}: ")


def test_a_missing_file_and_a_folder_are_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        run("--config", str(tmp_path / "none.toml"))
    with pytest.raises(InputError, match="can't be read"):
        run("--config", str(tmp_path))
