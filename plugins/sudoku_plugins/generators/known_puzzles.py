"""Bundled puzzles by technique, for practice and as a source of new puzzles.

A puzzle with its lines moved and its digits renamed needs the same techniques.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".txt")
CLUES_FILE = FILE.with_name("clue_puzzles.txt")


@cache
def known_puzzles() -> Mapping[str, Sequence[str]]:
    """Return, by puzzle (a line of 81 characters), the ids of the techniques used on it."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    parts = (line.split() for line in lines if not line.startswith("#"))
    return {puzzle: ids.split(",") for puzzle, ids in parts}


@cache
def clue_puzzles() -> Mapping[str, Sequence[str]]:
    """Return, by puzzle with clues (a text), the ids of the techniques used on it."""
    _, *blocks = CLUES_FILE.read_text(encoding="ascii").split("\n\n")
    parts = (block.removeprefix("# ").partition("\n") for block in blocks)
    return {puzzle: ids.split(",") for ids, _, puzzle in parts}
