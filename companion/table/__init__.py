"""Settle: what lies on the table now, from observations over time."""
