"""A game's scenes as they are sent to the page."""

from __future__ import annotations

from typing import Any

from companion.display.scenes import SceneFile, SceneSpot, flat_mm, scene_file
from companion.games.contract import AnyGame
from companion.games.playable import Playable, Scene
from companion.play.speaking import Speaker


def draw_scenes(game: AnyGame, seen_state: Any, seat: str | None) -> tuple[Scene, ...]:
    """The scenes of a state; none when the game draws no boards."""
    return game.scenes(seen_state, seat) if isinstance(game, Playable) else ()


def scene_of(scene: Scene, speaker: Speaker) -> SceneFile:
    """A scene with its places named in both languages."""
    spots = tuple(
        SceneSpot(spot.id, speaker.say(spot.key, spot.values), flat_mm(spot.outline_mm))
        for spot in scene.spots
    )
    return scene_file(scene.drawing, spots)
