"""Exercises: a bundled technique in words, an example board, and an empty function to write."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from textwrap import indent

from sudoku_engine.board.grid import Grid
from sudoku_engine.formats import parse, written
from sudoku_engine.plugins.component import Component
from sudoku_engine.starters.starter import TEMPLATES, Starter

_MANUAL_MARKS = """
loop: {pencilmarks: manual}    # only techniques eliminate candidates
"""


def exercise(technique: Component) -> Starter:
    """Return the starter of a homework: write the bundled strategy `technique` yourself."""
    example = technique.traits.example or ""
    board, how_to_read_it = _board(parse(example))
    puzzle, _ = _board(parse(_puzzles().get(technique.id, example)))
    by_hand = technique.marks == "manual"
    words = {
        "technique": technique.name,
        "lesson": _lesson(technique),
        "task": inspect.cleandoc(technique.traits.doc).splitlines()[0],
        "score": f"{technique.score:g}",
        "level": technique.level,
        "declarations": _declarations(technique),
        "board": board,
        "how_to_read_it": how_to_read_it,
        "indented_puzzle": indent(puzzle, "  "),
        "marks": _MANUAL_MARKS if by_hand else "",
        "by_hand": ', marks="manual"' if by_hand else "",
    }
    return Starter("strategy", "exercise", against=technique.id, words=words)


@cache
def _puzzles() -> Mapping[str, str]:
    """Return the puzzle by the id of its technique, where this is not the technique's example."""
    lines = (TEMPLATES / "exercise" / "puzzles.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines if not line.startswith("#"))


def _board(example: Grid) -> tuple[str, str]:
    """Return the board as text, and how to read it: as a grid, or with candidates if they count."""
    text = written(example, "grid").strip()
    found = parse(text)
    if (found.masks, found.given) == (example.masks, example.given):
        return text, "a dot is an open cell"
    text = written(example, "candidates").strip()
    is_plain = all(map(example.is_given, set(example.layout.cells) - set(example.open_cells)))
    placed = "" if is_plain else ", and + marks a digit that is not given"
    return text, f"an open cell shows what it can still be{placed}"


def _declarations(technique: Component) -> str:
    """Return what a strategy of this technique declares besides its name, score and level."""
    lines = [f'family="{technique.family}"'] if technique.family else []
    if technique.has_assumption:
        lines.append("assumes_unique=True")
    return "".join(f"\n    {line}," for line in lines)


def _lesson(technique: Component) -> str:
    """Return the docstring of the technique's module, as text for a docstring."""
    text = inspect.cleandoc(technique.traits.module_doc)
    return text.replace("\\", "\\\\").replace('"""', "'''")
