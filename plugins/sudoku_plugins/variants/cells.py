"""Rules about cells together, in any order: cages and sums, quadruples, shaded and marked cells."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from sudoku_engine import Layout, rule
from sudoku_engine.board.layout import SYMBOLS, House
from sudoku_engine.errors import LayoutError
from sudoku_plugins.variants.rule import JudgedAtOnce, at_distance, side_by_side


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
        """Return the number of cells read and the rest of the demand; None if out of reach."""
        read, needed = state
        needed -= self._signs[read] * digit
        left = len(self._signs) - read - 1
        return (read + 1, needed) if self._least[left] <= needed <= self._most[left] else None

    def accepts(self, state: tuple[int, int]) -> bool:
        return state[1] == 0


@rule("Sum", draws="solid cage", id="sum")
class sum_of_cells(_Sum):  # noqa: N801
    """The digits add up to the value; they may repeat where the other rules let them."""

    def __init__(self, value: int, n: int, size: int) -> None:
        super().__init__(value, n, [1] * size)


@rule("Weighted Sum", draws="grey line")
class weighted_sum(_Sum):  # noqa: N801
    """The digits, each times its weight, add up to the total: ``0:1,1,-10`` wants a + b = 10c.

    The value is the total and, after a colon, the weights in the order of the cells.
    """

    def __init__(self, value: str, n: int, size: int) -> None:
        if not re.fullmatch(r"-?\d{1,9}:-?\d{1,3}(,-?\d{1,3})*", value):
            raise LayoutError(f"its value is a total and weights, such as 0:1,1,-10, not {value}")
        total, _, weights = value.partition(":")
        signs = [int(weight) for weight in weights.split(",")]
        if len(signs) != size:
            raise LayoutError(f"it has {len(signs)} weights for {size} cells")
        super().__init__(int(total), n, signs)


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


@rule("Rellik Cage", distinct=True, ordered=False, draws="shaded cage")
def rellik_cage(digits: Sequence[int], value: int) -> bool:
    """No digit repeats in the cage, and no digits of it, one or several, add up to the value.

    It is a killer cage turned round: with 5 it holds no 5, not 1 and 4, not 2 and 3.
    """
    sums = {0}
    for digit in digits:
        sums |= {total + digit for total in sums}
    return value not in sums


@rule("Equality Cage", distinct=True, ordered=False, draws="shade")
def equality_cage(digits: Sequence[int], n: int) -> bool:
    """No digit repeats; as many digits are even as odd, and as many are low as high.

    From 1 to 9, 1 to 4 are low and 6 to 9 high; 5 is neither and not in the cage.
    """
    low, high = (len([d for d in digits if d in half]) for half in _halves(n))
    return low == high and low + high == len(digits) == 2 * len([d for d in digits if d % 2])


def _halves(n: int) -> tuple[range, range]:
    return range(1, n // 2 + 1), range(n - n // 2 + 1, n + 1)


class _Missing:
    """A machine that wants some digits, each as often as it stands there."""

    def __init__(self, value: int | str, n: int, most: int) -> None:
        known = SYMBOLS[:n]
        if not re.fullmatch(f"[{known}]{{1,{most}}}", str(value)):
            digits = f"{most} digits from 1 to {known[-1]}"
            raise LayoutError(f"its value is at most {digits}, such as 1234, not {value}")
        self.start = tuple(sorted(known.index(symbol) + 1 for symbol in str(value)))

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...]:
        """Return the digits that are still missing."""
        return tuple((Counter(state) - Counter([digit])).elements())

    def accepts(self, state: tuple[int, ...]) -> bool:
        return not state


@rule("Quadruple", draws="circle")
class quadruple(_Missing):  # noqa: N801
    """The digits in the circle are among the four cells around it, as often as they stand there."""

    def __init__(self, value: int | str, n: int) -> None:
        super().__init__(value, n, 4)


@rule("Contains", draws="shaded cage")
class contains(_Missing):  # noqa: N801
    """The cells hold at least the digits of the value, each as often as it stands there."""

    def __init__(self, value: int | str, n: int, size: int) -> None:
        super().__init__(value, n, size)


@rule("Look-and-Say Cage", draws="solid cage")
class look_and_say:  # noqa: N801
    """The value says how often digits are in the cage: 1324 says one 3 and two 4s.

    Digits may repeat, and those it does not speak of may be there or not.
    """

    def __init__(self, value: int | str, n: int) -> None:
        said = str(value)
        pairs = [*zip(*[iter("0" * (len(said) % 2) + said)] * 2)]
        counts = {int(digit): int(count) for count, digit in pairs if said.isdecimal()}
        if not len(pairs) == len(counts) or not all(1 <= digit <= n for digit in counts):
            raise LayoutError(f"its value is pairs of how often and which digit, not {value}")
        self.start = tuple(sorted(counts.items()))

    def step(self, state: tuple[tuple[int, int], ...], digit: int) -> Any:
        """Return how often each digit is still wanted."""
        left = dict(state)
        if digit in left:
            left[digit] -= 1
        return tuple(left.items()) if left.get(digit, 0) >= 0 else None

    def accepts(self, state: tuple[tuple[int, int], ...]) -> bool:
        """Return whether no digit is wanted any more."""
        return not any(count for _, count in state)


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


def copies(layout: Layout, digits: Sequence[int]) -> Iterable[list[int]]:
    """Return patches with a second one of the same shape and `digits`, the largest few of them."""
    n, found = layout.n, []
    for down, right in product(range(n), range(1 - n, n)):
        if (down, right) > (0, 0):
            pairs = dict(at_distance(layout, [(down, right)]))
            same = {one: other for one, other in pairs.items() if digits[one] == digits[other]}
            found += [[*patch, *map(same.__getitem__, patch)] for patch in _patches(layout, same)]
    found = [cells for cells in found if len({*cells}) == len(cells) > 2]
    return sorted(found, key=len)[-2 * n :]


def _patches(layout: Layout, cells: Iterable[int]) -> Iterable[list[int]]:
    patch_of = {cell: [cell] for cell in cells}
    for one, other in side_by_side(layout):
        if one in patch_of and other in patch_of and patch_of[one] is not patch_of[other]:
            patch_of[one] += patch_of[other]
            patch_of.update(dict.fromkeys(patch_of[other], patch_of[one]))
    return {id(patch): patch for patch in patch_of.values()}.values()


@rule("Clone", over=by_halves, lays=copies, draws="clone")
def clone(a: int, b: int) -> bool:
    """The first half of the cells holds the same digits as the second, in the same order."""
    return a == b


def equal_threes(layout: Layout, digits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield three cells in a row or column with three others that hold the same `digits`."""
    threes = [
        house.cells[at : at + 3]
        for house in (*layout.rows, *layout.columns)
        for at in range(layout.n - 2)
    ]
    for one, other in combinations(threes, 2):
        same = {digits[cell] for cell in one} == {digits[cell] for cell in other}
        if same and not {*one} & {*other}:
            yield (*one, *other)


