"""What was read of boards with places, as a document for other tools and as sentences."""
