"""The scout: it knows which bundled strategies find the steps of a classic board, by machine code.

It is there where numba (the extra ``fast``) is installed; `walk` has its machine code.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from sudoku_engine import Grid

if TYPE_CHECKING:
    from sudoku_plugins.fast.compiled.machine_code import Program

WORDS = 1500
"""The memory of a board, in numbers of 64 bits."""

NOTHING, UNKNOWN = 30 * 8, 31 * 8

NUMBERS = {
    "visible_single": NOTHING,
    "full_house": 0,
    "naked_single": 8,
    "hidden_single": 16,
    "locked_pair": 26,
    "locked_triple": 27,
    "naked_pair": 34,
    "naked_triple": 35,
    "naked_quad": 36,
    "hidden_pair": 42,
    "hidden_triple": 43,
    "hidden_quad": 44,
    "locked_candidates": 48,
    "x_wing": 58,
    "swordfish": 59,
    "jellyfish": 60,
    "skyscraper": 64,
    "turbot_fish": 65,
    "two_string_kite": 66,
    "xy_wing": 72,
    "xyz_wing": 73,
    "empty_rectangle": 80,
    "w_wing": 88,
    "remote_pair": 96,
    "bug_plus_1": 104,
    **{f"unique_rectangle_{kind}": 112 + kind for kind in range(1, 7)},
    "hidden_rectangle": 119,
    "finned_x_wing": 122,
    "sashimi_x_wing": 122,
    "finned_swordfish": 123,
    "sashimi_swordfish": 123,
    "finned_jellyfish": 124,
    "sashimi_jellyfish": 124,
    "avoidable_rectangle_1": 129,
    "avoidable_rectangle_2": 130,
    **dict.fromkeys(("simple_colors", "multi_colors", "x_chain"), 136),
    **dict.fromkeys(("franken_x_wing", "franken_swordfish"), 136),
    **dict.fromkeys(("finned_franken_x_wing", "finned_franken_swordfish"), 136),
}
"""By strategy, the number of its detector, times 8, and a size or a kind; see `walk`."""

WORK_TO_LOAD = 50
WORK_TO_COMPILE = 1000
"""After so much work it is worth while to load the machine code, and to compile it.

A run is a unit of work: it takes Python some 3 ms.
"""


@cache
def numbers_of(strategies: tuple[str | None, ...]) -> Any:
    """Return the numbers of the `strategies`, as an array for the machine code."""
    import ctypes  # as below: it takes a while to load

    found = [UNKNOWN if name is None else NUMBERS.get(name, UNKNOWN) for name in strategies]
    return (ctypes.c_int64 * len(found))(*found)


class Walk(NamedTuple):
    """The steps through a puzzle, as far as a scout knows them."""

    steps: Sequence[int]
    """The strategies of the steps, by number: each is the first that finds a step on its board."""
    digits: Sequence[int]
    """The digits after these steps, by cell; 0 for an open cell."""
    masks: Sequence[int]
    """The candidates after these steps, by cell, as in a grid."""
    ahead: int
    """The first strategy that may find a step there; the number of strategies if none may."""


class Scout:
    """Predicts which bundled strategies find a step on a classic board, without making steps."""

    def __init__(self) -> None:
        self._work = 0
        self._is_loaded = False
        self._desks: list[Any] = []
        """Those that no thread uses."""

    @cached_property
    def program(self) -> Program:
        """The machine code; raises ImportError if numba is not installed."""
        from sudoku_plugins.fast.compiled.machine_code import Program

        return Program(
            "sudoku_plugins.fast.walk.entries",
            "the strategies",
            {
                "walk": "number numbers number number numbers numbers",
                "walk_each": "number cells cells number numbers numbers numbers",
            },
        )

    def is_ready(self, work: int) -> bool:
        """Return whether it can be asked after this much more `work`, since it loads slowly.

        Where it must be compiled first, that is done in the background, and nobody waits.
        """
        times, self._work = self._work // WORK_TO_LOAD, self._work + work
        if not self._is_loaded and times != self._work // WORK_TO_LOAD and find_spec("numba"):
            with suppress(Exception):  # such as: this numba needs another numpy
                may_compile = self._work >= WORK_TO_COMPILE
                self._is_loaded = self.program.load_soon(may_compile)
        return self._is_loaded

    @contextmanager
    def desk(self) -> Iterator[Any]:
        """Lend a desk."""
        import ctypes

        try:
            desk = self._desks.pop()
        except IndexError:
            desk = (ctypes.c_int64 * WORDS)()
        yield desk
        self._desks.append(desk)

    def walk(self, grid: Grid, strategies: tuple[str | None, ...], start: int, most: int) -> Walk:
        """Return up to `most` steps of the `strategies`: ids, or None for strategies of others.

        The strategies before `start` find no step on `grid`.
        """
        import ctypes

        numbers = numbers_of(strategies)
        path = (ctypes.c_int64 * (most + 2))()
        with self.desk() as desk:
            desk[:162] = [*grid.masks, *grid.digits]
            desk[162:164] = struct.unpack("qq", grid.given.to_bytes(16, "little"))
            self.program.functions()["walk"](len(strategies), numbers, start, most, path, desk)
            masks, digits = desk[:81], desk[81:162]
        done, ahead = path[:2]
        return Walk(path[2 : 2 + done], digits, masks, ahead)

    def counts(
        self, puzzles: bytes, strategies: tuple[str | None, ...]
    ) -> Iterator[Sequence[int] | None]:
        """Yield, for each puzzle, the number of steps of each of the `strategies` in its solution.

        The result is None if the puzzle does not have just one solution, or needs other strategies.
        A puzzle is 81 bytes, 0 for an open cell.
        """
        import ctypes

        from sudoku_plugins.fast import compiled

        if not compiled.is_there_soon():
            yield from repeat(None, len(puzzles) // 81)
            return

        numbers, n = numbers_of(strategies), len(strategies)
        found, solutions = compiled.answers(puzzles)
        steps = (ctypes.c_int64 * (len(found) * n))()
        both = ctypes.c_char_p(puzzles), ctypes.c_char_p(solutions)
        with self.desk() as desk:
            self.program.functions()["walk_each"](len(found), *both, n, numbers, steps, desk)
        for number, count in enumerate(found):
            row = steps[number * n : (number + 1) * n]
            yield row if count == 1 and row[0] >= 0 else None


SCOUT = Scout()
