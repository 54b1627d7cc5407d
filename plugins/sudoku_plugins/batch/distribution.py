"""Items of any iterable, distributed to workers: results in order, or as they are done.

::

    a thread             distribute               workers
    takes the items ──►  portions of what   ──►   processes of our own
    as they come         has arrived        ◄──   a cluster   (`batch.dask`)
                         results

A bounded number of items is taken ahead, so an iterable may be endless, and results come out while
it waits. Items that take little time are sent in portions, since sending one alone would take
longer than its work.

Processes are started afresh, which works on every system. Each ignores Ctrl-C, which the first
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
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from glob import glob
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter
from typing import IO, Any, Generic, NamedTuple, Protocol, TypeVar

from sudoku_engine.errors import MachineFault, SudokuError, error_text
from sudoku_engine.plugins import child_process
from sudoku_engine.plugins.component import FailedElsewhere

Item = TypeVar("Item")

PORTION_SECONDS = 0.1
"""The wanted seconds of work on a portion: far more than for sending it, but a short wait."""

GLANCE = 1.0
"""The seconds between two looks at workers that send nothing."""


class Done(NamedTuple):
    """The answer for a portion."""

    results: list[Any]
    seconds: float


def done(function: Callable[[Any], Any], portion: Iterable[Any]) -> Done:
    """Return the results of a `function` for the items of a `portion`, with their time."""
    begun = perf_counter()
    results = list(map(function, portion))
    return Done(results, perf_counter() - begun)


class Workers(Protocol):
    """The workers for items."""

    def room(self) -> int:
        """Return how many portions may be begun before the first of them is done.

        It is called now and then, and never returns less than before; an error that it raises ends
        the work.
        """
        ...

    def begin(self, portion: list[Any]) -> Future[Done]:
        """Begin the work on a `portion`."""
        ...

    def close(self) -> None:
        """End all work at once."""
        ...


def distribute(
    items: Iterable[Item], workers: Workers, in_order: bool = True, most: int = 1
) -> Generator[tuple[Item, Any], None, None]:
    """Yield each of the `items` with its result; see `Distribution`."""
    with closing(Distribution(items, workers, in_order=in_order, most=most)) as found:
        yield from found


class Distribution(Generic[Item]):
    """The `items` on their way to the `workers`; iterate over it for each with its result.

    work: the part of an item that is sent; None for an item without work, whose result is None.
    in_order: whether results come in the order of the items, or as they are done. most: the largest
    number of items in a portion. ahead: the most items that wait to begin. With 0, an item is taken
    only when it can begin.

    An error of the iterable comes after the results of the items before it; an error of a portion
    comes in the portion's place. `close` ends the workers; a waiting iterable is left alone.
    """

    def __init__(
        self,
        items: Iterable[Item],
        workers: Workers,
        work: Callable[[Item], Any] = lambda item: item,
        in_order: bool = True,
        most: int = 1,
        ahead: int = 0,
    ) -> None:
        self._items = items
        self._workers = workers
        self._work = work
        self._in_order = in_order
        self._most = most
        self._size = 1
        """The number of items in the next portion."""
        self._seconds = 0.0
        """The estimated seconds of an item, which stay high for a while after a slow item."""
        self._n_room = 0
        self._next_look = 0.0
        self._space = threading.Semaphore(max(ahead, most - 1))
        """Has a token for each item that may be taken."""
        self._news: SimpleQueue[tuple[Item] | _Portion | None] = SimpleQueue()
        """The items as they are taken, and None after the last; the portions as they are done."""
        self._waiting: deque[Item] = deque()
        self._coming: deque[_Portion] = deque()
        """The next portions to give out."""
        self._n_under_way = 0
        self._is_all_taken = self._is_stopped = self._is_closed = False
        self._error: BaseException | None = None

    def __iter__(self) -> Iterator[tuple[Item, Any]]:
        # The iterable may wait for a terminal forever, so the program does not wait for it.
        threading.Thread(target=self._take, daemon=True).start()
        while (portion := self._next()) is not None:
            results = iter([] if self._is_stopped else portion.future.result().results)
            for item, sent in portion.items:
                has_result = sent is not None and not self._is_stopped
                yield item, next(results) if has_result else None
            if not self._is_stopped:
                self._learn(portion)
            self._n_under_way -= 1
            self._space.release()

    def stop(self) -> None:
        """Stop all work that is done in order: the remaining items have the result None."""
        self._is_stopped = True
        self._workers.close()

    def close(self) -> None:
        """Take no more items, and end the workers."""
        self._is_closed = True
        self._space.release()
        self._workers.close()

    def _take(self) -> None:
        """Take items while there is space for them, in a thread."""
        try:
            items = iter(self._items)
            while self._space.acquire() and not self._is_closed:
                self._news.put((next(items),))
        except StopIteration:
            pass
        except BaseException as error:
            self._error = error
        self._news.put(None)

    def _next(self) -> _Portion | None:
        """Wait for the next portion to give out, and begin others; None after the last one."""
        while True:
            if monotonic() >= self._next_look:
                self._look()
            while not self._news.empty():
                self._hear()
            while self._waiting and self._n_under_way < self._n_room:
                self._begin()
            if self._coming and (self._is_stopped or self._coming[0].future.done()):
                return self._coming.popleft()
            if self._is_all_taken and not (self._waiting or self._n_under_way):
                break
            with suppress(Empty):
                self._hear(GLANCE)
        if self._error is not None:
            raise self._error
        return None

    def _look(self) -> None:
        """Let more portions begin if there is more room than before."""
        room = self._n_room if self._is_stopped else self._workers.room()
        if room > self._n_room:
            self._space.release(room - self._n_room)
        self._n_room = room
        self._next_look = monotonic() + GLANCE

    def _hear(self, seconds: float = 0) -> None:
        """Take note of what happens within some `seconds`; raise Empty if nothing does."""
        news = self._news.get(timeout=seconds)
        if news is None:
            self._is_all_taken = True
        elif isinstance(news, _Portion):
            self._coming.extend([] if self._in_order else [news])
        else:
            self._waiting.append(news[0])

    def _begin(self) -> None:
        size = self._size
        if self._is_all_taken:  # so that all workers end at about the same time
            size = min(size, -(-len(self._waiting) // self._n_room))
        items = [self._waiting.popleft() for _ in range(min(size, len(self._waiting)))]
        for _ in items[1:]:
            self._space.release()
        sent = [(item, self._work(item)) for item in items]
        portion = _Portion(sent, self._future([work for _, work in sent if work is not None]))
        self._n_under_way += 1
        if self._in_order:
            self._coming.append(portion)
        portion.future.add_done_callback(lambda _: self._news.put(portion))

    def _future(self, sent: list[Any]) -> Future[Done]:
        if sent and not self._is_stopped:
            return self._workers.begin(sent)
        future: Future[Done] = Future()
        future.set_result(Done([], 0.0))
        return future

    def _learn(self, portion: _Portion) -> None:
        """Choose the size of the next portion."""
        seconds = portion.future.result().seconds / len(portion.items)
        self._seconds = max(seconds, 0.9 * self._seconds)
        fitting = int(PORTION_SECONDS / self._seconds) if self._seconds else self._most
        self._size = max(1, min(fitting, 2 * self._size, self._most))


class _Portion(NamedTuple):
    items: list[tuple[Any, Any]]
    """Each with its work."""
    future: Future[Done]
    """The answer for those with work."""


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
    """Workers in `size` processes; see `Workers`.

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
        self._threads = ThreadPoolExecutor(size)
        """Each has a process of its own, and waits for it."""
        self._of_thread = threading.local()
        self._lock = threading.Lock()
        self._processes: list[_Process] = []
        self._is_closed = False

    def room(self) -> int:
        """Return how many portions may be begun before the first of them is done."""
        return self._size * self._ahead

    def begin(self, portion: list[Any]) -> Future[Done]:
        """Begin with the items of a `portion`."""
        return self._threads.submit(self._do, portion)

    def close(self) -> None:
        """End the processes, and the threads that wait for them."""
        with self._lock:
            self._is_closed = True
            for process in self._processes:
                process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            with suppress(OSError), process:  # which waits for its end, and closes the streams
                pass

    def used(self) -> float | None:
        """Return the processor time of the processes and of their guests; None if unknown."""
        times = [tree_seconds(process.pid) for process in self._processes]
        return None if None in times else sum(filter(None, times))

    def _do(self, portion: list[Any], n_tries: int = 1) -> Done:
        process = getattr(self._of_thread, "process", None) or self._start()
        try:
            return process.do(portion)
        except ProcessDied as death:
            self._of_thread.process = None
            if n_tries == self._tries or self._is_closed:
                raise
            self._notify(f"what was under way is done again: {death.what}")
            return self._do(portion, n_tries + 1)

    def _start(self) -> _Process:
        """Start the process of this thread; raise MachineFault."""
        with self._lock:
            process: _Process = _Process(*self._first)
            self._of_thread.process = process
            self._processes.append(process)
            if self._is_closed:
                process.kill()
            return process


