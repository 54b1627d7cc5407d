"""One round on the whole board: place singles, eliminate locked candidates, find new singles.

When rounds find no more, triads come: which three digits are in a mini-row or a mini-column. A
digit that must be in a mini-row takes one of its three cells. So if three digits must be there, no
other can; and if only three digits can be there, all three must, and they go from the rest of the
row and of the box. The same holds for mini-columns. This finds many naked and hidden subsets, and
costs about as much as a round. tdoku by T. Dillon searches with triads from the start.
"""

from sudoku_plugins.fast.compiled.compiler import Vector, Word, compiled, places_set
from sudoku_plugins.fast.compiled.lanes import (
    BOX,
    BOXES,
    CELL,
    COLUMNS,
    MINI_ROWS,
    ROW,
    ROWS,
    Board,
    at_least,
    common,
    everywhere,
    filled,
    fold,
    folded,
    is_empty,
    joined,
    other_bands,
    spread,
    without,
)

_NEEDED_ROW, _NEEDED_COLUMN = 1, 9
"""How far what must be stands from what can be, where both are counted in one go."""


@compiled
def add_naked_singles(
    board: Board, singles: Board, done: Board, cells: Vector
) -> tuple[bool, Board, Board]:
    """Add to the singles the candidates of the `cells`, which have one each.

    Return whether any single is new, the singles, and all that were done, with them.
    """
    singles = joined(singles, common(board, everywhere(cells)))
    return not is_empty(without(singles, done)), singles, joined(singles, done)


@compiled
def play_round(board: Board, singles: Board, taken: Vector) -> tuple[bool, bool, Board, Board]:
    """Place the singles, eliminate locked candidates, and find the hidden singles to place next.

    `taken` are the cells of the singles. Return whether the board contradicts itself, whether
    locked candidates were eliminated, the board, and the singles.
    """
    by_band = everywhere(taken)
    columns = folded(singles[0] | singles[1] | singles[2], ROW) & COLUMNS
    a, hidden_a, wrong_a, locked_a = _rows_and_boxes(board[0], singles[0], columns, by_band[0])
    b, hidden_b, wrong_b, locked_b = _rows_and_boxes(board[1], singles[1], columns, by_band[1])
    c, hidden_c, wrong_c, locked_c = _rows_and_boxes(board[2], singles[2], columns, by_band[2])
    minis_a, minis_b, minis_c = _mini_columns(a), _mini_columns(b), _mini_columns(c)
    hidden, wrong = _columns(columns, minis_a, minis_b, minis_c)
    lost_a = _locked_columns(minis_a, minis_b, minis_c)
    lost_b = _locked_columns(minis_b, minis_a, minis_c)
    lost_c = _locked_columns(minis_c, minis_a, minis_b)
    a, b, c = a & ~spread(lost_a, ROW), b & ~spread(lost_b, ROW), c & ~spread(lost_c, ROW)

    # The bands of digit 9 stand side by side.
    second, third = other_bands(singles[3])
    columns_9 = folded(singles[3] | second | third, ROW) & COLUMNS
    ninth, hidden_9, wrong_9, locked_9 = _rows_and_boxes(board[3], singles[3], columns_9, taken)
    minis_9 = _mini_columns(ninth)
    second, third = other_bands(minis_9[0])
    several, several_next = other_bands(minis_9[1])
    only, only_next = other_bands(minis_9[2])
    minis_next, minis_third = (second, several, only), (third, several_next, only_next)
    found, mistaken = _columns(columns_9, minis_9, minis_next, minis_third)
    lost = _locked_columns(minis_9, minis_next, minis_third)
    ninth &= ~spread(lost, ROW)
    board = a, b, c, ninth
    singles = (
        a & (hidden_a | hidden),
        b & (hidden_b | hidden),
        c & (hidden_c | hidden),
        ninth & (hidden_9 | found),
    )
    is_wrong = not is_empty((wrong_a | wrong, wrong_b, wrong_c, wrong_9 | mistaken))
    locked = locked_a | lost_a, locked_b | lost_b, locked_c | lost_c, locked_9 | lost
    return is_wrong, not is_empty(locked), board, singles


Minis = tuple[Vector, Vector, Vector]
"""The mini-columns with a digit; with two places for it; and those that are alone in a box."""


@compiled
def _rows_and_boxes(
    board: Vector, single: Vector, single_columns: Vector, taken: Vector
) -> tuple[Vector, Vector, Vector, Vector]:
    """Place the singles of a band; then treat its rows and boxes, which it holds whole.

    Return the band, the cells of rows and boxes with one place for a digit, the houses in which
    something is wrong, and the mini-rows with locked candidates.
    """
    # A single eliminates its digit from its houses, and all others from its cell.
    minis = folded(single, CELL) & MINI_ROWS
    single_rows = folded(minis, BOX) & ROWS
    single_boxes = folded(minis, ROW) & BOXES
    columns = single_columns | filled(single_boxes, BOX)
    seen = filled(single_rows, ROW) | spread(columns, ROW) | taken
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
    hidden = filled(hidden_rows, ROW) | spread(filled(hidden_boxes, BOX), ROW)
    wrong = rows ^ ROWS | boxes ^ BOXES
    # Singles that see each other both stay, and then their house has two.
    wrong |= single_rows & ~hidden_rows | single_boxes & ~hidden_boxes

    # A row's only mini-row with a digit eliminates it from the other mini-rows of its box,
    # and a box's from those of its row.
    only = minis & filled(rows & ~rows_in_two, ROW)
    lost = spread(folded(only, ROW) & BOXES, ROW) & ~only
    only = minis & spread(boxes & ~boxes_in_two, ROW)
    lost |= filled(folded(only, BOX) & ROWS, ROW) & ~only
    lost &= minis
    return board & ~filled(lost, BOX), hidden, wrong, lost


