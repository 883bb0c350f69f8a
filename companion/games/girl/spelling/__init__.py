"""Understands what people write by hand: letter case, names of players, left-out words.

The canonical text of a move stays the one form that the rules read; this package turns other
obvious spellings into it and leaves alone what it does not understand.
"""
