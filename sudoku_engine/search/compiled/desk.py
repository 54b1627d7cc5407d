"""The desk: one array of words, on which a search keeps all that it works with.

`lanes` has the legend of the names. These are plain numbers, for Python has to know how long a desk
is where numba is not imported.
"""

from __future__ import annotations

PAIRS = 5
"""The lanes of a band that have a digit."""
BAND = 8
"""The lanes of a band."""
LANES = 3 * BAND

# The registers, each with its first lane. The first two are on the stack too.
BOARD = 0
DONE = BOARD + LANES
"""The singles that were placed before."""
SINGLES = DONE + LANES
"""The digits to place next."""
MINIS = SINGLES + LANES
"""The mini-rows with a digit, by their first cells; where it must be, by their second ones."""
COLUMN_MINIS = MINIS + LANES
"""The mini-columns with a digit, bits 0 to 8 of a half; where it must be, bits 9 to 17."""
SOLUTION = COLUMN_MINIS + LANES
"""The last solution."""
STACK = SOLUTION + LANES
"""Boards to search yet, each with its singles that were placed before."""
ENTRY = 2 * LANES
MOST_GUESSES = 81
"""Each guess places a digit, so no more boards can wait."""
WAITING = STACK + MOST_GUESSES * ENTRY
"""How many boards wait on the stack."""
RANDOM = WAITING + 1
"""The state of the random draws."""
ORDER = RANDOM + 1
"""The cells, shuffled."""
BY_DIGIT = ORDER + 81
"""The candidates by digit, while a guess is chosen."""
WORDS = BY_DIGIT + 4 * PAIRS
"""The length of a desk."""
