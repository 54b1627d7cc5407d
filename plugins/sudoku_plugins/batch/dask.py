"""Shards worked on by a Dask cluster.

Dask brings the shards to workers, and elsewhere if a worker is lost. A worker that cannot import
what it gets hangs without a word. So it gets nothing but texts and bytes, and a few lines of
Python (`AT_WORKER`) that look whether the same engine is installed there; then `worker_rows` does
the work.
"""

import asyncio
import atexit
import logging
import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from hashlib import sha256
from typing import Any

from sudoku_engine.board.words import counted
from sudoku_engine.bundled import install
from sudoku_engine.errors import SudokuError
from sudoku_plugins.batch.distribution import Done, distribute
from sudoku_plugins.batch.job import Job, Results, Shard, ShardRows
from sudoku_plugins.batch.parcels import difference, identity, unpacked
from sudoku_plugins.batch.tasks import Worker

Client = Any
DaskFuture = Any
"""Those of `distributed`, whose types are not complete."""

PATIENCE = 5
"""Seconds in which a scheduler must answer."""

FETCHING = 10
"""Seconds in which the rows of a shard must come from the worker that has them."""

AHEAD = 2
"""The number of shards for each worker that are under way: one waits there while one is done."""

LEAST = 4
"""The number of shards that are under way while no worker is known."""

AT_WORKER = """
def answer(job, shard, needed):
    import sys
    from distributed import get_worker
    worker = get_worker()
    try:
        from sudoku_plugins.batch.dask import worker_rows
        from sudoku_engine.errors import SudokuError
    except ImportError as error:
        python = ".".join(map(str, sys.version_info[:3]))
        what = f"{error} (Python {python}): install the same sudoku-classroom on all machines"
        return "lack", worker.address, what
    try:
        return "rows", worker.address, worker_rows(job, shard, needed, worker.local_directory)
    except SudokuError as error:
        return "lack", worker.address, str(error)
"""
"""What runs at a worker before it is known whether our modules are there."""


