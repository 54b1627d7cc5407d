"""Exercises: the techniques in an order to learn them, each in words, with a board and a task."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from textwrap import fill, indent
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import listed
from sudoku_engine.formats import parse, written
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.lesson import lesson_of
from sudoku_engine.testing.starters.starter import WIDEST, Starter, template, template_data, titled
from sudoku_engine.version import NAME

_HEADING = re.compile(r"\*\*(.+?)\.?\*\*")  # the beginning of a paragraph with a heading


class Topic(NamedTuple):
    """What is known about one technique; the file says what each field is."""

    after: Sequence[str] = ()
    because: str = "the candidates that it follows from: of a cell that counts, all of them"
    houses: str = "the houses that have no other places for these digits"
    links: str = ""
    parts: Sequence[str] = ()
    lesson: str = ""


@cache
def curriculum() -> Mapping[str, Topic]:
    """Return the topic of each technique by its id, in an order to learn them."""
    topics = template_data("exercise/curriculum.yaml")
    return {name: Topic(**topic) for name, topic in topics.items()}


def named(topic: Topic) -> Iterator[tuple[str, str]]:
    """Yield what a step names: the parts of it, and what belongs into them."""
    parts = (("because", topic.because), ("houses", topic.houses), ("links", topic.links))
    return ((part, what) for part, what in parts if what)


def lesson(technique: Component) -> str:
    """Return a text about the `technique` alone, with drawings, in paragraphs."""
    topic = curriculum().get(technique.id, Topic())
    if topic.lesson:
        return topic.lesson.strip()
    text = lesson_of(technique)
    if not topic.parts:
        return text
    _, *paragraphs = text.split("\n\n")
    what = task(technique)
    first = fill(f"{technique.name}: {what[0].lower()}{what[1:]}", WIDEST)
    return "\n\n".join([first, *_about(paragraphs, topic.parts)])


def task(technique: Component) -> str:
    """Return what the `technique` does, in a sentence."""
    return inspect.cleandoc(technique.doc).splitlines()[0]


def _about(paragraphs: Sequence[str], parts: Sequence[str]) -> Iterator[str]:
    """Yield the `paragraphs` without a heading, and those with one of the headings in `parts`.

    A drawing or a list belongs to the paragraph above it.
    """
    is_kept = True
    for paragraph in paragraphs:
        heading = _HEADING.match(paragraph)
        if heading or not paragraph.startswith((" ", "* ")):
            is_kept = heading is None or heading[1] in parts
        if is_kept:
            yield paragraph


def exercise(technique: Component) -> Starter:
    """Return the starter of a homework: write the bundled strategy `technique` yourself."""
    example = technique.example or ""
    grid = parse(example)
    board, how_to_read_it = _board(grid)
    puzzle, _ = _board(parse(_puzzles().get(technique.id, example)))
    by_hand = technique.marks == "manual"
    manual = "\nloop: {pencilmarks: manual}    # only techniques eliminate candidates\n"
    topic = curriculum().get(technique.id, Topic())
    text = lesson(technique)
    if topic.after:
        text += f"\n\nKnow first: {listed(topic.after)} (see `{NAME} explain ID`)."
    names = (
        fill(what, WIDEST, initial_indent=f"    {part:<9}", subsequent_indent=" " * 13)
        for part, what in named(topic)
    )
    declared = [f'family="{technique.family}"'] if technique.family else []
    declared += ["assumes_unique=True"] if technique.assumes_unique else []
    words = {
        "technique": technique.name,
        "lesson": text.replace("\\", "\\\\").replace('"""', "'''"),
        "task": task(technique),
        "names": "\n".join(names),
        "score": f"{technique.score:g}",
        "level": technique.level,
        "declarations": "".join(f" {each}," for each in declared),
        "example": _literal(grid),
        "board": board,
        "how_to_read_it": how_to_read_it,
        "indented_puzzle": indent(puzzle, "  "),
        "marks": manual if by_hand else "",
        "by_hand": ', marks="manual"' if by_hand else "",
    }
    return Starter("strategy", "exercise", against=technique.id, words=words)


@cache
def _puzzles() -> Mapping[str, str]:
    """Return the puzzle by the id of its technique, where this is not the technique's example."""
    lines = template("exercise/puzzles").splitlines()
    return dict(line.split(" ", 1) for line in lines if not line.startswith("#"))


def _literal(example: Grid) -> str:
    """Return the board as a text in Python, in as few lines as there are."""
    is_plain = _is_same(parse(example.line), example)
    line = example.line if is_plain else written(example, "hodoku").strip()
    most = WIDEST - len('    ""')
    parts = [f'"{line[start : start + most]}"' for start in range(0, len(line), most)]
    return "\n    ".join(["(", *parts]) + "\n)" if len(parts) > 1 else parts[0]


def _is_same(found: Grid, wanted: Grid) -> bool:
    return (found.masks, found.given) == (wanted.masks, wanted.given)


def _board(example: Grid) -> tuple[str, str]:
    """Return the board as text, and how to read it: as a grid, or with candidates if they count."""
    text = written(example, "grid").strip()
    if _is_same(parse(text), example):
        return text, "a dot is an open cell"
    text = written(example, "candidates").strip()
    is_plain = all(map(example.is_given, set(example.layout.cells) - set(example.open_cells)))
    placed = "" if is_plain else ", and + marks a digit that is not given"
    return text, f"an open cell shows what it can still be{placed}"


@cache
def rule_exercises() -> Mapping[str, Mapping[str, str]]:
    """Return the words of the exercises on rules by the ids of these, in an order to learn them."""
    found: Mapping[str, Mapping[str, str]] = template_data("rule_exercise/exercises.yaml")
    return found


def rule_exercise(name: str) -> Starter:
    """Return the starter of a homework: write the bundled rule with this id yourself."""
    given = rule_exercises()[name]
    words = {key: text.strip() for key, text in given.items()}
    words["technique"] = titled(name)
    words["imports"] = f"from sudoku_engine import rule\n{given.get('imports', '')}".strip()
    words["indented_puzzle"] = indent(words.pop("puzzle").replace("{id}", f"my_{name}"), "  ")
    return Starter("rule", "rule_exercise", against=name, words=words)
