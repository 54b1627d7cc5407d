"""Exercises: a bundled technique in words, an example board, and an empty function to write."""

from __future__ import annotations

import inspect
from textwrap import indent

from sudoku_engine.formats import parse, written
from sudoku_engine.plugins.component import Component
from sudoku_engine.starters.starter import Starter

_MANUAL_MARKS = """
loop: {pencilmarks: manual}    # only techniques eliminate candidates
"""


def exercise(technique: Component) -> Starter:
    """Return the starter of a homework: write the bundled strategy `technique` yourself."""
    board = written(parse(technique.traits.example or ""), "grid").strip()
    by_hand = technique.marks == "manual"
    words = {
        "technique": technique.name,
        "lesson": _lesson(technique),
        "task": inspect.cleandoc(technique.traits.doc).splitlines()[0],
        "score": f"{technique.score:g}",
        "level": technique.level,
        "board": board,
        "indented_board": indent(board, "  "),
        "marks": _MANUAL_MARKS if by_hand else "",
        "by_hand": ', marks="manual"' if by_hand else "",
    }
    return Starter("strategy", "exercise", against=technique.id, words=words)


def _lesson(technique: Component) -> str:
    """Return the docstring of the technique's module, as text for a docstring."""
    text = inspect.cleandoc(technique.traits.module_doc)
    return text.replace("\\", "\\\\").replace('"""', "'''")
