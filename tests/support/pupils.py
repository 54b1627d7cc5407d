"""What pupils hand in."""

from pathlib import Path

from tests.support.paths import EXAMPLES

RIGHT = (EXAMPLES / "my_strategy.py").read_text(encoding="utf-8")
"""A strategy that is right."""

HEAD = "import os\nimport sys\n\nfrom sudoku_engine import Candidate, Step, strategy\n\n\n"
"""The imports of a pupil's file."""

MINE = '@strategy("Mine", score=60, level="medium")\ndef mine(grid):\n'
"""The beginning of a strategy."""

ANY_PAIR = """
@strategy("Any Pair", score=60, level="medium")
def any_pair(grid):
    for house in grid.layout.houses:
        pairs = [cell for cell in house.cells if len(grid.candidates(cell)) == 2]
        for first, second in combinations(pairs, 2):
            digits = grid.candidates(first)
            struck = [
                Candidate(cell, digit)
                for cell in house.cells
                if cell not in (first, second)
                for digit in digits & grid.candidates(cell)
            ]
            if struck:
                yield Step(eliminations=struck, reason="<script>alert(1)</script>")
"""
"""A strategy that is wrong, without imports, with markup in its reason."""


def hand_in(folder: Path, texts: dict[str, str]) -> Path:
    """Make a folder with a folder for each pupil; all files in them have the same name."""
    for pupil, text in texts.items():
        (folder / pupil).mkdir(parents=True)
        (folder / pupil / "mine.py").write_text(text, encoding="utf-8")
    return folder
