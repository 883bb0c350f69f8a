"""Calibrating a lens from pictures of a chessboard with markers."""
