"""The search, how it makes minimal puzzles, and what Python calls of both, by plain pointers.

To search is to settle a board, guess, and go on with the boards that wait on the stack. The last
four functions are called; `machine_code.SEARCH` has their types.
"""

from typing import Any

import numpy as np
from numba import carray

from sudoku_plugins.fast.compiled.compiler import (
    Cells,
    Vector,
    Word,
    Words,
    cells_with,
    compiled,
    number,
    places_set,
    quartet_at,
)
from sudoku_plugins.fast.compiled.desk import (
    BOARD,
    BY_DIGIT,
    ENTRY,
    NINTH,
    OCTET,
    ORDER,
    SOLUTION,
    STACK,
    WAITING,
    WORDS,
)
from sudoku_plugins.fast.compiled.guessing import (
    NO_DIGIT,
    begin_draws,
    candidate_of,
    choose_place,
    first_two,
    random_candidate,
    shuffle,
    write_digits,
)
from sudoku_plugins.fast.compiled.lanes import (
    ALL,
    Board,
    at_least,
    board_at,
    everywhere,
    joined,
    put_board,
    without,
)
from sudoku_plugins.fast.compiled.rounds import add_naked_singles, play_round, play_triads

CONTRADICTION, SOLVED, OPEN = 0, 1, 2
"""What a board can be when nothing more follows."""

_ONE = Word(1)
_ALL_CELLS = np.array([ALL | ALL << 32] * 2, np.uint64)
"""All cells as a quartet."""


@compiled
def next_solution(desk: Words, at_random: bool = False) -> bool:
    """Find the next solution, and put it in its register; return whether there is one.

    Each guess is made twice: first placed, while the board without it waits on the stack. It is
    made where the choice is smallest, or `at_random`.
    """
    while desk[WAITING] != Word(0):
        desk[WAITING] -= Word(1)
        entry = STACK + ENTRY * number(desk[WAITING])
        board, singles = board_at(desk, entry), board_at(desk, entry + BOARD)
        while True:
            state, board, done, choices = _settle(board, singles)
            if state != OPEN:
                break
            write_digits(desk, board)
            if at_random:
                place, digit = random_candidate(desk, choices)
                other = NO_DIGIT
            else:
                place = choose_place(desk, board)
                digit, other = first_two(board, place)
            singles = _guess(desk, board, done, place, digit, other)
        if state == SOLVED:
            put_board(desk, SOLUTION, board)
            return True
    return False


@compiled
def _guess(desk: Words, board: Board, done: Board, place: int, digit: int, other: int) -> Board:
    """Return the singles with a guess, and leave the board without it on the stack.

    `other` is the one digit that the cell has then, to be placed at once, or
    ``NO_DIGIT``.
    """
    entry = STACK + ENTRY * number(desk[WAITING])
    desk[WAITING] += Word(1)
    guess = candidate_of(place, digit)
    put_board(desk, entry, without(board, guess))
    put_board(desk, entry + BOARD, joined(done, candidate_of(place, other)))
    return guess


@compiled
def _settle(board: Board, singles: Board) -> tuple[int, Board, Board, Vector]:
    """Do all that follows on a board; return its state, the board, the singles that were placed,
    and the cells with a choice left.
    """
    done = singles
    while True:
        taken = at_least(singles)[0]
        wrong, locked, board, singles = play_round(board, singles, taken)
        one, two, _, _ = at_least(board)
        # A single has its cell for itself, unless two claim the cell.
        if wrong or places_set(two & taken | one ^ ALL) != Word(0):
            return CONTRADICTION, board, done, two
        if not locked and places_set(two) == Word(0):
            return SOLVED, board, done, two
        new, singles, done = add_naked_singles(board, singles, done, one & ~two)
        if locked or new:
            continue
        wrong, changed, board = play_triads(board)
        if wrong:
            return CONTRADICTION, board, done, two
        if not changed:
            return OPEN, board, done, two


@compiled
def read_puzzle(desk: Words, puzzle: Cells) -> None:
    """Let the search begin with a `puzzle`: its givens are the first singles of an empty board."""
    put_board(desk, STACK, everywhere(quartet_at(_ALL_CELLS, 0)))
    singles = STACK + BOARD
    a = _read_band(desk, puzzle, singles, 0, Word(0))
    b = _read_band(desk, puzzle, singles + OCTET, 27, Word(0))
    # 32 cells are read: up to the last one.
    c = _read_band(desk, puzzle, singles + 2 * OCTET, 81 - 32, Word(5))
    desk[singles + NINTH] = a | b << Word(32)
    desk[singles + NINTH + 1] = c | c << Word(32)
    desk[WAITING] = Word(1)


@compiled
def _read_band(desk: Words, puzzle: Cells, octet: int, first: int, skipped: Word) -> Word:
    """Put the digits 1 to 8 of a band on the desk; return the cells of 9."""
    for word in range(4):
        low = cells_with(puzzle, first, 2 * word + 1) >> skipped & Word(ALL)
        high = cells_with(puzzle, first, 2 * word + 2) >> skipped & Word(ALL)
        desk[octet + word] = low | high << Word(32)
    return cells_with(puzzle, first, 9) >> skipped & Word(ALL)


