"""Items of any iterable, distributed to workers: results in order, or as they are done.

::

    a thread             distribute               workers
    takes the items ──►  portions of what   ──►   processes of our own (`process_pool`)
    as they come         has arrived        ◄──   a cluster   (`batch.dask`)
                         results

A bounded number of items is taken ahead, so an iterable may be endless, and results come out while
it waits. Items that take little time are sent in portions, since sending one alone would take
longer than its work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import closing, suppress
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

Item = TypeVar("Item")

PORTION_SECONDS = 0.1
"""The wanted seconds of work on a portion: far more than for sending it, but a short wait."""

GLANCE = 1.0
"""The seconds between two looks at workers that send nothing."""


class Done(NamedTuple):
    """The answer for a portion."""

    results: list[Any]
    """The result of each of its items."""
    seconds: float
    """The time for all of them."""


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
        """Begin the work on a `portion`, in any thread."""
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
        self._room = threading.Semaphore(0)
        """Has a token for each portion that may begin."""
        self._taken: SimpleQueue[tuple[Item] | None] = SimpleQueue()
        """The items that have not begun; None after the last one."""
        self._begun: SimpleQueue[_Portion | None] = SimpleQueue()
        """The next portions to give out; None when the last one has begun."""
        self._n_begun = self._n_given = 0
        self._is_all_taken = self._is_all_begun = self._is_stopped = self._is_closed = False
        self._error: BaseException | None = None

    def __iter__(self) -> Iterator[tuple[Item, Any]]:
        """Yield each item with its result."""
        self._look()
        # The iterable may wait for a terminal forever, so the program does not wait for it.
        for each in (self._take, self._begin):
            threading.Thread(target=each, daemon=True).start()
        while (portion := self._next()) is not None:
            results = iter([] if self._is_stopped else portion.future.result().results)
            for item, sent in portion.items:
                has_result = sent is not None and not self._is_stopped
                yield item, next(results) if has_result else None
            if not self._is_stopped:
                self._learn(portion)
            self._room.release()

    def stop(self) -> None:
        """Stop all work that is done in order: the remaining items have the result None."""
        self._is_stopped = True
        self._workers.close()

    def close(self) -> None:
        """Take no more items, and end the workers."""
        self._is_closed = True
        self._space.release()
        self._room.release()
        self._taken.put(None)
        self._workers.close()

    def _next(self) -> _Portion | None:
        """Wait for the next portion to give out; None after the last one."""
        while not self._is_all_begun or self._n_given < self._n_begun:
            if monotonic() >= self._next_look:
                self._look()
            with suppress(Empty):
                portion = self._begun.get(timeout=GLANCE)
                if portion is not None:
                    self._n_given += 1
                    while not self._is_stopped and not wait([portion.future], GLANCE).done:
                        self._look()
                    return portion
        if self._error is not None:
            raise self._error
        return None

    def _look(self) -> None:
        """Let more portions begin if there is more room than before."""
        room = self._n_room if self._is_stopped else self._workers.room()
        for _ in range(room - self._n_room):
            self._room.release()
        self._n_room = room
        self._next_look = monotonic() + GLANCE

    def _take(self) -> None:
        """Take items while there is space for them, in a thread."""
        try:
            items = iter(self._items)
            while self._space.acquire() and not self._is_closed:
                self._taken.put((next(items),))
        except StopIteration:
            pass
        except BaseException as error:
            self._error = error
        self._is_all_taken = True
        self._taken.put(None)

    def _begin(self) -> None:
        """Begin portions of the items that were taken while there is room, in a thread."""
        while self._room.acquire() and not self._is_closed:
            self._space.release()
            if (first := self._taken.get()) is None:
                break
            self._begin_portion(first[0])
        self._is_all_begun = True
        self._begun.put(None)

    def _begin_portion(self, first: Item) -> None:
        """Begin the `first` item, with more that wait already."""
        size = self._size
        if self._is_all_taken:  # so that all workers end at about the same time
            size = min(size, -(-self._taken.qsize() // self._n_room))
        items = [first]
        while len(items) < size and not self._taken.empty():
            following = self._taken.get()
            if following is None:
                self._taken.put(None)
                break
            items.append(following[0])
            self._space.release()
        sent = [(item, self._work(item)) for item in items]
        portion = _Portion(sent, self._future([work for _, work in sent if work is not None]))
        self._n_begun += 1
        if self._in_order:
            self._begun.put(portion)
        else:
            portion.future.add_done_callback(lambda _: self._begun.put(portion))

    def _future(self, sent: list[Any]) -> Future[Done]:
        """Return the future answer for what is `sent`."""
        future: Future[Done] = Future()
        if not sent or self._is_stopped:
            future.set_result(Done([], 0.0))
            return future
        try:
            return self._workers.begin(sent)
        except Exception as error:
            future.set_exception(error)
            return future

    def _learn(self, portion: _Portion) -> None:
        """Choose the size of the next portion."""
        seconds = portion.future.result().seconds / len(portion.items)
        self._seconds = max(seconds, 0.9 * self._seconds)
        fitting = int(PORTION_SECONDS / self._seconds) if self._seconds else self._most
        self._size = max(1, min(fitting, 2 * self._size, self._most))


class _Portion(NamedTuple):
    """Items that are sent together."""

    items: list[tuple[Any, Any]]
    """Each with its work."""
    future: Future[Done]
    """The answer for those with work."""
