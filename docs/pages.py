"""Writes the pages that are made from the code: ``strategies.md`` and ``configuration.md``.

python docs/pages.py
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from sudoku_engine import Grid, Step
from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.board import text_board
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.words import sentence
from sudoku_engine.config.components import Chosen
from sudoku_engine.config.config import read
from sudoku_engine.config.dump import yaml_text
from sudoku_engine.config.schema import SCHEMA, SECTIONS, Key
from sudoku_engine.plugins.component import RATER, Component
from sudoku_engine.plugins.options import described, options_of
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.lesson import lesson_of, placed_mark

FOLDER = Path(__file__).parent

ABOUT_STRATEGIES = """# Strategies

The techniques that come with the engine, as `sudoku-engine explain ID` teaches them. The score says
how hard a technique is for a person, on HoDoKu's scale. They are tried in this order, which is
HoDoKu's; one from a plugin comes before the first of ours whose score is not lower than its own.

The name of a family stands for all its strategies wherever a list of them is taken
(`--strategy subsets`), and `basic` for singles, intersections and subsets. Strategies marked
*by name* take part only where their own id is named: they take long, or are nothing for people.
"""

ABOUT_CONFIGURATION = """# Configuration

A configuration is a YAML file, given with `-c FILE`. Every key is optional; the command line
overrides the file. `sudoku-engine config check FILE` reports its errors with line and column;
`sudoku-engine config show -c FILE` prints the configuration in force and where each value is from.
Paths are relative to the file that names them.

Wherever a component is named, its options can be set: `naked_pair`, or
`{naked_pair: {houses: [row]}}`. In `strategies`, the name of a family stands for all its strategies
in their order of trial: `[basic, my_strategy]`. A strategy that the list names by its id keeps its
own place there, and its options.
"""


def strategies_page(registry: Registry) -> str:
    """The page that teaches the bundled strategies, module by module."""
    components = registry.of_kind("strategy")
    parts = [ABOUT_STRATEGIES, _table(components)]
    told: set[str] = set()
    for component in components:
        lesson = lesson_of(component)
        if lesson not in told:
            told.add(lesson)
            family = [other for other in components if lesson_of(other) == lesson]
            parts += _lesson(family)
    return "\n".join(parts)


def _table(components: list[Component]) -> str:
    rows = [
        f"| `{each.id}` | {each.name} | {each.score} | {each.level} | {each.family} "
        f"| {'' if each.is_by_default else 'by name'} |"
        for each in components
    ]
    return "\n".join(
        ["| id | name | score | level | family | |", "|---|---|---|---|---|---|", *rows, ""]
    )


def _lesson(family: list[Component]) -> Iterator[str]:
    """The lesson of a module, and examples.

    Strategies that take part only by name are many alike: ``explain`` shows their examples.
    """
    yield f"## {', '.join(component.name for component in family)}\n"
    yield lesson_of(family[0]).replace("::\n", ":\n") + "\n"
    for component in [each for each in family if each.is_by_default] or family[:1]:
        grid = Grid.parse(component.example or "", marks=component.marks or "auto")
        step: Step = next(iter(component.call(grid)))
        placed = placed_mark(grid)
        told = f" ({placed} marks placed digits)" if placed else ""
        yield f"An example of {component.name}, before{told}:\n"
        yield _drawn(grid, placed)
        yield f"`{component.name}: {step.notation(grid.layout)}`\n"
        yield f"{sentence(step.reason)}\n"
        yield "And after:\n"
        yield _drawn(grid.apply(step), placed)


def _drawn(grid: Grid, placed: str) -> str:
    return f"```text\n{candidate_board(grid, text_board.ASCII, placed=placed)}\n```\n"


def configuration_page(registry: Registry) -> str:
    """Return the page of all keys of a configuration and all options of bundled components."""
    config = read().checked(registry)
    order = [Chosen(each.id, each.options) for each in registry.loop_strategies("auto")]
    defaults = "".join(
        f"{line.partition('  # default')[0].rstrip()}\n"
        for line in yaml_text(config, order).splitlines()
    )
    parts = [ABOUT_CONFIGURATION, "## Keys\n"]
    for section, keys in groupby(SCHEMA.values(), key=lambda key: key.section):
        parts += _keys(section, list(keys))
    parts += ["## The defaults\n", f"```yaml\n{defaults}```\n", "## Options of components\n"]
    parts += _options(registry)
    return "\n".join(parts)


def _keys(section: str, keys: list[Key]) -> Iterator[str]:
    if section:
        yield f"Under `{section}:`, indented:\n"
        assert {key.word for key in keys} == set(SECTIONS[section])
    yield "| key | what to write | what it is for | command line |"
    yield "|---|---|---|---|"
    for key in keys:
        flag = f"`{key.flag.name}`" if key.flag else ""
        yield f"| `{key.word}` | {key.reader.form} | {key.help} | {flag} |"
    yield ""


def _options(registry: Registry) -> Iterator[str]:
    yield "| component | option | what to write | default |"
    yield "|---|---|---|---|"
    for kind in KINDS:
        for component in registry.of_kind(kind):
            for option in options_of(component.call).values():
                if option.name != RATER:  # only the engine sets that
                    yield (
                        f"| {kind} `{component.id}` | `{option.name}` | "
                        f"{described(option.type)} | {_default(option.default)} |"
                    )
    yield ""


def _default(value: object) -> str:
    if value is None or value == () or value == "":
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`[{', '.join(map(str, value))}]`" if isinstance(value, tuple) else f"`{value}`"


def pages() -> dict[str, str]:
    """The text of each page, by its file's name."""
    registry = Registry()
    registry.load()
    return {
        "strategies.md": strategies_page(registry),
        "configuration.md": configuration_page(registry),
    }


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
