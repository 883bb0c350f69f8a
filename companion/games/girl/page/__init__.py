"""The game played on the page: drawn boards, and moves made of taps."""
