"""What several tests of batches need."""

from pathlib import Path

import pytest

FAULTY = '''
"""Each board brings out another fault."""
import os
from sudoku_engine import Candidate, Step, strategy
from helper import fail

@strategy("Faulty", score=1, level="easy", sizes=None)
def faulty(grid):
    if grid.digit(0) == 2:
        fail()
    if grid.digit(0) == 3:
        yield Step([Candidate(15, 3)])
    if grid.digit(0) == 4:
        os._exit(7)
'''
HELPER = "def fail():\n    raise ValueError(__file__, __name__, fail)\n"


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    """The path of a plugin with a helper beside it."""
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "faulty.py").write_text(FAULTY)
    return str(tmp_path / "faulty.py")
