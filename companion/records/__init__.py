"""Game records: one JSON document of what happened at a table, and its replay."""
