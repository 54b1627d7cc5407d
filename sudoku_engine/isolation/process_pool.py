"""Numbered tasks, done by several processes, with the results in order.

Each process is started afresh, as it can be on every system. It ignores Ctrl-C, which is for the
first process to handle, and ends when that has ended, however it did.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, cast

from sudoku_engine.errors import SudokuError, error_text
from sudoku_engine.isolation.child_process import safe_path

Task = Callable[[int], Any]

WINDOW = 32
"""So many results a process wait at the most for one before them that takes longer."""


class CrewError(SudokuError):
    """A process ended before its work was done, with the status `code`, -9 for signal 9."""

    def __init__(self, code: int | None) -> None:
        how = f"ended by itself (status {code})"
        if code is not None and code < 0:
            how = f"was killed (signal {-code}), perhaps for lack of memory: try fewer --jobs"
        super().__init__(f"one of the processes at work {how}")
        self.code = code


class Crew:
    """`size` processes; in each, ``prepare(*arguments)`` gives the function that does a task.

    `prepare`, its arguments and the results go from process to process, so they must be such as
    `pickle` takes. Used as an iterator of the results of tasks 0 to `count` - 1; raises CrewError.
    """

    def __init__(
        self, size: int, count: int, prepare: Callable[..., Task], arguments: Sequence[Any]
    ) -> None:
        self._size = size
        self._count = count
        self._work = (prepare, tuple(arguments))
        self._processes: dict[Connection, BaseProcess] = {}
        self._idle: list[Connection] = []
        self._next = 0

    def results(self) -> Generator[Any, None, None]:
        """The results in order; when the iterator is closed, no process is left."""
        done: dict[int, Any] = {}
        try:
            self._start()
            for number in range(self._count):
                self._hand_out(number)
                while number not in done:
                    self._collect(done)
                    self._hand_out(number)
                yield done.pop(number)
        finally:
            self._end()

    def _start(self) -> None:
        context = get_context("spawn")
        with safe_path(), _interrupts_held():
            for _ in range(min(self._size, self._count)):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, *self._work), daemon=True)
                process.start()
                theirs.close()  # so that the end of the process is the end of the pipe
                self._processes[ours] = process
                self._idle.append(ours)

    def _hand_out(self, wanted: int) -> None:
        """Gives tasks to those that have none, not too far beyond the one that is `wanted`."""
        last = min(self._count, wanted + WINDOW * len(self._processes))
        while self._idle and self._next < last:
            pipe = self._idle.pop(0)
            with suppress(OSError):  # it has ended, which `_collect` tells
                pipe.send(self._next)
            self._next += 1

    def _collect(self, done: dict[int, Any]) -> None:
        """Waits for results, and adds them to those that are `done`."""
        for ready in connection.wait(list(self._processes)):
            pipe = cast(Connection, ready)
            try:
                number, result = pipe.recv()
            except (EOFError, OSError):
                process = self._processes[pipe]
                process.join()
                raise CrewError(process.exitcode) from None
            if isinstance(result, _Failure):
                raise RuntimeError(result.why)
            done[number] = result
            self._idle.append(pipe)

    def _end(self) -> None:
        for process in self._processes.values():
            process.kill()
        for pipe, process in self._processes.items():
            process.join()
            pipe.close()


class _Failure:
    """What a task raised, in words: the program has an error."""

    def __init__(self, why: str) -> None:
        self.why = why


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits while processes are started, which inherit that until they ignore it."""
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


def _serve(pipe: Connection, prepare: Callable[..., Task], arguments: tuple[Any, ...]) -> None:
    """Does tasks in a process of the crew until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # what plugins print
    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(errors="backslashreplace")
    task: Task | None = None
    with suppress(EOFError, OSError):
        while True:
            number = pipe.recv()
            try:
                task = task or prepare(*arguments)
                result = task(number)
            except Exception as error:
                result = _Failure(error_text(error))
            pipe.send((number, result))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
