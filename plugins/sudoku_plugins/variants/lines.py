"""Rules about lines: the order of their cells counts.

The cells of a clue with a number outside of the board are those of the row or column, beginning at
the number.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from sudoku_engine import Layout, rule
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.errors import LayoutError
from sudoku_plugins.variants.rule import JudgedAtOnce, at_distance

MOST_IN_LOOP = 16
"""The sum from which a loop has too many places where its pieces may end."""


@rule("Thermometer", draws="thermometer")
def thermometer(a: int, b: int) -> bool:
    """The digits grow from the bulb to the tip.

    So the bulb of five cells holds at most 5, the tip at least 5. Described at
    https://www.sudopedia.org/wiki/Thermometer_Sudoku.
    """
    return a < b


@rule("Slow Thermometer", draws="slow thermometer")
def slow_thermometer(a: int, b: int) -> bool:
    """The digits grow from the bulb to the tip, or stay as they are."""
    return a <= b


@rule("German Whispers", draws="green line")
def german_whispers(a: int, b: int, value: int | None) -> bool:
    """Neighbours along the line differ by at least 5, or by at least the value.

    So none of them is 5, and low and high digits take turns.
    """
    return abs(a - b) >= (value or 5)


@rule("Dutch Whispers", draws="orange line")
def dutch_whispers(a: int, b: int) -> bool:
    """Neighbours along the line differ by at least 4."""
    return abs(a - b) >= 4


@rule("Renban", distinct=True, ordered=False, draws="purple line")
def renban(digits: Sequence[int]) -> bool:
    """The digits of the line are neighbours in counting, in any order, such as 4, 2, 3."""
    return max(digits) - min(digits) == len(digits) - 1


def mirrored(cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first cell with the last, the second with the last but one, and so on."""
    return zip(cells[: len(cells) // 2], reversed(cells))


def palindromes(layout: Layout, digits: Sequence[int]) -> Iterator[list[int]]:
    """Yield the lines of three, five and seven cells that read the same from both ends."""
    beside: dict[int, list[int]] = {cell: [] for cell in layout.cells}
    for one, other in at_distance(layout, ((0, 1), (1, 0), (1, 1), (1, -1))):
        beside[one].append(other)
        beside[other].append(one)
    lines: list[list[int]] = [[cell] for cell in layout.cells]
    for _ in range(3):
        lines = [
            [first, *line, last]
            for line in lines
            for first, last in product(beside[line[0]], beside[line[-1]])
            if digits[first] == digits[last] and first != last and not {first, last} & {*line}
        ]
        yield from (line for line in lines if line[0] < line[-1])


@rule("Nabner", ordered=False, draws="pink line")
def nabner(a: int, b: int) -> bool:
    """No two digits of the line are equal or neighbours in counting: a renban turned round."""
    return abs(a - b) > 1


@rule("Palindrome", over=mirrored, lays=palindromes, draws="grey line")
def palindrome(a: int, b: int) -> bool:
    """The line reads the same from both ends."""
    return a == b


def from_the_ends(cells: Sequence[int]) -> Iterator[list[int]]:
    """Yield all cells: the one in the middle, if there is one, then the pairs from the ends."""
    middle = [cells[len(cells) // 2]] if len(cells) % 2 else []
    yield [*middle, *(cell for pair in mirrored(cells) for cell in pair)]


@rule("Zipper Line", over=from_the_ends, draws="lavender line")
class zipper_line:  # noqa: N801
    """Cells at the same distance from both ends all have the same sum; the middle holds it."""

    start = (0, 0)

    def __init__(self, size: int, n: int) -> None:
        self._is_odd = size % 2 == 1
        self._n = n

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Return the sum, and the digit that still needs its partner."""
        total, waiting = state
        if state == (0, 0) and self._is_odd:
            return digit, 0
        if not waiting:
            return total, digit
        return (waiting + digit, 0) if total in (0, waiting + digit) else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether every pair was whole."""
        return state[1] == 0


def ends_first(cells: Sequence[int]) -> Iterator[list[int]]:
    """Yield all cells, the two ends before the others."""
    yield [*dict.fromkeys((cells[0], cells[-1], *cells))]


@rule("Between Line", over=ends_first, draws="between line")
class between_line(JudgedAtOnce):  # noqa: N801
    """The digits along the line lie between those in the circles at its ends."""

    start: tuple[int, ...] = ()

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Return the digits in the circles, in order."""
        if len(state) < 2:
            return tuple(sorted((*state, digit)))
        return state if state[0] < digit < state[1] else None


@rule("Lockout Line", over=ends_first, draws="lockout line")
class lockout_line(JudgedAtOnce):  # noqa: N801
    """No digit along the line lies between those in the diamonds at its ends, nor is one of them.

    The two in the diamonds differ by at least 4, or by at least the value.
    """

    start: tuple[int, ...] = ()

    def __init__(self, value: int | None) -> None:
        self._least = 4 if value is None else value

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Return the digits in the diamonds, in order."""
        if not state:
            return (digit,)
        if len(state) == 1:
            return (*sorted((*state, digit)),) if abs(digit - state[0]) >= self._least else None
        return None if state[0] <= digit <= state[1] else state


@rule("Region Sum Line", draws="blue line")
class region_sum_line(JudgedAtOnce):  # noqa: N801
    """The digits of the line add up to the same sum in every box that it goes through.

    Where it leaves a box and comes back, each time counts for itself.
    """

    start = (0, 0, 0)

    def __init__(self, cells: Sequence[int], layout: Layout) -> None:
        boxes = [layout.box_of[cell] for cell in cells]
        self._is_last = [one is not other for one, other in zip(boxes, [*boxes[1:], None])]

    def step(self, state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
        """Return the cells read, the sum of the first box, and the sum in this box."""
        read, total, here = state
        here += digit
        if not self._is_last[read]:
            return None if total and here >= total else (read + 1, total, here)
        return (read + 1, here, 0) if total in (0, here) else None


@rule("Entropic Line", draws="peach line")
class entropic_line(JudgedAtOnce):  # noqa: N801
    """Any three cells in a row along the line hold a low, a middle and a high digit."""

    start: tuple[int, ...] = ()

    def __init__(self, n: int) -> None:
        self._third = -(-n // 3)

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Return the kinds of the last two digits: 0 for low, 1 for middle, 2 for high."""
        kind = (digit - 1) // self._third
        return None if kind in state else (*state, kind)[-2:]


@rule("Modular Line", draws="yellow line")
class modular_line(JudgedAtOnce):  # noqa: N801
    """As many neighbours along the line as the value says, or three, all leave different rests.

    The rest is what is left when a digit is divided by the value: with 3, any three cells in a
    row hold one of 1, 4 and 7, one of 2, 5 and 8, and one of 3, 6 and 9. With 2, odd and even
    digits take turns.
    """

    start: tuple[int, ...] = ()

    def __init__(self, value: int | None) -> None:
        self._divisor = 3 if value is None else value
        if self._divisor < 2:
            raise LayoutError("its value is at least 2")

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Return the rests of the last digits, of all but one that count together."""
        rest = digit % self._divisor
        return None if rest in state else (*state, rest)[1 - self._divisor :]


@rule("Sum Line", draws="pink line")
class sum_line:  # noqa: N801
    """The line is made of pieces that each add up to the value, or to 10."""

    start = 0

    def __init__(self, value: int | None) -> None:
        self._value = 10 if value is None else value
        if self._value < 1:
            raise LayoutError("its value is at least 1")

    def step(self, state: int, digit: int) -> int | None:
        """Return the sum of the piece so far, 0 at its end."""
        total = state + digit
        return total % self._value if 0 < total <= self._value else None

    def accepts(self, state: int) -> bool:
        """Return whether the last piece is whole."""
        return state == 0


@rule("Sum Loop", draws="pink line")
class sum_loop:  # noqa: N801
    """The line is closed, and made of pieces that each add up to the value, or to 10."""

    def __init__(self, value: int | None) -> None:
        self._value = 10 if value is None else value
        if not 0 < self._value < MOST_IN_LOOP:
            raise LayoutError(f"its value is from 1 to {MOST_IN_LOOP - 1}")
        self.start = (0, (1 << self._value) - 1)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Return the sum so far, and the places where pieces may end, both less whole pieces."""
        total, ends = state
        if digit > self._value:
            return None
        for passed in range(total + 1, total + digit):
            ends &= ~(1 << passed % self._value)
        return ((total + digit) % self._value, ends) if ends else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether the pieces go round."""
        return state[0] == 0


class _Valued:
    """A machine that keeps the value of its clue."""

    def __init__(self, value: int) -> None:
        self._value = value


@rule("Lunchbox", distinct=True, draws="grey line")
class lunchbox(_Valued):  # noqa: N801
    """The digits between the least and the greatest of the cells add up to the value.

    No digit repeats. It is a sandwich of any cells, in their order.
    """

    start = (0, 0, 0, 0)

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Return the extremes so far, the later one first, what is between them, and after."""
        late, early, between, after = state
        if not late:
            return digit, digit, 0, 0
        low, high = min(late, early), max(late, early)
        if low <= digit <= high:
            return None if digit in (low, high) else (late, early, between, after + digit)
        is_beyond_late = (digit > high) == (late == high)
        if late == early or not is_beyond_late:
            return digit, late, after, 0
        return digit, early, between + late + after, 0

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return whether the sum between the extremes is right."""
        return state[2] == self._value


@lru_cache(64)
def _table(value: str, n: int) -> tuple[frozenset[int], ...]:
    """Return by digit, from 1, the digits that may follow it."""
    groups = value.upper().split("/")
    if len(groups) != n or not {*value.upper()} <= {"/", *SYMBOLS[:n]}:
        raise LayoutError(
            f"its value is {n} groups of digits with slashes between them: those that may follow "
            "1, those that may follow 2, and so on, such as 2/13/24/3 on a 4x4 board"
        )
    return tuple(frozenset(SYMBOLS.index(symbol) + 1 for symbol in each) for each in groups)


@rule("Pairs", draws="grey line")
def pairs(a: int, b: int, value: str, n: int) -> bool:
    """Neighbours along the line are a pair of the table, which is the value.

    The table has the digits that may follow 1, a slash, those that may follow 2, and so on: on a
    4x4 board ``2/13/24/3`` for neighbours in counting.
    """
    return b in _table(value, n)[a - 1]


@rule("All Pairs", ordered=False, draws="shade")
def all_pairs(a: int, b: int, value: str, n: int) -> bool:
    """Any two of the cells are, in either order, a pair of the table, as ``2/13/24/3``.

    The table is written as for `pairs`.
    """
    table = _table(value, n)
    return b in table[a - 1] and a in table[b - 1]


@rule("State Machine", draws="grey line")
class state_machine:  # noqa: N801
    """A machine, which is the value, reads the digits of the line and accepts them.

    ``APGTC7w`` wants a 1 first, on a 4x4 board. Interactive Sudoku Solver writes machines so, as
    bits in base 64: form, bits of a state less one, digits less one; how many states it starts in,
    how many others accept, which starts accept; then, state by state, the moves. They are packed,
    the mask of digits and for each the next state, or plain: their number, then for each its digit
    and the next state. Described at https://github.com/sigh/Interactive-Sudoku-Solver.
    """

    def __init__(self, value: str, n: int) -> None:
        try:
            text = urlsafe_b64decode(value + "=" * (-len(value) % 4))
            self._read(_Bits(text), n)
        except (EOFError, ValueError):
            raise LayoutError("its value is no machine: it is cut short, or not of text") from None

    def _read(self, bits: _Bits, n: int) -> None:
        is_packed, state_bits, n_digits = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
        if is_packed > 1 or n_digits != n:
            raise LayoutError(f"its value is a machine for {n_digits} digits: {n} are needed")
        n_starts, n_accepting = bits.take(state_bits), bits.take(state_bits)
        accepting = bits.take(n_starts)
        count_bits = 0 if is_packed else bits.take(4)
        digit_bits = (n - 1).bit_length()
        self._moves: list[dict[int, list[int]]] = []
        while bits.left >= (n if is_packed else max(count_bits, 1)):
            if is_packed:
                digits = bits.take(n)
                found = [(d + 1, bits.take(state_bits)) for d in range(n) if digits >> d & 1]
            else:
                n_moves = bits.take(count_bits)
                found = [(bits.take(digit_bits) + 1, bits.take(state_bits)) for _ in range(n_moves)]
            by_digit: dict[int, list[int]] = {}
            for digit, to in found:
                by_digit.setdefault(digit, []).append(to)
            self._moves.append(by_digit)
        self.start = frozenset(range(n_starts))
        self._accepting = {s for s in self.start if accepting >> s & 1}
        self._accepting.update(range(n_starts, n_starts + n_accepting))

    def step(self, state: frozenset[int], digit: int) -> frozenset[int] | None:
        """Return the states in which the machine may be."""
        known = (self._moves[each] for each in state if each < len(self._moves))
        return frozenset([to for moves in known for to in moves.get(digit, ())]) or None

    def accepts(self, state: frozenset[int]) -> bool:
        """Return whether one of them accepts."""
        return not self._accepting.isdisjoint(state)


class _Bits:
    """The bits of a text, the highest of each byte first."""

    def __init__(self, text: bytes) -> None:
        self.left = 8 * len(text)
        self._text = text

    def take(self, count: int) -> int:
        """Return the next `count` bits as a number; raise EOFError if they are too few."""
        begin = len(self._text) - (self.left + 7) // 8
        self.left -= count
        if self.left < 0:
            raise EOFError
        end = len(self._text) - self.left // 8
        number = int.from_bytes(self._text[begin:end], "big")
        return number >> self.left % 8 & (1 << count) - 1


@rule("Sandwich", draws="outside")
class sandwich:  # noqa: N801
    """The digits between the lowest and the highest of the line add up to the number."""

    start = (0, 0)

    def __init__(self, value: int, n: int) -> None:
        self._value = value
        self._bread = (1, n)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Return how many slices of bread were read, and the sum after the first."""
        slices, total = state
        if digit in self._bread:
            return (slices + 1, total) if slices == 0 or total == self._value else None
        if slices != 1:
            return state
        return (1, total + digit) if total + digit <= self._value else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether both slices were read."""
        return state[0] == 2


@rule("X-Sum", draws="outside")
class x_sum(_Valued):  # noqa: N801
    """As many digits as the first one says, itself included, add up to the number."""

    start = (-1, 0)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Return how many digits still count, and their sum so far."""
        left, total = state
        if left == 0:
            return state
        left, total = (digit - 1 if left < 0 else left - 1), total + digit
        if total > self._value or (left == 0 and total != self._value):
            return None
        return left, total

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether enough digits were read."""
        return state[0] == 0


@rule("Skyscraper", draws="outside")
class skyscraper(_Valued):  # noqa: N801
    """The number says how many digits are greater than all before them.

    From there, each digit is a tower of that height, and the number counts those one can see.
    """

    start = (0, 0)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        """Return the highest tower so far, and how many were seen."""
        highest, seen = state
        if digit <= highest:
            return state
        return (digit, seen + 1) if seen < self._value else None

    def accepts(self, state: tuple[int, int]) -> bool:
        """Return whether as many were seen as the number says."""
        return state[1] == self._value


@rule("Hidden Skyscraper", draws="outside")
class hidden_skyscraper:  # noqa: N801
    """The number is the first digit that is less than one before it: the first tower hidden."""

    start = 0

    def __init__(self, value: int, n: int) -> None:
        self._value = value
        self._found = n + 1

    def step(self, state: int, digit: int) -> int | None:
        """Return the highest tower so far; more than `n` after the first that is hidden."""
        if state == self._found:
            return state
        if digit > state:
            return digit
        return self._found if digit == self._value else None

    def accepts(self, state: int) -> bool:
        """Return whether a tower was hidden."""
        return state == self._found


@rule("Numbered Room", draws="outside")
class numbered_room(_Valued):  # noqa: N801
    """The number stands in the cell to which the first digit points: 3 points to the third."""

    start = -1

    def step(self, state: int, digit: int) -> int | None:
        """Return how far the cell still is: 0 when it was reached."""
        if state == 0:
            return 0
        state = (digit if state < 0 else state) - 1
        return state if state or digit == self._value else None

    def accepts(self, state: int) -> bool:
        """Return whether the cell was reached."""
        return state == 0
