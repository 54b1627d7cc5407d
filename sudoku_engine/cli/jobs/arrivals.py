"""Items that a thread takes from an iterable, as soon as they come."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")

MOST = 2000
"""The number of items that may wait to be begun."""

MOST_OTHERS = 16
"""The number of other items that may wait for their turn: they may be large."""


class Arrivals(Generic[Item]):
    """The `items` of an iterable, in order, each once.

    is_work: whether an item is work for others, who take it in chunks. It stays here all the same
        until its turn comes.

    An error of the iterable is raised in its place.
    """

    def __init__(self, items: Iterable[Item], is_work: Callable[[Item], bool]) -> None:
        self._is_work = is_work
        self._items: deque[Item] = deque()
        self._not_begun: deque[Item] = deque()
        self._n_others = 0
        self._has_ended = False
        self._error: BaseException | None = None
        self._gives_chunks = True
        self._is_closed = False
        self._change = threading.Condition()
        # It may wait for a terminal for ever, so the program does not wait for it.
        threading.Thread(target=self._take, args=[items], daemon=True).start()

    def first(self) -> Item | None:
        """Return the next item, which remains; wait for it. None after the last one."""
        with self._change:
            self._change.wait_for(lambda: self._items or self._has_ended)
            if self._items:
                return self._items[0]
        if self._error is not None:
            raise self._error
        return None

    def finish(self) -> None:
        """Remove the first item."""
        with self._change:
            self._n_others -= not self._is_work(self._items.popleft())
            self._change.notify_all()

    def chunk(self, size: int) -> list[Item]:
        """Begin the next work: all that is there, at most `size` items; wait for the first one.

        It is empty after the last item, and after `end_chunks`.
        """
        with self._change:
            self._change.wait_for(
                lambda: self._not_begun or self._has_ended or not self._gives_chunks
            )
            n_items = min(size, len(self._not_begun)) if self._gives_chunks else 0
            chunk = [self._not_begun.popleft() for _ in range(n_items)]
            self._change.notify_all()
            return chunk

    def end_chunks(self) -> None:
        """Begin no more chunks."""
        with self._change:
            self._gives_chunks = False
            self._not_begun.clear()
            self._change.notify_all()

    def close(self) -> None:
        """Take no more items; the thread ends with the one that it waits for."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()

    def _take(self, items: Iterable[Item]) -> None:
        try:
            for item in items:
                with self._change:
                    self._change.wait_for(self._has_room)
                    if self._is_closed:
                        return
                    self._items.append(item)
                    if not self._is_work(item):
                        self._n_others += 1
                    elif self._gives_chunks:
                        self._not_begun.append(item)
                    self._change.notify_all()
        except BaseException as error:
            self._error = error
        with self._change:
            self._has_ended = True
            self._change.notify_all()

    def _has_room(self) -> bool:
        if self._is_closed:
            return True
        waiting = self._not_begun if self._gives_chunks else self._items
        return len(waiting) < MOST and self._n_others < MOST_OTHERS
