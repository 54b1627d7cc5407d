"""The way of the bundled strategies through a classic board, as machine code.

The strategies themselves say why a step is true; here is only which of them finds the first one,
and what it changes. What is known here is exactly what they would do, the order of their steps
included: they are the judges, and tests compare the two. Of some it is only known when they find
nothing.

It is there where numba (the extra ``fast``) is installed. Read `pencil_board` first, which has the
legend, then `patterns`; `entries` has what Python calls.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

from sudoku_engine import Grid
from sudoku_engine.api.strategy import Walk
from sudoku_engine.search import compiled
from sudoku_plugins.strategies.compiled.desk import CELLS, DIGITS, GIVEN, WORDS

if TYPE_CHECKING:
    from sudoku_engine.search.compiled.machine_code import Program

NOTHING, UNKNOWN = 20 * 8, 21 * 8

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
    "xy_wing": 72,
    "xyz_wing": 73,
    "two_string_kite": 82,
    "finned_x_wing": 90,
    "sashimi_x_wing": 90,
    "finned_swordfish": 91,
    "sashimi_swordfish": 91,
    "finned_jellyfish": 92,
    "sashimi_jellyfish": 92,
    "empty_rectangle": 96,
    "w_wing": 104,
    "remote_pair": 112,
    "bug_plus_1": 120,
    "avoidable_rectangle_1": 129,
    "avoidable_rectangle_2": 130,
    "sue_de_coq": 136,
    **{f"unique_rectangle_{kind}": 144 + kind for kind in range(1, 7)},
    "hidden_rectangle": 151,
    "nice_loop": 152,
    "xy_chain": 154,
    "x_chain": 155,
    "simple_colors": 156,
    "multi_colors": 156,
}
"""By strategy, the number of its detector, times 8, and a size or a kind; see `entries`."""

RUNS_TO_LOAD = 50
RUNS_TO_COMPILE = 250
"""After so many runs it is worth while to load the machine code, and to compile it."""


@cache
def program() -> Program:
    """Return the machine code; raises ImportError if numba is not installed."""
    from sudoku_engine.search.compiled.machine_code import Program

    return Program(
        "sudoku_plugins.strategies.compiled.entries",
        "the strategies",
        {
            "walk": "numbers number numbers number number numbers",
            "walk_each": "number cells cells number numbers numbers numbers",
        },
    )


@cache
def numbers_of(strategies: tuple[str | None, ...]) -> Any:
    """Return the numbers of the `strategies`, as an array for the machine code."""
    import ctypes  # as below: it takes a while to load

    found = [UNKNOWN if name is None else NUMBERS.get(name, UNKNOWN) for name in strategies]
    return (ctypes.c_int64 * len(found))(*found)


class CompiledScout:
    """Walks as far as machine code knows the way; see `Scout`."""

    def __init__(self) -> None:
        self._is_loaded = False
        self._desks: list[Any] = []
        """Those that no thread uses."""

    def is_ready(self, runs: int) -> bool:
        """Return whether the machine code is loaded.

        Where it must be compiled first, that is done in the background, and nobody waits.
        """
        is_time = runs and runs % RUNS_TO_LOAD == 0 and compiled.is_available()
        if is_time and not self._is_loaded:
            with suppress(Exception):  # such as: this numba needs another numpy
                self._is_loaded = program().load_soon(may_compile=runs >= RUNS_TO_COMPILE)
        return self._is_loaded

    def _desk(self) -> Any:
        import ctypes

        with suppress(IndexError):
            return self._desks.pop()
        return (ctypes.c_int64 * WORDS)()

    def walk(self, grid: Grid, strategies: tuple[str | None, ...], start: int, most: int) -> Walk:
        """Return up to `most` steps of the `strategies` on a classic `grid`."""
        import ctypes

        numbers, desk = numbers_of(strategies), self._desk()
        path = (ctypes.c_int64 * (most + 2))()
        desk[CELLS : CELLS + 162] = [*grid.masks, *grid.digits]
        desk[GIVEN : GIVEN + 2] = [*struct.unpack("qq", grid.given.to_bytes(16, "little"))]
        program().functions()["walk"](desk, len(strategies), numbers, start, most, path)
        done, ahead = path[:2]
        masks, digits = desk[CELLS : CELLS + 81], desk[DIGITS : DIGITS + 81]
        self._desks.append(desk)
        return Walk(path[2 : 2 + done], digits, masks, ahead)

    def counts(
        self, puzzles: bytes, strategies: tuple[str | None, ...]
    ) -> Iterator[Sequence[int] | None]:
        """Yield by puzzle how many steps each of the `strategies` takes to solve it, if known."""
        if not compiled.is_there_soon():
            yield from repeat(None, len(puzzles) // 81)
            return
        import ctypes

        numbers, n = numbers_of(strategies), len(strategies)
        found, solutions = compiled.answers(puzzles)
        steps = (ctypes.c_int64 * (len(found) * n))()
        desk = self._desk()
        both = ctypes.c_char_p(puzzles), ctypes.c_char_p(solutions)
        program().functions()["walk_each"](len(found), *both, n, numbers, steps, desk)
        self._desks.append(desk)
        for number, count in enumerate(found):
            row = steps[number * n : (number + 1) * n]
            yield row if count == 1 and row[0] >= 0 else None


SCOUT = CompiledScout()
