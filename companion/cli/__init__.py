"""The `companion` command.

Each file beside this one is a subcommand: it exports `command`, a click command.  A subcommand
is imported only when it is called, so that `companion toss` never loads the web server.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys

import click

from companion.errors import CompanionError


class _Commands(click.Group):
    """Finds the subcommands in this folder and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{__name__}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tabletop-companion")
def _group() -> None:
    """A referee for real tables: it watches, keeps the score and settles arguments."""


def main() -> None:
    """Run the command line; one clear sentence and a non-zero exit for every error."""
    # The products of matrices here are small: a second thread for them waits more than it works.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        _group.main(prog_name="companion")
    except CompanionError as error:
        click.echo(f"companion: {error}", err=True)
        sys.exit(error.exit_status)
    except Exception as error:
        # A fault of ours, not of what was handed over: still a sentence, and a way to see more.
        if os.environ.get("COMPANION_DEBUG"):
            raise
        click.echo(
            "companion: something went wrong inside the program "
            f"({type(error).__name__}: {error}); run it again with COMPANION_DEBUG=1 to see where.",
            err=True,
        )
        sys.exit(70)
