"""Processes of our own as workers; a thread of the first process waits for each.

They are started afresh, which works on every system. Each process ignores Ctrl-C, which the first
process handles, and ends when the first process has ended for any reason. Requests and results pass
as pickles: first the preparation of the work, then portions, each answered by its results or by an
error.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, Any

from sudoku_engine.errors import MachineFault, SudokuError, error_text
from sudoku_engine.plugins import child_process
from sudoku_engine.plugins.component import FailedElsewhere
from sudoku_engine.plugins.time_limits import tree_seconds
from sudoku_plugins.batch.distribution import GLANCE, Done, done

end_now = os._exit  # a check in this process may forbid it to everybody


class ProcessDied(SudokuError):
    """A process ended before its work on a `portion` was done.

    `code` is its status, -9 for signal 9.
    """

    def __init__(self, code: int, portion: Sequence[Any]) -> None:
        how = f"ended by itself (status {code})"
        if code < 0:
            how = f"was killed (signal {-code})"
        if code == -9:  # the signal of a system that has no memory left
            how += ", perhaps for lack of memory: try fewer --jobs"
        super().__init__(f"one of the processes at work {how}")
        self.code = code
        self.portion = portion


class Processes:
    """Workers in `size` processes; see `distribution.Workers`.

    ``prepare(*arguments)`` returns in each process the function from an item to its result; it is
    called before the first item, and its error counts as the item's. `pickle` must accept both
    functions, the items and the results. `ahead` portions for each process may begin before the
    first of them is done. A portion whose process dies is begun `tries` times, each in a process of
    its own; `notify` gets a notice.
    """

    def __init__(
        self,
        size: int,
        prepare: Callable[..., Callable[[Any], Any]],
        arguments: Sequence[Any] = (),
        ahead: int = 32,
        tries: int = 1,
        notify: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._size = size
        self._first = (prepare, arguments)
        self._ahead = ahead
        self._tries = tries
        self._notify = notify
        self._lock = threading.Lock()
        self._coming: SimpleQueue[tuple[list[Any], Future[Done]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._processes: list[_Process] = []
        self._is_closed = False

    def room(self) -> int:
        """Return how many portions may be begun before the first of them is done."""
        return self._size * self._ahead

    def begin(self, portion: list[Any]) -> Future[Done]:
        """Begin with the items of a `portion`."""
        future: Future[Done] = Future()
        self._coming.put((portion, future))
        if len(self._threads) < self._size and not self._is_closed:
            self._threads.append(threading.Thread(target=self._serve, daemon=True))
            self._threads[-1].start()
        return future

    def close(self) -> None:
        """End the processes, and the threads that wait for them."""
        with self._lock:
            self._is_closed = True
            for process in self._processes:
                process.kill()
        for _ in self._threads:
            self._coming.put(None)
        for thread in self._threads:
            thread.join(GLANCE)

    def used(self) -> float | None:
        """Return the processor time of the processes and of their guests; None if unknown."""
        times = [process.used() for process in self._processes]
        return None if None in times else sum(filter(None, times))

    def _serve(self) -> None:
        """Do the portions that come, until there are no more."""
        process: _Process | None = None
        while (coming := self._coming.get()) is not None and not self._is_closed:
            portion, future = coming
            for tries_left in reversed(range(self._tries)):
                try:
                    process = process or self._start()
                    future.set_result(process.do(portion))
                except ProcessDied as death:
                    if tries_left and not self._is_closed:
                        self._notify(f"what was under way is done again: {death.what}")
                        self._end(process)
                        process = None
                        continue
                    future.set_exception(death)
                except BaseException as error:  # including errors of processes that `close` ended
                    future.set_exception(error)
                break
        self._end(process)

    def _start(self) -> _Process:
        process = _Process(*self._first)
        with self._lock:
            self._processes.append(process)
            if self._is_closed:
                process.kill()
        return process

    def _end(self, process: _Process | None) -> None:
        if process is not None:
            with self._lock:
                self._processes.remove(process)
            process.end()


class _Process:
    """A process, for the thread that waits for it."""

    def __init__(
        self, prepare: Callable[..., Callable[[Any], Any]], arguments: Sequence[Any]
    ) -> None:
        """Start the process; raises MachineFault."""
        try:
            with _interrupts_blocked():
                self._child = subprocess.Popen(
                    child_process.command(__name__),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=child_process.environment(),
                )
        except OSError as error:
            raise MachineFault(error.errno, error.strerror) from error
        self._first = pickle.dumps((prepare, arguments))

    def do(self, portion: list[Any]) -> Done:
        """Return the results of a `portion`; raise its error, ProcessDied or MachineFault."""
        requests, results = self._child.stdin, self._child.stdout
        assert requests is not None
        assert results is not None
        data, self._first = self._first + pickle.dumps(portion), b""
        try:
            requests.write(data)
            requests.flush()
            answer, trace = pickle.load(results)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            raise ProcessDied(self._child.wait(), portion) from None
        except OSError as error:
            self.kill()
            raise MachineFault(error.errno, error.strerror) from error
        if isinstance(answer, Done):
            return answer
        raise answer from FailedElsewhere("", 0, trace)

    def used(self) -> float | None:
        return tree_seconds(self._child.pid)

    def kill(self) -> None:
        """Kill the process, even from another thread than the waiting one."""
        self._child.kill()

    def end(self) -> None:
        self.kill()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Hold back Ctrl-C while a process starts, which inherits this until it ignores Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def main() -> None:
    """Work for the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    sys.stdout = sys.stderr  # the prints of plugins
    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(errors="backslashreplace")
    coming: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_read, args=(requests, coming), daemon=True).start()
    prepare, arguments = coming.get()
    function: Callable[[Any], Any] | None = None
    while True:
        portion = coming.get()
        try:
            function = function or prepare(*arguments)
            data = pickle.dumps((done(function, portion), ""))
        except BaseException as error:
            data = _packed(error, "".join(traceback.format_exception(error)))
        with suppress(BrokenPipeError):  # the first process has ended, and so will this one
            results.write(data)
            results.flush()


def _packed(error: BaseException, trace: str) -> bytes:
    """Return the pickle of an `error` with its `trace`, or of an error with the same text."""
    try:
        return pickle.dumps((error, trace))
    except Exception:  # it holds something that cannot be sent
        return pickle.dumps((RuntimeError(error_text(error)), trace))


def _read(requests: IO[bytes], coming: SimpleQueue[Any]) -> None:
    """Read the input, even during work on a portion: its end means the end of the first process."""
    try:
        while True:
            coming.put(pickle.load(requests))
    finally:
        end_now(1)


if __name__ == "__main__":  # under its own name, which pickles refer to
    importlib.import_module("sudoku_plugins.batch.process_pool").main()
