"""The art of StarFall: board, tiles, Stardust and areas as drawings, with their places."""