@compiled
def _mini_columns(band: Vector) -> Minis:
    minis, several = fold(band, ROW)
    minis &= COLUMNS
    return minis, several & COLUMNS, minis & _alone_in_box(minis)


@compiled
def _alone_in_box(minis: Vector) -> Vector:
    """Return the mini-columns of the boxes in which only one of the `minis` is."""
    boxes, boxes_in_two = fold(minis, CELL)
    return filled(boxes & ~boxes_in_two & BOXES, BOX)


@compiled
def _columns(single_columns: Vector, a: Minis, b: Minis, c: Minis) -> tuple[Vector, Vector]:
    """Return the cells of columns with one place for a digit, and the columns that are wrong."""
    columns = a[0] | b[0] | c[0]
    several = a[1] | b[1] | c[1] | a[0] & b[0] | (a[0] | b[0]) & c[0]
    wrong = columns ^ COLUMNS | single_columns & several
    return spread(columns & ~several, ROW), wrong


@compiled
def _locked_columns(minis: Minis, others: Minis, more: Minis) -> Vector:
    """Return the mini-columns of a band with locked candidates; the others are of other bands."""
    only = minis[0] & ~(others[0] | more[0])
    return minis[0] & (_beside(only) | others[2] | more[2])


@compiled
def _beside(only: Vector) -> Vector:
    """Return the other mini-columns in the boxes of those in `only`."""
    return filled(folded(only, CELL) & BOXES, BOX) & ~only


@compiled
def play_triads(board: Board) -> tuple[bool, bool, Board]:
    """Eliminate what triads rule out.

    Return whether the board contradicts itself, whether something was eliminated, and the board.
    """
    rows_a, rows_b, rows_c = _mini_rows(board[0]), _mini_rows(board[1]), _mini_rows(board[2])
    rows_9 = _mini_rows(board[3])
    wrong_rows, needed_rows, full_rows = _triads(
        (rows_a, rows_b, rows_c, rows_9), _NEEDED_ROW, MINI_ROWS
    )
    a = folded(board[0], ROW) & COLUMNS
    b = folded(board[1], ROW) & COLUMNS
    c = folded(board[2], ROW) & COLUMNS
    ninth = folded(board[3], ROW) & COLUMNS
    second, third = other_bands(ninth)
    columns_a, columns_b = _with_needed(a, b | c), _with_needed(b, a | c)
    columns_c, columns_9 = _with_needed(c, a | b), _with_needed(ninth, second | third)
    wrong_columns, needed_columns, full_columns = _triads(
        (columns_a, columns_b, columns_c, columns_9), _NEEDED_COLUMN, COLUMNS
    )
    if places_set(wrong_rows | wrong_columns) != Word(0):
        return True, False, board
    needed, full = everywhere(needed_rows), everywhere(full_rows)
    needed_in, full_in = everywhere(needed_columns), everywhere(full_columns)
    full_a, full_b, full_c = full_in[0] & a, full_in[1] & b, full_in[2] & c
    full_9 = full_in[3] & ninth
    second, third = other_bands(full_9)
    lost = (
        _lost_rows(rows_a, needed[0], full[0])
        | _lost_columns(columns_a, needed_in[0], full_a, full_b | full_c),
        _lost_rows(rows_b, needed[1], full[1])
        | _lost_columns(columns_b, needed_in[1], full_b, full_a | full_c),
        _lost_rows(rows_c, needed[2], full[2])
        | _lost_columns(columns_c, needed_in[2], full_c, full_a | full_b),
        _lost_rows(rows_9, needed[3], full[3])
        | _lost_columns(columns_9, needed_in[3], full_9, second | third),
    )
    return False, not is_empty(common(board, lost)), without(board, lost)


@compiled
def _mini_rows(band: Vector) -> Vector:
    """Return the mini-rows with a digit, and beside them those in which it must be."""
    minis = folded(band, CELL) & MINI_ROWS
    rows, rows_in_two = fold(minis, BOX)
    boxes, boxes_in_two = fold(minis, ROW)
    only = filled(rows & ~rows_in_two & ROWS, ROW) | spread(boxes & ~boxes_in_two & BOXES, ROW)
    return minis | (minis & only) << _NEEDED_ROW


@compiled
def _with_needed(minis: Vector, elsewhere: Vector) -> Vector:
    """Return the mini-columns with a digit, and beside them those in which it must be."""
    return minis | (minis & (~elsewhere | _alone_in_box(minis))) << _NEEDED_COLUMN


@compiled
def _triads(minis: Board, by: int, firsts: int) -> tuple[Vector, Vector, Vector]:
    """Return the minis that cannot be; that need three digits; and that have only three."""
    _, _, three, four = at_least(minis)
    just_three = three & ~four
    return (four >> by | ~three) & firsts, just_three >> by & firsts, just_three & firsts


@compiled
def _lost_rows(minis: Vector, needed: Vector, full: Vector) -> Vector:
    """Return the cells from which the triads in mini-rows eliminate a digit."""
    full &= minis
    lost = needed & ~(minis >> _NEEDED_ROW)
    lost |= spread(folded(full, ROW) & BOXES, ROW) & ~full
    lost |= filled(folded(full, BOX) & ROWS, ROW) & ~full
    return filled(lost & MINI_ROWS, BOX)


@compiled
def _lost_columns(minis: Vector, needed: Vector, full: Vector, elsewhere: Vector) -> Vector:
    """Return the cells from which the triads in mini-columns eliminate a digit.

    `full` are the mini-columns of three candidates with the digit, `elsewhere` in other bands.
    """
    return spread(needed & ~(minis >> _NEEDED_COLUMN) | elsewhere & ~full | _beside(full), ROW)
