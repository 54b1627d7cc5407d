"""What the leader of a batch and its workers agree on: the job, the rows, and the executors.

::

    leader (run)                executor                  worker
    cuts shards, keeps  ──►     passes them on,   ──►     prepared(job)(shard)
    the journal, writes ◄──     in any order      ◄──     ShardRows
    the results
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sudoku_engine.batch.columns import Columns
from sudoku_engine.batch.parcels import Parcel
from sudoku_engine.batch.shards import Shard
from sudoku_engine.config.config import Config


@dataclass(frozen=True)
class Job:
    """What to do with each puzzle; `pickle` takes it to other processes and machines.

    The rows of a shard depend on the job and on the items of the shard, and on nothing else.
    """

    task: str
    """One of `columns.TASKS`."""
    config: Config
    """The configuration: layout, strategies, loop, fallback, solver."""
    has_paths: bool = False
    """Whether ``solve`` keeps every step."""
    is_search: bool = False
    """Whether ``solve`` uses no strategies, only the solver of the configuration."""
    parcels: tuple[Parcel, ...] = ()
    """The plugins of the configuration, in its order, as they travel."""


class ShardRows(NamedTuple):
    """The results of a shard."""

    columns: Columns
    """The `columns.worker_columns` of the task."""
    seconds: float
    """How long the work took; it is shown, but no row holds it."""


class Executor(Protocol):
    """Where shards are worked on: in this process, in others, on other machines."""

    def results(
        self, job: Job, shards: Iterator[Shard]
    ) -> Generator[tuple[int, ShardRows], None, None]:
        """Yield the number and the rows of each shard, in any order, as soon as they are done.

        The `shards` are taken lazily, a bounded number ahead. When they end, those under way are
        finished; the leader lets them end early after Ctrl-C. `shards` may be taken in another
        thread; an error that it raises is raised here, after the results of those before it.
        Closing the generator ends all work at once.
        """
        ...
