"""What tells whether one board is a transformation of another, a way a module."""
