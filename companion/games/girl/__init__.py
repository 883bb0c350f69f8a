"""The Girl Who Made the Stars."""
