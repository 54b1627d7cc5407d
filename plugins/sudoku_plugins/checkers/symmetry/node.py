"""A node of the search: a board, its pinned clues and its colours.

A candidate for the next pin is a clue with its two lines in an order: (first line, second line,
digit). On most boards the colours of rows and columns differ and decide the order; if they do
not, the sides may be exchanged, and each clue is a candidate in both orders.

Colour refinement: distinguish lines and digits by what they cross.

Every line and every digit has a colour, a number. In a round each line adds up, over its
clues, colour of the crossing line times colour of the digit; each digit adds up, over its
clues, colour of the row times colour of the column. Then each line adds the colours of its chute
and its side. Different colours stay different; rounds go on as long as they add colours.

Two boards of one class get the same colours, line for line, since no round uses anything
that a transformation changes: not the place of a line, not the name of a digit. So different
colours prove that no transformation takes one line to the other. Equal colours prove nothing.
If refinement stops too early, the search pins a clue: it sets new colours for the clue's lines and
its digit and refines again (individualisation and refinement; B. D. McKay
and A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60, 2014).

Colours are remainders modulo a prime, so they are the same on every machine and Python, which
`hash()` does not promise. Rarely, two lines share a colour by chance. Then a round has missed a
difference: that costs time, but the answer is never wrong.

Lines of dense boards are distinguished by the cycles between two lines of a chute. On a full grid
refinement sees nothing: every line has every digit once. But two rows of a band make a permutation:
it takes each digit of one row to the digit below or above it in the other. The lengths of its
cycles do not depend on the places of columns or the names of digits, and differ much from pair to
pair. Blanks leave paths besides the cycles, and these have lengths too.

No line may have a repeated digit; else the digits would not make a permutation, and the
result would depend on the order of the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from operator import eq
from typing import NamedTuple

from sudoku_engine.board.layout import LARGEST
from sudoku_plugins.checkers.symmetry.placement import Clue, CluedBoard

PRIME = (1 << 30) - 35  # a colour fits in one digit of Python's ints, so products are fast
# Any large numbers would work; these are decimals of well-known irrational numbers.
_OLD, _CHUTE, _SIDE = 683_224_741, 414_213_563, 259_921_049
_FIRST, _SECOND, _DIGIT = 732_050_807, 236_067_977, 645_751_311

# Reciprocals: sums or products of a few of them are hardly ever equal by chance.
_LINE_STARTS = [0] + [pow(count + 161_803_398, -1, PRIME) for count in range(1, LARGEST + 1)]
_DIGIT_STARTS = [pow(count + 271_828_182, -1, PRIME) for count in range(LARGEST**2 + 1)]
_COLUMN_START = 577_215_665


class Colours(NamedTuple):
    """A colour for each line and for each digit.

    A line without clues keeps colour 0: it crosses nothing, so such lines of a chute are alike.
    """

    lines: list[int]
    digits: list[int]
    """The colours of the digits; the colour of 0 has no meaning."""
    trace: tuple[int, ...] = ()
    """The sum of all colours after each round: the same for all copies of a board."""


def first_colours(board: CluedBoard) -> Colours:
    """Return the colours that follow from counting clues, refined."""
    lines = [_LINE_STARTS[count] for count in board.line_counts]
    if not board.shape.has_square_boxes:  # rows and columns are never exchanged
        n = board.shape.n
        lines[n:] = [colour * _COLUMN_START % PRIME for colour in lines[n:]]
    digits = [_DIGIT_STARTS[count] for count in board.digit_counts]
    return refined(board, lines, digits)


def pinned(
    board: CluedBoard, colours: Colours, clue: Clue, model: tuple[int, ...] | None = None
) -> Colours:
    """Return the `colours` refined with new ones for the lines and the digit of `clue`.

    `clue`: two crossing lines, whose order counts, and a digit. `model` as for `refined`.
    """
    first, second, digit = clue
    lines = colours.lines.copy()
    digits = colours.digits.copy()
    lines[first] = (lines[first] + _FIRST) % PRIME
    lines[second] = (lines[second] + _SECOND) % PRIME
    digits[digit] = (digits[digit] + _DIGIT) % PRIME
    return refined(board, lines, digits, model)


def refined(
    board: CluedBoard, lines: list[int], digits: list[int], model: tuple[int, ...] | None = None
) -> Colours:
    """Return the colours after all rounds that distinguish more `lines` or `digits`.

    `model`: the trace required; the rounds also end as soon as the trace differs.
    """
    clues, n_colours = board.clues, board.n_colours
    told_apart = len(set(lines)) + len(set(digits))
    trace: list[int] = []
    while True:
        crossed = [0] * len(lines)
        seen = [0] * len(digits)
        for row, column, digit in clues:
            row_colour = lines[row]
            column_colour = lines[column]
            digit_colour = digits[digit]
            crossed[row] += column_colour * digit_colour
            crossed[column] += row_colour * digit_colour
            seen[digit] += row_colour * column_colour
        digits = [(old * _OLD + new) % PRIME for old, new in zip(digits, seen)]
        lines = _with_chutes(board, [(x * _OLD + new) % PRIME for x, new in zip(lines, crossed)])
        trace.append(sum(lines) + sum(digits))
        if model is not None and trace[-1] != model[len(trace) - 1]:
            break
        n_lines = len(set(lines))
        if n_lines == n_colours:
            break
        now = n_lines + len(set(digits))
        if now <= told_apart or (model is not None and len(trace) == len(model)):
            break
        told_apart = now
    return Colours(lines, digits, tuple(trace))


def _with_chutes(board: CluedBoard, lines: list[int]) -> list[int]:
    """Return the colours of `lines` after adding to each those of its chute and side.

    Squares, as plain sums would not depend on how the clues are spread over the lines of
    the chute.
    """
    shape = board.shape
    n, (height, width) = shape.n, shape.chute_sizes
    squares = [colour * colour for colour in lines]
    factors = _side(zip(*[iter(squares[:n])] * height)) + _side(zip(*[iter(squares[n:])] * width))
    return [colour * factors[chute] % PRIME for colour, chute in zip(lines, shape.chute_of)]


def _side(chutes: Iterable[tuple[int, ...]]) -> list[int]:
    """Return a number for each of the `chutes` of a side, by its own lines and the others'."""
    sums = [sum(chute) % PRIME for chute in chutes]
    whole = sum([chute * chute for chute in sums]) * _SIDE
    return [(chute * _CHUTE + whole) % PRIME for chute in sums]


