"""What pupils hand in."""

from __future__ import annotations

from pathlib import Path

from tests.support.paths import EXAMPLES

RIGHT = (EXAMPLES / "my_strategy.py").read_text(encoding="utf-8")
"""A strategy that is right."""

HEAD = "import os\nimport sys\n\nfrom sudoku_engine import Candidate, Step, strategy\n\n\n"
"""The imports of a pupil's file."""

MINE = '@strategy("Mine", score=60, level="medium")\ndef mine(grid):\n'
"""The beginning of a strategy."""


def hand_in(folder: Path, texts: dict[str, str]) -> Path:
    """Make a folder with a folder for each pupil; all files in them have the same name."""
    for pupil, text in texts.items():
        (folder / pupil).mkdir(parents=True)
        (folder / pupil / "mine.py").write_text(text, encoding="utf-8")
    return folder
