"""Clues of variants: exclusions by one clue, by several together, and by sums."""
