"""Items of any iterable, shared out among workers."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from typing import Any

import pytest

from sudoku_plugins.batch.distribution import (
    Distribution,
    Done,
    ProcessDied,
    Processes,
    Workers,
    distribute,
    done,
)
from tests.sandbox.pool_tasks import multiply, raise_or_end, raise_what_cannot_be_sent


class AtOnce:
    """Workers of this process; each portion is done when it begins, and takes `seconds` an item."""

    def __init__(
        self, room: int, seconds: Callable[[], float] = lambda: 0.0, is_idle: bool = False
    ) -> None:
        self._room = room
        self._seconds = seconds
        self._is_idle = is_idle
        self.portions: list[list[Any]] = []

    def room(self) -> int:
        return self._room

    def begin(self, portion: list[Any]) -> Future[Done]:
        self.portions.append(portion)
        future: Future[Done] = Future()
        if not self._is_idle:
            results = done((7).__mul__, portion).results
            future.set_result(Done(results, self._seconds() * len(portion)))
        return future

    def close(self) -> None:
        pass


ALL: list[Callable[[], Workers]] = [
    lambda: AtOnce(2),
    pytest.param(lambda: Processes(2, multiply, [7], 3), marks=pytest.mark.process),  # type: ignore[list-item]
]


@pytest.mark.parametrize("workers", ALL)
def test_results_come_in_the_order_of_the_items_or_as_they_are_done(
    workers: Callable[[], Workers],
) -> None:
    expected = [(number, 7 * number) for number in range(99)]
    assert [*distribute(iter(range(99)), workers())] == expected
    assert [*distribute(iter(range(99)), workers(), most=9)] == expected
    assert sorted(distribute(iter(range(99)), workers(), in_order=False)) == expected
    assert [*distribute([], workers())] == []


@pytest.mark.parametrize("in_order", [True, False])
def test_results_come_while_the_iterable_waits_and_its_error_comes_last(in_order: bool) -> None:
    is_wanted, goes_on = threading.Event(), threading.Event()

    def items() -> Iterator[int]:
        yield 1
        is_wanted.set()
        goes_on.wait(60)
        raise OSError("it breaks off")

    with closing(distribute(items(), AtOnce(2), in_order)) as found:
        assert next(found) == (1, 7)
        assert is_wanted.wait(60)
        goes_on.set()
        with pytest.raises(OSError, match="it breaks off"):
            next(found)


def test_only_as_many_items_are_taken_as_can_begin() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with closing(distribute(items(), AtOnce(2))) as found:
        assert [next(found)[0] for _ in range(3)] == [0, 1, 2]
        assert len(taken) <= 5


def test_items_without_work_keep_their_place_and_need_no_worker() -> None:
    workers = AtOnce(4)
    items = [-1, 1, -2, -3, 2]
    found = Distribution(items, workers, lambda item: item if item > 0 else None)
    assert [*found] == [(-1, None), (1, 7), (-2, None), (-3, None), (2, 14)]
    assert workers.portions == [[1], [2]]
    assert [*Distribution([-1, -2], AtOnce(1), lambda item: None)] == [(-1, None), (-2, None)]


def test_after_a_stop_the_remaining_items_come_without_results() -> None:
    with closing(Distribution(range(999), AtOnce(4), most=8, ahead=50)) as coming:
        found = []
        for item, result in coming:
            if item == 3:
                coming.stop()
            found.append((item, result))
    assert found[:4] == [(number, 7 * number) for number in range(4)]
    assert found[4:] == [(number, None) for number in range(4, 999)]


def sizes(seconds: Callable[[], float], count: int) -> list[int]:
    """Return the sizes of the portions, if each of `count` items takes some `seconds`."""
    workers = AtOnce(4, seconds)
    assert len([*distribute(range(count), workers, most=64)]) == count
    return [len(portion) for portion in workers.portions]


def test_many_quick_items_are_sent_at_a_time_but_few_at_either_end() -> None:
    found = sizes(lambda: 0.0001, 5000)
    assert found[0] == found[-1] == 1
    assert max(found) > 32


def test_slow_items_are_sent_one_by_one_and_for_a_while_after_a_slow_one() -> None:
    assert set(sizes(lambda: 0.5, 100)) == {1}
    times = iter([0.0001] * 60 + [5.0] + [0.0001] * 9999)
    found = sizes(lambda: next(times), 9999)
    assert max(found[:61]) > 32
    assert set(found[66:90]) == {1}


def test_closing_leaves_an_iterable_alone_that_waits() -> None:
    goes_on, has_ended = threading.Event(), threading.Event()

    def items() -> Iterator[int]:
        try:
            yield 1
            goes_on.wait(60)
            yield 2
        finally:
            has_ended.set()

    found = distribute(items(), AtOnce(2))
    assert next(found) == (1, 7)
    found.close()
    assert not has_ended.is_set()
    goes_on.set()
    assert has_ended.wait(60)


@pytest.mark.process
def test_the_error_of_an_item_is_raised_in_its_place_and_a_process_that_ends_reported() -> None:
    with pytest.raises(ValueError, match="no luck"):
        next(distribute([0], Processes(1, raise_or_end, ["no luck"])))
    with pytest.raises(RuntimeError, match="ValueError: <function"):
        next(distribute([0], Processes(1, raise_what_cannot_be_sent)))
    for in_order in (True, False):
        workers = Processes(1, raise_or_end, [""])
        with pytest.raises(ProcessDied, match=r"ended by itself \(status 7\)") as raised:
            next(distribute([7, 7, 7], workers, in_order))
        assert raised.value.code == 7
