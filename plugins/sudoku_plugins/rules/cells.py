"""Rules about cells together, in any order: cages and sums, quadruples, shaded and marked cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sudoku_engine import Layout, rule
from sudoku_engine.api.rule import side_by_side
from sudoku_engine.errors import LayoutError


@rule("Killer Cage", distinct=True, ordered=False, draws="cage")
def killer_cage(digits: Sequence[int], value: int | None) -> bool:
    """No digit repeats in the cage, and its digits add up to the value, if it has one.

    Few sums leave few ways: three cells with 6 can only hold 1, 2 and 3. Described at
    https://en.wikipedia.org/wiki/Killer_sudoku.
    """
    return value is None or sum(digits) == value


class _Sum:
    """A machine that adds up digits; `signs` by cell."""

    def __init__(self, value: int, n: int, signs: Sequence[int]) -> None:
        self.start = (0, value)
        self._n = n
        self._signs = signs
        self._least = [0]
        self._most = [0]
        for sign in reversed(signs):
            self._least.append(self._least[-1] + min(sign, sign * n))
            self._most.append(self._most[-1] + max(sign, sign * n))

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Return the number of cells read and what is still needed; None if it is out of reach."""
        read, needed = state
        needed -= self._signs[read] * digit
        left = len(self._signs) - read - 1
        return (read + 1, needed) if self._least[left] <= needed <= self._most[left] else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether nothing more is needed."""
        return state[1] == 0


@rule("Sum", draws="solid cage", id="sum")
class sum_of_cells(_Sum):  # noqa: N801
    """The digits add up to the value; they may repeat where the other rules let them."""

    def __init__(self, value: int, n: int, size: int) -> None:
        super().__init__(value, n, [1] * size)


@rule("Little Killer", draws="outside")
class little_killer(_Sum):  # noqa: N801
    """The digits along the diagonal add up to the number at its end; they may repeat.

    Described at https://www.sudopedia.org/wiki/Little_Killer_Sudoku.
    """

    def __init__(self, value: int, n: int, size: int) -> None:
        super().__init__(value, n, [1] * size)


def circle_in_order(cells: Sequence[int], value: int | None) -> Iterator[list[int]]:
    """Yield all cells, those of the circle from left to right, or from top to bottom."""
    yield [*sorted(cells[: value or 1]), *cells[value or 1 :]]


@rule("Arrow", over=circle_in_order, draws="arrow")
class arrow(_Sum):  # noqa: N801
    """The digits along the arrow add up to the number in its circle; they may repeat.

    The value is the number of cells of the circle, read as one number: by default one.
    """

    def __init__(self, value: int | None, n: int, size: int) -> None:
        circle = value or 1
        super().__init__(0, n, [*(10**i for i in reversed(range(circle))), *[-1] * (size - circle)])


@rule("Double Arrow", draws="double arrow")
class double_arrow(_Sum):  # noqa: N801
    """The digits along the line add up to the same as those in the circles at its two ends."""

    def __init__(self, n: int, size: int) -> None:
        super().__init__(0, n, [1, *[-1] * (size - 2), 1])


@rule("Quadruple", draws="circle")
class quadruple:  # noqa: N801
    """The digits in the circle are among the four cells around it, as often as they stand there."""

    def __init__(self, value: int | str) -> None:
        if not re.fullmatch("[1-9]{1,4}", str(value)):
            raise LayoutError(f"its value is one to four digits, such as 1234, not {value}")
        self.start = tuple(sorted(map(int, str(value))))

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...]:
        """Return the digits that are still missing."""
        return tuple((Counter(state) - Counter([digit])).elements())

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return whether none is missing."""
        return not state


def each_alone(cells: Sequence[int]) -> Iterator[list[int]]:
    """Yield each of the cells for itself."""
    return ([cell] for cell in cells)


@rule("Even", over=each_alone, draws="square")
def even(digits: Sequence[int]) -> bool:
    """The cell holds an even digit."""
    return digits[0] % 2 == 0


@rule("Odd", over=each_alone, draws="disc")
def odd(digits: Sequence[int]) -> bool:
    """The cell holds an odd digit."""
    return digits[0] % 2 == 1


def and_neighbours(layout: Layout, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each of the cells with each neighbour that is not among them."""
    for pair in side_by_side(layout):
        for cell, other in (pair, pair[::-1]):
            if cell in cells and other not in cells:
                yield cell, other


@rule("Minimum", over=and_neighbours, draws="minimum")
def minimum(a: int, b: int) -> bool:
    """The cell holds less than each neighbour that shares an edge with it."""
    return a < b


@rule("Maximum", over=and_neighbours, draws="maximum")
def maximum(a: int, b: int) -> bool:
    """The cell holds more than each neighbour that shares an edge with it."""
    return a > b


def by_halves(cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first cell with the first of the second half, and so on."""
    half = len(cells) // 2
    return zip(cells[:half], cells[half:])


@rule("Clone", over=by_halves, draws="clone")
def clone(a: int, b: int) -> bool:
    """The first half of the cells holds the same digits as the second, in the same order."""
    return a == b