@rule("Same Digits", lays=equal_threes, draws="sets")
class same_digits(JudgedAtOnce):  # noqa: N801
    """The cells are sets of equal size, two or as many as the value says, with the same digits.

    Each digit is in all sets equally often, in any order.
    """

    start = (0, 0, 0)

    def __init__(self, digit: int, value: int | None, size: int) -> None:
        count = 2 if value is None else value
        if count < 2 or size % count:
            raise LayoutError(f"{size} cells are not {count} sets of equal size")
        self._digit = digit
        self._in_set = size // count

    def step(self, state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
        """Return the cells read, how often the first set has the digit, and this set so far."""
        read, wanted, here = state
        read, here = read + 1, here + (digit == self._digit)
        if read <= self._in_set:
            return read, here, 0 if read == self._in_set else here
        if read % self._in_set:
            return (read, wanted, here) if here <= wanted else None
        return (read, wanted, 0) if here == wanted else None


def circles(layout: Layout, digits: Sequence[int]) -> Iterator[list[int]]:
    """Yield cells with as many of some digits as these say, spread over the board.

    They are the digits of the first row up to a sum of `n` or more.
    """
    n, cells, wanted = layout.n, layout.cells, iter(layout.rows[0].cells)
    found: list[int] = []
    while len(found) < n:
        digit = digits[next(wanted)]
        places = [cell for cell in cells if digits[cell] == digit]
        found += [places[(len(found) + number * n // digit) % n] for number in range(digit)]
    yield sorted(found)


@rule("Counting Circles", lays=circles, draws="disc")
class counting_circles:  # noqa: N801
    """A digit in a circle says how many circles hold it: 3 is in three of them, or in none."""

    start = 0

    def __init__(self, digit: int) -> None:
        self._digit = digit

    def step(self, state: int, digit: int) -> int | None:
        """Return in how many circles the digit was."""
        state += digit == self._digit
        return state if state <= self._digit else None

    def accepts(self, state: int) -> bool:
        """Return whether the digit is in as many circles as it says, or in none."""
        return state in (0, self._digit)


@rule("Count Distinct", draws="arrow")
class count_distinct:  # noqa: N801
    """The first cell, in the circle, says how many different digits the other cells hold."""

    start = (0, 0)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Return the digit of the circle, and the digits so far, bit `digit`."""
        said, had = state
        if not said:
            return digit, 0
        had |= 1 << digit
        return (said, had) if had.bit_count() <= said else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether there were as many as the circle says."""
        return state[0] == state[1].bit_count()


def along_rows(layout: Layout, cells: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield each of the cells with each other cell of its row."""
    return _with_others(cells, layout.rows)


def along_columns(layout: Layout, cells: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield each of the cells with each other cell of its column."""
    return _with_others(cells, layout.columns)


def within_boxes(layout: Layout, cells: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield each of the cells with each other cell of its box."""
    return _with_others(cells, layout.boxes)


def _with_others(cells: Sequence[int], houses: Iterable[House]) -> Iterator[Sequence[int]]:
    return (
        (cell, other)
        for house in houses
        for cell in house.cells
        if cell in cells
        for other in house.cells
        if other != cell
    )


def _is_index(a: int, b: int, cells: Sequence[int], houses: Iterable[House]) -> bool:
    """Return whether `a` says where in its house the number of its own place is."""
    house = next(house for house in houses if {*cells} <= {*house.cells})
    own, other = (house.cells.index(cell) + 1 for cell in cells)
    return (a == other) == (b == own)


@rule(
    "Column Index",
    over=along_rows,
    lays=lambda layout: each_alone(layout.cells),
    draws="shade",
)
def column_index(a: int, b: int, cells: Sequence[int], layout: Layout) -> bool:
    """The digit says in which column of its row the number of its own column stands.

    With 7 in column 2, the 2 of this row is in column 7.
    """
    return _is_index(a, b, cells, layout.rows)


@rule("Row Index", over=along_columns, draws="square")
def row_index(a: int, b: int, cells: Sequence[int], layout: Layout) -> bool:
    """The digit says in which row of its column the number of its own row stands."""
    return _is_index(a, b, cells, layout.columns)


@rule("Box Index", over=within_boxes, draws="disc")
def box_index(a: int, b: int, cells: Sequence[int], layout: Layout) -> bool:
    """The digit says in which place of its box the number of its own place stands.

    Places are counted row by row.
    """
    return _is_index(a, b, cells, layout.boxes)
