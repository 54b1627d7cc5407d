"""Items of any iterable, worked on by several processes.

Each process is started afresh, as is possible on every system. It ignores Ctrl-C, which the first
process handles, and ends when the first process has ended for any reason.

A thread takes the items, a few more than the processes have work for. So results come out while
the iterable waits for its next item, and an iterable of any length costs no memory.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from sudoku_engine.errors import SudokuError
from sudoku_engine.guests.child_process import safe_path

Item = TypeVar("Item")
Result = TypeVar("Result")

WINDOW = 32
"""The number of items for each process that may begin before the first of them is done."""


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


def results_in_order(
    size: int,
    items: Iterable[Item],
    prepare: Callable[..., Callable[[Item], Result]],
    arguments: Sequence[Any] = (),
    window: int = WINDOW,
) -> Generator[Result, None, None]:
    """Yield the result of each of the `items`, in their order, made by `size` processes.

    prepare, arguments: in each process ``prepare(*arguments)`` returns the function from an item
        to its result. `pickle` must accept both, the items and the results.
    window: for each process, the number of items that may begin before the first of them is done.

    The next item is taken, in a thread, as soon as the window allows it. An error that the iterable
    raises comes after the results of the items before it. Raises ProcessDied, and what the
    function raises. Closing the generator ends all processes; an iterable that waits just then
    is left alone.
    """
    with closing(_Pool(size, items, prepare, arguments, window)) as pool:
        for _, result in pool.results(is_in_order=True):
            yield result


def results_as_done(
    size: int,
    items: Iterable[Item],
    prepare: Callable[..., Callable[[Item], Result]],
    arguments: Sequence[Any] = (),
    window: int = WINDOW,
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number of each of the `items`, from 0, and its result, as soon as that is known.

    All else is as for `results_in_order`.
    """
    with closing(_Pool(size, items, prepare, arguments, window)) as pool:
        yield from pool.results(is_in_order=False)


class _Pool(Generic[Item, Result]):
    """The processes, and the thread that takes the items for them."""

    def __init__(
        self,
        size: int,
        items: Iterable[Item],
        prepare: Callable[..., Callable[[Item], Result]],
        arguments: Sequence[Any],
        window: int,
    ) -> None:
        self._items = items
        self._context = _Context()
        given = (gc.get_threshold(), prepare, arguments)
        self._executor = ProcessPoolExecutor(size, self._context, _set_up, given)
        self._room = threading.Semaphore(size * window)
        self._lock = threading.Lock()
        self._is_closed = False
        # In the order of results; after the last one, the number of all and no future.
        self._coming: SimpleQueue[tuple[int, Future[Result] | None]] = SimpleQueue()
        self._error: BaseException | None = None

    def results(self, is_in_order: bool) -> Iterator[tuple[int, Result]]:
        """Yield the numbers of the items with their results."""
        threading.Thread(target=self._take_items, args=[is_in_order], daemon=True).start()
        n_results, total = 0, -1
        try:
            while n_results != total:
                number, future = self._coming.get()
                if future is None:
                    total = number
                    continue
                result = future.result()
                n_results += 1
                self._room.release()
                yield number, result
            if self._error is not None:
                raise self._error
        except BrokenProcessPool:
            self._executor.shutdown()
            raise ProcessDied(self._context.exit_code) from None

    def _take_items(self, is_in_order: bool) -> None:
        """Begin with each item when there is room for it; in a thread."""
        number = 0
        try:
            items = iter(self._items)
            while True:
                self._room.acquire()
                item = next(items)
                with self._lock:
                    if self._is_closed:
                        return
                    future = self._executor.submit(_do, item)
                if is_in_order:
                    self._coming.put((number, future))
                else:
                    future.add_done_callback(partial(self._has_come, number))
                number += 1
        except StopIteration:
            pass
        except BaseException as error:
            self._error = error
        self._coming.put((number, None))

    def _has_come(self, number: int, future: Future[Result]) -> None:
        self._coming.put((number, future))

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._is_closed = True
        self._room.release()  # the thread may wait for it
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


def _do(item: Any) -> Any:
    """Return the result of an `item`, in a process of the pool.

    An error in preparing counts as the item's.
    """
    if not _function:
        _function.append(_prepare[0]())
    return _function[0](item)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
