"""What stands on the page before Python is there: a starter, the exercises, the puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.kit import bundled_kit
from sudoku_engine.testing.starters.course import course
from sudoku_engine.testing.starters.exercise import curriculum, exercise, lesson, named, task
from sudoku_engine.testing.starters.starter import STARTERS, Starter

PUZZLES = Path(__file__).with_name("puzzles.txt")

MINE = "my_strategy"
"""The id of the starter."""


def starter() -> dict[str, Any]:
    """Return the strategy to begin with, and a puzzle on which it finds something."""
    puzzle = next(line for line, _ in _lines() if parse(line).layout.n == 9)
    return {"file": _file(MINE, STARTERS["strategy"]), "puzzle": puzzle}


def exercises() -> list[dict[str, Any]]:
    """Return the exercises in an order to learn the techniques."""
    techniques = _techniques()
    return [_exercise(techniques[name], techniques) for name in curriculum()]


def puzzles() -> list[dict[str, Any]]:
    """Return puzzles from easy to hard, each with the hardest technique that it needs."""
    techniques = _techniques()
    return [_puzzle(line, techniques[name]) for line, name in _lines()]


def _techniques() -> Mapping[str, Component]:
    return {technique.id: technique for technique in bundled_kit().ours}


def _exercise(technique: Component, techniques: Mapping[str, Component]) -> dict[str, Any]:
    topic, found = curriculum()[technique.id], exercise(technique)
    words = course().get(technique.id, {})
    return {
        "id": technique.id,
        "name": technique.name,
        "level": technique.level,
        "score": technique.score,
        "after": [techniques[name].name for name in topic.after],
        "is_in_course": technique.id in course(),
        "task": task(technique),
        "lesson": lesson(technique),
        "write": words.get("write", "").strip(),
        "hint": words.get("hint", "").strip(),
        "names": [{"part": part, "what": what} for part, what in named(topic)],
        "file": _file(f"my_{technique.id}", found),
        "puzzle": dedent(found.words["indented_puzzle"]).strip(),
        "marks": technique.marks or "auto",
    }


def _puzzle(line: str, technique: Component) -> dict[str, Any]:
    n = parse(line).layout.n
    size = "" if n == 9 else f" ({n}x{n})"
    return {"title": f"{technique.name}{size}", "level": technique.level, "puzzle": line}


def _lines() -> Iterator[tuple[str, str]]:
    """Yield each puzzle as a line, and the id of its technique."""
    for line in PUZZLES.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            puzzle, name = line.split()
            yield puzzle, name


def _file(name: str, found: Starter) -> dict[str, str]:
    return {"name": f"{name}.py", "source": found.source(name)}
