"""The classic 9x9 board as fifteen words of 64 bits: names for parts of it, and words in general.

Legend:
    half        27 bits: the cells of a band for one digit, bit ``9 * row in the band + column``
    lane        a word of two halves, for two digits of one band: 1 and 2, 3 and 4, … 9 and a tenth
    board       fifteen lanes, five for each band; a bit is a candidate or a placed digit
    desk        one array of words, on which a search keeps all that it works with
    register    lanes that stand together on the desk: a board, or something known of its digits
    mini-row    the three cells common to a row and a box; mini-column likewise

The tenth digit has no meaning: it can be in every cell and is never eliminated, so no lane
needs a treatment of its own. Lane 15 repeats lane 0, and a loop over the lanes makes sixteen
turns. Compilers turn these into two or four turns on long words of the processor (SIMD), if all is
done by shifts and masks, without a table or a branch.

What is known of a house stands in the bit of its first cell. To *fold* is to combine three cells,
or parts of a house, there: `fold` by cell makes mini-rows, by box then rows. To *spread* is the
opposite. A shift may take bits into another house or half; a mask then removes them.

A loop that reads a digit's lanes of all three bands, ``i``, ``i + 5`` and ``i + 10``, needs a
register of 31 lanes, in which the first fifteen are repeated.
"""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Word, compiled
from sudoku_engine.search.compiled.machine_code import DESK

LANES = 16
"""The lanes of a register, the repeated one among them."""
LONG = 31
"""The lanes of a register in which all lanes are repeated."""
PAIRS = 5
"""The lanes of a band."""


def _twice(half: int) -> Word:
    """Return a word with `half` in each half."""
    return Word(half | half << 27)


HALF = Word((1 << 27) - 1)
ALL = _twice((1 << 27) - 1)
ROWS = _twice(0o001_001_001)
"""The first cells of the rows; the next ones are those of other houses."""
BOXES = _twice(0o111)
COLUMNS = _twice(0o777)
MINI_ROWS = _twice(0o111_111_111)

NOTHING, ONE = Word(0), Word(1)
CELL, BOX, ROW, DIGIT = Word(1), Word(3), Word(9), Word(27)
"""How far apart the bits of neighbours are: cells, boxes, rows and digits."""

# The registers on the desk, each with its first lane. The first two are on the stack too.
BOARD = 0
DONE = 16
"""The singles that were placed before."""
SINGLES = 32
"""The digits to place next."""
TAKEN = 48
"""The cells of the singles, for every digit."""
HIDDEN = 64
"""The cells of the rows and boxes with one place left for a digit."""
MINIS = 80
"""The mini-rows with a digit."""
MINIS_NEEDED = 96
"""The mini-rows in which a digit must be."""
SINGLE_COLUMNS = 112
"""The columns of the singles, in their band alone."""
ONCE = 144
"""The mini-columns with a digit. Mini-columns of a band are bits 0 to 8 of a half."""
TWICE = 176
"""The mini-columns with two or three places for a digit."""
ONLY = 208
"""The mini-columns that alone in their box have a digit."""
FULL = 240
"""The mini-columns with three candidates, all of which must be there."""
SOLUTION = 272
"""The last solution."""
STACK = 288
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
SPARE = ORDER + 81
"""Eight words that nothing reads."""
assert SPARE + 8 <= DESK


@compiled
def fold(word: Word, by: Word) -> tuple[Word, Word]:
    """Return where at least one of three bits, `by` apart, is set; and where two or more are.

    The answer stands in the place of the first of the three.
    """
    second = word >> by
    third = word >> by + by
    either = word | second
    return either | third, word & second | either & third


@compiled
def folded(word: Word, by: Word) -> Word:
    """Return where at least one of three bits, `by` apart, is set."""
    return word | word >> by | word >> by + by


@compiled
def spread(word: Word, by: Word) -> Word:
    """Return `word` with each bit repeated twice, `by` apart."""
    return word | word << by | word << by + by


@compiled
def whole_rows(rows: Word) -> Word:
    """Return all cells of the `rows`, given by their first cells."""
    return (rows << ROW) - rows


@compiled
def in_both_halves(half: Word) -> Word:
    """Return a word with `half` in each half."""
    return half | half << DIGIT
