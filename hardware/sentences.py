"""Sentences that several devices say."""

from __future__ import annotations

from companion.flow import Sentence


def not_kept(names: tuple[str, ...]) -> Sentence:
    """What a camera does not keep: `exposure`, `brightness`, `white balance`, `focus`."""
    return Sentence(
        "not_kept",
        "The camera does not keep its {names} fixed; readings may waver.",
        names=names,
    )
