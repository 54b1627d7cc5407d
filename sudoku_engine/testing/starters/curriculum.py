"""The bundled techniques in an order to learn them, and what an exercise says about each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from textwrap import fill
from typing import NamedTuple

from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.lesson import lesson_of
from sudoku_engine.testing.starters.starter import TEMPLATES

WIDEST = 95
"""The number of characters of a line of text in an exercise."""

_HEADING = re.compile(r"\*\*(.+?)\.?\*\*")
"""The beginning of a paragraph with a heading."""


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
    import yaml  # only here: it takes a while to load

    text = (TEMPLATES / "exercise" / "curriculum.yaml.txt").read_text(encoding="utf-8")
    return {name: Topic(**topic) for name, topic in yaml.safe_load(text).items()}


def topic_of(technique: Component) -> Topic:
    """Return what is known about a `technique`."""
    return curriculum().get(technique.id, Topic())


def named(topic: Topic) -> Iterator[tuple[str, str]]:
    """Yield what a step names: the parts of it, and what belongs into them."""
    parts = (("because", topic.because), ("houses", topic.houses), ("links", topic.links))
    return ((part, what) for part, what in parts if what)


def lesson(technique: Component) -> str:
    """Return a text about the `technique` alone, with drawings, in paragraphs."""
    topic = topic_of(technique)
    if topic.lesson:
        return topic.lesson.strip()
    text = lesson_of(technique)
    if not topic.parts:
        return text
    _, *paragraphs = text.split("\n\n")
    first = f"{technique.name}: {task(technique)[0].lower()}{task(technique)[1:]}"
    return "\n\n".join([fill(first, WIDEST), *_about(paragraphs, topic.parts)])


def task(technique: Component) -> str:
    """Return what the `technique` does, in a sentence."""
    return inspect.cleandoc(technique.traits.doc).splitlines()[0]


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