class _Process(subprocess.Popen[bytes]):
    """A process, for the thread that waits for it."""

    def __init__(
        self, prepare: Callable[..., Callable[[Any], Any]], arguments: Sequence[Any]
    ) -> None:
        try:
            with _block_interrupts():
                super().__init__(
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
        assert self.stdin is not None
        assert self.stdout is not None
        data, self._first = self._first + pickle.dumps(portion), b""
        try:
            self.stdin.write(data)
            self.stdin.flush()
            answer, trace = pickle.load(self.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            raise ProcessDied(self.wait(), portion) from None
        except OSError as error:
            self.kill()
            raise MachineFault(error.errno, error.strerror) from error
        if isinstance(answer, Done):
            return answer
        raise answer from FailedElsewhere("", 0, trace)


@contextmanager
def _block_interrupts() -> Iterator[None]:
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
            data = _pack(error, "".join(traceback.format_exception(error)))
        with suppress(BrokenPipeError):  # the first process has ended, and so will this one
            results.write(data)
            results.flush()


def _pack(error: BaseException, trace: str) -> bytes:
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
    importlib.import_module("sudoku_plugins.batch.distribution").main()


def tree_seconds(process: int) -> float | None:
    """Return the processor time of a `process` and of all that it has started; None if unknown."""
    folder = f"/proc/{process}"
    try:
        times = Path(folder, "stat").read_text().rpartition(")")[2].split()[11:15]
        below = [Path(each).read_text().split() for each in glob(f"{folder}/task/*/children")]
    except OSError:  # it has ended, or the system is another one
        return None
    own = sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return own + sum(tree_seconds(int(each)) or 0.0 for each in chain(*below))
