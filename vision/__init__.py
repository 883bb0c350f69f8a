"""Read: a frame and a board description become an observation; no game is known here."""
