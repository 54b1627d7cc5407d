"""The desk: one array of numbers on which a board is kept, and what detectors note.

Plain numbers, for Python has to know how long a desk is where numba is not imported.
"""

from __future__ import annotations

CELLS = 0
"""By cell, its candidates; 0 if it is filled."""
DIGITS = CELLS + 81
"""By cell, its digit from 1; 0 if it is open."""
PLACES = DIGITS + 81
"""By digit, then by house, its positions there."""
BOARDS = PLACES + 9 * 27
"""By digit, its cells: two words."""
SINGLES = BOARDS + 18
"""The open cells with at most one candidate: two words."""
N_OPEN = SINGLES + 2
HAS_EMPTY_CELL = N_OPEN + 1
OPEN_IN = HAS_EMPTY_CELL + 1
"""By house, the number of its open cells."""
GIVEN = OPEN_IN + 27
"""The cells that the puzzle began with: two words."""

DEPTH = GIVEN + 2
"""Where the search for a group of sets is; see `next_group`."""
CHOSEN = DEPTH + 1
"""The numbers of the sets of the group."""
UNION = CHOSEN + 10
"""What the first sets of the group have together, by their number."""
SETS = UNION + 10
"""The sets."""
NAMES = SETS + 10
"""A number for each set."""

MOST_NOTES = 400
NOTES = NAMES + 10
"""What a detector notes before it chooses."""
CHAINS = NOTES + MOST_NOTES
"""Where the tables of chains begin; those of sets and nets follow."""

WORDS = 600_000
"""The length of a desk: more than boards, chains, almost locked sets and nets need together."""

ANY, GROUPED, XY_CHAIN, X_CHAIN = range(4)
"""The kinds of chains."""
