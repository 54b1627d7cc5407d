"""Random draws: numbers that follow from a seed, the same on every machine.

The generator is xorshift64* by S. Vigna ("An experimental exploration of Marsaglia's xorshift
generators, scrambled", 2016), its seed first mixed by a step of splitmix64.
"""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Word, Words, compiled, number
from sudoku_engine.search.compiled.guessing import candidate_of
from sudoku_engine.search.compiled.lanes import BOARD, NOTHING, ONE, ORDER, RANDOM, Bands


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