_DENSE = 5 / 9
"""The smallest share of filled cells for which cycles are worth their time."""
_LINE, _LENGTH = 605_551_275, 472_135_955


def have_cycles(board: CluedBoard) -> bool:
    """Return whether cycles are worth their time: a dense board, no digit twice in a line."""
    n_clues = len(board.clues)
    return (
        n_clues >= _DENSE * board.shape.n**2
        and len({(row, digit) for row, _, digit in board.clues}) == n_clues
        and len({(column, digit) for _, column, digit in board.clues}) == n_clues
    )


def told_apart_by_cycles(board: CluedBoard, colours: Colours) -> Colours:
    """Return the `colours` after adding to each line its cycles with others of its chute."""
    shape = board.shape
    n = shape.n
    rows = [[0] * n for _ in range(n)]
    columns = [[0] * n for _ in range(n)]
    for row, column, digit in board.clues:
        rows[row][column - n] = columns[column - n][row] = digit
    contents = rows + columns
    lines = [colour * _LINE for colour in colours.lines]
    for chute in shape.chutes:
        for one, other in combinations(chute, 2):
            lengths = cycle_lengths(contents[one], contents[other])
            lines[one] += lengths
            lines[other] += lengths
    return refined(board, [colour % PRIME for colour in lines], colours.digits)


def cycle_lengths(one: list[int], other: list[int]) -> int:
    """Return a number for the lengths of the cycles and paths between two lines, in either order.

    It counts the digits that come back to themselves in 2, 3 and 4 steps, and those whose
    path ends by then. For nine digits that distinguishes all kinds of permutation without a
    fixed digit.
    """
    once = [0] * (len(one) + 1)
    for digit, across in zip(one, other):
        once[digit] = across
    once[0] = 0  # the end of a path goes to itself
    twice = [once[digit] for digit in once]
    thrice = [once[digit] for digit in twice]
    four_times = [twice[digit] for digit in twice]
    number = 0
    for reached in (twice, thrice, four_times):
        returning = sum(map(eq, reached, range(len(reached))))
        number = (number << 10) + (returning << 5) + reached.count(0)
    return pow(number + _LENGTH, 3, PRIME)


ColourTriple = tuple[int, int, int]
Classes = dict[ColourTriple, list[Clue]]


