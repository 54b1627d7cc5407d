"""Shards worked on in this process, one after another."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sudoku_engine.batch.job import Job, ShardRows
from sudoku_engine.batch.parcels import unpacked
from sudoku_engine.batch.shards import Shard
from sudoku_engine.batch.worker import prepared


class Here:
    """Works on shards in this process."""

    def results(
        self, job: Job, shards: Iterator[Shard]
    ) -> Generator[tuple[int, ShardRows], None, None]:
        """Yield the number and the rows of each of the `shards`; see `Executor`."""
        with unpacked(job.parcels, job.config) as plugins:
            rows_of = prepared(job, plugins)
            for shard in shards:
                yield shard.number, rows_of(shard)
