"""What outlives the program: the journal, the evidence, files written whole or not at all."""
