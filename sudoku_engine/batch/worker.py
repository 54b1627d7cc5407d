"""What a worker does with a shard: rows that depend on the job and the shard, and on nothing else.

A supervisor remembers which plugin was at fault, and lets it take no further part. So where a
person's plugins take part, each shard begins with a new one: otherwise a row would depend on what
the worker did before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from time import perf_counter
from typing import Any

from sudoku_engine.batch.columns import COMMON, worker_columns
from sudoku_engine.batch.job import Job, ShardRows
from sudoku_engine.batch.parcels import Unpacked
from sudoku_engine.batch.shards import Item, Shard
from sudoku_engine.batch.tasks.task import Task
from sudoku_engine.engine import Engine
from sudoku_engine.errors import FormatError, SudokuError, place
from sudoku_engine.formats import Entry
from sudoku_engine.formats.blocks import MANY, PlainBlock, plain_lines
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.bulk_search import is_ready, settled

Cells = tuple[Any, ...]
"""A row, with a value for each column."""

CLASSES = {"solve": "Solve", "rate": "Rate", "verify": "Verify", "canonical": "CanonicalForm"}
"""By task, the class that does it, in the module of the task."""


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
            module = import_module(f"sudoku_engine.batch.tasks.{self._job.task}")
            task: Task = getattr(module, CLASSES[self._job.task])(self._job, engine)
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
