"""A simulated whole table: any boards with any pieces on them, photographed with known truth.

Boards and pieces are the drawings that are printed.  Nothing here is shared with the readers.
"""
