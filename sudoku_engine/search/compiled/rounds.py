"""One round on the whole board: place singles, eliminate locked candidates, find new singles.

When rounds find no more, triads come: which three digits are in a mini-row or a mini-column. A
digit that must be in a mini-row takes one of its three cells. So if three digits must be there, no
other can; and if only three digits can be there, all three must, and they go from the rest of the
row and of the box. The same holds for mini-columns. This finds many naked and hidden subsets, and
costs about as much as a round. tdoku by T. Dillon searches with triads from the start.
"""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Word, Words, compiled
from sudoku_engine.search.compiled.desk import (
    BAND,
    BOARD,
    COLUMN_MINIS,
    DONE,
    LANES,
    MINIS,
    SINGLES,
)
from sudoku_engine.search.compiled.lanes import (
    BOX,
    BOXES,
    CELL,
    COLUMNS,
    HALF,
    MINI_ROWS,
    NEEDED_COLUMN,
    NEEDED_ROW,
    NOTHING,
    REAL,
    ROW,
    ROWS,
    Bands,
    at_least,
    fold,
    folded,
    in_all_digits,
    in_both_halves,
    spread,
    whole_rows,
)


@compiled
def add_naked_singles(desk: Words, cells: Bands) -> tuple[bool, Bands]:
    """Add to the singles the candidates of the `cells`, which have one each.

    Return whether any single is new, and the cells of all.
    """
    first = NOTHING
    second = NOTHING
    third = NOTHING
    new = NOTHING
    for i in range(BAND):
        a = desk[SINGLES + i] | desk[BOARD + i] & cells[0] & REAL[i]
        b = desk[SINGLES + BAND + i] | desk[BOARD + BAND + i] & cells[1] & REAL[i]
        c = desk[SINGLES + 2 * BAND + i] | desk[BOARD + 2 * BAND + i] & cells[2] & REAL[i]
        new |= a & ~desk[DONE + i]
        new |= b & ~desk[DONE + BAND + i]
        new |= c & ~desk[DONE + 2 * BAND + i]
        desk[SINGLES + i] = a
        desk[SINGLES + BAND + i] = b
        desk[SINGLES + 2 * BAND + i] = c
        desk[DONE + i] |= a
        desk[DONE + BAND + i] |= b
        desk[DONE + 2 * BAND + i] |= c
        first |= a
        second |= b
        third |= c
    return new != NOTHING, (in_all_digits(first), in_all_digits(second), in_all_digits(third))


@compiled
def play_round(desk: Words, taken: Bands) -> tuple[bool, bool]:
    """Place the singles, eliminate locked candidates, and find the hidden singles to place next.

    `taken` are the cells of the singles. Return whether the board contradicts itself, and whether
    locked candidates were eliminated.
    """
    wrong = NOTHING
    locked = NOTHING
    for i in range(BAND):
        a, b, c = desk[SINGLES + i], desk[SINGLES + BAND + i], desk[SINGLES + 2 * BAND + i]
        single_columns = folded(a | b | c, ROW) & COLUMNS
        a, hidden_a, wrong_a, lost_a = _rows_and_boxes(
            desk[BOARD + i], a, single_columns, taken[0] & REAL[i]
        )
        b, hidden_b, wrong_b, lost_b = _rows_and_boxes(
            desk[BOARD + BAND + i], b, single_columns, taken[1] & REAL[i]
        )
        c, hidden_c, wrong_c, lost_c = _rows_and_boxes(
            desk[BOARD + 2 * BAND + i], c, single_columns, taken[2] & REAL[i]
        )
        wrong |= wrong_a | wrong_b | wrong_c
        locked |= lost_a | lost_b | lost_c

        minis_a, several_a, only_a = _mini_columns(a)
        minis_b, several_b, only_b = _mini_columns(b)
        minis_c, several_c, only_c = _mini_columns(c)
        columns = minis_a | minis_b | minis_c
        several = several_a | several_b | several_c | minis_a & minis_b
        several |= (minis_a | minis_b) & minis_c
        wrong |= columns ^ COLUMNS | single_columns & several
        hidden = spread(columns & ~several, ROW)
        lost_a = minis_a & (_beside(minis_a & ~(minis_b | minis_c)) | only_b | only_c)
        lost_b = minis_b & (_beside(minis_b & ~(minis_a | minis_c)) | only_a | only_c)
        lost_c = minis_c & (_beside(minis_c & ~(minis_a | minis_b)) | only_a | only_b)
        locked |= lost_a | lost_b | lost_c
        a &= ~spread(lost_a, ROW)
        b &= ~spread(lost_b, ROW)
        c &= ~spread(lost_c, ROW)
        desk[BOARD + i] = a
        desk[BOARD + BAND + i] = b
        desk[BOARD + 2 * BAND + i] = c
        desk[SINGLES + i] = a & (hidden_a | hidden)
        desk[SINGLES + BAND + i] = b & (hidden_b | hidden)
        desk[SINGLES + 2 * BAND + i] = c & (hidden_c | hidden)
    return wrong != NOTHING, locked != NOTHING


@compiled
def _rows_and_boxes(
    board: Word, single: Word, single_columns: Word, taken: Word
) -> tuple[Word, Word, Word, Word]:
    """Place the singles of a lane; then treat its rows and boxes, which it holds whole.

    Return the lane, the cells of rows and boxes with one place for a digit, the houses in which
    something is wrong, and the mini-rows with locked candidates.
    """
    # A single eliminates its digit from its houses, and all others from its cell.
    minis = folded(single, CELL) & MINI_ROWS
    single_rows = folded(minis, BOX) & ROWS
    single_boxes = folded(minis, ROW) & BOXES
    columns = single_columns | spread(single_boxes, CELL)
    seen = whole_rows(single_rows) | spread(columns, ROW) | taken
    board &= ~(seen & ~single)

    minis, several = fold(board, CELL)
    minis &= MINI_ROWS
    several &= MINI_ROWS
    rows, rows_in_two = fold(minis, BOX)
    boxes, boxes_in_two = fold(minis, ROW)
    rows &= ROWS
    boxes &= BOXES
    hidden_rows = rows & ~(rows_in_two | folded(several, BOX))
    hidden_boxes = boxes & ~(boxes_in_two | folded(several, ROW))
    hidden = whole_rows(hidden_rows) | spread(spread(hidden_boxes, CELL), ROW)
    wrong = rows ^ ROWS | boxes ^ BOXES
    # Singles that see each other both stay, and then their house has two.
    wrong |= single_rows & ~hidden_rows | single_boxes & ~hidden_boxes

    # A row's only mini-row with a digit eliminates it from the other mini-rows of its box,
    # and a box's from those of its row.
    only = minis & spread(rows & ~rows_in_two, BOX)
    lost = spread(folded(only, ROW) & BOXES, ROW) & ~only
    only = minis & spread(boxes & ~boxes_in_two, ROW)
    lost |= spread(folded(only, BOX) & ROWS, BOX) & ~only
    lost &= minis
    return board & ~spread(lost, CELL), hidden, wrong, lost


@compiled
def _mini_columns(board: Word) -> tuple[Word, Word, Word]:
    """Return the mini-columns of a lane with a digit; with two places; and alone in a box."""
    minis, several = fold(board, ROW)
    minis &= COLUMNS
    boxes, boxes_in_two = fold(minis, CELL)
    return minis, several & COLUMNS, minis & spread(boxes & ~boxes_in_two & BOXES, CELL)


@compiled
def _beside(only: Word) -> Word:
    """Return the other mini-columns in the boxes of those in `only`."""
    return spread(folded(only, CELL) & BOXES, CELL) & ~only


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
