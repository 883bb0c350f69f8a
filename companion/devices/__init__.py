"""Devices by name: opened, opened again after they failed, and what they say for people."""
