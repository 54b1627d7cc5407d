"""Pools of processes: items of any iterable in, results out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from sudoku_engine.guests.process_pool import ProcessDied, results_as_done, results_in_order
from tests.guests.pool_tasks import multiply, raise_or_end


def test_results_come_in_the_order_of_the_items() -> None:
    items = iter(range(100))
    assert [*results_in_order(2, items, multiply, [7], window=3)] == [*range(0, 700, 7)]


def test_results_come_as_they_are_done_with_the_numbers_of_their_items() -> None:
    found = [*results_as_done(2, iter([5, 6, 7]), multiply, [2], window=1)]
    assert sorted(found) == [(0, 10), (1, 12), (2, 14)]


def test_no_items_have_no_results() -> None:
    assert [*results_in_order(2, [], multiply, [7])] == []
    assert [*results_as_done(2, [], multiply, [7])] == []


@pytest.mark.parametrize("results", [results_in_order, results_as_done])
def test_results_come_while_the_iterable_waits_and_its_error_comes_last(results: object) -> None:
    is_asked_for, goes_on = threading.Event(), threading.Event()

    def items() -> Iterator[int]:
        yield 1
        is_asked_for.set()
        goes_on.wait(60)
        raise OSError("it breaks off")

    with closing(results(1, items(), multiply, [7])) as found:  # type: ignore[operator]
        assert next(found) in (7, (0, 7))
        assert is_asked_for.wait(60)
        goes_on.set()
        with pytest.raises(OSError, match="it breaks off"):
            next(found)


def test_only_some_items_are_taken_before_their_results_are() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with closing(results_in_order(1, items(), multiply, [1], window=2)) as found:
        assert [next(found), next(found), next(found)] == [0, 1, 2]
        assert len(taken) <= 5


def test_the_error_of_a_task_is_raised_in_its_place() -> None:
    with pytest.raises(ValueError, match="no luck"):
        next(results_in_order(1, [0], raise_or_end, ["no luck"]))


@pytest.mark.parametrize("results", [results_in_order, results_as_done])
def test_a_process_that_ends_is_reported_with_its_status(results: object) -> None:
    with pytest.raises(ProcessDied, match=r"ended by itself \(status 7\)") as raised:
        next(results(1, [7, 7, 7], raise_or_end, [""]))  # type: ignore[operator]
    assert raised.value.code == 7


def test_closing_leaves_an_iterable_alone_that_waits() -> None:
    goes_on, has_ended = threading.Event(), threading.Event()

    def items() -> Iterator[int]:
        try:
            yield 1
            goes_on.wait(60)
            yield 2
        finally:
            has_ended.set()

    found = results_in_order(1, items(), multiply, [7])
    assert next(found) == 7
    found.close()
    assert not has_ended.is_set()
    goes_on.set()
    assert has_ended.wait(60)
