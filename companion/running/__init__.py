"""A table that runs: one loop decides, the eyes read, the hub gives all the newest Display."""
