"""How many candidates each cell of a band has."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Word, Words, compiled
from sudoku_engine.search.compiled.lanes import DIGIT, HALF, NOTHING


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
