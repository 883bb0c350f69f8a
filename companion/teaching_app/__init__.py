"""The composition root of own copies: photographs, eyes and game joined, step by step."""
