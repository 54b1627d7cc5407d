"""Processes of our own as workers.

Each is started afresh, as is possible on every system. It ignores Ctrl-C, which the first process
handles, and ends when the first process has ended for any reason. The first process ends the
others in one place, `Processes.close`, after the last result, an error and Ctrl-C alike.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from sudoku_engine.errors import SudokuError
from sudoku_engine.guests.child_process import safe_path
from sudoku_engine.guests.distribution import Done, done


class ProcessDied(SudokuError):
    """A process ended before its work was done, with the status `code`, -9 for signal 9."""

    def __init__(self, code: int) -> None:
        how = f"ended by itself (status {code})"
        if code < 0:
            how = f"was killed (signal {-code})"
        if code == -9:  # the signal of a system that has no memory left
            how += ", perhaps for lack of memory: try fewer --jobs"
        super().__init__(f"one of the processes at work {how}")
        self.code = code


class Processes:
    """Workers in `size` processes.

    ``prepare(*arguments)`` returns in each process the function from an item to its result; it is
    called before the first item, and its error counts as the item's. `pickle` must accept both, the
    items and the results. `ahead` portions for each process may begin before the first of them is
    done.
    """

    def __init__(
        self,
        size: int,
        prepare: Callable[..., Callable[[Any], Any]],
        arguments: Sequence[Any] = (),
        ahead: int = 32,
    ) -> None:
        self._n_ahead = size * ahead
        self._context = _Context()
        self._lock = threading.Lock()
        self._is_closed = False
        given = (gc.get_threshold(), prepare, arguments)
        self._executor = ProcessPoolExecutor(size, self._context, _set_up, given)

    def room(self) -> int:
        """Return how many portions may be begun before the first of them is done."""
        return self._n_ahead

    def begin(self, portion: list[Any]) -> Future[Done]:
        """Begin with the items of a `portion`."""
        with self._lock:
            if self._is_closed:
                return Future()
            return self._executor.submit(_do, portion)

    def explained(self, error: BaseException) -> BaseException:
        """Return the `error`; ProcessDied if a process ended."""
        if not isinstance(error, BrokenProcessPool):
            return error
        self._executor.shutdown()
        return ProcessDied(self._context.exit_code)

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._is_closed = True
        for process in self._context.processes:
            if process.pid is not None:  # it was started
                process.kill()
        self._executor.shutdown(cancel_futures=True)


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


_prepare: list[Callable[[], Callable[[Any], Any]]] = []
"""In a process of the pool: what prepares the function."""
_function: list[Callable[[Any], Any]] = []
"""In a process of the pool: the function from an item to its result, once it is prepared."""


def _set_up(
    thresholds: tuple[int, ...],
    prepare: Callable[..., Callable[[Any], Any]],
    arguments: Sequence[Any],
) -> None:
    """Begin a process of the pool; it collects garbage after as many objects as the first one."""
    gc.set_threshold(*thresholds)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # what plugins print
    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(errors="backslashreplace")
    _prepare.append(partial(prepare, *arguments))


def _do(portion: list[Any]) -> Done:
    """Return the results of a `portion`, in a process of the pool."""
    if not _function:
        _function.append(_prepare[0]())
    return done(_function[0], portion)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
