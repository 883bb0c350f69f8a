"""What can be read off a sky: constellations, the longest line, shapes, common goals."""
