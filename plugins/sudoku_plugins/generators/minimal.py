"""Minimal, symmetric: one solution, and no unnecessary clue, or orbit of clues.

A random full board loses its clues one after another, as long as the others still allow only one
solution. In the end every clue is needed. On the classic board 24 or 25 are left most often, hardly
ever fewer than 22.

For a requested number of clues the removal stops there, or tries other boards if it ends with
too many. A walk finds far fewer than 22: remove one clue of the best puzzle so far, and find one of
the new solutions that has a digit in some cell which no other solution has there; make that
digit a clue. So there are as many clues as before, but perhaps not all of them
are needed now. Puzzles with few clues have neighbours with few clues.

For a requested pattern see `clue_patterns`.
"""

import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from sudoku_engine import GaveUp, Grid, Layout, Puzzle
from sudoku_engine.board.masks import bits
from sudoku_engine.errors import UsageError
from sudoku_engine.randomness import chosen, shuffled
from sudoku_engine.search import full_board, packed_solutions, unpacked
from sudoku_plugins.generators.clue_patterns import FEWEST_ON_9X9, filled, read_pattern
from sudoku_plugins.generators.removal import MOVES, Removal, Symmetry, orbits

_BOARDS = 500
"""How many boards are tried for a number of clues, with up to 9 rows."""

_SOLUTIONS = 500
"""The number of solutions from which one is chosen."""


class Minimal:
    """Removes clues until every clue is needed."""

    id = "minimal"
    name = "Minimal"

    def generate(
        self,
        rng: random.Random,
        layout: Layout,
        *,
        symmetry: Symmetry = "none",
        clues: int | None = None,
        pattern: Path | None = None,
    ) -> Puzzle:
        """Return a puzzle with one solution and no unnecessary clue.

        `symmetry`: of the places of the clues; then no orbit is unnecessary. `clues`: their
        number, or as few more as the symmetry allows; then some may be unnecessary.
        `pattern`: a file with a drawing of their places. Raises GaveUp if it finds no puzzle.
        """
        if pattern is None:
            return reduced(rng, layout, symmetry, clues)
        if symmetry != "none" or clues is not None:
            raise UsageError("a pattern says where the clues are: leave out symmetry and clues")
        return filled(rng, layout, read_pattern(pattern, layout))


class Symmetric:
    """Removes clues in symmetric places until every orbit is needed.

    It works as `minimal` does, but clues that a symmetry moves onto one another go together or
    not at all. So a single clue may be unnecessary for the solution; a whole orbit never is.
    """

    id = "symmetric"
    name = "Symmetric"

    def generate(
        self,
        rng: random.Random,
        layout: Layout,
        *,
        symmetry: Symmetry = "rotational",
        clues: int | None = None,
    ) -> Puzzle:
        """Return a puzzle with one solution, symmetric clues, and no unnecessary orbit of them.

        `symmetry` and `clues` as in `minimal`; raises GaveUp if it finds no puzzle.
        """
        return reduced(rng, layout, symmetry, clues)


def reduced(rng: random.Random, layout: Layout, symmetry: Symmetry, clues: int | None) -> Puzzle:
    """Return a puzzle whose clues have the `symmetry`, as few as possible or as requested."""
    places = orbits(layout, symmetry)
    if clues is None:
        removal = Removal(full_board(rng, layout), layout.all_cells)
        removal.take(shuffled(rng, places))
        return _puzzle(removal, symmetry)
    number = reachable(clues, places, layout)
    return _puzzle(_with_number(rng, layout, places, number), symmetry, number)


def reachable(clues: int, places: Sequence[int], layout: Layout) -> int:
    """Return the smallest number from `clues` on that orbits add up to; raises UsageError."""
    fewest = FEWEST_ON_9X9 if layout is Layout.named("9x9") else layout.n - 1
    if not fewest <= clues <= len(layout.cells):
        raise UsageError(f"clues must be from {fewest} to {len(layout.cells)}, not {clues}")
    sums = 1
    for orbit in places:
        sums |= sums << orbit.bit_count()
    return next(number for number in range(clues, len(layout.cells) + 1) if sums >> number & 1)


def _with_number(rng: random.Random, layout: Layout, places: list[int], number: int) -> Removal:
    boards = max(1, min(_BOARDS, _BOARDS * 9**6 // layout.n**6))
    best: Removal | None = None
    for _ in range(boards):
        removal = None
        if best and len(places) == len(layout.cells):
            removal = _neighbour(rng, best)
        if removal is None:
            removal = Removal(full_board(rng, layout), layout.all_cells, number)
        removal.take(place for place in shuffled(rng, places) if place & removal.kept)
        if removal.count == number:
            return removal
        if best is None or removal.count <= best.count:
            best = removal
    assert best
    raise GaveUp(f"of {boards} boards the one with the fewest clues has {best.count}, not {number}")


def _neighbour(rng: random.Random, removal: Removal) -> Removal | None:
    layout = removal.solution.layout
    n_cells = len(layout.cells)
    gone = chosen(rng, list(bits(removal.kept)))
    digits = list(removal.puzzle.digits)
    digits[gone] = 0
    once = twice = 0
    n_solutions = 0
    for packed in islice(packed_solutions(Grid(layout, digits)), _SOLUTIONS):
        twice |= once & packed
        once |= packed
        n_solutions += 1
    alone = [bit for bit in bits(once & ~twice) if bit % n_cells != gone]
    if n_solutions == _SOLUTIONS or not alone:
        return None
    index, cell = divmod(chosen(rng, alone), n_cells)
    digits[cell] = index + 1
    solved = next(packed_solutions(Grid(layout, digits)))
    solution = Grid(layout, unpacked(solved, layout))
    kept = removal.kept ^ 1 << gone | 1 << cell
    return Removal(solution, kept, removal.at_least)


def _puzzle(removal: Removal, symmetry: Symmetry, number: int | None = None) -> Puzzle:
    words = [f"{removal.count} clues"]
    if symmetry != "none":
        words.append(f"their places kept by {MOVES[symmetry].words}")
    if removal.unknown:
        words.append(f"not proved minimal: {removal.unknown} questions took too long")
    elif number is None:
        words.append("all needed" if symmetry == "none" else "each symmetric set needed")
    else:
        words.append("as requested, perhaps not all needed")
    return Puzzle(removal.puzzle, removal.solution, "; ".join(words))


MINIMAL = Minimal()
SYMMETRIC = Symmetric()
