"""The memory of a long run: it does not grow with the number of puzzles."""

import os
import subprocess
import sys

import pytest

from tests.support.paths import BOARDS, ROOT

SCRIPT = """
import random, sys
sys.path[:0] = {paths}
from sudoku_engine.board import bounded_cache
bounded_cache.MOST_BYTES = 1 << 16  # so that memories are full soon
import sudoku_engine
from benchmarks.memory import resident, transformed

command = getattr(sudoku_engine, sys.argv[1])
puzzles = transformed({file})
for count in map(int, sys.argv[2:]):
    for _ in range(count):
        found = command(next(puzzles))
        if sys.argv[1] == "steps":
            list(found)
    print(resident(), flush=True)
"""
"""Carries out a command on some puzzles and then on more; prints the megabytes after each."""


@pytest.mark.thorough
@pytest.mark.process
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc tells the memory")
@pytest.mark.parametrize(
    ("command", "first", "more"),
    [("steps", 20, 40), ("solve", 400, 800), ("rate", 400, 800), ("verify", 1000, 4000)],
)
def test_memory_reaches_a_plateau(command: str, first: int, more: int) -> None:
    paths = [str(ROOT / folder) for folder in ("", "plugins", "frontends")]
    file = repr(str(BOARDS / "minimal.txt"))
    script = SCRIPT.format(paths=paths, file=f"__import__('pathlib').Path({file})")
    call = [sys.executable, "-c", script, command, str(first), str(more)]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    before, after = map(float, done.stdout.split())
    assert after - before < 4
