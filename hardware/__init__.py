"""See and show: cameras, pins, lamps and the clock, each behind a small protocol."""
