"""Games: each folder here is one; they are found by looking, there is no list to edit."""
