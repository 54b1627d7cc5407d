"""Remove clues from a full board until every clue is needed.

Clues go orbit by orbit, in random order. A *symmetry* of their places is a few turns and
reflections of the square; the cells that they move onto one another form an *orbit*, in which
either all cells or no cells hold a clue. Only places count, not digits, so every board can have
every symmetry, with any boxes. Without symmetry an orbit is one cell.

Each orbit is tried once: a clue that is needed now is still needed when there are fewer. At first
nearly all can go, so many are tried together; if they cannot all go, each half is tried by itself.
The result is the same as if they had been tried one by one.

On boards of more than 9 rows, and with clues of variants, it can take very long to prove that an
orbit can go. There it stays if a bounded search cannot decide, and the last orbits removed come
back until a bounded search proves the whole puzzle.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sudoku_engine import GaveUp, Grid, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.search import Clues, count
from sudoku_engine.search.budget import Budget

Symmetry = Literal[
    "none",
    "rotational",
    "half_turn",
    "quarter_turn",
    "left_right",
    "top_bottom",
    "both_mirrors",
    "diagonal",
    "antidiagonal",
    "both_diagonals",
]
"""The names; `half_turn` is another name for `rotational`."""


class Moves(NamedTuple):
    """The turns and reflections that keep the places of the clues."""

    words: str
    """Their descriptions."""
    places: Sequence[str]
    """Where row r and column c go by each; R and C are counted from the other end."""


MOVES: dict[Symmetry, Moves] = {
    "none": Moves("no move", []),
    "rotational": Moves("a half turn", ["RC"]),
    "half_turn": Moves("a half turn", ["RC"]),
    "quarter_turn": Moves("a quarter turn", ["cR"]),
    "left_right": Moves("a mirror left to right", ["rC"]),
    "top_bottom": Moves("a mirror top to bottom", ["Rc"]),
    "both_mirrors": Moves("mirrors both ways", ["rC", "Rc"]),
    "diagonal": Moves("a mirror along the diagonal", ["cr"]),
    "antidiagonal": Moves("a mirror along the antidiagonal", ["CR"]),
    "both_diagonals": Moves("mirrors along both diagonals", ["cr", "CR"]),
}


def orbits(layout: Layout, symmetry: Symmetry) -> list[int]:
    """Return the orbits of the cells of `layout`, as masks, in the order of their first cells.

    >>> [bin(orbit) for orbit in orbits(Layout.named("4x4"), "quarter_turn")][0]
    '0b1001000000001001'
    """
    found = []
    seen: set[int] = set()
    for cell in layout.cells:
        if cell not in seen:
            orbit = _orbit(cell, layout.n, MOVES[symmetry].places)
            seen |= orbit
            found.append(mask_of(orbit))
    return found


def _orbit(cell: int, n: int, moves: Sequence[str]) -> set[int]:
    """Return the cells to which `moves` take `cell`, one after another."""
    orbit, ahead = {cell}, [cell]
    while ahead:
        row, column = divmod(ahead.pop(), n)
        place = {"r": row, "R": n - 1 - row, "c": column, "C": n - 1 - column}
        for move in moves:
            there = place[move[0]] * n + place[move[1]]
            if there not in orbit:
                orbit.add(there)
                ahead.append(there)
    return orbit


_AT_A_TIME = (27, 9, 3, 3)
"""How many cells of 81 are tried together at first; afterwards orbit by orbit."""

_NODES = 200
"""The most boards that one proof may visit, with more than 9 rows or clues."""

_NODES_IN_ALL = 4000
"""After this many boards in proofs, or on more than 16 rows, further proofs are short."""

_FEW_NODES = {16: 10, 25: 1}
"""The most boards that a short proof may visit, by the largest number of rows."""

_WHOLE = 250
"""The most boards that the proof of the whole puzzle may visit, with more than 9 rows or clues."""

_BACK = 16
"""If that is not enough, this fraction of the cells (1 in …) comes back at a time."""


def is_unique(givens: Grid, nodes: int) -> bool | None:
    """Return whether there is one solution; None if a search of this many `nodes` cannot say."""
    try:
        return count(givens, 2, nodes) == 1
    except GaveUp:
        return None


class Removal:
    """The clues of `solution`, from which orbits are removed."""

    def __init__(self, solution: Grid, kept: int, at_least: int = 0) -> None:
        """Begin with the clues in the cells `kept` (a mask); `at_least` is how many must stay.

        They must have no other solution.
        """
        self.solution = solution
        self.kept = kept
        self.at_least = at_least
        self.unknown = 0
        """How many orbits stayed because a bounded search could not decide."""
        self._clues = Clues(solution)
        self._is_bounded = solution.layout.n > 9 or bool(solution.layout.parts)
        self._spent = 0

    @property
    def count(self) -> int:
        """How many clues are left."""
        return self.kept.bit_count()

    @property
    def puzzle(self) -> Grid:
        """The clues that are left, as a board."""
        digits = self.solution.digits
        left = [digit if self.kept >> cell & 1 else 0 for cell, digit in enumerate(digits)]
        return Grid(self.solution.layout, left)

    def take(self, orbits: Iterable[int]) -> None:
        """Remove those of the `orbits` (masks) that can go, in their order."""
        orbits = list(orbits)
        rest = list(orbits)
        n_orbits = len(rest)
        if self.kept == self.solution.layout.all_cells:
            for share in _AT_A_TIME:
                size = share * n_orbits // 81
                self._take(rest[:size])
                del rest[:size]
        for orbit in rest:
            self._take([orbit])
        if self._is_bounded:
            self._give_back(orbits)

    def _give_back(self, orbits: Sequence[int]) -> None:
        gone = [orbit for orbit in orbits if not orbit & self.kept]
        while gone and not is_unique(self.puzzle, _WHOLE):
            size = len(self.solution.digits) // _BACK
            while gone and size > 0:
                orbit = gone.pop()
                self.kept |= orbit
                self.unknown += 1
                size -= orbit.bit_count()

    def _take(self, orbits: list[int]) -> None:
        """Remove `orbits` together if possible, else those of each half that can go."""
        left_out = sum(orbits)
        kept = self.kept & ~left_out
        can_go: bool | None = False
        if left_out and kept.bit_count() >= self.at_least:
            can_go = self._can_go(kept, left_out)
        if can_go:
            self.kept = kept
        elif len(orbits) > 1:
            middle = len(orbits) // 2
            self._take(orbits[:middle])
            self._take(orbits[middle:])
        elif can_go is None:
            self.unknown += 1

    def _can_go(self, kept: int, left_out: int) -> bool | None:
        budget = Budget(self._nodes())
        try:
            return not self._clues.has_other(kept, left_out, budget)
        except GaveUp:
            return None
        finally:
            self._spent += budget.spent

    def _nodes(self) -> int | None:
        if not self._is_bounded:
            return None
        n = self.solution.layout.n
        if n <= 16 and self._spent < _NODES_IN_ALL:
            return _NODES
        return next(nodes for rows, nodes in _FEW_NODES.items() if n <= rows)
