"""Polaris on the page: drawn boards and hands, and moves made of taps."""
