"""Rules about two cells: dots and letters between neighbours, and the meaning of their absence."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from sudoku_engine import Layout, rule
from sudoku_plugins.variants.rule import side_by_side


@rule("White Dot", draws="white dot")
def white_dot(a: int, b: int, value: int | None) -> bool:
    """The digits differ by the value, by default by 1: they are neighbours in counting.

    White and black dots are the clues of a Kropki sudoku.
    """
    return abs(a - b) == (value or 1)


@rule("Black Dot", draws="black dot")
def black_dot(a: int, b: int, value: int | None) -> bool:
    """One digit is as many times the other as the value says, by default the double."""
    ratio = value or 2
    return a == ratio * b or b == ratio * a


@rule("X", draws="X")
def x(a: int, b: int) -> bool:
    """The digits add up to 10."""
    return a + b == 10


@rule("V", draws="V")
def v(a: int, b: int) -> bool:
    """The digits add up to 5."""
    return a + b == 5


@rule("Greater Than", draws="greater")
def greater_than(a: int, b: int) -> bool:
    """The first digit is greater than the second."""
    return a > b


@rule("Non-Consecutive", everywhere=side_by_side)
def non_consecutive(a: int, b: int) -> bool:
    """No two cells that share an edge hold neighbours in counting."""
    return abs(a - b) != 1


def _without(*rules: str) -> Callable[[Layout], Iterator[tuple[int, int]]]:
    def pairs(layout: Layout) -> Iterator[tuple[int, int]]:
        marked = {frozenset(clue.cells) for clue in layout.clues if clue.rule in rules}
        return (pair for pair in side_by_side(layout) if frozenset(pair) not in marked)

    return pairs


@rule("All Dots Given", everywhere=_without("white_dot", "black_dot"))
def all_dots_given(a: int, b: int) -> bool:
    """Where no dot stands, the digits neither differ by 1 nor is one the double of the other."""
    return abs(a - b) != 1 and a != 2 * b and b != 2 * a


@rule("All White Dots Given", everywhere=_without("white_dot", "black_dot"))
def all_white_dots_given(a: int, b: int) -> bool:
    """Where no dot stands, the digits do not differ by 1."""
    return abs(a - b) != 1


@rule("All Black Dots Given", everywhere=_without("white_dot", "black_dot"))
def all_black_dots_given(a: int, b: int) -> bool:
    """Where no dot stands, no digit is the double of the other."""
    return a != 2 * b and b != 2 * a


@rule("All XV Given", everywhere=_without("x", "v"))
def all_xv_given(a: int, b: int) -> bool:
    """Where neither X nor V stands, the digits add up neither to 10 nor to 5."""
    return a + b not in (5, 10)


def squares(layout: Layout) -> Iterator[list[int]]:
    """Yield the cells of every square of two by two."""
    for row, below in pairwise(layout.rows):
        for left, right in pairwise(range(layout.n)):
            yield [each.cells[at] for each in (row, below) for at in (left, right)]


@rule("Global Entropy", ordered=False, everywhere=squares)
def global_entropy(digits: Sequence[int], n: int) -> bool:
    """Every square of two by two holds a low, a middle and a high digit: of 9, three are low."""
    return len({(digit - 1) // -(-n // 3) for digit in digits}) == 3


@rule("Global Mod 3", ordered=False, everywhere=squares)
def global_mod_3(digits: Sequence[int]) -> bool:
    """Every square of two by two holds one of 1, 4, 7, one of 2, 5, 8 and one of 3, 6, 9."""
    return len({digit % 3 for digit in digits}) == 3


@rule("Dutch Flatmates", everywhere=lambda layout: [column.cells for column in layout.columns])
class dutch_flatmates:  # noqa: N801
    """Every 5 has a 1 right above it or a 9 right below it; on other boards the middle digit."""

    start = (0, False)

    def __init__(self, n: int) -> None:
        self._middle, self._highest = n // 2 + 1, n

    def step(self, state: tuple[int, bool], digit: int) -> tuple[int, bool] | None:
        """Return the digit, and whether it still wants the highest below it."""
        above, is_waiting = state
        if is_waiting and digit != self._highest:
            return None
        return digit, digit == self._middle and above != 1

    def accepts(self, state: tuple[int, bool]) -> bool:
        """Return whether no digit is left that wants the highest."""
        return not state[1]
