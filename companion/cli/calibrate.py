"""`companion calibrate`: what the lens of a camera does, from pictures of a printed chessboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError

if TYPE_CHECKING:
    from vision.calibration.judge import Calibration
    from vision.calibration.session import CalibrationSession

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
MOST_PHOTOS = 200


@dataclass(frozen=True, slots=True)
class _Looked:
    """What became of the photographs: the collected views and the camera that took them."""

    session: CalibrationSession
    camera: str


@click.command()
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Calibration to write: camera.toml.")
@click.option(
    "--name",
    default="",
    help="The camera's name, as the table calls it; photographs of phones say it by themselves.",
)
@click.option("--live", is_flag=True, help="Take the pictures from a camera, by itself.")
@click.option(
    "--camera",
    default="",
    help="With --live: the real camera, such as usb:0 or pi, as for `serve`.",
)
@click.option(
    "--seconds",
    default=600,
    show_default=True,
    type=click.IntRange(5, 7200),
    help="With --live: give up after so long.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder in which it is kept for serve, read and toss.  [default: as for `serve`]",
)
def command(
    photos: tuple[Path, ...],
    out: Path | None,
    name: str,
    live: bool,
    camera: str,
    seconds: int,
    data: Path | None,
) -> None:
    """Calibrate the lens of the camera that took PHOTOS (files or folders).

    Print the chessboard by `companion markers --charuco`.  The calibration is kept for the
    camera, and used from then on by serve, read and toss.
    """
    from companion.keeping.data_folder import data_folder

    if live == bool(photos):
        raise InputError(
            "companion calibrate takes photographs, or --live with --camera; give one of the two."
        )
    if bool(camera) != live:
        raise InputError("--camera goes with --live, and --live with --camera, such as usb:0.")
    if live:
        from companion.calibrating.from_camera import watch_camera

        looked = _Looked(*watch_camera(camera, seconds, click.echo))
    else:
        looked = _look_at(list(_files(photos)))
    done = _finish(looked.session)
    _keep(done, name or looked.camera, out, data or data_folder())


def _files(photos: tuple[Path, ...]) -> Iterator[Path]:
    """Every photograph that was named, those of a folder in the order of their names."""
    count = 0
    for path in photos:
        members = [path]
        if path.is_dir():
            members = sorted(each for each in path.iterdir() if each.suffix.lower() in SUFFIXES)
            if not members:
                raise InputError(f"{path} holds no pictures; put JPEG or PNG files into it.")
        for member in members:
            count += 1
            if count > MOST_PHOTOS:
                raise InputError(f"More than {MOST_PHOTOS} photographs; 15 to 40 are enough.")
            yield member


def _look_at(paths: list[Path]) -> _Looked:
    """Find the sheet in every photograph, and say of each that is of no use why."""
    from rich.console import Console
    from rich.progress import Progress

    from vision.calibration.session import CalibrationSession
    from vision.calibration.views import NoView
    from vision.pictures import decode_picture, read_bytes
    from vision.taken import taken_by

    session = CalibrationSession()
    cameras: dict[Path, str] = {}
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Looking for the sheet", total=len(paths))
        for path in paths:
            encoded = read_bytes(path)
            # As the sensor saw it: turned upright, half of the pictures would be another size.
            frame = decode_picture(encoded, str(path), upright=False)
            cameras[path] = taken_by(encoded).camera
            try:
                session.keep(session.look(frame.image_bgr, path.name))
            except NoView as useless:
                click.echo(str(useless), err=True)
            progress.advance(task)
    return _Looked(session, _one_camera(cameras))


def _one_camera(cameras: dict[Path, str]) -> str:
    """The camera that took all photographs.  Raises InputError when they say different ones."""
    usual = Counter(cameras.values()).most_common(1)[0][0] if cameras else ""
    for path, camera in cameras.items():
        if camera != usual:
            raise InputError(
                f"{path} was taken by {camera or 'a camera that does not say its name'}, the "
                f"others by {usual or 'one that does not say its name'}; calibrate one camera, "
                "lens and zoom at a time."
            )
    return usual


def _finish(session: CalibrationSession) -> Calibration:
    """Show what the pictures cover, fit and judge."""
    from rich.console import Console
    from rich.progress import Progress

    from companion.calibrating.coverage import coverage_lines
    from vision.calibration.judge import FITS

    if session.views:
        coverage = session.coverage
        click.echo(f"{coverage.views} pictures show the sheet; its corners over the picture:")
        for line in coverage_lines(coverage.cells, coverage.leans, coverage.near, coverage.far):
            click.echo(f"  {line}")
        for sentence in coverage.missing():
            click.echo(f"  missing: {sentence}")
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Fitting the lens", total=FITS)
        return session.finish(lambda: progress.advance(task))


def _keep(done: Calibration, name: str, out: Path | None, data: Path) -> None:
    """Write the calibration where it was asked for, and where it is found by the camera's name."""
    from companion.calibrating.lens_file import CameraFile, Quality, dump_camera, store_camera
    from companion.keeping.whole_file import write_whole

    quality = Quality(done.views, done.rms_px, done.held_out_px, done.uncertain_px)
    file = CameraFile(name, done.model, quality)
    for odd in done.odd:
        click.echo(f"{odd} was left out: it does not fit the others.")
    focal_px = done.model.matrix[0][0]
    click.echo(
        f"Focal length {focal_px:.1f} ± {done.focal_sigma_px:.1f} px at "
        f"{done.model.size_wh[0]} x {done.model.size_wh[1]}; residual {done.rms_px:.2f} px, "
        f"{done.held_out_px:.2f} px in pictures left out; uncertain by "
        f"{done.uncertain_px:.1f} px at the rim. Good."
    )
    if out is not None:
        write_whole(out, dump_camera(file).encode())
        click.echo(f"{out} is written; give it as --camera-file, or copy it into a table.toml.")
    if name:
        click.echo(f"Kept for the camera {name!r}: {store_camera(data, file)}")
    elif out is None:
        raise InputError(
            "These photographs don't say which camera took them; give --name, or --out."
        )
