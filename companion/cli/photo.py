"""`companion photo`: one picture from the camera, as large as it makes them."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import serve
from companion.serving.config_file import config_option

QUALITY = 95


@click.command("photo")
@config_option(of=serve.command)
@click.option("--camera", default="simulated", show_default=True, help="As for `serve`.")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where the picture goes: NAME.jpg, or NAME.png without loss.",
)
def command(camera: str, out: Path) -> None:
    """Take one picture of the whole sensor, in the light and focus that serving would use.

    For measuring a board, and for a look at what the camera sees.  A companion that runs has the
    camera; stop it first.
    """
    from companion.errors import InputError
    from companion.keeping.whole_file import write_whole
    from companion.photos.taking import photograph
    from hardware.clock import MonotonicClock
    from vision.pictures import encode_jpeg, encode_png

    suffix = out.suffix.lower()
    if suffix not in (".jpg", ".jpeg", ".png"):
        raise InputError(f"--out {out}: name a .jpg or a .png file")
    frame, unfixed = photograph(camera, MonotonicClock())
    image = frame.image_bgr
    write_whole(out, encode_png(image) if suffix == ".png" else encode_jpeg(image, QUALITY))
    if unfixed:
        click.echo(f"companion: {unfixed}", err=True)
    width, height = frame.size_wh
    click.echo(f"{out}: {width} x {height} pixels from {frame.camera}")
