"""Where to guess: in a cell with the fewest candidates, where both of them change much.

On a nearly empty board no cell has two candidates for long. There the first cell with the fewest is
best: guesses fill one band after another, and a contradiction lies near the guesses that made it.
Guesses far from each other leave parts that have no solution, which is then proved for seconds.

For full boards the guesses are random: drawn by numbers that follow from a seed, the same on every
machine. The generator is xorshift64* by S. Vigna ("An experimental exploration of Marsaglia's
xorshift generators, scrambled", 2016), its seed first mixed by a step of splitmix64.
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
from sudoku_engine.search.compiled.desk import BAND, BOARD, BY_DIGIT, ORDER, PAIRS, RANDOM
from sudoku_engine.search.compiled.lanes import (
    DIGIT,
    HALF,
    NOTHING,
    ONE,
    Bands,
    at_least,
    in_both_halves,
)

Cells = tuple[Word, Word]
"""Some cells: those of the first two bands, a half each; and those of the third, in both halves."""


def _peers(mask: int) -> tuple[int, int]:
    third = mask >> 54
    return mask & (1 << 54) - 1, third | third << 27


_PEERS = np.array([_peers(mask) for mask in Layout.named("9x9").peer_masks], np.uint64)
"""By cell, its peers as `Cells`."""


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
    _write_boards(desk)
    # Peers with two candidates count four times, with three twice, others once.
    few_cells = few[0] | few[1] << DIGIT, few[2] & HALF
    more = with_three[0] | with_three[1] << DIGIT, HALF | with_three[2] << DIGIT
    best = -1
    most = -1
    for band in range(3):
        left = few[0] if band == 0 else (few[1] if band == 1 else few[2])
        while left != NOTHING:
            bit = lowest_bit(left)
            left &= left - ONE
            cell = 27 * band + number(bit)
            digits = _odd_and_even_digits(desk, BAND * band, bit)
            first = number(lowest_bit(digits))
            second = number(lowest_bit(digits & digits - ONE))
            effect = _effect(desk, cell, first, few_cells, more)
            score = effect * _effect(desk, cell, second, few_cells, more)
            if score > most:
                most = score
                best = cell
    return best


@compiled
def _write_boards(desk: Words) -> None:
    """Write the candidates by digit, as `Cells`: the odd digits, then the even ones."""
    for pair in range(PAIRS):
        a, b, c = desk[BOARD + pair], desk[BOARD + BAND + pair], desk[BOARD + 2 * BAND + pair]
        desk[BY_DIGIT + pair] = a & HALF | (b & HALF) << DIGIT
        desk[BY_DIGIT + PAIRS + pair] = a >> DIGIT | b >> DIGIT << DIGIT
        desk[BY_DIGIT + 2 * PAIRS + pair] = in_both_halves(c & HALF)
        desk[BY_DIGIT + 3 * PAIRS + pair] = in_both_halves(c >> DIGIT)


@compiled
def _odd_and_even_digits(desk: Words, first: int, bit: Word) -> Word:
    """Return the candidates of a cell with this `bit`: the odd digits, then the even ones."""
    digits = NOTHING
    for pair in range(PAIRS):
        digits |= (desk[BOARD + first + pair] >> bit & in_both_halves(ONE)) << Word(pair)
    return digits | digits >> DIGIT - Word(PAIRS)


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
def _effect(desk: Words, cell: int, index: int, few: Cells, more: Cells) -> int:
    """Return how much it changes if the `cell` holds the digit of this `index` in ``BY_DIGIT``.

    Each peer with the digit loses it; that counts for more if it has few candidates.
    """
    near = desk[BY_DIGIT + index] & _PEERS[cell, 0]
    third = desk[BY_DIGIT + 2 * PAIRS + index] & _PEERS[cell, 1]
    return number(
        Word(3) * (number_of_bits(near & few[0]) + number_of_bits(third & few[1]))
        + number_of_bits(near)
        + number_of_bits(near & more[0])
        + number_of_bits(third & more[1])
    )


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


@compiled
def begin_draws(desk: Words, seed: int) -> None:
    """Let all further draws follow from the `seed`."""
    state = Word(seed) + Word(0x9E3779B97F4A7C15)
    state = (state ^ state >> Word(30)) * Word(0xBF58476D1CE4E5B9)
    state = (state ^ state >> Word(27)) * Word(0x94D049BB133111EB)
    desk[RANDOM] = state ^ state >> Word(31) | ONE  # never 0, from which nothing follows


@compiled
def draw_below(desk: Words, n: int) -> int:
    """Return a number from 0 to `n` - 1."""
    state = desk[RANDOM]
    state ^= state >> Word(12)
    state ^= state << Word(25)
    state ^= state >> Word(27)
    desk[RANDOM] = state
    return number((state * Word(0x2545F4914F6CDD1D) >> Word(32)) * Word(n) >> Word(32))


@compiled
def shuffle(desk: Words, n: int) -> None:
    """Put the numbers below `n` into the first words of ``ORDER``, in random order."""
    for i in range(n):
        desk[ORDER + i] = Word(i)
    for last in range(n - 1, 0, -1):
        other = draw_below(desk, last + 1)
        kept = desk[ORDER + last]
        desk[ORDER + last] = desk[ORDER + other]
        desk[ORDER + other] = kept


@compiled
def random_candidate(desk: Words, choices: Bands) -> tuple[int, Word]:
    """Return the lane and the bit of a random candidate of a random cell with a choice.

    `choices` are the cells with two candidates or more, of which there is one.
    """
    cell = draw_below(desk, 81)
    while True:
        band = cell // 27
        cells = choices[0] if band == 0 else (choices[1] if band == 1 else choices[2])
        if cells >> Word(cell % 27) & ONE:
            break
        cell = (cell + 1) % 81
    while True:
        lane, bit = candidate_of(cell, 1 + draw_below(desk, 9))
        if desk[BOARD + lane] & bit != NOTHING:
            return lane, bit
