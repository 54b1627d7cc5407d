"""The search: settle a board, guess, and go on with the boards that wait on the stack."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Word, Words, compiled, number
from sudoku_engine.search.compiled.counting import once_and_twice
from sudoku_engine.search.compiled.drawing import random_candidate
from sudoku_engine.search.compiled.guessing import choose_cell, first_two
from sudoku_engine.search.compiled.lanes import (
    BAND,
    BOARD,
    DONE,
    ENTRY,
    HALF,
    LANES,
    NOTHING,
    SINGLES,
    SOLUTION,
    STACK,
    WAITING,
    Bands,
    in_both_halves,
)
from sudoku_engine.search.compiled.rounds import add_naked_singles, play_round
from sudoku_engine.search.compiled.triads import play_triads

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
