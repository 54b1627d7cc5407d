"""Where to guess: in a cell with the fewest candidates, where both of them change much.

On a nearly empty board no cell has two candidates for long. There the first cell with the fewest is
best: guesses fill one band after another, and a contradiction lies near the guesses that made it.
Guesses far from each other leave parts that have no solution, which is then proved for seconds.

For full boards the guesses are random: drawn by numbers that follow from a seed, the same on every
machine. The generator is xorshift64* by S. Vigna ("An experimental exploration of Marsaglia's
xorshift generators, scrambled", 2016), its seed first mixed by a step of splitmix64.
"""

from collections.abc import Sequence

import numpy as np

from sudoku_engine.board.layout import Layout
from sudoku_plugins.fast.compiled.compiler import (
    Vector,
    Word,
    Words,
    compiled,
    lowest_bit,
    number,
    number_of_bits,
    octet_at,
    places_set,
    put,
    quartet_at,
    shuffled,
)
from sudoku_plugins.fast.compiled.desk import BY_DIGIT, COUNTS, OCTET, ORDER, RANDOM
from sudoku_plugins.fast.compiled.lanes import ALL, Board, at_least, common, everywhere

_NOTHING, _ONE = Word(0), Word(1)
NO_DIGIT = 9
"""The digits here are from 0 to 8."""


