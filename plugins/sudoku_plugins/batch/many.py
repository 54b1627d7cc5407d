"""Many puzzles from Python: solved, rated or counted, in several processes if wanted.

The work is that of ``sudoku-engine batch``, and so are the names of what comes back, without a
folder of results. A puzzle that cannot be read ends nothing: its result says why.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import brief, listed, require_number
from sudoku_engine.config.config import Chosen, Config
from sudoku_engine.engine import SEARCH_ALONE, Engine, Strategies
from sudoku_engine.errors import ArgumentError, FormatError, SudokuError, UsageError
from sudoku_engine.formats.blocks import N_CELLS, PlainBlock
from sudoku_engine.formats.cells import NO_CELL, PLAIN, is_unclear
from sudoku_engine.formats.given import Puzzle, empty_grid, entry_of
from sudoku_plugins.batch.columns import Status
from sudoku_plugins.batch.job import Executor, Item, Job, Shard, shards
from sudoku_plugins.batch.parcels import parcels
from sudoku_plugins.batch.tasks import work_here, work_in_processes

FEW = 50
"""The puzzles that a process takes at a time, if each takes some milliseconds."""

MANY_AT_ONCE = 1000
"""The same for searches, which take much less."""

SOURCE = "puzzle"
"""The name of the puzzles in messages: ``puzzle:3``."""

FIRST_LINE = "puzzle:1: "
"""The beginning of messages on a text of one line, which is no place in a list."""


class Answer(NamedTuple):
    """How one of many puzzles is solved."""

    puzzle: str | None
    """Its cells in a line; None if it cannot be read."""
    status: Status
    """``ok``; ``error`` if it cannot be read; ``fault`` if a plugin was at fault."""
    why: str | None
    """Why it has no result, or a note on it."""
    solution: str | None = None
    outcome: str | None = None
    """``solved``, ``stuck`` or ``contradiction``."""
    solved_by: str | None = None
    """``strategies``, or ``search`` if a solver filled the rest."""
    n_steps: int | None = None
    counts: Mapping[str, int] | None = None
    """The number of steps of each strategy, by its id."""


class PuzzleRating(NamedTuple):
    """How hard one of many puzzles is; the first fields are those of `Answer`."""

    puzzle: str | None
    status: Status
    why: str | None
    level: str | None = None
    score: float | None = None
    hardest: str | None = None
    """The id of its hardest strategy."""


class SolutionCount(NamedTuple):
    """How many solutions one of many puzzles has; the first fields are those of `Answer`."""

    puzzle: str | None
    status: Status
    why: str | None
    solutions: int | None = None
    """0, 1, or 2 for several."""


def solve_all(
    puzzles: Iterable[Puzzle],
    *,
    strategies: Strategies = None,
    solver: str | None = None,
    fallback: str | None = "bitboard",
    layout: Layout | str | None = None,
    jobs: int = 1,
) -> Iterator[Answer]:
    """Yield how each of the `puzzles` is solved, in their order, whatever the number of `jobs`.

    `strategies`: ids and families. `jobs`: the number of processes. The other arguments are those
    of `solve`. A puzzle that cannot be read has the status ``error``, and `why` says what is wrong.

    >>> [each.solution for each in solve_all(["12.. 34.. ...1 ..2.", "12"], solver="bitboard")]
    ['1234341223414123', None]
    """
    chosen = {"strategies": strategies, "solver": solver, "fallback": fallback}
    return map(Answer._make, _rows("solve", puzzles, layout, jobs, solver is not None, **chosen))


def rate_all(
    puzzles: Iterable[Puzzle],
    *,
    strategies: Strategies = None,
    layout: Layout | str | None = None,
    jobs: int = 1,
) -> Iterator[PuzzleRating]:
    """Yield how hard each of the `puzzles` is; the arguments are those of `solve_all`.

    >>> [(each.level, each.score) for each in rate_all(["12.. 34.. ...1 ..2."])]
    [('easy', 40)]
    """
    rows = _rows("rate", puzzles, layout, jobs, strategies=strategies)
    return map(PuzzleRating._make, rows)


def count_all(
    puzzles: Iterable[Puzzle],
    *,
    solver: str = "bitboard",
    layout: Layout | str | None = None,
    jobs: int = 1,
) -> Iterator[SolutionCount]:
    """Yield how many solutions each of the `puzzles` has; the arguments are those of `solve_all`.

    >>> [each.solutions for each in count_all(["12.. 34.. ...1 ..2.", "12.. 34.. .... ...."])]
    [1, 2]
    """
    rows = _rows("verify", puzzles, layout, jobs, solver=solver)
    return map(SolutionCount._make, rows)


def _rows(
    task: str,
    puzzles: Iterable[Puzzle],
    layout: Layout | str | None,
    jobs: int,
    is_search: bool = False,
    **chosen: Any,
) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a `task`, checked at once, found when they are wanted."""
    require_number(jobs, "jobs", 1, is_whole=True)
    if isinstance(puzzles, str) or not isinstance(puzzles, Iterable):
        raise ArgumentError(f"puzzles is a list of puzzles, not {brief(puzzles)}")
    config = replace(_config(**chosen), layout=empty_grid(layout).layout if layout else None)
    job = Job(task, config, False, is_search, parcels(config.plugins, config.disable))
    size = FEW if task == "rate" or (task == "solve" and not is_search) else MANY_AT_ONCE
    executor = work_here if jobs == 1 else partial(work_in_processes, n_jobs=jobs)
    cut = shards(_items(puzzles, config.layout, size), size)
    return _in_order(job, cut, executor)


