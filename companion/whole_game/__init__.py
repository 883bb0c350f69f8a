"""A whole game of any kind with its journal: played, undone, redone, corrected."""
