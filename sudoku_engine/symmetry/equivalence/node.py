"""A node of the search: a board, its pinned clues and its colours.

A candidate for the next pin is a clue with its two lines in an order: (first line, second line,
digit). On most boards the colours of rows and columns differ and decide the order; if they do
not, the sides may be exchanged, and each clue is a candidate in both orders.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.symmetry.equivalence.board import Clue, CluedBoard
from sudoku_engine.symmetry.equivalence.refinement import (
    Colours,
    first_colours,
    have_cycles,
    pinned,
    told_apart_by_cycles,
)

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
