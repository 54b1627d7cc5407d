"""Starters, exercises and puzzles, with the page's words about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_plugins.course.course import course
from sudoku_plugins.kit.algorithms import Algorithm, algorithm_starter, algorithms
from sudoku_plugins.kit.kit import bundled_kit
from sudoku_plugins.kit.starter import (
    STARTERS,
    Starter,
    curriculum,
    exercise,
    lesson,
    named,
    rule_exercise,
    rule_exercises,
    task,
)


def starter() -> dict[str, Any]:
    """Return the strategy to begin with, and a puzzle on which it finds something."""
    puzzle = next(line for line, _ in _lines() if parse(line).layout.n == 9)
    return {"file": _file("my_strategy", STARTERS["strategy"]), "puzzle": puzzle}


@cache
def exercises() -> list[dict[str, Any]]:
    """Return the exercises in an order to learn the techniques."""
    found = []
    for technique in map(_techniques().__getitem__, curriculum()):
        topic, own = curriculum()[technique.id], exercise(technique)
        words = course().get(technique.id, {})
        found.append(
            {
                "id": technique.id,
                "name": technique.name,
                "level": technique.level,
                "score": technique.score,
                "after": [_techniques()[name].name for name in topic.after],
                "part": "techniques" if technique.id in course() else technique.level,
                "is_strict": True,
                "task": task(technique),
                "lesson": lesson(technique),
                "write": words.get("write", "").strip(),
                "hint": words.get("hint", "").strip(),
                "names": [{"part": part, "what": what} for part, what in named(topic)],
                "file": _file(f"my_{technique.id}", own),
                "puzzle": dedent(own.words["indented_puzzle"]).strip(),
                "marks": technique.marks or "auto",
            }
        )
    ours = algorithms().values()
    return [*found, *map(_rule_exercise, rule_exercises()), *map(_algorithm_exercise, ours)]


def _algorithm_exercise(each: Algorithm) -> dict[str, Any]:
    """Return an exercise in algorithmic thinking."""
    own = algorithm_starter(each)
    return {
        "id": each.id,
        "name": each.name,
        "level": each.sort,
        "score": 0,
        "after": [algorithms()[name].name for name in each.after],
        "part": "algorithms",
        "is_strict": own.is_strict,
        "task": each.task,
        "lesson": each.lesson.strip(),
        "write": "",
        "hint": each.hint,
        "names": [],
        "file": _file(f"my_{each.id}", own),
        "puzzle": each.puzzle or next(_lines())[0],
        "marks": "auto",
    }


def _rule_exercise(name: str) -> dict[str, Any]:
    """Return the exercise on the bundled rule with this id."""
    own = rule_exercise(name)
    return {
        "id": name,
        "name": own.words["technique"],
        "level": "rule",
        "score": 0,
        "after": [],
        "part": "rule",
        "is_strict": True,
        "task": own.words["task"],
        "lesson": own.words["lesson"],
        "write": "",
        "hint": own.words["hint"],
        "names": [],
        "file": _file(f"my_{name}", own),
        "puzzle": dedent(own.words["indented_puzzle"]).strip(),
        "marks": "auto",
    }


def puzzles() -> list[dict[str, Any]]:
    """Return puzzles from easy to hard, each with the hardest technique that it needs."""
    found = []
    for line, name in _lines():
        n, technique = parse(line).layout.n, _techniques()[name]
        title = technique.name if n == 9 else f"{technique.name} ({n}x{n})"
        found.append({"title": title, "level": technique.level, "puzzle": line})
    return found


@cache
def _techniques() -> Mapping[str, Component]:
    return {technique.id: technique for technique in bundled_kit().ours}


def _lines() -> Iterator[list[str]]:
    """Yield each puzzle as a line, and the id of its technique."""
    for line in (Path(__file__).parent / "puzzles.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            yield line.split()


def _file(name: str, found: Starter) -> dict[str, str]:
    return {"name": f"{name}.py", "source": found.source(name)}
