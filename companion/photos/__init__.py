"""Photographs that phones send or a camera takes: read in a process of its own, kept, answered."""