class Node:
    """A board with the colours that follow from its `pins`."""

    __slots__ = ("_children", "_classes", "board", "colours", "is_settled", "pins")

    def __init__(self, board: CluedBoard, colours: Colours, pins: tuple[Clue, ...] = ()) -> None:
        self.board = board
        self.colours = colours
        self.pins = pins
        self._children: dict[Clue, Node] = {}
        self._classes: Classes | None = None
        self.is_settled = len(set(colours.lines)) == board.n_colours
        """Whether no two busy lines share a colour, so colours decide where each line goes."""

    @classmethod
    def first(cls, board: CluedBoard) -> Node:
        """Return the node of `board` without pins."""
        node = cls(board, first_colours(board))
        if node.is_settled or not have_cycles(board):
            return node
        return cls(board, told_apart_by_cycles(board, node.colours))

    def pinning(self, clue: Clue) -> Node:
        """Return the node with the candidate `clue` pinned too; it is cached."""
        child = self._children.get(clue)
        if child is None:
            colours = pinned(self.board, self.colours, clue)
            child = self._children[clue] = Node(self.board, colours, (*self.pins, clue))
        return child

    def pinning_like(self, model: Node, clue: Clue) -> Node | None:
        """Return the node with `clue` pinned too; None if it is not a copy of `model`."""
        trace = model.colours.trace
        colours = pinned(self.board, self.colours, clue, trace)
        if colours.trace != trace:
            return None
        return Node(self.board, colours, (*self.pins, clue))

    def class_to_pin(self) -> tuple[ColourTriple, list[Clue]] | None:
        """Return the class of candidates to pin next, its colours and members; None at a leaf.

        It is the largest with two members or more, of several the one with the least colours, so
        the choice depends only on colours. The smallest class would mean fewer pins to try, but on
        regular boards a wrong pin is then found only many pins later, when the larger classes are
        decided: the search took up to fifty times as long.
        """
        if self.is_settled:
            return None
        classes = self.classes()
        shared = [(-len(members), key) for key, members in classes.items() if len(members) > 1]
        key = min(shared)[1] if shared else self._chance_meeting(classes)
        return (key, classes[key]) if key else None

    def classes(self) -> Classes:
        """Return the candidates that are not pinned yet, by their colours."""
        if self._classes is not None:
            return self._classes
        classes = self._classes = {}
        lines, digits, _ = self.colours
        done = {(*sorted(pin[:2]), pin[2]) for pin in self.pins}
        for clue in self.board.clues:
            if clue in done:
                continue
            row, column, digit = clue
            row_colour, column_colour, digit_colour = lines[row], lines[column], digits[digit]
            if row_colour <= column_colour:
                key = (row_colour, column_colour, digit_colour)
                classes.setdefault(key, []).append(clue)
            if column_colour <= row_colour:
                key = (column_colour, row_colour, digit_colour)
                classes.setdefault(key, []).append((column, row, digit))
        return classes

    def busy_lines(self) -> list[int]:
        """Return the busy lines of a leaf in an order that depends only on colours and pins.

        By colour; lines with equal colours by chance are pinned at a leaf, and keep their order.
        """
        lines = [line for pin in self.pins for line in pin[:2]]
        return sorted(dict.fromkeys(lines + self.board.busy), key=self.colours.lines.__getitem__)

    def _chance_meeting(self, classes: Classes) -> ColourTriple | None:
        """Return the least class with a line that shares its colour by chance.

        Normally two busy lines share a colour only if their clues do too.
        """
        lines = self.colours.lines
        met = [key for key in classes if lines.count(key[0]) > 1 or lines.count(key[1]) > 1]
        return min(met, default=None)


class Orbits:
    """Sets of candidates, joined as symmetries become known."""

    def __init__(self, candidates: Sequence[Clue]) -> None:
        """Begin with each of the `candidates` in its own orbit."""
        self._orbits = {clue: {clue} for clue in candidates}
        self.tried: set[Clue] = set()
        """Candidates that were pinned."""

    def size(self, clue: Clue) -> int:
        """Return the number of candidates to which known symmetries take `clue`."""
        return len(self._orbits[clue])

    def is_tried(self, clue: Clue) -> bool:
        """Return whether known symmetries take a tried candidate to `clue`."""
        return not self.tried.isdisjoint(self._orbits[clue])

    def join(self, lines: Sequence[int], digits: Sequence[int]) -> None:
        """Add the symmetry that takes line i to ``lines[i]``, digits likewise."""
        for first, second, digit in self._orbits:
            orbit = self._orbits[first, second, digit]
            other = self._orbits[lines[first], lines[second], digits[digit]]
            if other is not orbit:
                orbit |= other
                self._orbits.update(dict.fromkeys(other, orbit))
