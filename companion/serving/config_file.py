"""Settings of a command from a TOML file: the same names as its options.

What is given on the command line counts before what the file says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.errors import InputError

_Command = TypeVar("_Command", bound=Callable[..., Any])


def config_option(of: click.Command | None = None) -> Callable[[_Command], _Command]:
    """The option `--config FILE`, which has to stand beside the options that it sets.

    The file may be that of another command, `of`: what only that one knows is then left aside.
    """
    return click.option(
        "--config",
        type=click.Path(path_type=Path),
        is_eager=True,
        expose_value=False,
        callback=partial(_read, of),
        help="TOML file with any of these options (port = 8080); the command line wins.",
    )


def _read(
    of: click.Command | None, ctx: click.Context, _: click.Parameter, path: Path | None
) -> None:
    if path is None:
        return
    options = {**(_options(of) if of is not None else {}), **_options(ctx.command)}
    settings = {key.replace("-", "_"): value for key, value in _load(path).items()}
    for key, value in settings.items():
        if key not in options:
            known = ", ".join(sorted(options))
            raise InputError(f"{path}: there is no setting {key!r}; known are {known}")
        _check(path, key, value, options[key], ctx)
    ctx.default_map = {**(ctx.default_map or {}), **settings}


def _options(command: click.Command) -> dict[str, click.Option]:
    return {
        option.name: option
        for option in command.params
        if isinstance(option, click.Option) and option.expose_value and option.name
    }


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; --config names a TOML file") from None
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file in UTF-8") from None
    except RecursionError:
        raise InputError(f"{path}: nests its lists too deeply to be settings") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is not TOML: {error}") from None


def _check(path: Path, key: str, value: Any, option: click.Option, ctx: click.Context) -> None:
    """Have the option's own check speak, with the file and the key in front."""
    if isinstance(value, dict) or (isinstance(value, list) and not option.multiple):
        raise InputError(f"{path}: {key} takes one value, such as in `{key} = ...`")
    try:
        option.type_cast_value(ctx, value)
    except click.BadParameter as error:
        raise InputError(f"{path}: {key}: {error.message}") from None
