"""The search: settle a board, guess, and go on with the boards that wait on the stack."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Cells, Word, Words, cells_with, compiled, number
from sudoku_engine.search.compiled.desk import (
    BAND,
    BOARD,
    DONE,
    ENTRY,
    LANES,
    SINGLES,
    SOLUTION,
    STACK,
    WAITING,
)
from sudoku_engine.search.compiled.guessing import choose_cell, first_two, random_candidate
from sudoku_engine.search.compiled.lanes import (
    ALL,
    DIGIT,
    HALF,
    NOTHING,
    ONE,
    Bands,
    in_both_halves,
    once_and_twice,
)
from sudoku_engine.search.compiled.rounds import add_naked_singles, play_round, play_triads

CONTRADICTION, SOLVED, OPEN = 0, 1, 2
"""What a board can be when nothing more follows."""


@compiled
def put_on_stack(desk: Words) -> None:
    """Let the search begin with the board and the singles on the desk."""
    for i in range(LANES):
        desk[STACK + i] = desk[BOARD + i]
        desk[STACK + LANES + i] = desk[SINGLES + i]
    desk[WAITING] = Word(1)


@compiled
def next_solution(desk: Words, at_random: bool = False) -> bool:
    """Find the next solution, and put it in its register; return whether there is one.

    Each guess is made twice: first placed, while the board without it waits on the stack. It is
    made where the choice is smallest, or `at_random`.
    """
    while desk[WAITING] != NOTHING:
        desk[WAITING] -= Word(1)
        _take(desk, STACK + ENTRY * number(desk[WAITING]))
        while True:
            state, choices = _settle(desk)
            if state != OPEN:
                break
            if at_random:
                lane, candidate = random_candidate(desk, choices)
                other_lane, other = lane, NOTHING
            else:
                lane, candidate, other_lane, other = first_two(desk, choose_cell(desk))
            _guess(desk, lane, candidate, other_lane, other)
        if state == SOLVED:
            for i in range(LANES):
                desk[SOLUTION + i] = desk[BOARD + i]
            return True
    return False


@compiled
def _take(desk: Words, entry: int) -> None:
    """Take a board of the stack."""
    for i in range(LANES):
        desk[BOARD + i] = desk[entry + i]
        desk[SINGLES + i] = desk[entry + LANES + i]
        desk[DONE + i] = NOTHING


@compiled
def _guess(desk: Words, lane: int, candidate: Word, other_lane: int, other: Word) -> None:
    """Place the `candidate`, and leave the board without it on the stack.

    `other` is the one candidate that the cell has then, to be placed at once.
    """
    entry = STACK + ENTRY * number(desk[WAITING])
    desk[WAITING] += Word(1)
    for i in range(LANES):
        desk[entry + i] = desk[BOARD + i]
        desk[entry + LANES + i] = desk[DONE + i]
        desk[SINGLES + i] = NOTHING
    desk[entry + lane] &= ~candidate
    desk[entry + LANES + other_lane] |= other
    desk[SINGLES + lane] = candidate


@compiled
def _settle(desk: Words) -> tuple[int, Bands]:
    """Do all that follows on the board; return its state, and the cells with a choice left."""
    nowhere = NOTHING, NOTHING, NOTHING
    is_new, taken = add_naked_singles(desk, nowhere)
    while True:
        wrong, locked = play_round(desk, taken)
        if wrong:
            return CONTRADICTION, nowhere
        one_a, two_a = once_and_twice(desk, BOARD)
        one_b, two_b = once_and_twice(desk, BOARD + BAND)
        one_c, two_c = once_and_twice(desk, BOARD + 2 * BAND)
        # A single has its cell for itself, unless two claim the cell.
        doubtful = two_a & taken[0] | two_b & taken[1] | two_c & taken[2]
        if one_a & one_b & one_c != HALF or doubtful != NOTHING:
            return CONTRADICTION, nowhere
        if two_a | two_b | two_c == NOTHING and not locked:
            return SOLVED, nowhere
        naked = (
            in_both_halves(one_a & ~two_a),
            in_both_halves(one_b & ~two_b),
            in_both_halves(one_c & ~two_c),
        )
        is_new, taken = add_naked_singles(desk, naked)
        if locked or is_new:
            continue
        wrong, changed = play_triads(desk)
        if wrong:
            return CONTRADICTION, nowhere
        if not changed:
            return OPEN, (two_a, two_b, two_c)


@compiled
def read_puzzle(desk: Words, puzzle: Cells) -> None:
    """Put a `puzzle` on the desk: its givens are the first singles of an empty board."""
    for i in range(LANES):
        desk[BOARD + i] = ALL
        desk[SINGLES + i] = NOTHING
    _read_band(desk, puzzle, 0, 0, NOTHING)
    _read_band(desk, puzzle, BAND, 27, NOTHING)
    _read_band(desk, puzzle, 2 * BAND, 81 - 32, Word(5))  # 32 cells are read: up to the last one
    put_on_stack(desk)


@compiled
def _read_band(desk: Words, puzzle: Cells, lane: int, first: int, skipped: Word) -> None:
    for pair in range(4):
        odd = cells_with(puzzle, first, 2 * pair + 1) >> skipped & HALF
        even = cells_with(puzzle, first, 2 * pair + 2) >> skipped & HALF
        desk[SINGLES + lane + pair] = odd | even << DIGIT
    desk[SINGLES + lane + 4] = cells_with(puzzle, first, 9) >> skipped & HALF


@compiled
def write_solution(desk: Words, solution: Cells) -> None:
    """Write the digits of the solution on the desk into `solution`.

    The lanes become four halves first: the binary places of the digits, lowest first.
    """
    for band in range(3):
        first = SOLUTION + BAND * band
        lane = desk[first], desk[first + 1], desk[first + 2], desk[first + 3]
        nine = desk[first + 4] & HALF
        ones = (lane[0] | lane[1] | lane[2] | lane[3]) & HALF | nine  # 1 3 5 7 9
        twos = lane[0] >> DIGIT | lane[1] & HALF | lane[2] >> DIGIT | lane[3] & HALF  # 2 3 6 7
        fours = lane[1] >> DIGIT | lane[2] & HALF | lane[2] >> DIGIT | lane[3] & HALF  # 4 5 6 7
        eights = lane[3] >> DIGIT | nine  # 8 9
        for cell in range(27):
            bit = Word(cell)
            solution[27 * band + cell] = (
                ones >> bit & ONE
                | (twos >> bit & ONE) << Word(1)
                | (fours >> bit & ONE) << Word(2)
                | (eights >> bit & ONE) << Word(3)
            )
