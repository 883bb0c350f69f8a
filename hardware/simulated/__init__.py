"""A simulated Wood Ash table: drawn art, a lens, lamps, tokens, hands and a noisy sensor.

Photographs with known truth come from here.  Nothing here is shared with the readers in
`vision/`, so that a mistake made in one place is not hidden by the same mistake in the other.
"""
