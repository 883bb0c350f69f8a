"""Whole games by seed, refereed through the real loop, journal and HTTP server.

Part of the composition root.  A player who follows the rules (and now and then breaks one) lays
pieces on a table that exists only as data; a stand-in for camera and readers turns what lies
there into readings, with hands, blur, bumps and misreads.  Nobody types; what the referee does
not know at the end is counted.
"""