@compiled
def write_solution(desk: Words, solution: Cells) -> None:
    """Write the digits of the solution on the desk into `solution`.

    The cells of nine digits become those of the four binary places of digits, lowest first.
    """
    write_digits(desk, board_at(desk, SOLUTION))
    for band in range(3):
        word = BY_DIGIT + 9 * (band // 2)
        ones = twos = fours = eights = Word(0)
        for digit in range(1, 10):
            cells = desk[word + digit - 1]
            ones |= cells * Word(digit & 1)
            twos |= cells * Word(digit >> 1 & 1)
            fours |= cells * Word(digit >> 2 & 1)
            eights |= cells * Word(digit >> 3)
        for cell in range(27):
            bit = Word(32 * (band % 2) + cell)
            solution[27 * band + cell] = (
                ones >> bit & _ONE
                | (twos >> bit & _ONE) << Word(1)
                | (fours >> bit & _ONE) << Word(2)
                | (eights >> bit & _ONE) << Word(3)
            )


_TOGETHER = 27
"""How many clues are tried together at first; then a third as many, and so on."""


@compiled
def fill_board(desk: Words, cells: Cells) -> None:
    """Fill the `cells` at random: three boxes that do not see each other, then the rest."""
    for cell in range(81):
        cells[cell] = 0
    for box in range(3):
        shuffle(desk, 9)
        for i in range(9):
            cells[30 * box + 9 * (i // 3) + i % 3] = desk[ORDER + i] + 1
    read_puzzle(desk, cells)
    next_solution(desk, at_random=True)
    write_solution(desk, cells)


@compiled
def remove_clues(desk: Words, puzzle: Cells, solution: Cells) -> None:
    """Remove the clues of `puzzle`, now all of its `solution`, that can go, in random order.

    A clue that is needed now is still needed when there are fewer, so each is tried once. At first
    nearly all can go, and many are tried together; the result is the same.
    """
    shuffle(desk, 81)
    start = 0
    size = _TOGETHER
    while start < 81:
        for i in range(start, start + size):
            puzzle[desk[ORDER + i]] = 0
        read_puzzle(desk, puzzle)
        known = 1
        if size == 1:  # then a solution is another one if it has another digit there
            cell = number(desk[ORDER + start])
            gone = candidate_of(32 * (cell // 27) + cell % 27, number(solution[cell]) - 1)
            put_board(desk, STACK, without(board_at(desk, STACK), gone))
            known = 0
        found = 0
        while found <= known and next_solution(desk):
            found += 1
        can_go = found <= known
        if not can_go:
            for i in range(start, start + size):
                puzzle[desk[ORDER + i]] = solution[desk[ORDER + i]]
        if can_go or size == 1:
            start += size
        size = max(1, size // 3)


def count_each(n: int, limit: int, puzzles: Any, counts: Any, solutions: Any, desk: Any) -> None:
    """Count the solutions of `n` puzzles, each up to `limit`.

    Write down the last one found, the puzzle itself where there is none.
    """
    puzzle = carray(puzzles, (n, 81))
    count = carray(counts, (n,))
    solution = carray(solutions, (n, 81))
    words = carray(desk, (WORDS,))
    for row in range(n):
        read_puzzle(words, puzzle[row])
        found = 0
        while found < limit and next_solution(words):
            found += 1
        count[row] = found
        if found:
            write_solution(words, solution[row])
        else:
            for cell in range(81):
                solution[row, cell] = puzzle[row, cell]


def begin(board: Any, desk: Any) -> None:
    """Begin a search: `board` has the words of the candidates, then of the digits."""
    entry = carray(board, (ENTRY,))
    words = carray(desk, (WORDS,))
    for i in range(ENTRY):
        words[STACK + i] = entry[i]
    words[WAITING] = Word(1)


def find_next(solution: Any, desk: Any) -> None:
    """Write down the next solution of the search that began on the desk, or zeros."""
    cells = carray(solution, (81,))
    words = carray(desk, (WORDS,))
    if next_solution(words):
        write_solution(words, cells)
    else:
        for cell in range(81):
            cells[cell] = 0


def make_minimal(n: int, seeds: Any, puzzles: Any, solutions: Any, desk: Any) -> None:
    """Write down `n` minimal puzzles, and their solutions; each follows from its seed alone."""
    seed = carray(seeds, (n,))
    puzzle = carray(puzzles, (n, 81))
    solution = carray(solutions, (n, 81))
    words = carray(desk, (WORDS,))
    for row in range(n):
        begin_draws(words, seed[row])
        fill_board(words, solution[row])
        for cell in range(81):
            puzzle[row, cell] = solution[row, cell]
        remove_clues(words, puzzle[row], solution[row])
