"""Read what lies on the places of a board; told by the description what to look for."""
