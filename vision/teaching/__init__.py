"""What photographs teach about a person's own board and pieces: where markers lie, how it looks."""
