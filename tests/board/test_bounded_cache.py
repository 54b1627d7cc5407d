"""What is remembered is bounded by its weight."""

import sys

from sudoku_engine.board.bounded_cache import MOST_BYTES, bounded_cache
from sudoku_engine.board.masks import MOST_SETS, digits_of


def test_a_result_is_computed_once_while_it_is_remembered() -> None:
    computed = []

    @bounded_cache(lambda _: 1)
    def double(number: int) -> int:
        """Return twice the number."""
        computed.append(number)
        return 2 * number

    assert [double(3), double(3), double(4)] == [6, 6, 8]
    assert computed == [3, 4]
    assert double.__doc__ == "Return twice the number."
    double.cache_clear()
    assert double(3) == 6
    assert computed == [3, 4, 3]


def test_results_are_forgotten_when_they_weigh_too_much_together() -> None:
    computed = []

    @bounded_cache(len)
    def block(number: int) -> bytes:
        computed.append(number)
        return bytes(MOST_BYTES // 10)

    most = 0
    for number in range(95):
        block(number)
        most = max(most, block.cache_info().currsize)
    assert most == 10
    assert computed == [*range(95)]


def test_a_result_that_is_too_heavy_alone_is_returned_all_the_same() -> None:
    @bounded_cache(lambda _: 2 * MOST_BYTES)
    def heavy(number: int) -> int:
        return number

    assert [heavy(1), heavy(1), heavy(2)] == [1, 1, 2]
    assert heavy.cache_info().currsize <= 1


def test_an_error_is_not_remembered() -> None:
    @bounded_cache(lambda _: 1)
    def inverse(number: int) -> float:
        return 1 / number

    for _ in range(2):
        try:
            inverse(0)
        except ZeroDivisionError:
            continue
        raise AssertionError("no error")
    assert inverse.cache_info().currsize == 0


def test_the_digits_of_masks_are_bounded_and_right() -> None:
    for mask in range(3 * MOST_SETS):
        assert sum(1 << digit - 1 for digit in digits_of[mask]) == mask
        assert len(digits_of) <= MOST_SETS
    assert sys.getsizeof(digits_of) < 1 << 20
    assert digits_of[0b101] is digits_of[0b101] == {1, 3}