def _by_place(masks: Sequence[int]) -> Words:
    """Return the cells of a mask for each cell, by place: quartets, in two words each."""
    quartets = np.zeros((96, 2), np.uint64)
    for cell, mask in enumerate(masks):
        a, b, c = (mask >> band & ALL for band in (0, 27, 54))
        quartets[32 * (cell // 27) + cell % 27] = a | b << 32, c | c << 32
    return quartets


_PEERS = _by_place(Layout.named("9x9").peer_masks)
"""By place of a cell, its peers: a word of the first two bands, and one of the third."""
_CELL = _by_place([1 << cell for cell in range(81)]).ravel()
"""By place, the cell."""
_LANE = Word((1 << 32) - 1)
_DIGIT = np.zeros((NO_DIGIT + 1, 2 * (OCTET + 2)), np.uint32)
_DIGIT[range(8), range(8)] = _DIGIT[8, 8:] = _LANE
"""By digit, all cells of it, as an octet and a quartet."""

_DIGITS = _DIGIT.view(np.uint64).ravel()

_LOW, _HIGH = shuffled(0, 8, 1, 9, 2, 10, 3, 11), shuffled(4, 12, 5, 13, 6, 14, 7, 15)
"""The digits 0 to 3 and 4 to 7 of two octets, each with both of its lanes."""


@compiled
def candidate_of(place: int, digit: int) -> Board:
    """Return the board with one candidate."""
    octet = octet_at(_DIGITS, (OCTET + 2) * digit)
    ninth = quartet_at(_DIGITS, (OCTET + 2) * digit + OCTET)
    return common(everywhere(quartet_at(_CELL, 2 * place)), (octet, octet, octet, ninth))


@compiled
def write_digits(desk: Words, board: Board) -> None:
    """Write the cells of each digit into ``BY_DIGIT``: nine words, then nine of the third band."""
    a, b, c, ninth = board
    put(desk, BY_DIGIT + 16, ninth)
    desk[BY_DIGIT + 8] = desk[BY_DIGIT + 16]
    put(desk, BY_DIGIT, _LOW(a, b))
    put(desk, BY_DIGIT + 4, _HIGH(a, b))
    put(desk, BY_DIGIT + 9, _LOW(c, c))
    put(desk, BY_DIGIT + 13, _HIGH(c, c))


@compiled
def choose_place(desk: Words, board: Board) -> int:
    """Return the place of the cell in which to guess, on a board that is not solved.

    It has the fewest candidates. Where those are two, both ways have to be searched, so of several
    such cells choose the one where the product of the effects of both is greatest.
    """
    _, two, three, four = at_least(board)
    put(desk, COUNTS, two & ~three)
    put(desk, COUNTS + 2, three & ~four)
    if places_set(two & ~three) == _NOTHING:
        if places_set(three & ~four) == _NOTHING:
            put(desk, COUNTS + 2, four)
        return _first_place(desk[COUNTS + 2], desk[COUNTS + 3])
    # The third band stands in both halves of a word: there all are counted in the first half.
    desk[COUNTS + 1] &= _LANE
    desk[COUNTS + 3] |= _LANE
    best = -1
    most = -1
    for word in range(2):
        left = desk[COUNTS + word]
        while left != _NOTHING:
            place = 64 * word + number(lowest_bit(left))
            left &= left - _ONE
            digits = _digits(board, place)
            first = number(lowest_bit(digits))
            second = number(lowest_bit(digits & digits - _ONE))
            score = _effect(desk, place, first) * _effect(desk, place, second)
            if score > most:
                most = score
                best = place
    return best


@compiled
def _first_place(near: Word, third: Word) -> int:
    """Return the first place of some cells, of which there is one."""
    if near != _NOTHING:
        return number(lowest_bit(near))
    return 64 + number(lowest_bit(third))


@compiled
def _digits(board: Board, place: int) -> Word:
    """Return the candidates of a cell, a bit for each digit."""
    a, b, c, ninth = common(board, everywhere(quartet_at(_CELL, 2 * place)))
    digits = places_set(a | b | c)
    if places_set(ninth) != _NOTHING:
        digits |= Word(256)
    return digits


@compiled
def _effect(desk: Words, place: int, digit: int) -> int:
    """Return how much it changes if a cell holds the `digit`.

    Each peer with the digit loses it; that counts four times if the peer has two candidates, twice
    if it has three.
    """
    near = desk[BY_DIGIT + digit] & _PEERS[place, 0]
    third = desk[BY_DIGIT + 9 + digit] & _PEERS[place, 1]
    return number(
        Word(3) * (number_of_bits(near & desk[COUNTS]) + number_of_bits(third & desk[COUNTS + 1]))
        + number_of_bits(near)
        + number_of_bits(near & desk[COUNTS + 2])
        + number_of_bits(third & desk[COUNTS + 3])
    )


@compiled
def first_two(board: Board, place: int) -> tuple[int, int]:
    """Return the first candidate of a cell, and the second, ``NO_DIGIT`` if there is a third."""
    digits = _digits(board, place)
    rest = digits & digits - _ONE
    if rest & rest - _ONE != _NOTHING:
        return number(lowest_bit(digits)), NO_DIGIT
    return number(lowest_bit(digits)), number(lowest_bit(rest))


@compiled
def begin_draws(desk: Words, seed: Word) -> None:
    """Let all further draws follow from the `seed`."""
    state = seed + Word(0x9E3779B97F4A7C15)
    state = (state ^ state >> Word(30)) * Word(0xBF58476D1CE4E5B9)
    state = (state ^ state >> Word(27)) * Word(0x94D049BB133111EB)
    desk[RANDOM] = state ^ state >> Word(31) | _ONE  # never 0, from which nothing follows


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
def random_candidate(desk: Words, choices: Vector) -> tuple[int, int]:
    """Return the place and the digit of a random candidate of a random cell with a choice.

    `choices` are the cells with two candidates or more, of which there is one.
    """
    put(desk, COUNTS, choices)
    cell = draw_below(desk, 81)
    while True:
        place = 32 * (cell // 27) + cell % 27
        if desk[COUNTS + place // 64] >> Word(place % 64) & _ONE:
            break
        cell = (cell + 1) % 81
    while True:
        digit = draw_below(desk, 9)
        if desk[BY_DIGIT + 9 * (place // 64) + digit] >> Word(place % 64) & _ONE:
            return place, digit
