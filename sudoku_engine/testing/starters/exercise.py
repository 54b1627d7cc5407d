"""Exercises: a bundled technique in words, an example board, and an empty function to write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from textwrap import fill, indent

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import listed
from sudoku_engine.formats import parse, written
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.starters.curriculum import WIDEST, Topic, lesson, named, task, topic_of
from sudoku_engine.testing.starters.starter import TEMPLATES, Starter
from sudoku_engine.version import NAME

_MANUAL_MARKS = """
loop: {pencilmarks: manual}    # only techniques eliminate candidates
"""


def exercise(technique: Component) -> Starter:
    """Return the starter of a homework: write the bundled strategy `technique` yourself."""
    example = technique.example or ""
    board, how_to_read_it = _board(parse(example))
    puzzle, _ = _board(parse(_puzzles().get(technique.id, example)))
    by_hand = technique.marks == "manual"
    topic = topic_of(technique)
    words = {
        "technique": technique.name,
        "lesson": _in_docstring(lesson(technique) + _to_know(topic)),
        "task": task(technique),
        "names": indent("\n".join(_named(topic)), "    "),
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


def _named(topic: Topic) -> Iterator[str]:
    """Yield what a step of an exercise names, as lines of a comment."""
    for name, what in named(topic):
        start = f"#   {name:<9}"
        yield fill(what, WIDEST, initial_indent=start, subsequent_indent="#".ljust(len(start)))


def _in_docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")


def _to_know(topic: Topic) -> str:
    """Return which techniques to know first, as a paragraph."""
    names = listed(topic.after) if topic.after else ""
    return f"\n\nKnow first: {names} (see `{NAME} explain ID`)." if names else ""


def _declarations(technique: Component) -> str:
    """Return what a strategy of this technique declares besides its name, score and level."""
    lines = [f'family="{technique.family}"'] if technique.family else []
    if technique.assumes_unique:
        lines.append("assumes_unique=True")
    return "".join(f"\n    {line}," for line in lines)
