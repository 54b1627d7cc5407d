"""Intersections: a box and a line that cross."""