def _config(
    strategies: Strategies = None, solver: str | None = None, fallback: str | None = None
) -> Config:
    """Return the configuration of these names; raise UsageError for an unknown one."""
    if strategies is not None and solver is not None:
        raise UsageError(SEARCH_ALONE)
    with Engine() as engine:
        find, chosen = engine.registry.find, None
        if strategies is not None:
            named = engine.chosen(strategies)
            if others := [each.id for each in named if not each.is_bundled]:
                what = f"{listed(others)} is not one of ours: here, strategies are ids and families"
                raise ArgumentError(f"{what}; `sudoku-engine batch -p` takes your own")
            chosen = tuple(Chosen(each.id, each.options) for each in named)
        return replace(
            engine.config,
            strategies=chosen,
            solver=Chosen(find("solver", solver or "bitboard").id),
            fallback=Chosen(find("solver", fallback).id) if fallback else None,
        )


def _in_order(job: Job, cut: Iterator[Shard], executor: Executor) -> Iterator[tuple[Any, ...]]:
    waiting: dict[int, list[tuple[Any, ...]]] = {}
    n_done = 0
    with closing(executor(job, cut)) as coming:
        for number, rows in coming:
            rows.columns.pop("source")
            waiting[number] = list(zip(*rows.columns.values()))
            while n_done in waiting:
                yield from waiting.pop(n_done)
                n_done += 1


def _items(puzzles: Iterable[Puzzle], layout: Layout | None, size: int) -> Iterator[Item]:
    """Yield the `puzzles` as a batch takes them: plain lines in blocks of up to `size`."""
    may_be_plain = layout in (None, Layout.of_size(9))
    coming = enumerate(puzzles, 1)
    while some := list(islice(coming, size)):
        digits: list[bytes] = []
        for number, puzzle in some:
            cells = _plain(puzzle) if may_be_plain else None
            if cells is not None:
                digits.append(cells)
                continue
            yield from _block(digits, number)
            digits = []
            try:
                yield entry_of(puzzle, layout)._replace(source=f"{SOURCE}:{number}")
            except SudokuError as error:
                yield FormatError(str(error).removeprefix(FIRST_LINE), SOURCE, number)
        yield from _block(digits, some[-1][0] + 1)


def _plain(puzzle: Puzzle) -> bytes | None:
    """Return the digits of a plain line; None for all other puzzles."""
    if type(puzzle) is not str or len(puzzle) != N_CELLS or not puzzle.isascii():
        return None
    digits = puzzle.encode().translate(PLAIN)
    return None if NO_CELL in digits or is_unclear(puzzle) else digits


def _block(digits: list[bytes], end: int) -> Iterator[PlainBlock]:
    """Yield the block of plain lines with these `digits`, before the puzzle of number `end`."""
    if digits:
        yield PlainBlock(SOURCE, range(end - len(digits), end), b"".join(digits), {})
