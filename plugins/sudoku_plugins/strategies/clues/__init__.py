"""Clues of variants: what one clue rules out, what several say together, what sums leave over."""
