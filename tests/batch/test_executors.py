"""Shards worked on elsewhere: the same rows, also if what works on them is lost."""

import logging
import os
import signal
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.errors import SudokuError
from sudoku_engine.formats import read
from sudoku_plugins.batch import dask
from sudoku_plugins.batch.dask import work_in_cluster
from sudoku_plugins.batch.job import Job, Results, Shard, shards
from sudoku_plugins.batch.tasks import work_in_processes
from tests.batch.jobs import ONE, job_of, rows_of
from tests.support.processes import workers_of

FAILS = """
from sudoku_engine import strategy

@strategy("Fails", score=1, level="easy", sizes=None)
def fails(grid):
    if grid.digit(0) == 2:
        raise ValueError(__file__)
"""

DEADLY = "21..34.....2..1."


CLUSTER = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}


class Deadly:
    """An item of a shard that ends each process that reads it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, ("__import__('os')._exit(7)",)


@pytest.mark.process
def test_shards_whose_processes_are_killed_are_done_again() -> None:
    job, lines = job_of("rate"), [ONE, DEADLY, ONE] * 4
    notices: list[str] = []
    results = work_in_processes(job, shards(read(lines, "p.txt"), 1), 2, notices.append)
    done = [next(results)]
    for process in workers_of(os.getpid()):
        os.kill(process, signal.SIGKILL)
    done += results
    assert sorted(number for number, _ in done) == [*range(12)]
    assert {tuple(rows.columns["level"]) for _, rows in done} == {("easy",)}
    assert {text.partition(":")[0] for text in notices} == {"what was under way is done again"}


@pytest.mark.process
@pytest.mark.thorough
def test_a_shard_that_ends_every_process_is_named() -> None:
    deadly: Any = Deadly()
    found = [*read([ONE] * 5, "p.txt"), deadly]
    with pytest.raises(SudokuError, match=r"shard 5 \(from puzzle 6\): .* ended by itself"):
        list(work_in_processes(job_of("verify"), shards(found, 1), 2))


@pytest.mark.process
@pytest.mark.thorough
def test_a_cluster_in_this_process_does_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    own = tmp_path / "own.py"
    own.write_text(FAILS)
    job, lines = job_of("rate", str(own)), [ONE, DEADLY, ONE]
    with distributed.LocalCluster(n_workers=1, processes=False, **CLUSTER) as cluster:
        executor = partial(work_in_cluster, address=cluster.scheduler_address)
        assert rows_of(job, lines, 2, executor) == rows_of(job, lines, 2)


@pytest.mark.process
@pytest.mark.thorough
def test_a_cluster_does_the_same_and_says_what_its_workers_lack(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    own = tmp_path / "own.py"
    own.write_text(FAILS)
    lines = list(islice(cycle([ONE, DEADLY, ONE]), 60))
    with distributed.LocalCluster(n_workers=2, **CLUSTER) as cluster:
        executor = partial(work_in_cluster, address=cluster.scheduler_address)
        with distributed.Client(cluster, set_as_default=False) as client:
            # One worker is lost in mid-run.
            victims = [min(client.run(os.getpid).values())]

            def kill_one(job: Job, shards: Iterator[Shard]) -> Results:
                for found in executor(job, shards):
                    yield found
                    if victims:
                        os.kill(victims.pop(), 9)

            job = job_of("rate")
            assert rows_of(job, lines, 2, kill_one) == rows_of(job, lines, 2)
            assert not victims
            client.wait_for_workers(2)  # what is said to both must reach the new one, too

            # A plugin travels, and its faults read the same.
            job = job_of("rate", str(own))
            expected = rows_of(job, lines[:3])
            own.unlink()
            assert rows_of(job, lines[:3], executor=executor) == expected
            assert expected[1][3] == "own.py:7: fails is at fault: ValueError: own.py"

            # What a worker lacks is said with its address.
            client.run(exec, "import sys; sys.modules['pysat'] = None")
            with pytest.raises(SudokuError, match=r"worker tcp://\S+: sat: it needs python-sat"):
                rows_of(job_of("verify", solver="sat"), [ONE], executor=executor)
            client.run(exec, f"import sys; sys.modules['{dask.__name__}'] = None")
            with pytest.raises(SudokuError, match=r"worker tcp://\S+: .*install the same"):
                rows_of(job, [ONE], executor=executor)


@pytest.mark.parametrize("address", ["nowhere", "tcp://127.0.0.1:9"])
def test_a_cluster_that_is_not_there_is_said_in_one_line(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(dask, "PATIENCE", 0.2)
    executor = partial(work_in_cluster, address=address)
    with pytest.raises(SudokuError, match=rf"^{address}: no Dask scheduler answers: .*dask worker"):
        rows_of(job_of("verify"), [ONE], executor=executor)
