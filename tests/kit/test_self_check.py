"""A plugin that is checked by running its own file."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.process, pytest.mark.slow]

GUESS = """
import io, sys
from sudoku_engine import Candidate, Step, strategy

@strategy("Guess", score=4, level="easy", sizes=[4])
def guess(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 2:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])

if __name__ == "__main__":
    from sudoku_engine.testing import check_file
"""

AS_IN_IDLE = """
    class Shell(io.StringIO):
        def write(self, text):
            sys.__stdout__.write(text)

        def isatty(self):
            return True

    sys.stdout = sys.stderr = Shell()
"""


@pytest.mark.thorough
@pytest.mark.parametrize("before", ["", AS_IN_IDLE], ids=["in a terminal", "in IDLE"])
def test_a_file_checks_itself_and_exits_as_the_command(
    before: str, tmp_path: Path, program_in: Any
) -> None:
    call = "\n    check_file(__file__, '--timeout', '4')\n    print('never reached')\n"
    (tmp_path / "guess.py").write_text(GUESS + before + call, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "guess.py"],
        cwd=tmp_path,
        env=program_in(tmp_path).environment(),
        capture_output=True,
        encoding="utf-8",
    )

    assert (done.returncode, done.stderr) == (1, "")
    assert "guess.py:9: you place " in done.stdout
    assert done.stdout.splitlines()[-1].startswith("failed: 1 of ")
    assert max(map(len, done.stdout.splitlines())) <= 80
