"""What a worker of a Dask cluster does with a shard: it checks that it may, and works on it.

What comes from the leader and goes back to it is bytes, so that nothing on the way has to know our
types.
"""

from __future__ import annotations

import atexit
import pickle
import threading
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256

from sudoku_engine.batch.job import Job, ShardRows
from sudoku_engine.batch.parcels import difference, identity, unpacked
from sudoku_engine.batch.shards import Shard
from sudoku_engine.batch.tasks import prepared
from sudoku_engine.errors import SudokuError

_lock = threading.Lock()
"""Held while a shard is worked on: a process does one at a time, whatever its number of threads."""
_jobs: dict[bytes, Callable[[Shard], ShardRows]] = {}
"""By digest, the job that was done last: the function from a shard to its rows."""
_at_end = ExitStack()
"""Removes what was unpacked for that job."""
atexit.register(_at_end.close)


def rows(job: bytes, shard: bytes, needed: dict[str, str], place: str) -> bytes:
    """Return the rows of a `shard`, pickled as it is; raise SudokuError if that cannot be here.

    needed: the `identity` of the leader. place: the folder for temporary files.
    """
    if why := difference(identity(), needed):
        raise SudokuError(why)
    with _lock:
        return pickle.dumps(_rows_of(job, place)(pickle.loads(shard)))


def _rows_of(job: bytes, place: str) -> Callable[[Shard], ShardRows]:
    digest = sha256(job).digest()
    if digest not in _jobs:
        _jobs.clear()
        _at_end.close()
        known: Job = pickle.loads(job)
        plugins = _at_end.enter_context(unpacked(known.parcels, known.config, place))
        _jobs[digest] = prepared(known, plugins)
    return _jobs[digest]
