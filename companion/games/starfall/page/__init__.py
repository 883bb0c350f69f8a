"""StarFall on the page: drawn boards and piles, and moves made of taps."""
