"""Shards worked on in this process, one after another."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from sudoku_engine.batch.job import Job, ShardRows
from sudoku_engine.batch.parcels import unpacked
from sudoku_engine.batch.shards import Shard
from sudoku_engine.batch.worker import nothing, prepared


class Here:
    """Works on shards in this process; `count` is called for each puzzle, as `prepared` does."""

    def __init__(self, count: Callable[[], None] = nothing) -> None:
        self._count = count

    def results(
        self, job: Job, shards: Iterator[Shard]
    ) -> Generator[tuple[int, ShardRows], None, None]:
        """Yield the number and the rows of each of the `shards`; see `Executor`."""
        with unpacked(job.parcels, job.config) as plugins:
            rows_of = prepared(job, plugins, self._count)
            for shard in shards:
                yield shard.number, rows_of(shard)
