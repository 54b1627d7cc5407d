"""Shards worked on by this machine: in this process one after another, or by several processes.

A process may be ended from outside, such as for lack of memory. Then the shards that were under way
are done again by new processes. Those that were under way a second time are done one by one: so
it is known which one ends its process.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

from sudoku_engine.errors import SudokuError
from sudoku_plugins.batch.job import Job, Results, Shard
from sudoku_plugins.batch.parcels import unpacked
from sudoku_plugins.batch.tasks import Worker

AHEAD = 2
"""The number of shards for each process that are under way: one waits while one is done."""

MOST_GUESTS = 4
"""The number of guests that this process can keep at work: a sixth of all work is its own."""


class Here:
    """Works on shards in this process; `count` is called for each puzzle, as `Worker` does."""

    def __init__(self, count: Callable[[], None] = lambda: None) -> None:
        self._count = count

    def results(self, job: Job, shards: Iterator[Shard]) -> Results:
        """Yield the number and the rows of each of the `shards`; see `Executor`."""
        with unpacked(job.parcels, job.config) as plugins:
            rows_of = Worker(job, plugins, self._count)
            for shard in shards:
                yield shard.number, rows_of(shard)


class Local:
    """Works on shards in `n_jobs` processes.

    notify: gets notices for people, such as that a process was lost.
    has_guests: whether a person's code takes part. It works in guests anyway, so a few of them
        work for this process; only for more it has others.
    """

    def __init__(
        self,
        n_jobs: int,
        notify: Callable[[str], None] = lambda text: None,
        has_guests: bool = False,
    ) -> None:
        self.n_jobs = n_jobs
        self._notify = notify
        self._has_guests = has_guests and n_jobs <= MOST_GUESTS

    def results(self, job: Job, shards: Iterator[Shard]) -> Results:
        """Yield the number and the rows of each of the `shards`; see `Executor`."""
        # Only here: they take a while to load.
        from sudoku_plugins.batch.distribution import GuestThreads, Workers, distribute
        from sudoku_plugins.batch.process_pool import ProcessDied, Processes

        to_do = _ToDo(shards)

        def done(size: int, some: Iterator[Shard]) -> Results:
            workers: Workers
            if self._has_guests:
                workers = GuestThreads(size, Worker, (job, plugins), AHEAD)
            else:
                workers = Processes(size, Worker, (job, plugins), AHEAD)
            with closing(distribute(some, workers, in_order=False)) as coming:
                for shard, rows in coming:
                    to_do.finish(shard.number)
                    yield shard.number, rows

        with unpacked(job.parcels, job.config) as plugins:
            while True:
                try:
                    yield from done(self.n_jobs, to_do.shards())
                    return
                except ProcessDied as death:
                    self._notify(f"what was under way is done again: {death.what}")
                    suspects = to_do.begin_again()
                for shard in suspects:
                    try:
                        yield from done(1, iter([shard]))
                    except ProcessDied as death:
                        raise SudokuError(f"{shard.name}: {death.what}") from death


class _ToDo:
    """The `shards` that are not done, and those of them that are under way.

    The thread of a pool takes them. That of a pool that has ended may still wait for the next one;
    it leaves that to the next pool.
    """

    def __init__(self, shards: Iterator[Shard]) -> None:
        self._shards = shards
        self._again: deque[Shard] = deque()
        self._under_way: dict[int, Shard] = {}
        self._deaths: Counter[int] = Counter()
        self._n_pools = 0
        self._taking, self._lock = threading.Lock(), threading.Lock()

    def shards(self) -> Iterator[Shard]:
        """Yield the shards to do, until none is left or `begin_again` is called."""
        return iter(partial(self._next, self._n_pools), None)

    def _next(self, pool: int) -> Shard | None:
        with self._taking:
            if pool != self._n_pools:
                return None
            with self._lock:
                shard = self._again.popleft() if self._again else None
            shard = shard or next(self._shards, None)  # which may wait
            with self._lock:
                if shard is not None and pool != self._n_pools:
                    self._again.append(shard)
                    return None
                if shard is not None:
                    self._under_way[shard.number] = shard
                return shard

    def finish(self, number: int) -> None:
        with self._lock:
            del self._under_way[number]

    def begin_again(self) -> list[Shard]:
        """Let all shards that are under way be done again; return those of them that were twice.

        These stay under way.
        """
        with self._lock:
            self._n_pools += 1
            self._deaths.update(self._under_way.keys())
            lost = self._under_way
            self._under_way = {n: shard for n, shard in lost.items() if self._deaths[n] > 1}
            self._again += [shard for n, shard in lost.items() if n not in self._under_way]
            return list(self._under_way.values())
