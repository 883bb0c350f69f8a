"""The boards that a game prints, as descriptions with the pictures that they name."""
