"""A box and a line that cross."""
