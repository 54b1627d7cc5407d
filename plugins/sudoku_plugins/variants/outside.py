"""Rules about whole lines of the board, with a number outside of it.

The cells of such a clue are those of the row or column, beginning at the number.
"""

from __future__ import annotations

from sudoku_engine import rule


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
class x_sum:  # noqa: N801
    """As many digits as the first one says, itself included, add up to the number."""

    start = (-1, 0)

    def __init__(self, value: int) -> None:
        self._value = value

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
class skyscraper:  # noqa: N801
    """The number says how many digits are greater than all before them.

    From there, each digit is a tower of that height, and the number counts those one can see.
    """

    start = (0, 0)

    def __init__(self, value: int) -> None:
        self._value = value

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
class numbered_room:  # noqa: N801
    """The number stands in the cell to which the first digit points: 3 points to the third."""

    start = -1

    def __init__(self, value: int) -> None:
        self._value = value

    def step(self, state: int, digit: int) -> int | None:
        """Return how far the cell still is: 0 when it was reached."""
        if state == 0:
            return 0
        state = (digit if state < 0 else state) - 1
        return state if state or digit == self._value else None

    def accepts(self, state: int) -> bool:
        """Return whether the cell was reached."""
        return state == 0