def require_dask() -> None:
    """Raise SudokuError where Dask is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        what = f"it needs dask: {install('dask')}"
        raise SudokuError(what, "--executor dask") from error


def work_in_cluster(
    job: Job,
    shards: Iterator[Shard],
    address: str,
    notify: Callable[[str], None] = lambda text: None,
) -> Results:
    """Yield the results of `shards` from the cluster whose scheduler has this `address`.

    notify: gets notices for people, such as that the cluster has no worker. See `Executor`.
    """
    with _connect(address) as client:
        cluster = _Cluster(client, address, job, notify)
        with closing(distribute(shards, cluster, in_order=False)) as coming:
            for shard, rows in coming:
                yield shard.number, rows


@contextmanager
def _connect(address: str) -> Iterator[Client]:
    """Connect with a scheduler for the block; raises SudokuError."""
    from distributed import Client

    before = logging.root.manager.disable
    logging.disable()  # in the block Dask logs nothing: our words say what people should know
    try:
        try:
            asyncio.run(_reach(address))
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError, asyncio.TimeoutError) as error:
            what = f"no Dask scheduler answers: {str(error) or type(error).__name__}"
            mend = "start one with 'dask scheduler', and workers with 'dask worker ADDRESS'"
            raise SudokuError(f"{what}: {mend}", address) from error
        try:
            yield client
        finally:
            with suppress(Exception):  # the scheduler may be gone
                client.close(timeout=PATIENCE)
    finally:
        logging.disable(before)


async def _reach(address: str) -> None:
    """Raise an error if nobody answers at `address`.

    A client that fails to connect is slow to end.
    """
    from distributed import Security
    from distributed.comm import connect

    comm = await connect(address, timeout=PATIENCE, **Security().get_connection_args("client"))
    await comm.close()


class _Cluster:
    """The workers of a cluster, for the shards of one job; see `distribution.Workers`."""

    def __init__(
        self, client: Client, address: str, job: Job, notify: Callable[[str], None]
    ) -> None:
        self._client = client
        self._address = address
        self._job = pickle.dumps(job)
        self._notify = notify
        self._lock = threading.Lock()
        self._under_way: dict[Any, DaskFuture] = {}
        """What the cluster does for us; it forgets a future that nobody has."""
        self._room = LEAST
        self._is_waiting = False

    def room(self) -> int:
        """Return how many shards may begin; say if no worker is left."""
        try:
            if self._client.status != "running":
                raise self._gone()
            threads = self._client.nthreads()
        except (OSError, asyncio.TimeoutError) as error:
            raise self._gone() from error
        if not threads and not self._is_waiting:
            self._notify(f"no worker at {self._address}: waiting for 'dask worker {self._address}'")
        elif threads and self._is_waiting:
            self._notify(f"going on: the cluster has {counted(len(threads), 'worker')}")
        self._is_waiting = not threads
        self._room = max(self._room, AHEAD * len(threads))
        return self._room

    def begin(self, portion: list[Shard]) -> Future[Done]:
        (shard,) = portion
        future: Future[Done] = Future()
        given = {"job": self._job, "shard": pickle.dumps(shard), "needed": identity()}
        with self._lock:
            at_worker = self._client.submit(
                eval,
                "exec(source) or answer(**given)",
                {"source": AT_WORKER, "given": given},
                pure=False,
                key=f"shard-{shard.number}-{id(self)}",
            )
            self._under_way[at_worker.key] = at_worker
        at_worker.add_done_callback(partial(self._has_come, shard, future))
        return future

    def close(self) -> None:
        """Have no interest in any shard any more."""
        with self._lock:
            self._under_way.clear()

    def _has_come(self, shard: Shard, future: Future[Done], at_worker: DaskFuture) -> None:
        """Fetch the rows of a `shard`; in a thread of Dask."""
        try:
            rows = self._rows(shard, at_worker)
        except (TimeoutError, asyncio.TimeoutError):
            # They were lost with the worker: another one works on the shard.
            at_worker.add_done_callback(partial(self._has_come, shard, future))
            return
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(Done([rows], rows.seconds))
        with self._lock:
            self._under_way.pop(at_worker.key, None)

    def _rows(self, shard: Shard, at_worker: DaskFuture) -> ShardRows:
        from distributed import KilledWorker

        if at_worker.status == "cancelled":
            raise self._gone()
        try:
            kind, worker, answer = at_worker.result(timeout=FETCHING)
        except KilledWorker as error:
            what = "each worker that had it was lost, one after another, perhaps for lack of memory"
            raise SudokuError(f"{shard.name}: {what}: try a smaller --shard-size") from error
        if kind == "rows":
            rows: ShardRows = pickle.loads(answer)
            return rows
        raise SudokuError(answer, f"worker {worker}")

    def _gone(self) -> SudokuError:
        what = "the scheduler is gone: once it is back, the same command goes on where it stopped"
        return SudokuError(what, self._address)


_lock = threading.Lock()
"""At a worker: held during a shard. A process does one at a time, with any number of threads."""
_jobs: dict[bytes, Worker] = {}
"""At a worker, by digest, what does the job that was done last."""
_at_end = ExitStack()
"""At a worker: removes what was unpacked for that job."""
atexit.register(_at_end.close)


def worker_rows(job: bytes, shard: bytes, needed: dict[str, str], place: str) -> bytes:
    """Return the rows of a `shard`, pickled as it is; raise SudokuError if that cannot be here.

    needed: the `identity` of the leader. place: the folder for temporary files.
    """
    if why := difference(identity(), needed):
        raise SudokuError(why)
    with _lock:
        digest = sha256(job).digest()
        if digest not in _jobs:
            _jobs.clear()
            _at_end.close()
            known: Job = pickle.loads(job)
            plugins = _at_end.enter_context(unpacked(known.parcels, known.config, place))
            _jobs[digest] = Worker(known, plugins)
        return pickle.dumps(_jobs[digest](pickle.loads(shard)))
