"""Show: the page and the API that draw any Display."""
