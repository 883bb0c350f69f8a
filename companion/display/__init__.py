"""Say: state and verdict become words, colours and lamps, as data."""
