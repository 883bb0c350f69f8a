"""Calibrating a lens: the sheet, the pictures of it, the file that keeps a lens, its choice."""
