"""A session at a table: what is booked, what is seen, what a press means, what is shown.

Part of the composition root: it joins table, game, display and journal, but no device, picture
library or web server.
"""
