"""The desk: one array of words, on which a search keeps what does not fit into the processor.

`lanes` has the legend of the names. These are plain numbers, for Python has to know how long a desk
is where numba is not imported.
"""

OCTET = 4
"""The words of 64 bits that hold a vector of eight words of 32 bits."""
BOARD = 3 * OCTET + 2
"""The words that hold a board: three octets, one for each band, and a quartet."""
NINTH = 3 * OCTET
"""The first word of the quartet."""

SOLUTION = 0
"""The last solution."""
STACK = SOLUTION + BOARD
"""Boards to search yet, each with its singles that were placed before."""
ENTRY = 2 * BOARD
MOST_GUESSES = 81
"""Each guess places a digit, so no more boards can wait."""
WAITING = STACK + MOST_GUESSES * ENTRY
"""How many boards wait on the stack."""
RANDOM = WAITING + 1
"""The state of the random draws."""
ORDER = RANDOM + 1
"""The cells, shuffled."""
BY_DIGIT = ORDER + 81
"""The cells of each digit in the first two bands; then in the third, in both halves."""
COUNTS = BY_DIGIT + 2 * 9
"""The cells with two candidates, and with three, in the same way."""
WORDS = COUNTS + 2 * 2
"""The length of a desk."""
