"""Whole games on everybody's phone: seats, drawn boards, moves entered by hand.

Part of the composition root: it joins games, records, journal and display, but no device,
picture library or web server.  What one phone is shown is made only of what the game's `view`
lets its seat see.
"""
