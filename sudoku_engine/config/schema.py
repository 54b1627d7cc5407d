"""The table of all keys of a configuration."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

from sudoku_engine.board.layout import Layout
from sudoku_engine.config import layouts
from sudoku_engine.config.components import Choices, Chosen
from sudoku_engine.plugins.options import converted
from sudoku_engine.plugins.values import ListValue, TextValue, Value, items, summary
from sudoku_engine.solving.settings import LoopSettings

Reader = Callable[[Choices, "Key", Value], Any]
"""What a row of the table does with what is written under its key."""


@dataclass(frozen=True)
class Key:
    """A row of `SCHEMA`: a key, what may be written there, its default, and what it is for.

    `name` holds the section before a dot. `kind`: of what kind the plugins are that it names.
    `none`: how a value of None is written, where it can be.
    """

    name: str
    form: str
    default: Any
    about: str
    read: Reader
    kind: str = ""
    none: str = ""

    @property
    def word(self) -> str:
        """The key as it is written, without its section."""
        return self.name.rpartition(".")[2]

    @property
    def section(self) -> str:
        """The key that it stands under, empty at the left margin."""
        return self.name.rpartition(".")[0]


def _plain(kind: Any) -> Reader:
    """A reader of values of the type `kind`."""
    return lambda choices, key, node: converted(node, kind, key.word)


def _number(kind: type, least: int, most: int) -> Reader:
    """A reader of numbers from `least` to `most`."""

    def read_number(choices: Choices, key: Key, node: Value) -> Any:
        number = converted(node, kind, key.word)
        if not least <= number <= most:
            raise node.location.error(f"{key.word} must be {least} to {most}, not {summary(node)}")
        return number

    return read_number


def _limit(most: int) -> Reader:
    """A reader of seconds, 0 where there is no limit, which may be written as none too."""
    seconds = _number(float, 0, most)

    def read_limit(choices: Choices, key: Key, node: Value) -> Any:
        return 0.0 if _is_none(node) else seconds(choices, key, node)

    return read_limit


def _all(found: Callable[[Value, str], Iterator[str]]) -> Reader:
    """A reader of a list, which may be empty."""
    return lambda choices, key, node: tuple(found(node, key.word))


def _one(choices: Choices, key: Key, node: Value) -> Chosen:
    return choices.one(node, key.word, key.kind)


def _one_or_none(choices: Choices, key: Key, node: Value) -> Chosen | None:
    return None if _is_none(node) else choices.one(node, key.word, key.kind)


def _many(choices: Choices, key: Key, node: Value) -> tuple[Chosen, ...]:
    return choices.many(node, key.word, key.kind)


def _layout(choices: Choices, key: Key, node: Value) -> Layout | None:
    return layouts.layout_of(node)


def _puzzle(choices: Choices, key: Key, node: Value) -> str:
    if not isinstance(node, TextValue) or not node.text.strip():
        raise node.location.error(
            f"puzzle must be the cells of a board in one text, not {summary(node)}: put it in "
            "quotes, or write '|' and the rows below, indented"
        )
    return node.text


def _is_none(node: Value) -> bool:
    return isinstance(node, TextValue) and node.is_none


def names_in(node: Value, name: str) -> Iterator[str]:
    """The names in a list; nothing at all is an empty list."""
    for item in () if _is_none(node) else items(node, name):
        if not isinstance(item, TextValue) or not item.text:
            raise item.location.error(f"{name} is a list of names, not of {summary(item)}")
        yield item.text


def plugin_places(node: Value, name: str) -> Iterator[str]:
    """The paths in a list, relative to the file that names them; other names as they are."""
    for text, item in zip(names_in(node, name), node.items if isinstance(node, ListValue) else ()):
        path = str(item.location.path(text))
        yield path if looks_like_path(text) or os.path.exists(path) else text


def looks_like_path(text: str) -> bool:
    """Whether `text` can only be a file or folder, and no name of an installed plugin."""
    return bool(re.search(r"[/\\]|^[.~]|\.py$", text))


_LOOP = LoopSettings()
_LOOP_TYPES = get_type_hints(LoopSettings)

SCHEMA: dict[str, Key] = {
    key.name: key
    for key in (
        Key(
            "plugins",
            "a list of files, folders and names of installed plugins",
            (),
            "plugins to load beside those that come with the engine",
            _all(plugin_places),
        ),
        Key(
            "disable",
            "a list of names",
            (),
            "plugins, and single things of them, that are not to be used",
            _all(names_in),
        ),
        Key(
            "layout",
            "auto, a size such as 9x9, or {boxes: 2x3, diagonals: true, regions: FILE}",
            None,
            "the shape of the board; auto goes by the number of cells",
            _layout,
            none=layouts.AUTO,
        ),
        Key(
            "strategies",
            "a list of strategies",
            None,
            "what is tried, in this order; by default all there are, the simplest first",
            _many,
            "strategy",
        ),
        Key(
            "loop.mode",
            "first, pass or fixpoint",
            _LOOP.mode,
            "how many steps of a strategy are applied before the simplest has its turn again",
            _plain(_LOOP_TYPES["mode"]),
        ),
        Key(
            "loop.pencilmarks",
            "auto or manual",
            _LOOP.pencilmarks,
            "whether a placed digit strikes the pencil marks of its peers by itself",
            _plain(_LOOP_TYPES["pencilmarks"]),
        ),
        Key(
            "loop.max_steps",
            "a whole number",
            _LOOP.max_steps,
            "a run ends after so many steps",
            _number(int, 1, 10**9),
        ),
        Key(
            "loop.step_timeout",
            "seconds; 0 or none for no limit",
            _LOOP.step_timeout,
            "a strategy that takes longer than this for a step is at fault",
            _limit(24 * 60 * 60),
        ),
        Key(
            "loop.on_fault",
            "skip or stop",
            _LOOP.on_fault,
            "whether a strategy that is at fault sits out the rest of the run, or ends it",
            _plain(_LOOP_TYPES["on_fault"]),
        ),
        Key(
            "loop.guard",
            "true or false",
            _LOOP.guard,
            "whether every step is checked, against the solution too, before it is applied",
            _plain(bool),
        ),
        Key(
            "fallback",
            "a solver, or none",
            Chosen("bitboard"),
            "what finishes a puzzle where the strategies get stuck",
            _one_or_none,
            "solver",
            "none",
        ),
        Key(
            "solver",
            "a solver",
            Chosen("bitboard"),
            "what searches where no strategies are asked for",
            _one,
            "solver",
        ),
        Key(
            "generator",
            "a generator",
            Chosen("minimal"),
            "what makes puzzles",
            _one,
            "generator",
        ),
        Key(
            "checker",
            "a checker",
            Chosen("canonical"),
            "what tells whether one board is a transformation of another",
            _one,
            "checker",
        ),
        Key(
            "reporters",
            "a list of reporters",
            (Chosen("text"),),
            "what writes the runs down",
            _many,
            "reporter",
        ),
        Key(
            "frontend",
            "a front end, or none",
            None,
            "what shows the runs",
            _one_or_none,
            "frontend",
            "none",
        ),
        Key(
            "puzzle",
            "a puzzle, in any format that is read",
            None,
            "the puzzle that is used where the command line names none",
            _puzzle,
        ),
        Key(
            "puzzles",
            "a file",
            None,
            "the file of puzzles that is used where the command line names none",
            _plain(Path),
        ),
    )
}
"""All keys, in the order in which they are shown; one to come is a row here, and a field."""

SECTIONS = {"loop": tuple(key.word for key in SCHEMA.values() if key.name.startswith("loop."))}
"""By key of the file that holds further keys, those."""

TOP_KEYS = tuple(dict.fromkeys(name.partition(".")[0] for name in SCHEMA))
"""The keys at the left margin of a file."""

INDENTED = {**SECTIONS, "layout": layouts.PARTS}
"""By key at the left margin, what can stand below it."""
