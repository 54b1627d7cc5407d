"""Where to guess: in a cell with the fewest candidates, where both of them change much.

On a nearly empty board no cell has two candidates for long. There the first cell with the fewest is
best: guesses fill one band after another, and a contradiction lies near the guesses that made it.
Guesses far from each other leave parts that have no solution, which is then proved for seconds.
"""

from __future__ import annotations

import numpy as np

from sudoku_engine.board.layout import Layout
from sudoku_engine.search.compiled.compiler import (
    Word,
    Words,
    compiled,
    lowest_bit,
    number,
    number_of_bits,
)
from sudoku_engine.search.compiled.counting import at_least
from sudoku_engine.search.compiled.lanes import BAND, BOARD, DIGIT, NOTHING, ONE, PAIRS, Bands

_PEERS = np.array(
    [
        [mask >> 27 * band & (1 << 27) - 1 for band in range(3)]
        for mask in Layout.named("9x9").peer_masks
    ],
    np.uint64,
)
"""By cell, its peers in each band."""


@compiled
def choose_cell(desk: Words) -> int:
    """Return the cell in which to guess, on a board that is not solved.

    It has the fewest candidates. Where those are two, both ways have to be searched, so of several
    such cells choose the one where the product of the effects of both is greatest.
    """
    _, two_a, three_a, four_a = at_least(desk, BOARD)
    _, two_b, three_b, four_b = at_least(desk, BOARD + BAND)
    _, two_c, three_c, four_c = at_least(desk, BOARD + 2 * BAND)
    two, three, four = (two_a, two_b, two_c), (three_a, three_b, three_c), (four_a, four_b, four_c)
    with_three = three[0] & ~four[0], three[1] & ~four[1], three[2] & ~four[2]
    few = two[0] & ~three[0], two[1] & ~three[1], two[2] & ~three[2]
    if few[0] | few[1] | few[2] == NOTHING:
        if with_three[0] | with_three[1] | with_three[2] != NOTHING:
            return _first_cell(with_three)
        return _first_cell(four)
    best = -1
    most = -1
    for band in range(3):
        left = few[0] if band == 0 else (few[1] if band == 1 else few[2])
        while left != NOTHING:
            bit = lowest_bit(left)
            left &= left - ONE
            cell = 27 * band + number(bit)
            digits = _digits(desk, BAND * band, bit)
            first = number(lowest_bit(digits))
            digits &= digits - ONE
            second = number(lowest_bit(digits))
            effect_a = _effect(desk, cell, first, few, with_three)
            effect_b = _effect(desk, cell, second, few, with_three)
            score = effect_a * effect_b
            if score > most:
                most = score
                best = cell
    return best


@compiled
def _first_cell(cells: Bands) -> int:
    """Return the first of the `cells`, of which there is one."""
    if cells[0] != NOTHING:
        return number(lowest_bit(cells[0]))
    if cells[1] != NOTHING:
        return 27 + number(lowest_bit(cells[1]))
    return 54 + number(lowest_bit(cells[2]))


@compiled
def _digits(desk: Words, first: int, bit: Word) -> Word:
    """Return the candidates of a cell, a bit for each digit.

    The cell has this `bit` in the band of which `first` is the first lane.
    """
    digits = NOTHING
    for pair in range(PAIRS):
        lane = desk[BOARD + first + pair] >> bit
        digits |= (lane & ONE | (lane >> DIGIT & ONE) << ONE) << Word(2 * pair)
    return digits & Word(511)


@compiled
def _effect(desk: Words, cell: int, index: int, few: Bands, with_three: Bands) -> int:
    """Return how much it changes if the `cell` holds the digit of this `index`, from 0.

    Each peer with the digit loses it; that counts for more if it has few candidates.
    """
    effect = NOTHING
    shift = DIGIT * Word(index & 1)
    for band in range(3):
        near = desk[BOARD + BAND * band + (index >> 1)] >> shift & _PEERS[cell, band]
        effect += (
            Word(3) * number_of_bits(few[band] & near)
            + number_of_bits(with_three[band] & near)
            + number_of_bits(near)
        )
    return number(effect)


@compiled
def first_two(desk: Words, cell: int) -> tuple[int, Word, int, Word]:
    """Return the lane and the bit of the first candidate of a `cell`, and of the second.

    The second has no bit if there is a third.
    """
    digits = _digits(desk, BAND * (cell // 27), Word(cell % 27))
    rest = digits & digits - ONE
    lane, bit = candidate_of(cell, 1 + number(lowest_bit(digits)))
    other_lane, other = candidate_of(cell, 1 + number(lowest_bit(rest)))
    if rest & rest - ONE != NOTHING:
        other = NOTHING
    return lane, bit, other_lane, other


@compiled
def candidate_of(cell: int, digit: int) -> tuple[int, Word]:
    """Return the lane and the bit of a `digit` from 1 in a `cell`."""
    index = digit - 1
    bit = ONE << Word(cell % 27) + DIGIT * Word(index % 2)
    return BAND * (cell // 27) + index // 2, bit
