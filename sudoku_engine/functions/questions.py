"""One function for each question about a puzzle.

Each takes the `puzzle` as a `Grid`, a text in any format, or a file with one puzzle; its `layout`,
or the name of it, for boards that the number of cells does not tell (``9x9+diagonals``); and
`plugins`: files and folders to load for this question. Many questions are faster with one `Engine`.

All raise PuzzleError for a puzzle that cannot be read, PluginError for plugins that cannot be
loaded, and UsageError for unknown names; all are SudokuErrors, whose text is one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from sudoku_engine.api.puzzle import Rating
from sudoku_engine.board.layout import Layout
from sudoku_engine.functions.engine import Engine, Places, Strategies
from sudoku_engine.functions.puzzles import Puzzle
from sudoku_engine.functions.results import BoardStep, SolveResult
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings
from sudoku_engine.solving.verification import Verification


def solve(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    fallback: str | None = "bitboard",
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> SolveResult:
    """Return how `puzzle` is solved: by strategies, simplest first, then by search.

    `puzzle`: a `Grid`, a text in any format, a file with one puzzle, the line of one in it
    (``FILE:LINE``), or rows of digits. `strategies`: ids, families, and functions with
    ``@strategy``, in their order of trial. `fallback`: the solver that fills the rest where they
    get stuck, None for none. `settings`: how the loop proceeds. `layout`: the board or its name, if
    the number of cells does not tell it (``9x9+diagonals``). `plugins`: files and folders to load.
    A puzzle without a solution raises nothing: the `outcome` says so.

    >>> found = solve("12.. 34.. ...1 ..2.")
    >>> found.is_solved, found.grid.line, found.steps[0]
    (True, '1234341223414123', <Naked Single: r2c3=1>)
    """
    with _engine(plugins) as engine:
        return engine.solve(
            puzzle, strategies=strategies, fallback=fallback, settings=settings, layout=layout
        )


def steps(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> list[BoardStep]:
    """Return every step that the `strategies` find on `puzzle` as it stands, simplest first.

    Of steps with the same effect only the simplest is there. The arguments are those of `solve`.
    Raises PuzzleError for a board with a mistake on it.

    >>> steps("12.. 34.. .... ...1", strategies=["naked_single", "naked_pair"])
    [<Naked Single: r2c4=2>, <Naked Single: r4c2=3>]
    """
    with _engine(plugins) as engine:
        return engine.steps(puzzle, strategies=strategies, settings=settings, layout=layout)


def hint(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> BoardStep | None:
    """Return the next step on `puzzle`; None if it is solved or no strategy finds a step.

    The arguments are those of `solve`. Raises PuzzleError for a board with a mistake on it.

    >>> step = hint("12.. 34.. ...1 ..2.")
    >>> step.hint("where"), step.placements
    ('Look at row 2, column 3 and box 2.', (r2c3=1,))
    """
    with _engine(plugins) as engine:
        return engine.hint(puzzle, strategies=strategies, settings=settings, layout=layout)


def rate(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> Rating:
    """Return how hard `puzzle` is: its level, its score, the hardest strategy, their counts.

    The arguments are those of `solve`. Raises PuzzleError unless it has just one solution.

    >>> print(rate("12.. 34.. ...1 ..2."))
    easy  score 40  hardest: Naked Single
    """
    with _engine(plugins) as engine:
        return engine.rate(puzzle, strategies=strategies, layout=layout)


def verify(
    puzzle: Puzzle,
    *,
    solver: str = "bitboard",
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> Verification:
    """Return whether `puzzle` has just one solution, in words and as the number of solutions.

    It is true in conditions if the puzzle is solved or has one solution; `solutions` is 0, 1, 2
    for several, or None if the `solver` cannot say. `puzzle`, `layout`, `plugins`: as for `solve`.

    >>> found = verify("12.. 34.. .... ....")
    >>> bool(found), found.solutions, str(found)
    (False, 2, 'invalid: 2+ solutions')
    """
    with _engine(plugins) as engine:
        return engine.verify(puzzle, solver=solver, layout=layout)


@contextmanager
def _engine(plugins: Places) -> Iterator[Engine]:
    """Yield an engine with `plugins`; without any, the same each time."""
    if isinstance(plugins, tuple) and not plugins:
        yield _usual_engine()
        return
    with Engine(plugins) as engine:
        yield engine


@cache
def _usual_engine() -> Engine:
    return Engine()
