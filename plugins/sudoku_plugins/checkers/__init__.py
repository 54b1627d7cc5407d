"""Ways to decide whether one board is a transformation of another, a module each."""
