"""Calibrating a lens.

The sheet, the pictures, the file that keeps the lens, and which lens belongs to a picture.
"""
