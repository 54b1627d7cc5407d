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
    BAND,
    BOARD,
    BOX,
    BOXES,
    CELL,
    COLUMN_MINIS,
    COLUMNS,
    HALF,
    LANES,
    MINI_ROWS,
    MINIS,
    NEEDED_COLUMN,
    NEEDED_ROW,
    NOTHING,
    REAL,
    ROW,
    ROWS,
    fold,
    folded,
    in_both_halves,
    spread,
)

_MINI_ROWS, _COLUMNS = MINI_ROWS & HALF, COLUMNS & HALF

Triads = tuple[Word, Word, Word, Word]
"""The mini-rows of a band that need three digits, that have only three; and mini-columns."""


@compiled
def play_triads(desk: Words) -> tuple[bool, bool]:
    """Eliminate what triads rule out.

    Return whether the board contradicts itself, and whether something was eliminated.
    """
    _find_needed(desk)
    wrong_a, triads_a = _triads_of_band(desk, 0)
    wrong_b, triads_b = _triads_of_band(desk, BAND)
    wrong_c, triads_c = _triads_of_band(desk, 2 * BAND)
    if wrong_a | wrong_b | wrong_c != NOTHING:
        return True, False
    return False, _eliminate(desk, triads_a, triads_b, triads_c)


@compiled
def _find_needed(desk: Words) -> None:
    """Find the mini-rows and mini-columns with a digit, and those in which it must be."""
    for i in range(LANES):
        board = desk[BOARD + i]
        minis = folded(board, CELL) & MINI_ROWS
        rows, rows_in_two = fold(minis, BOX)
        boxes, boxes_in_two = fold(minis, ROW)
        only = spread(rows & ~rows_in_two & ROWS, BOX) | spread(boxes & ~boxes_in_two & BOXES, ROW)
        desk[MINIS + i] = minis | (minis & only) << NEEDED_ROW
    for i in range(BAND):
        a = folded(desk[BOARD + i], ROW) & COLUMNS
        b = folded(desk[BOARD + BAND + i], ROW) & COLUMNS
        c = folded(desk[BOARD + 2 * BAND + i], ROW) & COLUMNS
        desk[COLUMN_MINIS + i] = a | (a & (~(b | c) | _alone_in_box(a))) << NEEDED_COLUMN
        desk[COLUMN_MINIS + BAND + i] = b | (b & (~(a | c) | _alone_in_box(b))) << NEEDED_COLUMN
        desk[COLUMN_MINIS + 2 * BAND + i] = c | (c & (~(a | b) | _alone_in_box(c))) << NEEDED_COLUMN


@compiled
def _alone_in_box(minis: Word) -> Word:
    """Return the mini-columns of the boxes in which only one of the `minis` is."""
    boxes, boxes_in_two = fold(minis, CELL)
    return spread(boxes & ~boxes_in_two & BOXES, CELL)


@compiled
def _triads_of_band(desk: Words, first: int) -> tuple[Word, Triads]:
    """Find the triads of the band with the lane `first`; return those that cannot be, and all."""
    _, _, three, four = at_least(desk, MINIS + first)
    just_three = three & ~four
    left = just_three & _MINI_ROWS
    needed = just_three >> NEEDED_ROW & _MINI_ROWS
    wrong = (four >> NEEDED_ROW | ~three) & _MINI_ROWS
    _, _, three, four = at_least(desk, COLUMN_MINIS + first)
    just_three = three & ~four
    columns_left = just_three & _COLUMNS
    columns_needed = just_three >> NEEDED_COLUMN & _COLUMNS
    wrong |= (four >> NEEDED_COLUMN | ~three) & _COLUMNS
    return wrong, (
        in_both_halves(needed),
        in_both_halves(left),
        in_both_halves(columns_needed),
        in_both_halves(columns_left),
    )


@compiled
def _eliminate(desk: Words, in_a: Triads, in_b: Triads, in_c: Triads) -> bool:
    """Eliminate what the triads of the bands rule out; return whether that was anything."""
    changed = NOTHING
    for i in range(BAND):
        a, b, c = i, BAND + i, 2 * BAND + i
        full_a = in_a[3] & REAL[i] & desk[COLUMN_MINIS + a]
        full_b = in_b[3] & REAL[i] & desk[COLUMN_MINIS + b]
        full_c = in_c[3] & REAL[i] & desk[COLUMN_MINIS + c]
        changed |= _eliminate_in_lane(desk, a, REAL[i], in_a, full_a, full_b | full_c)
        changed |= _eliminate_in_lane(desk, b, REAL[i], in_b, full_b, full_a | full_c)
        changed |= _eliminate_in_lane(desk, c, REAL[i], in_c, full_c, full_a | full_b)
    return changed != NOTHING


@compiled
def _eliminate_in_lane(
    desk: Words, lane: int, real: Word, triads: Triads, full_columns: Word, full_elsewhere: Word
) -> Word:
    """Eliminate what the triads rule out in a `lane`, and return it.

    `full_columns` are its mini-columns of three candidates, `full_elsewhere` those of other bands.
    """
    lost = triads[0] & real & ~(desk[MINIS + lane] >> NEEDED_ROW)
    full = triads[1] & real & desk[MINIS + lane]
    lost |= spread(folded(full, ROW) & BOXES, ROW) & ~full
    lost |= spread(folded(full, BOX) & ROWS, BOX) & ~full
    lost_columns = triads[2] & real & ~(desk[COLUMN_MINIS + lane] >> NEEDED_COLUMN)
    lost_columns |= full_elsewhere & ~full_columns
    lost_columns |= spread(folded(full_columns, CELL) & BOXES, CELL) & ~full_columns
    board = desk[BOARD + lane]
    rest = board & ~(spread(lost, CELL) | spread(lost_columns, ROW))
    desk[BOARD + lane] = rest
    return board ^ rest
