"""Moves of lines and digits: made, decomposed, summed up, and found between two boards."""
