"""One round on the whole board: place singles, eliminate locked candidates, find new singles."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Word, Words, compiled
from sudoku_engine.search.compiled.lanes import (
    BOARD,
    BOX,
    BOXES,
    CELL,
    COLUMNS,
    DIGIT,
    DONE,
    HALF,
    HIDDEN,
    LANES,
    MINI_ROWS,
    NOTHING,
    ONCE,
    ONLY,
    PAIRS,
    ROW,
    ROWS,
    SINGLE_COLUMNS,
    SINGLES,
    TAKEN,
    TWICE,
    fold,
    folded,
    in_both_halves,
    spread,
    whole_rows,
)


@compiled
def play_round(desk: Words) -> tuple[bool, bool]:
    """Place the singles, eliminate locked candidates, and find the hidden singles to place next.

    Return whether the board contradicts itself, and whether locked candidates were eliminated.
    """
    _look_at_singles(desk)
    wrong, locked = _rows_and_boxes(desk)
    if wrong != NOTHING:
        return True, False
    wrong, locked_in_columns = _columns(desk)
    return wrong != NOTHING, (locked | locked_in_columns) != NOTHING


@compiled
def repeat(desk: Words, register: int) -> None:
    """Repeat the lanes of a long `register` behind them."""
    for i in range(15):
        desk[register + 15 + i] = desk[register + i]


@compiled
def _look_at_singles(desk: Words) -> None:
    """Note the cells and the columns of the singles."""
    for band in range(3):
        first = PAIRS * band
        cells = NOTHING
        for pair in range(PAIRS):
            cells |= desk[SINGLES + first + pair]
        cells = in_both_halves((cells | cells >> DIGIT) & HALF)
        for pair in range(PAIRS):
            desk[TAKEN + first + pair] = cells
        desk[TAKEN + first + 4] &= HALF  # the tenth digit may be in every cell
    desk[TAKEN + 15] = desk[TAKEN]
    for i in range(LANES):
        desk[DONE + i] |= desk[SINGLES + i]
        desk[SINGLE_COLUMNS + i] = folded(desk[SINGLES + i], ROW) & COLUMNS
    repeat(desk, SINGLE_COLUMNS)


@compiled
def _rows_and_boxes(desk: Words) -> tuple[Word, Word]:
    """Place the singles; then treat the rows and boxes, which a lane holds whole.

    Return the houses without a place for a digit, and the mini-rows with locked candidates.
    """
    wrong = NOTHING
    locked = NOTHING
    for i in range(LANES):
        # A single eliminates its digit from its houses, and all others from its cell.
        single = desk[SINGLES + i]
        minis = folded(single, CELL) & MINI_ROWS
        single_rows = folded(minis, BOX) & ROWS
        single_boxes = folded(minis, ROW) & BOXES
        columns = (
            desk[SINGLE_COLUMNS + i] | desk[SINGLE_COLUMNS + 5 + i] | desk[SINGLE_COLUMNS + 10 + i]
        )
        columns |= spread(single_boxes, CELL)
        seen = whole_rows(single_rows) | spread(columns, ROW) | desk[TAKEN + i]
        board = desk[BOARD + i] & ~(seen & ~single)

        minis, several = fold(board, CELL)
        minis &= MINI_ROWS
        several &= MINI_ROWS
        rows, rows_in_two = fold(minis, BOX)
        boxes, boxes_in_two = fold(minis, ROW)
        rows &= ROWS
        boxes &= BOXES
        wrong |= rows ^ ROWS | boxes ^ BOXES
        hidden_rows = rows & ~(rows_in_two | folded(several, BOX))
        hidden_boxes = boxes & ~(boxes_in_two | folded(several, ROW))
        # Singles that see each other both stay, and then their house has two.
        wrong |= single_rows & ~hidden_rows | single_boxes & ~hidden_boxes
        desk[HIDDEN + i] = whole_rows(hidden_rows) | spread(spread(hidden_boxes, CELL), ROW)

        # A row's only mini-row with a digit eliminates it from the other mini-rows of its box,
        # and a box's from those of its row.
        only = minis & spread(rows & ~rows_in_two, BOX)
        lost = spread(folded(only, ROW) & BOXES, ROW) & ~only
        only = minis & spread(boxes & ~boxes_in_two, ROW)
        lost |= spread(folded(only, BOX) & ROWS, BOX) & ~only
        lost &= minis
        locked |= lost
        board &= ~spread(lost, CELL)
        desk[BOARD + i] = board

        # For the columns: the mini-columns with a digit, with more than one place for it, and
        # those that alone in their box have it.
        minis, several = fold(board, ROW)
        minis &= COLUMNS
        boxes, boxes_in_two = fold(minis, CELL)
        desk[ONCE + i] = minis
        desk[TWICE + i] = several & COLUMNS
        desk[ONLY + i] = minis & spread(boxes & ~boxes_in_two & BOXES, CELL)
    return wrong, locked


@compiled
def _columns(desk: Words) -> tuple[Word, Word]:
    """Treat the columns, each of three lanes, and collect the hidden singles.

    Return as for the rows: columns without a place, mini-columns with locked candidates.
    """
    repeat(desk, ONCE)
    repeat(desk, TWICE)
    repeat(desk, ONLY)
    wrong = NOTHING
    locked = NOTHING
    for i in range(LANES):
        single_columns = (
            desk[SINGLE_COLUMNS + i] | desk[SINGLE_COLUMNS + 5 + i] | desk[SINGLE_COLUMNS + 10 + i]
        )
        here = desk[ONCE + i]
        second = desk[ONCE + 5 + i]
        third = desk[ONCE + 10 + i]
        others = second | third
        columns = here | others
        wrong |= columns ^ COLUMNS
        several = (
            desk[TWICE + i]
            | desk[TWICE + 5 + i]
            | desk[TWICE + 10 + i]
            | here & others
            | second & third
        )
        wrong |= single_columns & several
        only = here & ~others
        lost = spread(folded(only, CELL) & BOXES, CELL) & ~only
        lost |= desk[ONLY + 5 + i] | desk[ONLY + 10 + i]
        lost &= here
        locked |= lost
        board = desk[BOARD + i] & ~spread(lost, ROW)
        desk[BOARD + i] = board
        hidden = spread(columns & ~several, ROW)
        desk[SINGLES + i] = board & (desk[HIDDEN + i] | hidden)
    return wrong, locked
