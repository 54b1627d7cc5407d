"""Paths: the repository, and what may be beside it."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
BOARDS = ROOT / "plugins" / "sudoku_plugins" / "kit" / "boards"

SHARED_DATA = ROOT.parent / "shared" / "data"
"""Puzzles and results of other people, which are not part of the project."""


def shared_data(name: str) -> Path:
    """Return the path of this file or folder in `../shared/data`; skip the test if it is absent."""
    path = SHARED_DATA / name
    if not path.exists():
        pytest.skip(f"needs ../shared/data/{name}, which is not part of the project")
    return path


def shared_text(name: str) -> str:
    """Return the text of this file in `../shared/data`; skip the test if it is absent."""
    return shared_data(name).read_text(encoding="utf-8-sig")
