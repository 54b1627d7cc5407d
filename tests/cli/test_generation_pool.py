"""Puzzles for several processes: how many of them a process gets at a time."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_engine.cli.generation_pool import LARGEST_PORTION, Portions


def sizes(seconds: Iterable[float], count: int = 5000) -> list[int]:
    """The sizes of the portions, as it becomes known how long a puzzle took."""
    portions = Portions(count, 2)
    found = []
    numbers: list[int] = []
    times = iter(seconds)
    for portion in portions:
        numbers += portion
        found.append(len(portion))
        portions.learn(next(times, 0.0001))
    assert numbers == list(range(count))
    return found


def test_a_process_gets_many_quick_puzzles_at_a_time_but_few_at_either_end() -> None:
    found = sizes([])
    assert found[0] == found[-1] == 1
    assert max(found) == LARGEST_PORTION


def test_slow_puzzles_are_sent_one_by_one() -> None:
    assert set(sizes([0.5] * 100, count=100)) == {1}


def test_after_a_slow_puzzle_portions_stay_small_for_a_while() -> None:
    found = sizes([0.0001] * 100 + [5.0], count=20_000)
    assert found[100] == LARGEST_PORTION
    assert set(found[101:130]) == {1}
