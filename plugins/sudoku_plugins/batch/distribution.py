"""Items of any iterable, distributed to workers: results in order, or as they are done.

::

    a thread             distribute               workers
    takes the items ──►  portions of what   ──►   Threads, which wait for processes of our own
    as they come         has arrived              (`process_pool`), or for guests (GuestThreads)
                         results            ◄──   a cluster   (`batch.dask`)

A bounded number of items is taken ahead, so an iterable may be endless, and results come out while
it waits. Items that take little time are sent in portions, since sending one alone would take
longer than its work.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from functools import partial
from queue import SimpleQueue
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from sudoku_engine.plugins.hooks import Keeper

Item = TypeVar("Item")

PORTION_SECONDS = 0.1
"""The wanted seconds of work on a portion: far more than for sending it, but a short wait."""

MOST_IDLE = 16
"""The most items without work that wait for their turn: they may be large."""

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

        It is called now and then; an error that it raises ends the work.
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
        self._ahead = max(ahead, most - 1)
        self._room = 0
        self._next_look = 0.0
        self._n_under_way = 0
        """The number of portions that have begun and still have results to give out."""
        self._size = 1
        self._seconds = 0.0
        """The estimated seconds of an item, which stay high for a while after a slow item."""
        self._open: deque[_Place] = deque()
        """The items that were taken and not given out, in order."""
        self._done: deque[_Place] = deque()
        """The finished items among them, in any order."""
        self._waiting: deque[_Place] = deque()
        """The items that have not begun."""
        self._n_open = self._n_idle = 0
        self._has_ended = self._is_stopped = self._is_closed = False
        self._error: BaseException | None = None
        self._change = threading.Condition()

    def __iter__(self) -> Iterator[tuple[Item, Any]]:
        """Yield each item with its result."""
        self._look()
        # The iterable may wait for a terminal forever, so the program does not wait for it.
        threading.Thread(target=self._take, daemon=True).start()
        while (place := self._next()) is not None:
            result = None
            if place.portion is not None:
                result = place.portion.future.result().results[place.number]
            with self._change:
                self._n_open -= 1
                self._n_idle -= not place.has_work
                if place.portion is not None and place.number == place.portion.size - 1:
                    self._n_under_way -= 1
                    self._learn(place.portion)
                    self._begin()
                self._change.notify_all()
            yield place.item, result

    def stop(self) -> None:
        """Stop all work: the remaining items have the result None."""
        with self._change:
            self._is_stopped = True
            self._waiting.clear()
            for place in self._open:
                place.portion, place.is_ready = None, True
            self._change.notify_all()
        self._workers.close()

    def close(self) -> None:
        """Take no more items, and end the workers."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()
        self._workers.close()

    def _next(self) -> _Place | None:
        """Wait for the next item to give out; None after the last item."""
        places = self._open if self._in_order else self._done
        while True:
            with self._change:
                if places and places[0].is_ready:
                    return places.popleft()
                if self._has_ended and not self._n_open:
                    break
                self._change.wait(GLANCE)
            if monotonic() >= self._next_look:
                self._look()
        if self._error is not None:
            raise self._error
        return None

    def _look(self) -> None:
        room = self._workers.room() if not self._is_stopped else 0
        with self._change:
            self._room = room
            self._next_look = monotonic() + GLANCE
            self._begin()
            self._change.notify_all()

    def _take(self) -> None:
        """Take items while there is room for them, in a thread."""
        try:
            items = iter(self._items)
            while True:
                with self._change:
                    self._change.wait_for(self._can_take)
                item = next(items)
                with self._change:
                    if self._is_closed:
                        return
                    self._add(item)
        except StopIteration:
            pass
        except BaseException as error:
            self._error = error
        with self._change:
            self._has_ended = True
            self._change.notify_all()

    def _can_take(self) -> bool:
        if self._is_closed:
            return True
        if self._n_idle >= MOST_IDLE:
            return False
        if self._is_stopped:
            return self._n_open <= self._ahead
        n_waiting = len(self._waiting)
        return n_waiting < self._ahead or (not n_waiting and self._n_under_way < self._room)

    def _add(self, item: Item) -> None:
        sent = self._work(item)
        place = _Place(item, sent)
        self._n_open += 1
        if self._in_order:
            self._open.append(place)
        if not place.has_work:
            self._n_idle += 1
        if not place.has_work or self._is_stopped:
            place.is_ready = True
            if not self._in_order:
                self._done.append(place)
        else:
            self._waiting.append(place)
            self._begin()
        self._change.notify_all()

    def _begin(self) -> None:
        """Begin portions of waiting items, as long as there is room."""
        while self._waiting and self._n_under_way < self._room and not self._is_closed:
            size = self._size
            if self._has_ended:  # so that all workers end at about the same time
                size = min(size, -(-len(self._waiting) // self._room))
            places = [self._waiting.popleft() for _ in range(min(size, len(self._waiting)))]
            sent = [place.sent for place in places]
            try:
                future = self._workers.begin(sent)
            except Exception as error:
                future = Future()
                future.set_exception(error)
            portion = _Portion(future, len(places))
            for number, place in enumerate(places):
                place.portion, place.number, place.sent = portion, number, None
            self._n_under_way += 1
            future.add_done_callback(partial(self._has_come, places))

    def _has_come(self, places: list[_Place], _: Future[Done]) -> None:
        with self._change:
            for place in places:
                place.is_ready = True
            if not self._in_order:
                self._done += places
            self._change.notify_all()

    def _learn(self, portion: _Portion) -> None:
        """Choose the size of the next portion."""
        seconds = portion.future.result().seconds / portion.size
        self._seconds = max(seconds, 0.9 * self._seconds)
        fitting = int(PORTION_SECONDS / self._seconds) if self._seconds else self._most
        self._size = max(1, min(fitting, 2 * self._size, self._most))


class _Portion(NamedTuple):
    future: Future[Done]
    size: int


class _Place:
    """An item, from its taking until it is given out."""

    __slots__ = ("has_work", "is_ready", "item", "number", "portion", "sent")

    def __init__(self, item: Any, sent: Any) -> None:
        self.item = item
        self.sent = sent
        self.has_work = sent is not None
        self.portion: _Portion | None = None
        self.number = 0
        self.is_ready = False


class UsesGuests(Protocol):
    """A function from an item to its result that lets guests of its own do the work."""

    @property
    def supervisor(self) -> Keeper | None:
        """The keeper of the guests."""
        ...

    def __call__(self, item: Any, /) -> Any:
        """Return the result of `item`."""
        ...


class Hand(Protocol):
    """The part that does the work for one thread."""

    def do(self, portion: list[Any]) -> Done:
        """Return the results of a `portion`."""
        ...

    def abandon(self) -> None:
        """End the work that `do` waits for at once, from another thread."""
        ...

    def end(self) -> None:
        """End, after the last portion."""
        ...


class Threads:
    """Workers of this process: `size` threads, each of which waits for a hand of its own.

    `hand` makes a hand in each thread; its error counts as a portion's error. `ahead` portions for
    each thread may begin before the first of them is done.
    """

    def __init__(self, size: int, hand: Callable[[], Hand], ahead: int) -> None:
        self._size = size
        self._hand = hand
        self._ahead = ahead
        self._lock = threading.Lock()
        self._coming: SimpleQueue[tuple[list[Any], Future[Done]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._hands: list[Hand] = []
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
        """End the hands, and the threads that wait for them."""
        with self._lock:
            self._is_closed = True
            for hand in self._hands:
                hand.abandon()
        for _ in self._threads:
            self._coming.put(None)
        for thread in self._threads:
            thread.join(GLANCE)

    def _serve(self) -> None:
        """Do the portions that come, until there are no more."""
        hand: Hand | None = None
        while (coming := self._coming.get()) is not None and not self._is_closed:
            portion, future = coming
            try:
                if hand is None:
                    hand = self._hand()
                    with self._lock:
                        self._hands.append(hand)
                        if self._is_closed:
                            break
                future.set_result(hand.do(portion))
            except BaseException as error:  # including errors of hands that `close` has ended
                future.set_exception(error)
        if hand is not None:
            with suppress(Exception):
                hand.end()


class GuestThreads(Threads):
    """Workers of this process: `size` threads, each of which waits for guests of its own.

    ``prepare(*arguments)`` returns in each thread the function from an item to its result. `ahead`
    portions for each thread may begin before the first of them is done.
    """

    def __init__(
        self, size: int, prepare: Callable[..., UsesGuests], arguments: Sequence[Any], ahead: int
    ) -> None:
        super().__init__(size, lambda: _GuestHand(prepare(*arguments)), ahead)


class _GuestHand:
    def __init__(self, function: UsesGuests) -> None:
        self._function = function

    def do(self, portion: list[Any]) -> Done:
        return done(self._function, portion)

    def abandon(self) -> None:
        if self._function.supervisor is not None:
            self._function.supervisor.abandon()

    def end(self) -> None:
        if self._function.supervisor is not None:
            self._function.supervisor.end()
