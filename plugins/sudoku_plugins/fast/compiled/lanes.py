"""The classic 9x9 board as vectors of words of 32 bits: names for parts of it.

Legend:
    lane        a word with 27 bits: the cells of a band for one digit,
                bit ``9 * row in the band + column``
    octet       a vector of eight lanes: the digits 1 to 8 in one band
    quartet     a vector of four lanes: something in the first, the second, the third band, and in
                the third once more
    board       an octet for each band, and the quartet of digit 9; a bit is a candidate or a
                placed digit, or a single, or whatever is known of digits in cells
    place       a cell in two words of 64 bits, which are a quartet: ``32 * band + bit``
    desk        one array of words, on which a search keeps what does not fit into the processor
    mini-row    the three cells common to a row and a box; mini-column likewise

So processors need three long vectors and a short one for 27 lanes. The functions here and in
`rounds` treat octets and quartets alike: only shifts and masks, without a table or a branch.

What is known of a house stands in the bit of its first cell. To *fold* is to combine three cells,
or parts of a house, there: `fold` by cell makes mini-rows, by box then rows. To *spread* is the
opposite. A shift may take bits into another house; a mask then removes them.
"""

from sudoku_plugins.fast.compiled.compiler import (
    Vector,
    Word,
    Words,
    compiled,
    octet_at,
    places_set,
    put,
    quartet_at,
    shuffled,
)
from sudoku_plugins.fast.compiled.desk import NINTH, OCTET

ALL = (1 << 27) - 1
ROWS = 0o001_001_001
"""The first cells of the rows; the next ones are those of other houses."""
BOXES = 0o111
COLUMNS = 0o777
MINI_ROWS = 0o111_111_111

CELL, BOX, ROW = 1, 3, 9
"""How far apart the bits of neighbours are: cells, boxes and rows."""

Board = tuple[Vector, Vector, Vector, Vector]
Counts = tuple[Vector, Vector, Vector, Vector]
"""Quartets of the bits that are set for at least one, two, three and four digits."""

# Lanes of octets and quartets, in another order.
_FIRST_HALF, _SECOND_HALF = shuffled(0, 1, 2, 3), shuffled(4, 5, 6, 7)
_FIRST_HALVES, _SECOND_HALVES = shuffled(0, 1, 4, 5), shuffled(2, 3, 6, 7)
_EVEN, _ODD = shuffled(0, 2, 4, 4), shuffled(1, 3, 5, 5)
_FIRST, _SECOND, _THIRD = shuffled(*[0] * 8), shuffled(*[1] * 8), shuffled(*[2] * 8)
_NEXT, _NEXT_BUT_ONE = shuffled(1, 2, 0, 0), shuffled(2, 0, 1, 1)


@compiled
def board_at(desk: Words, first: int) -> Board:
    """Return the board on the desk from the word `first` on."""
    return (
        octet_at(desk, first),
        octet_at(desk, first + OCTET),
        octet_at(desk, first + 2 * OCTET),
        quartet_at(desk, first + NINTH),
    )


@compiled
def put_board(desk: Words, first: int, board: Board) -> None:
    """Put a board on the desk."""
    put(desk, first, board[0])
    put(desk, first + OCTET, board[1])
    put(desk, first + 2 * OCTET, board[2])
    put(desk, first + NINTH, board[3])


@compiled
def everywhere(quartet: Vector) -> Board:
    """Return the board with the cells of a `quartet` for each digit."""
    return _FIRST(quartet, quartet), _SECOND(quartet, quartet), _THIRD(quartet, quartet), quartet


@compiled
def joined(x: Board, y: Board) -> Board:
    """Return what is on either board."""
    return x[0] | y[0], x[1] | y[1], x[2] | y[2], x[3] | y[3]


@compiled
def common(x: Board, y: Board) -> Board:
    """Return what is on both boards."""
    return x[0] & y[0], x[1] & y[1], x[2] & y[2], x[3] & y[3]


@compiled
def without(x: Board, y: Board) -> Board:
    """Return what is on the first board alone."""
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2], x[3] & ~y[3]


@compiled
def is_empty(board: Board) -> bool:
    """Return whether nothing is on the board."""
    return places_set(board[0] | board[1] | board[2]) | places_set(board[3]) == Word(0)


@compiled
def other_bands(quartet: Vector) -> tuple[Vector, Vector]:
    """Return the `quartet` with the next band in the place of each, and the next but one."""
    return _NEXT(quartet, quartet), _NEXT_BUT_ONE(quartet, quartet)


@compiled
def fold(vector: Vector, by: int) -> tuple[Vector, Vector]:
    """Return where at least one of three bits, `by` apart, is set; and where two or more are.

    The answer stands in the place of the first of the three.
    """
    second = vector >> by
    third = vector >> 2 * by
    either = vector | second
    return either | third, vector & second | either & third


@compiled
def folded(vector: Vector, by: int) -> Vector:
    """Return where at least one of three bits, `by` apart, is set."""
    return vector | vector >> by | vector >> 2 * by


@compiled
def spread(vector: Vector, by: int) -> Vector:
    """Return `vector` with each bit repeated twice, `by` apart."""
    return vector | vector << by | vector << 2 * by


@compiled
def filled(firsts: Vector, length: int) -> Vector:
    """Return `length` bits from each of the `firsts` on: all cells of mini-rows, or of rows."""
    return (firsts << length) - firsts


@compiled
def at_least(board: Board) -> Counts:
    """Return the bits that are set for one, two, three and four digits or more.

    The compiler leaves out what is not used of it.
    """
    none = board[3] & 0
    ab = _of_halves(_of_octet(board[0]), _of_octet(board[1]), none)
    c = _of_halves(_of_octet(board[2]), _of_octet(board[2]), none)
    even = _EVEN(ab[0], c[0]), _EVEN(ab[1], c[1]), _EVEN(ab[2], c[2]), _EVEN(ab[3], c[3])
    odd = _ODD(ab[0], c[0]), _ODD(ab[1], c[1]), _ODD(ab[2], c[2]), _ODD(ab[3], c[3])
    return _together(_together(even, odd), (board[3], none, none, none))


@compiled
def _of_octet(octet: Vector) -> tuple[Vector, Vector]:
    """Return the bits that are set in one and both of a lane of an octet and that four on."""
    first, second = _FIRST_HALF(octet, octet), _SECOND_HALF(octet, octet)
    return first | second, first & second


@compiled
def _of_halves(x: tuple[Vector, Vector], y: tuple[Vector, Vector], none: Vector) -> Counts:
    """Return the counts of the two halves of `x` together, then of those of `y`."""
    first = _FIRST_HALVES(x[0], y[0]), _FIRST_HALVES(x[1], y[1]), none, none
    second = _SECOND_HALVES(x[0], y[0]), _SECOND_HALVES(x[1], y[1]), none, none
    return _together(first, second)


@compiled
def _together(x: Counts, y: Counts) -> Counts:
    return (
        x[0] | y[0],
        x[1] | y[1] | x[0] & y[0],
        x[2] | y[2] | x[1] & y[0] | x[0] & y[1],
        x[3] | y[3] | x[2] & y[0] | x[1] & y[1] | x[0] & y[2],
    )
