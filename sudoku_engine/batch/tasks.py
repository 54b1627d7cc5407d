"""What a worker does with a shard: rows that depend on the job and the shard, and on nothing else.

Each task is a small class on top of what the command of the same name uses: from a board to what
is found on it. A supervisor remembers which plugin was at fault, and lets it take no further part.
So where a person's plugins take part, each shard begins with a new one: otherwise a row would
depend on what the worker did before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from sudoku_engine.api.event_record import step_event_record
from sudoku_engine.api.event_text import fault_text
from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.batch.columns import COMMON, json_text, worker_columns
from sudoku_engine.batch.job import Job, ShardRows
from sudoku_engine.batch.parcels import Unpacked
from sudoku_engine.batch.shards import Item, Shard
from sudoku_engine.board.grid import Grid
from sudoku_engine.engine import Engine
from sudoku_engine.errors import FormatError, LayoutError, PluginError, SudokuError, place
from sudoku_engine.formats import Entry
from sudoku_engine.formats.blocks import MANY, PlainBlock, plain_lines
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.bulk_search import can_settle, is_ready, settled
from sudoku_engine.solving.rating import NotRated
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.solving.verification import SEVERAL, UNIQUE, Verification, verified
from sudoku_engine.transform.equivalence import canonical_form


class Row(NamedTuple):
    """What a task found on a puzzle."""

    values: tuple[Any, ...]
    """The values of the columns of the task, in their order; none if there is no result at all."""
    why: str = ""
    """Why there is no result, or none that one hopes for."""
    faults: tuple[str, ...] = ()
    """What plugins did wrong, in words."""
    is_error: bool = False
    """Whether the task cannot be done on such a puzzle."""


class Bulk(NamedTuple):
    """The rows of plain puzzles that `bulk_search` settles: those that `Task.row` would give."""

    limit: int
    """The most solutions of a puzzle that is settled; 2 stands for more."""
    row: Callable[[int, str], Row]
    """From the number of solutions, and the solution if it is one, to the row."""


class Task(Protocol):
    """A task, ready for puzzle after puzzle."""

    @property
    def components(self) -> Sequence[Component]:
        """The components that take part."""
        ...

    @property
    def bulk(self) -> Bulk | None:
        """How puzzles in blocks get their rows, if that is not one by one."""
        ...

    def row(self, grid: Grid) -> Row:
        """Return what is found on `grid`."""
        ...


def texts_of(faults: Iterable[Faulted | Rejected]) -> tuple[str, ...]:
    """Return the `faults` of a run in words; raise PluginError if a library is missing here.

    So it is with a bundled solver that needs one. That is no fault, and no result of the puzzle:
    where the library is installed, there is another one.
    """
    known = tuple(faults)
    for fault in known:
        if fault.strategy.plugin is None and isinstance(fault, Faulted):
            raise_if_missing(fault.error)
    return tuple(map(fault_text, known))


def raise_if_missing(error: BaseException | None) -> None:
    """Raise the `error` of a bundled component if it says that a library is missing here."""
    if isinstance(error, PluginError):
        raise error


class Solve:
    """Solves puzzles as the `job` says: by strategies, or by search alone."""

    def __init__(self, job: Job, engine: Engine) -> None:
        self.has_paths = job.has_paths
        self.is_search = job.is_search
        self.bulk: Bulk | None = None
        self.events: Callable[[Grid], Iterator[Event]]
        if job.is_search:
            solver = engine.solver()
            self.components = [solver]
            if can_settle(solver, job.config.layout):
                self.bulk = Bulk(1, self._settled)
            self.events = partial(search_events, solver=solver, is_watched=False)
        else:
            loop = engine.loop()
            self.components = [*loop.strategies, *([loop.fallback] if loop.fallback else [])]
            self.events = partial(loop.events, is_watched=job.has_paths)

    def row(self, grid: Grid) -> Row:
        """Return the end of the run on `grid`, and its steps if they are wanted."""
        steps: list[str] = []
        faults: list[Faulted | Rejected] = []
        ended: Ended | None = None
        for event in self.events(grid):
            if isinstance(event, Stepped) and self.has_paths:
                steps.append(json_text(step_event_record(event)))
            elif isinstance(event, (Faulted, Rejected)):
                faults.append(event)
            elif isinstance(event, Ended):
                ended = event
        assert ended is not None  # every run ends so
        is_solved = ended.outcome == "solved"
        solution = ended.grid.line if is_solved else None
        values = (solution, ended.outcome, ended.by, ended.steps, dict(ended.counts))
        paths = (steps,) if self.has_paths else ()
        # Notes say, above all, that a puzzle has several solutions, of which this is one.
        reasons = [] if is_solved and self.is_search else [ended.why, *ended.notes]
        return Row((*values, *paths), "; ".join(filter(None, reasons)), texts_of(faults))

    def _settled(self, count: int, solution: str) -> Row:
        paths: tuple[list[Any], ...] = ([],) if self.has_paths else ()
        return Row((solution, "solved", "search", 0, {}, *paths))


class Rate:
    """Rates puzzles with the strategies of the configuration."""

    bulk = None

    def __init__(self, job: Job, engine: Engine) -> None:
        self.rater = engine.rater()
        self.components = self.rater.strategies

    def row(self, grid: Grid) -> Row:
        """Return the rating of `grid`, or why it has none."""
        try:
            rating = self.rater.rate(grid)
        except NotRated as why:
            return Row((None, None, None), str(why))
        hardest = rating.hardest.id if rating.hardest else None
        return Row((rating.level, rating.score, hardest), rating.why, texts_of(rating.faults))


class Verify:
    """Counts solutions with the solver of the configuration."""

    def __init__(self, job: Job, engine: Engine) -> None:
        self.solver = engine.solver()
        self.components = [self.solver]
        is_bulk = can_settle(self.solver, job.config.layout)
        self.bulk = Bulk(2, _settled) if is_bulk else None

    def row(self, grid: Grid) -> Row:
        """Return the number of solutions of `grid`, and in words why that is not 1."""
        try:
            found = verified(grid, self.solver)
        except SudokuError as error:
            raise_if_missing(error)
            return Row((None,), error.what, is_error=True)
        return _row(found)


def _settled(count: int, solution: str) -> Row:
    return _row(UNIQUE if count == 1 else SEVERAL)


def _row(found: Verification) -> Row:
    if found.fault:
        return Row((None,), faults=(str(found.fault),))
    return Row((found.solutions,), "" if found.is_valid else found.words.removeprefix("invalid: "))


class CanonicalForm:
    """Finds the canonical forms of puzzles."""

    components: Sequence[Component] = ()
    bulk = None

    def __init__(self, job: Job, engine: Engine) -> None:
        pass

    def row(self, grid: Grid) -> Row:
        """Return the canonical form of `grid`."""
        try:
            return Row((canonical_form(grid).line,))
        except LayoutError as error:
            return Row((None,), error.what, is_error=True)


CLASSES: dict[str, Callable[[Job, Engine], Task]] = {
    "solve": Solve,
    "rate": Rate,
    "verify": Verify,
    "canonical": CanonicalForm,
}
"""By name of a task, the class that does it."""

Cells = tuple[Any, ...]
"""A row, with a value for each column."""


def nothing() -> None:
    """Do nothing."""


def prepared(
    job: Job, plugins: Unpacked, count: Callable[[], None] = nothing
) -> Callable[[Shard], ShardRows]:
    """Return the function that does the `job` on a shard, with its `plugins` as unpacked here.

    `count` is called after each puzzle that takes more than some microseconds. The function raises
    PluginError if plugins cannot be used here, or a library is missing.
    """
    return _Worker(job, plugins, count).rows


class _Worker:
    """Does a job on shard after shard."""

    def __init__(self, job: Job, plugins: Unpacked, count: Callable[[], None]) -> None:
        self._job = job
        self._count = count
        self._plugins = plugins
        self._columns = worker_columns(job.task, job.has_paths)
        self._lasting: Task | None = None

    def rows(self, shard: Shard) -> ShardRows:
        """Return the rows of `shard`."""
        began = perf_counter()
        with self._work() as work:
            table = [row for item in shard.items for row in work.rows(item)]
        values = zip(*table) if table else ((),) * len(self._columns)
        columns = {column.name: list(cells) for column, cells in zip(self._columns, values)}
        return ShardRows(columns, perf_counter() - began)

    @contextmanager
    def _work(self) -> Iterator[_ShardWork]:
        """Yield what does the job on one shard."""
        if self._lasting is not None:
            yield _ShardWork(self._job, self._lasting, None, self._plugins, self._count)
            return
        config = replace(self._job.config, plugins=self._plugins.paths)
        with Engine.of(config) as engine:
            for problem in engine.registry.requested_problems:
                shown = self._plugins.shown
                raise SudokuError(shown(problem.what), shown(problem.where))
            task = CLASSES[self._job.task](self._job, engine)
            if all(component.is_bundled for component in task.components):
                self._lasting = task
            yield _ShardWork(self._job, task, engine, self._plugins, self._count)


class _ShardWork:
    """Does a job on the puzzles of one shard, one after another."""

    def __init__(
        self,
        job: Job,
        task: Task,
        engine: Engine | None,
        plugins: Unpacked,
        count: Callable[[], None],
    ) -> None:
        self._count = count
        self._task = task
        self._job = job
        self._shown = plugins.shown
        self._n_values = len(worker_columns(job.task, job.has_paths)) - len(COMMON)
        self._supervisor = engine.supervisor if engine else None
        self._losses: list[str] = []
        if self._supervisor is not None:
            self._supervisor.report = lambda error: self._losses.append(str(error))

    def rows(self, item: Item) -> Iterator[Cells]:
        """Yield the rows of an `item` of the shard."""
        if isinstance(item, FormatError):
            yield (item.where, None, "error", item.what, *[None] * self._n_values)
        elif isinstance(item, PlainBlock):
            yield from self._block(item)
        else:
            yield self._row(item)

    def _block(self, block: PlainBlock) -> Iterator[Cells]:
        """Yield the rows of many plain puzzles."""
        config, bulk = self._job.config, self._task.bulk
        layout, marks = config.layout, config.loop.pencilmarks
        if bulk is None or len(block.lines) < MANY or not is_ready(_nobody):
            yield from map(self._row, block.entries(layout, marks))
            return
        for part in settled(block, bulk.limit):
            if isinstance(part, int):
                yield self._row(block.entry(part, layout, marks))
                continue
            answers = zip(part.counts, plain_lines(part.solutions))
            for at, (puzzle, answer) in enumerate(zip(plain_lines(part.block.digits), answers)):
                row = bulk.row(*answer)
                yield (part.block.source_of(at), puzzle, "ok", row.why or None, *row.values)

    def _row(self, item: Entry) -> Cells:
        """Return the row of one puzzle."""
        out = self._sitting_out()
        row = self._task.row(item.grid)
        faults, self._losses = [*row.faults, *self._losses, *out], []
        status = "fault" if faults else "error" if row.is_error else "ok"
        why = self._shown("; ".join(filter(None, [*dict.fromkeys(faults), row.why])))
        self._count()
        return (item.source, item.grid.line, status, why or None, *row.values)

    def _sitting_out(self) -> list[str]:
        """Return in words which components take no part, after a fault on an earlier puzzle."""
        if self._supervisor is None:
            return []
        outs = [(each, self._supervisor.why_out(each)) for each in self._task.components]
        return [
            f"{_name(each)} sits out after a fault on an earlier puzzle of the shard: {why}"
            for each, why in outs
            if why
        ]


def _name(component: Component) -> str:
    return f"{place(component.origin.name, component.line)}: {component.id}"


def _nobody(line: str) -> None:
    """Leave a notice out: the leader has said it."""
