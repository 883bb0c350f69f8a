"""A game's scenes as they are sent to the page."""

from __future__ import annotations

from typing import Any

from companion.display.scenes import SceneSpot, flat_mm, scene_file
from companion.games.contract import AnyGame
from companion.games.playable import Playable, Scene
from companion.play.gallery import SceneGallery


def draw_scenes(game: AnyGame, seen_state: Any, seat: str | None) -> tuple[Scene, ...]:
    """The scenes of a state; none when the game draws no boards."""
    return game.scenes(seen_state, seat) if isinstance(game, Playable) else ()


def kept(scene: Scene, gallery: SceneGallery) -> str:
    """Keep a scene for the page; gives its path."""
    spots = tuple(SceneSpot(spot.id, flat_mm(tuple(spot.outline_mm))) for spot in scene.spots)
    return gallery.keep(scene_file(scene.drawing, spots, gallery.keep_part))
