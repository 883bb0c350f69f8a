"""The board description, `table.toml`: read, checked, written."""
