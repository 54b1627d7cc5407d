"""Whether two boards are alike, moves of a board, and the form that all its copies share."""

from __future__ import annotations

from random import Random

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.words import brief
from sudoku_engine.engine import Engine, Places, engine_for
from sudoku_engine.errors import ArgumentError, require_word, warn
from sudoku_engine.formats.given import Puzzle, grid_of
from sudoku_plugins.checkers.comparison import Comparison, answers_of, in_signs_of
from sudoku_plugins.checkers.symmetry.equivalence import ORDERS, Canonical
from sudoku_plugins.checkers.symmetry.moves import Move, move_in
from sudoku_plugins.checkers.symmetry.transformation import Transformation


def compare(
    one: Puzzle,
    other: Puzzle,
    *,
    checker: str = "canonical",
    layout: Layout | str | None = None,
    plugins: Places | Engine = (),
) -> Comparison:
    """Return whether `one` can be turned into the `other`, and by which moves.

    The result is true in conditions if it can. `checker`: the id of the checker that decides.

    >>> found = compare("12.. 3... .... ....", "..31 ...2 .... ....")
    >>> bool(found), str(found.moves[0])
    (True, 'swap stacks 1 and 2')
    """
    with engine_for(plugins) as engine:
        source = grid_of(one, layout)
        target = in_signs_of(source, grid_of(other, layout))
        (answer,) = answers_of([engine.registry.find("checker", checker)], source, target)
        if answer.fault:
            warn(str(answer.fault))
        return Comparison(source, target, answer)


def transform(
    puzzle: Puzzle,
    *moves: Move | Transformation | str,
    seed: int | str | None = None,
    layout: Layout | str | None = None,
) -> Grid:
    """Return the board after the `moves` on `puzzle`, one after another.

    A move is a text as on the command line (``rotate 90``, ``swap rows 1 2``, ``transpose``,
    ``reflect left-right``, ``relabel 1=2,2=1``, or ``random``, which is the same for the same
    `seed`), one of `Comparison.moves`, or a `Transformation`. Raises LayoutError for a move that
    the board does not allow.

    >>> transform("12.. 3... .... ....", "rotate 90", "relabel 1=4,4=1")
    Grid.parse('..34...2........')
    """
    grid, rng = grid_of(puzzle, layout), Random(seed)
    for move in moves:
        if move == "random":
            move = Transformation.random(rng, grid.layout)
        elif isinstance(move, str):
            move = move_in(move, grid.layout.own_signs or SYMBOLS)
        elif not isinstance(move, (Move, Transformation)):
            raise ArgumentError(f"a move is a text such as 'rotate 90', not {brief(move)}")
        grid = move.grid(grid)
    return grid


def canonical(
    puzzle: Puzzle, *, order: str = "refinement", layout: Layout | str | None = None
) -> Canonical:
    """Return the form that all copies of `puzzle` share: its `line`, its `grid`, its `symmetries`.

    `order`: ``refinement``, which is quick, or ``minlex``, the least as text.

    >>> canonical("12.. 3... .... ....").line == canonical("..31 ...2 .... ....").line
    True
    """
    require_word(order, ORDERS, "order")
    return ORDERS[order](grid_of(puzzle, layout))
