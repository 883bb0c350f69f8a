"""The drawings of an edition: everything is ours, and every number comes from the edition."""

from companion.games.girl.art.everything import prints

__all__ = ["prints"]
