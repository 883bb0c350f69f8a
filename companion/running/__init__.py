"""A table that runs.

One loop decides, the eyes read, the hub gives everybody the newest Display.
"""
