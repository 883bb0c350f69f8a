"""A whole game refereed live: what the camera sees becomes moves, questions or refusals.

Part of the composition root: it joins games, table, journal, pages and presses, but no device,
picture library or web server.
"""
