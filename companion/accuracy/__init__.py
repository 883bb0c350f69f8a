"""How often readings are right: photographs with known truth, counts that say what went wrong.

Nothing here reads or makes a picture; `companion.cli.accuracy` brings the parts together.
"""
