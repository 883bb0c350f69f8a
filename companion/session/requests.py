"""What a phone may ask for: the bodies of the POST requests, as plain data.

`moment` is the moment of the Display that the person acted on; a request with an older one is
refused.  Left out, it is not checked.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.running.acts import Act, Acts


@dataclass(frozen=True, slots=True)
class PressRequest:
    """A press of look, next, undo or throw."""

    button: str
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class PickRequest:
    """A selection: keep the token, or discard it for Light of these colours (two for a x2).

    Without `player` it counts for the meeple whose selection it is.
    """

    token: int
    keep: bool = False
    light: tuple[str, ...] = ()
    player: str | None = None
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectRequest:
    """A correction of a token by its number; without a number a token is added.

    `light` lists the colours it may give; `gone` says that there is no token.
    """

    token: int | None = None
    kind: str | None = None
    light: tuple[str, ...] | None = None
    gone: bool = False
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class TrackRequest:
    """Who stands on the track: `spaces` maps a space's number to `girl`, `elder A`, `villager B`.

    With `players` instead, the track is set as at the start of a game.
    """

    spaces: dict[str, str] | None = None
    players: int | None = None
    moment: int | None = None


Request = PressRequest | PickRequest | CorrectRequest | TrackRequest

ACTS: Acts = {
    "press": Act(PressRequest, "Press look, next, undo or throw"),
    "pick": Act(PickRequest, "Select a token: keep it, or discard it for Light"),
    "correct": Act(CorrectRequest, "Correct what the camera read, or add a token that it missed"),
    "track": Act(TrackRequest, "Set who stands on the Night Sky track"),
}
