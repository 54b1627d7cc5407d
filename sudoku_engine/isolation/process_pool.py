"""Numbered tasks done by several processes, with the results in order.

Each process is started afresh, as is possible on every system. It ignores Ctrl-C, which the first
process handles, and ends when the first process has ended for any reason.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from sudoku_engine.errors import SudokuError
from sudoku_engine.isolation.child_process import safe_path

Task = Callable[[int], Any]

WINDOW = 32
"""The number of tasks for each process that may begin before the first of them is done."""


class ProcessDied(SudokuError):
    """A process ended before its work was done, with the status `code`, -9 for signal 9."""

    def __init__(self, code: int) -> None:
        how = f"ended by itself (status {code})"
        if code < 0:
            how = f"was killed (signal {-code}), perhaps for lack of memory: try fewer --jobs"
        super().__init__(f"one of the processes at work {how}")
        self.code = code


def results_in_order(
    size: int, count: int, prepare: Callable[..., Task], arguments: Sequence[Any]
) -> Generator[Any, None, None]:
    """Yield the results of tasks 0 to `count` - 1, done by `size` processes.

    In each process ``prepare(*arguments)`` returns the function that does a task. `pickle`
    must accept it, its arguments and the results. Raises ProcessDied. Closing the generator ends
    all processes.
    """
    context = _Context()
    executor = ProcessPoolExecutor(min(size, count), context, _set_up, (prepare, arguments))
    waiting: deque[Future[Any]] = deque()
    try:
        for number in range(count):
            waiting.append(executor.submit(_do, number))
            if len(waiting) == size * WINDOW:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        executor.shutdown()
        raise ProcessDied(context.exit_code) from None
    finally:
        for process in context.processes:
            if process.pid is not None:  # it was started
                process.kill()
        executor.shutdown(cancel_futures=True)


class _Context(SpawnContext):
    """The way to start processes; it remembers them."""

    def __init__(self) -> None:
        super().__init__()
        self.processes: list[_Process] = []

    def Process(self, *args: Any, **options: Any) -> _Process:  # type: ignore[override]  # noqa: N802
        """Return a process that is not yet started."""
        self.processes.append(_Process(*args, **options))
        return self.processes[-1]

    @property
    def exit_code(self) -> int:
        """The status of the process that broke the pool; the pool has ended the others."""
        codes = [process.exitcode for process in self.processes]
        own = [code for code in codes if code is not None and code != -signal.SIGTERM]
        return own[0] if own else -signal.SIGTERM


class _Process(SpawnProcess):
    def start(self) -> None:
        with safe_path(), _interrupts_blocked():
            super().start()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Hold back Ctrl-C while a process is started; it inherits this, until it ignores Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which would let Ctrl-C through again
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


_work: list[Callable[[], Task]] = []
"""In a process of the pool: what prepares the task."""
_task: list[Task] = []
"""In a process of the pool: the task, once it is prepared."""


def _set_up(prepare: Callable[..., Task], arguments: Sequence[Any]) -> None:
    """Begin a process of the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # what plugins print
    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(errors="backslashreplace")
    _work.append(lambda: prepare(*arguments))


def _do(number: int) -> Any:
    """Do a task in a process of the pool. An error in preparing counts as the task's."""
    if not _task:
        _task.append(_work[0]())
    return _task[0](number)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
