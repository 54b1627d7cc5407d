"""The classic 9x9 board as words of 64 bits: names for parts of it, and words in general.

Legend:
    half        27 bits: the cells of a band for one digit, bit ``9 * row in the band + column``
    lane        a word of two halves, for two digits of one band: 1 and 2, 3 and 4, … 9 and a tenth
    board       24 lanes, eight for each band; a bit is a candidate or a placed digit
    desk        one array of words, on which a search keeps all that it works with
    register    24 lanes that stand together on the desk: a board, or something known of its digits
    mini-row    the three cells common to a row and a box; mini-column likewise

The tenth digit and the last three lanes of a band have no meaning. On a board they are full, and
nothing is ever eliminated there, so they need no treatment of their own. With them a band is as
long as the longest words of processors (SIMD), and compilers make one turn or two of a loop over
its lanes, if all is done by shifts and masks, without a table or a branch.

What is known of a house stands in the bit of its first cell. To *fold* is to combine three cells,
or parts of a house, there: `fold` by cell makes mini-rows, by box then rows. To *spread* is the
opposite. A shift may take bits into another house or half; a mask then removes them.
"""

from __future__ import annotations

import numpy as np

from sudoku_engine.search.compiled.compiler import Word, Words, compiled


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

Bands = tuple[Word, Word, Word]
"""Some cells: a half for each band, or the same in both halves."""

NOTHING, ONE = Word(0), Word(1)
CELL, BOX, ROW, DIGIT = Word(1), Word(3), Word(9), Word(27)
"""How far apart the bits of neighbours are: cells, boxes, rows and digits."""

REAL = np.array([ALL] * 4 + [HALF] + [NOTHING] * 3, np.uint64)
"""By lane of a band, the halves that have a digit."""

NEEDED_ROW, NEEDED_COLUMN = Word(1), Word(9)
"""In the registers of minis, how far what must be stands from what can be; both are counted in one
go."""


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


@compiled
def in_all_digits(lane: Word) -> Word:
    """Return the cells of both halves of a `lane`, in each half."""
    return in_both_halves((lane | lane >> DIGIT) & HALF)


@compiled
def once_and_twice(desk: Words, first: int) -> tuple[Word, Word]:
    """Return the bits that are set for at least one and two digits; less work than `at_least`."""
    one = desk[first + 4] & HALF
    two = NOTHING
    for pair in range(4):
        lane = desk[first + pair]
        two |= one & lane
        one |= lane
    odd, even = one & HALF, one >> DIGIT
    return odd | even, two & HALF | two >> DIGIT | odd & even


@compiled
def at_least(desk: Words, first: int) -> tuple[Word, Word, Word, Word]:
    """Return the bits that are set for one, two, three and four digits or more.

    `first` is the first of the five lanes of a band. Each lane's two halves are counted side by
    side, and the two counts are then added.
    """
    one = desk[first + 4] & HALF
    two = NOTHING
    three = NOTHING
    four = NOTHING
    for pair in range(4):
        lane = desk[first + pair]
        four |= three & lane
        three |= two & lane
        two |= one & lane
        one |= lane
    odd_one, odd_two, odd_three, odd_four = one & HALF, two & HALF, three & HALF, four & HALF
    one, two, three, four = one >> DIGIT, two >> DIGIT, three >> DIGIT, four >> DIGIT
    return (
        odd_one | one,
        odd_two | two | odd_one & one,
        odd_three | three | odd_two & one | odd_one & two,
        odd_four | four | odd_three & one | odd_two & two | odd_one & three,
    )
