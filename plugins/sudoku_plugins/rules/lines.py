"""Rules about lines: the order of their cells counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine import Layout, rule


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


@rule("Palindrome", over=mirrored, draws="grey line")
def palindrome(a: int, b: int) -> bool:
    """The line reads the same from both ends."""
    return a == b


def from_the_ends(cells: Sequence[int]) -> Iterator[list[int]]:
    """Yield all cells: the one in the middle, if there is one, then the pairs from the ends."""
    middle = [cells[len(cells) // 2]] if len(cells) % 2 else []
    yield [*middle, *(cell for pair in mirrored(cells) for cell in pair)]


@rule("Zipper Line", over=from_the_ends, draws="lavender line")
class zipper_line:  # noqa: N801
    """Cells as far from one end as from the other have all the same sum; the middle holds it."""

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
class between_line:  # noqa: N801
    """The digits along the line lie between those in the circles at its ends."""

    start: tuple[int, ...] = ()

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Return the digits in the circles, in order."""
        if len(state) < 2:
            return tuple(sorted((*state, digit)))
        return state if state[0] < digit < state[1] else None

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return True: every digit was judged when it was read."""
        return True


@rule("Region Sum Line", draws="blue line")
class region_sum_line:  # noqa: N801
    """The digits of the line add up to the same sum in every box that it goes through.

    Where it leaves a box and comes back, each time counts for itself.
    """

    start = (0, 0, 0)

    def __init__(self, cells: Sequence[int], layout: Layout) -> None:
        boxes = [next(box for box in layout.boxes if box.mask >> cell & 1) for cell in cells]
        self._is_last = [one is not other for one, other in zip(boxes, [*boxes[1:], None])]

    def step(self, state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
        """Return the cells read, the sum of the first box, and the sum in this box."""
        read, total, here = state
        here += digit
        if not self._is_last[read]:
            return None if total and here >= total else (read + 1, total, here)
        return (read + 1, here, 0) if total in (0, here) else None

    def accepts(self, state: tuple[int, int, int]) -> bool:
        """Return True: every sum was judged at the end of its box."""
        return True


@rule("Entropic Line", draws="peach line")
class entropic_line:  # noqa: N801
    """Any three cells in a row along the line hold a low, a middle and a high digit."""

    start: tuple[int, ...] = ()

    def __init__(self, n: int) -> None:
        self._third = -(-n // 3)

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Return the kinds of the last two digits: 0 for low, 1 for middle, 2 for high."""
        kind = (digit - 1) // self._third
        return None if kind in state else (*state, kind)[-2:]

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return True: every digit was judged when it was read."""
        return True
