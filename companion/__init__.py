"""The tabletop companion: it watches a real table, keeps the score and settles arguments."""
