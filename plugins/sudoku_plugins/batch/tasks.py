"""A worker's task for a shard: rows that depend only on the job and the shard.

Shards are worked on in this process, one after another (`work_here`), or by several
(`work_in_processes`).

Each task is a function on top of what the command of the same name uses. A supervisor remembers
which plugin was at fault, and lets it take no further part. So where a person's plugins take part,
each shard begins with a new one: otherwise a row would depend on what the worker did before.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import repeat
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from sudoku_engine.api.event_text import fault_text
from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.api.protocols import BulkSolver, Rating
from sudoku_engine.api.record import step_event_record
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.engine import Engine
from sudoku_engine.errors import FormatError, LayoutError, PluginError, SudokuError, place
from sudoku_engine.formats import Entry
from sudoku_engine.formats.blocks import MANY, PlainBlock, plain_lines
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.hooks import bulk_solver
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.solving.verification import SEVERAL, UNIQUE, Verification, verified
from sudoku_plugins.batch.columns import COMMON, json_text, worker_columns
from sudoku_plugins.batch.job import Item, Job, Results, Shard, ShardRows
from sudoku_plugins.batch.parcels import Unpacked, unpacked
from sudoku_plugins.checkers.symmetry.copies import canonical_form
from sudoku_plugins.ratings import scales as ratings
from sudoku_plugins.ratings.rating import NotRated

if TYPE_CHECKING:
    from sudoku_engine.plugins.hooks import Keeper


AHEAD = 2
"""The number of shards for each process that are under way: one waits while one is done."""


class Row(NamedTuple):
    """The result of a task on a puzzle."""

    values: tuple[Any, ...]
    """The values of the columns of the task, in their order; none if there is no result at all."""
    why: str = ""
    """Why there is no result, or none that one hopes for."""
    faults: tuple[str, ...] = ()
    is_error: bool = False
    """Whether the task cannot be done on such a puzzle."""


class Task(NamedTuple):
    """A task, ready for puzzle after puzzle."""

    components: Sequence[Component]
    row: Callable[[Grid], Row]
    """From a board to what is found on it."""
    rows: Callable[[PlainBlock], Iterator[Row | None]] | None = None
    """From a block to the same rows, None for those that `row` has to find."""


def _rows_by_search(
    search: BulkSolver | None, limit: int, row: Callable[[int, str], Row]
) -> Callable[[PlainBlock], Iterator[Row | None]] | None:
    """Return the function that finds the rows of puzzles with up to `limit` solutions, 2 for more.

    `row`: from the number of solutions, and the solution if it is one, to the row.
    """
    if search is None:
        return None

    def rows(block: PlainBlock) -> Iterator[Row | None]:
        if not search.is_ready(lambda _: None):  # the leader has said it
            yield from repeat(None, len(block.lines))
            return
        for part in search.settled(block, limit):
            if isinstance(part, int):
                yield None
            else:
                yield from map(row, part.counts, plain_lines(part.solutions))

    return rows


def _solve(job: Job, engine: Engine) -> Task:
    """Solve by strategies, or by search alone; a row has the steps if they are wanted."""
    events: Callable[[Grid], Iterator[Event]]
    rows = None
    if job.is_search:
        solver = engine.solver()
        components = [solver]
        events = partial(search_events, solver=solver, is_watched=False)
        search = bulk_solver(solver, job.config.layout)
        paths: tuple[list[str], ...] = ([],) if job.has_paths else ()
        rows = _rows_by_search(
            search, 1, lambda _, found: Row((found, "solved", "search", 0, {}, *paths))
        )
    else:
        loop = engine.loop()
        components = [*loop.strategies, *([loop.fallback] if loop.fallback else [])]
        events = partial(loop.events, is_watched=job.has_paths)

    def row(grid: Grid) -> Row:
        *run, ended = events(grid)
        assert isinstance(ended, Ended)  # every run ends so
        is_solved = ended.outcome == "solved"
        solution = ended.grid.line if is_solved else None
        values: list[Any] = [solution, ended.outcome, ended.by, ended.steps, dict(ended.counts)]
        if job.has_paths:
            steps = [event for event in run if isinstance(event, Stepped)]
            values.append([json_text(step_event_record(step)) for step in steps])
        # Notes say, above all, that a puzzle has several solutions, of which this is one.
        reasons = [] if is_solved and job.is_search else [ended.why, *ended.notes]
        faults = [event for event in run if isinstance(event, (Faulted, Rejected))]
        return Row(tuple(values), "; ".join(filter(None, reasons)), _texts_of(faults))

    return Task(components, row, rows)


def _rate(job: Job, engine: Engine) -> Task:
    """Rate with the strategies of the configuration; a row says why there is no rating."""
    rater = ratings.rater(plugins=engine)

    def row_of(rating: Rating) -> Row:
        hardest = rating.hardest.id if rating.hardest else None
        return Row((rating.level, rating.score, hardest), rating.why, _texts_of(rating.faults))

    def row(grid: Grid) -> Row:
        try:
            return row_of(rater.rate(grid))
        except NotRated as why:
            return Row((None, None, None), str(why))

    def rows(block: PlainBlock) -> Iterator[Row | None]:
        return (rating and row_of(rating) for rating in rater.ratings(block.digits))

    is_classic = job.config.layout in (None, Layout.of_size(9))
    return Task(rater.strategies, row, rows if is_classic else None)


def _verify(job: Job, engine: Engine) -> Task:
    """Count solutions with the solver of the configuration; a row says why that is not 1."""
    solver = engine.solver()

    def row_of(found: Verification) -> Row:
        if found.fault:
            return Row((None,), faults=(str(found.fault),))
        why = "" if found.is_valid else found.words.removeprefix("invalid: ")
        return Row((found.solutions,), why)

    def row(grid: Grid) -> Row:
        try:
            return row_of(verified(grid, solver))
        except PluginError:  # a library is missing here
            raise
        except SudokuError as error:
            return Row((None,), error.what, is_error=True)

    search = bulk_solver(solver, job.config.layout)
    rows = _rows_by_search(search, 2, lambda count, _: row_of(UNIQUE if count == 1 else SEVERAL))
    return Task([solver], row, rows)


def _canonical(job: Job, engine: Engine) -> Task:
    def row(grid: Grid) -> Row:
        try:
            return Row((str(canonical_form(grid)),))
        except LayoutError as error:
            return Row((None,), error.what, is_error=True)

    return Task((), row)


PREPARED = {"solve": _solve, "rate": _rate, "verify": _verify, "canonical": _canonical}
"""By name of a task, the function that makes it ready for a job, with the plugins of an engine."""


def _texts_of(faults: Iterable[Faulted | Rejected]) -> tuple[str, ...]:
    """Return the `faults` of a run in words; raise PluginError if a library is missing here.

    So it is with a bundled solver that needs one. That is no fault, and no result of the puzzle:
    where the library is installed, there is another one.
    """
    known = tuple(faults)
    for fault in known:
        error = fault.error if isinstance(fault, Faulted) else None
        if fault.strategy.plugin is None and isinstance(error, PluginError):
            raise error
    return tuple(map(fault_text, known))


class Worker:
    """Does the `job` on shard after shard, with its `plugins` as unpacked here.

    `count` is called after each puzzle that takes more than some microseconds.
    """

    def __init__(
        self, job: Job, plugins: Unpacked, count: Callable[[], None] = lambda: None
    ) -> None:
        self._job = job
        self._count = count
        self._plugins = plugins
        self._columns = worker_columns(job.task, job.has_paths)
        self._task: Task | None = None
        self._own: list[Component] = []
        """A person's components in the task; without them it lasts from shard to shard."""
        self.supervisor: Keeper | None = None
        """What looks after the plugins of the latest shard."""
        self._losses: list[str] = []
        """The plugins that were lost since the last row, in words."""

    def __call__(self, shard: Shard) -> ShardRows:
        """Return the rows of `shard`.

        Raises PluginError if plugins cannot be used here, or a library is missing.
        """
        began = perf_counter()
        with self._ready() as task:
            table = [row for item in shard.items for row in self._rows(item, task)]
        values = zip(*table) if table else ((),) * len(self._columns)
        columns = {name: list(cells) for name, cells in zip(self._columns, values)}
        return ShardRows(columns, perf_counter() - began)

    @contextmanager
    def _ready(self) -> Iterator[Task]:
        if self._task is not None and not self._own:
            yield self._task
            return
        config = replace(self._job.config, plugins=self._plugins.paths)
        with Engine.of(config) as engine:
            for problem in engine.registry.requested_problems:
                shown = self._plugins.shown
                raise SudokuError(shown(problem.what), shown(problem.where))
            self._task = PREPARED[self._job.task](self._job, engine)
            self._own = [each for each in self._task.components if not each.is_bundled]
            self.supervisor, self._losses = engine.supervisor, []
            if engine.supervisor is not None:
                engine.supervisor.report = lambda error: self._losses.append(str(error))
            yield self._task

    def _rows(self, item: Item, task: Task) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of an `item` of a shard, with a value for each column."""
        layout, marks = self._job.config.layout, self._job.config.loop.pencilmarks
        if isinstance(item, FormatError):
            blank = [None] * (len(self._columns) - len(COMMON))
            yield (item.where, None, "error", item.what, *blank)
        elif isinstance(item, Entry):
            yield self._row(item, task)
        elif task.rows is None or len(item.lines) < MANY:
            for entry in item.entries(layout, marks):
                yield self._row(entry, task)
        else:
            puzzles = plain_lines(item.digits)
            for at, (puzzle, row) in enumerate(zip(puzzles, task.rows(item))):
                if row is None:
                    yield self._row(item.entry(at, layout, marks), task)
                else:
                    yield (item.source_of(at), puzzle, "ok", row.why or None, *row.values)

    def _row(self, item: Entry, task: Task) -> tuple[Any, ...]:
        """Return the row of one puzzle; it says, too, what takes no part after an earlier fault."""
        out = [
            f"{place(each.origin.name, each.line)}: {each.id} sits out after a fault on an earlier"
            f" puzzle of the shard: {why}"
            for each in self._own
            if self.supervisor is not None and (why := self.supervisor.why_out(each))
        ]
        row = task.row(item.grid)
        faults, self._losses = [*row.faults, *self._losses, *out], []
        status = "fault" if faults else "error" if row.is_error else "ok"
        why = self._plugins.shown("; ".join(filter(None, [*dict.fromkeys(faults), row.why])))
        self._count()
        puzzle = item.grid.layout.clue_line + item.grid.line
        return (item.source, puzzle, status, why or None, *row.values)


def work_here(
    job: Job, shards: Iterator[Shard], count: Callable[[], None] = lambda: None
) -> Results:
    """Yield the results of `shards` from this process; `count`: as for `Worker`; see `Executor`."""
    with unpacked(job.parcels, job.config) as plugins:
        rows_of = Worker(job, plugins, count)
        for shard in shards:
            yield shard.number, rows_of(shard)


def work_in_processes(
    job: Job,
    shards: Iterator[Shard],
    n_jobs: int,
    notify: Callable[[str], None] = lambda text: None,
) -> Results:
    """Yield the results of `shards` from `n_jobs` processes; see `Executor`.

    A process may be ended from outside, such as for lack of memory. Then its shard is done once
    more by another one, and `notify` gets a notice.
    """
    # Only here: they take a while to load.
    from sudoku_plugins.batch.distribution import ProcessDied, Processes, distribute

    with unpacked(job.parcels, job.config) as plugins:
        workers = Processes(n_jobs, Worker, (job, plugins), AHEAD, tries=2, notify=notify)
        try:
            with closing(distribute(shards, workers, in_order=False)) as coming:
                for shard, rows in coming:
                    yield shard.number, rows
        except ProcessDied as death:
            (shard,) = death.portion
            raise SudokuError(f"{shard.name}: {death.what}") from death
