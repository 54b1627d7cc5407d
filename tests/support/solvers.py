"""What tests of several solvers need."""

import os
import subprocess
import sys
from itertools import islice
from textwrap import dedent

from sudoku_engine import Grid, Layout, search
from sudoku_engine.api.protocols import Solver

LAYOUTS = [
    *(Layout.named(name) for name in ("4x4", "6x6", "9x9", "12x12", "16x16", "25x25")),
    Layout.named("9x9+diagonals"),
    Layout.of_regions("1112 \n 1222 \n 3344 \n 3344"),
    Layout.of_regions("1112 \n 1222 \n 3344 \n 3344", diagonals=True),
]

# 1 and 2 may stand either way round in rows 1 and 3, and nothing else can change.
TWO_WAYS = "..34 3412 ..43 4321"


def assert_agrees(solver: Solver, grid: Grid, limit: int) -> int:
    """Return the number of solutions, up to `limit`; the solver must agree with the search."""
    found = list(islice(solver.solutions(grid), limit))
    expected = list(islice(search.solutions(grid), limit))
    assert len(found) == len(set(found)) == len(expected), grid.line
    if len(expected) < limit:
        assert set(found) == set(expected), grid.line
    assert all(solution.is_solved for solution in found)
    return len(found)


def ran(program: str) -> subprocess.CompletedProcess[str]:
    """Run this Python program in a process of its own, where it finds what we find."""
    return subprocess.run(
        [sys.executable, "-c", dedent(program)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"},
    )
