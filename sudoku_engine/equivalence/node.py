"""A node of the search: a board, its colours, and the clues pinned on the way to them.

A candidate for the next pin is a clue with its two lines in an order: (first line, second line,
digit). On most boards the colours of rows and columns differ and give the order; where they do
not, the sides may change places, and each clue is a candidate both ways.
"""

from __future__ import annotations

from sudoku_engine.equivalence.board import Board, Clue
from sudoku_engine.equivalence.cycles import have_cycles, told_apart_by_cycles
from sudoku_engine.equivalence.refinement import Colours, first_colours, pinned

ColourTriple = tuple[int, int, int]


class Node:
    """A board with the colours that follow from its `pins`."""

    __slots__ = ("board", "colours", "is_settled", "pins")

    def __init__(self, board: Board, colours: Colours, pins: tuple[Clue, ...] = ()) -> None:
        self.board = board
        self.colours = colours
        self.pins = pins
        self.is_settled = len(set(colours.lines)) == board.n_colours
        """Whether no two busy lines share a colour, so that colours say what goes where."""

    @classmethod
    def first(cls, board: Board) -> Node:
        """The node of `board` without pins."""
        node = cls(board, first_colours(board))
        if node.is_settled or not have_cycles(board):
            return node
        return cls(board, told_apart_by_cycles(board, node.colours))

    def pinning(self, clue: Clue) -> Node:
        """The node with the candidate `clue` pinned too."""
        return Node(self.board, pinned(self.board, self.colours, clue), (*self.pins, clue))

    @property
    def key(self) -> tuple[list[int], list[int]]:
        """What is the same for two nodes where a transformation takes one to the other."""
        return sorted(self.colours.lines), sorted(self.colours.digits)

    def smallest_class(self) -> tuple[ColourTriple, list[Clue]] | None:
        """The class of candidates to pin next, its colours and members; None at a leaf.

        It is the smallest with two members or more, of several the one with the least colours:
        a choice that hangs on nothing but colours.
        """
        if self.is_settled:
            return None
        classes = self.classes()
        shared = [(len(members), key) for key, members in classes.items() if len(members) > 1]
        key = min(shared)[1] if shared else self._chance_meeting(classes)
        return (key, classes[key]) if key else None

    def classes(self) -> dict[ColourTriple, list[Clue]]:
        """The candidates that are not pinned yet, by their colours."""
        lines, digits = self.colours
        classes: dict[ColourTriple, list[Clue]] = {}
        for row, column, digit in self._unpinned():
            row_colour, column_colour, digit_colour = lines[row], lines[column], digits[digit]
            if row_colour <= column_colour:
                key = (row_colour, column_colour, digit_colour)
                classes.setdefault(key, []).append((row, column, digit))
            if column_colour <= row_colour:
                key = (column_colour, row_colour, digit_colour)
                classes.setdefault(key, []).append((column, row, digit))
        return classes

    def busy_lines(self) -> list[int]:
        """The busy lines of a leaf in an order that hangs on nothing but colours and pins.

        By colour; lines whose colours met by chance are pinned at a leaf, and stay as they were.
        """
        lines = [line for pin in self.pins for line in pin[:2]]
        return sorted(dict.fromkeys(lines + self.board.busy), key=self.colours.lines.__getitem__)

    def _unpinned(self) -> list[Clue]:
        clues = self.board.clues
        if not self.pins:
            return clues
        done = {(*sorted(lines), digit) for *lines, digit in self.pins}
        return [clue for clue in clues if clue not in done]

    def _chance_meeting(self, classes: dict[ColourTriple, list[Clue]]) -> ColourTriple | None:
        """The least class with a line whose colour another line has by chance.

        By right two busy lines share a colour only where their clues do too.
        """
        lines = self.colours.lines
        met = [key for key in classes if lines.count(key[0]) > 1 or lines.count(key[1]) > 1]
        return min(met, default=None)
