"""Ways to decide whether one board is a transformation of another, one in each module."""
