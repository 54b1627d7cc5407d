"""Triads: which three digits are in a mini-row or a mini-column.

A digit that must be in a mini-row takes one of its three cells. So if three digits must be there,
no other can; and if only three digits can be there, all three must, and they go from the rest of
the row and of the box. The same holds for mini-columns. This finds many naked and hidden subsets,
and costs about as much as a round; so it comes when singles and locked candidates find no more.

tdoku by T. Dillon searches with triads from the start.
"""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Word, Words, compiled
from sudoku_engine.search.compiled.counting import at_least
from sudoku_engine.search.compiled.lanes import (
    BOARD,
    BOX,
    BOXES,
    CELL,
    COLUMNS,
    FULL,
    HALF,
    HIDDEN,
    LANES,
    MINI_ROWS,
    MINIS,
    MINIS_NEEDED,
    NOTHING,
    ONCE,
    PAIRS,
    ROW,
    ROWS,
    SINGLE_COLUMNS,
    TAKEN,
    TWICE,
    fold,
    folded,
    in_both_halves,
    spread,
)
from sudoku_engine.search.compiled.rounds import repeat

NEEDED_COLUMNS = TWICE
"""The mini-columns in which a digit must be."""
TRIADS = TAKEN
"""The mini-rows in which three digits must be; and next, that have only three candidates."""
THREE_LEFT = HIDDEN
COLUMN_TRIADS = SINGLE_COLUMNS
"""The same for mini-columns."""


@compiled
def play_triads(desk: Words) -> tuple[bool, bool]:
    """Eliminate what triads rule out.

    Return whether the board contradicts itself, and whether something was eliminated.
    """
    _find_needed(desk)
    if _find_triads(desk):
        return True, False
    return False, _eliminate(desk)


@compiled
def _find_needed(desk: Words) -> None:
    """Find the mini-rows and mini-columns with a digit, and those in which it must be."""
    for i in range(LANES):
        board = desk[BOARD + i]
        minis = folded(board, CELL) & MINI_ROWS
        rows, rows_in_two = fold(minis, BOX)
        boxes, boxes_in_two = fold(minis, ROW)
        only = spread(rows & ~rows_in_two & ROWS, BOX) | spread(boxes & ~boxes_in_two & BOXES, ROW)
        desk[MINIS + i] = minis
        desk[MINIS_NEEDED + i] = minis & only
        desk[ONCE + i] = folded(board, ROW) & COLUMNS
    repeat(desk, ONCE)
    for i in range(LANES):
        here = desk[ONCE + i]
        others = desk[ONCE + 5 + i] | desk[ONCE + 10 + i]
        boxes, boxes_in_two = fold(here, CELL)
        only = spread(boxes & ~boxes_in_two & BOXES, CELL)
        desk[NEEDED_COLUMNS + i] = here & (~others | only)


@compiled
def _find_triads(desk: Words) -> bool:
    """Find the triads; return whether a mini-row or mini-column needs four digits or has two."""
    wrong = _triads_of_band(desk, 0) | _triads_of_band(desk, 5) | _triads_of_band(desk, 10)
    desk[TRIADS + 15] = desk[TRIADS]
    desk[THREE_LEFT + 15] = desk[THREE_LEFT]
    desk[COLUMN_TRIADS + 15] = desk[COLUMN_TRIADS]
    for i in range(15):
        desk[FULL + i] &= desk[ONCE + i]
    repeat(desk, FULL)
    return wrong != NOTHING


@compiled
def _triads_of_band(desk: Words, first: int) -> Word:
    """Find the triads of the band with the lane `first`; return those that cannot be."""
    _, _, three, four = at_least(desk, MINIS_NEEDED + first)
    triads = in_both_halves(three & ~four & MINI_ROWS)
    wrong = four & MINI_ROWS
    _, _, three, four = at_least(desk, MINIS + first)
    three_left = in_both_halves(three & ~four & MINI_ROWS & HALF)
    wrong |= MINI_ROWS & HALF & ~three
    _, _, three, four = at_least(desk, NEEDED_COLUMNS + first)
    column_triads = in_both_halves(three & ~four & COLUMNS)
    wrong |= four & COLUMNS
    _, _, three, four = at_least(desk, ONCE + first)
    full = in_both_halves(three & ~four & COLUMNS & HALF)
    wrong |= COLUMNS & HALF & ~three
    for pair in range(PAIRS):
        desk[TRIADS + first + pair] = triads
        desk[THREE_LEFT + first + pair] = three_left
        desk[COLUMN_TRIADS + first + pair] = column_triads
        desk[FULL + first + pair] = full
    for register in (TRIADS, THREE_LEFT, COLUMN_TRIADS, FULL):
        desk[register + first + 4] &= HALF
    return wrong


@compiled
def _eliminate(desk: Words) -> bool:
    """Eliminate what the triads rule out; return whether that was anything."""
    changed = NOTHING
    for i in range(LANES):
        lost = desk[TRIADS + i] & ~desk[MINIS_NEEDED + i]
        full = desk[THREE_LEFT + i] & desk[MINIS + i]
        lost |= spread(folded(full, ROW) & BOXES, ROW) & ~full
        lost |= spread(folded(full, BOX) & ROWS, BOX) & ~full
        lost_columns = desk[COLUMN_TRIADS + i] & ~desk[NEEDED_COLUMNS + i]
        full = desk[FULL + i]
        lost_columns |= (desk[FULL + 5 + i] | desk[FULL + 10 + i]) & ~full
        lost_columns |= spread(folded(full, CELL) & BOXES, CELL) & ~full
        board = desk[BOARD + i]
        rest = board & ~(spread(lost, CELL) | spread(lost_columns, ROW))
        changed |= board ^ rest
        desk[BOARD + i] = rest
    return changed != NOTHING
