"""Where to guess: in a cell with the fewest candidates that many cells like it can see."""

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
from sudoku_engine.search.compiled.lanes import BAND, BOARD, DIGIT, HALF, NOTHING, ONE, PAIRS, Bands

_PEERS = np.array(
    [
        [mask >> 27 * band & (1 << 27) - 1 for band in range(3)]
        for mask in Layout.named("9x9").peer_masks
    ],
    np.uint64,
)
"""By cell, its peers in each band."""


@compiled
def choose_cell(desk: Words, two: Bands, three: Bands, four: Bands) -> int:
    """Return the cell in which to guess.

    `two`, `three` and `four` are the cells with at least that many candidates. A peer counts if it
    shares a candidate, and more if it has few itself: a guess has the most effect there.
    """
    with_three = three[0] & ~four[0], three[1] & ~four[1], three[2] & ~four[2]
    few = two[0] & ~three[0], two[1] & ~three[1], two[2] & ~three[2]
    if few[0] | few[1] | few[2] == NOTHING:
        few = with_three
        if few[0] | few[1] | few[2] == NOTHING:
            few = four
    best = -1
    most = -1
    for band in range(3):
        left = few[0] if band == 0 else (few[1] if band == 1 else few[2])
        while left != NOTHING:
            bit = lowest_bit(left)
            left &= left - ONE
            cell = 27 * band + number(bit)
            near = _alike(desk, band, bit)
            score = 0
            for other in range(3):
                peers = _PEERS[cell, other] & near[other]
                score += number(
                    Word(3) * number_of_bits(few[other] & peers)
                    + number_of_bits(with_three[other] & peers)
                    + number_of_bits(peers)
                )
            if score > most:
                most = score
                best = cell
    return best


@compiled
def _alike(desk: Words, band: int, bit: Word) -> Bands:
    """Return the cells that share a candidate with the cell of this `bit` of a `band`."""
    first = NOTHING
    second = NOTHING
    third = NOTHING
    for pair in range(PAIRS):
        lane = desk[BOARD + BAND * band + pair] >> bit
        odd = NOTHING - (lane & ONE)
        even = NOTHING - (lane >> DIGIT & ONE)
        if pair == 4:
            even = NOTHING
        lane = desk[BOARD + pair]
        first |= lane & odd | lane >> DIGIT & even
        lane = desk[BOARD + BAND + pair]
        second |= lane & odd | lane >> DIGIT & even
        lane = desk[BOARD + 2 * BAND + pair]
        third |= lane & odd | lane >> DIGIT & even
    return first & HALF, second & HALF, third & HALF


@compiled
def first_candidate(desk: Words, cell: int) -> tuple[int, Word]:
    """Return the lane and the bit of the lowest candidate of a `cell`."""
    band = cell // 27
    odd = ONE << Word(cell % 27)
    even = odd << DIGIT
    for pair in range(PAIRS):
        lane = desk[BOARD + BAND * band + pair]
        if lane & odd:
            return BAND * band + pair, odd
        if lane & even:
            return BAND * band + pair, even
    return BAND * band, NOTHING


@compiled
def candidate_of(cell: int, digit: int) -> tuple[int, Word]:
    """Return the lane and the bit of a `digit` from 1 in a `cell`."""
    index = digit - 1
    bit = ONE << Word(cell % 27) + DIGIT * Word(index % 2)
    return BAND * (cell // 27) + index // 2, bit
