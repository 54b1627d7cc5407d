"""Readers for the values of keys, and what a user may write there."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sudoku_engine.api.kinds import KINDS
from sudoku_engine.config.components import ComponentReader
from sudoku_engine.config.layouts import AUTO, layout_of
from sudoku_engine.plugins.conversion import converted, described
from sudoku_engine.plugins.values import Value

Read = Callable[[Value, str, ComponentReader], Any]
"""Returns the meaning of a value under a key of that name; raises ConfigError."""


@dataclass(frozen=True)
class Reader:
    """A reader for the value of a key."""

    form: str
    """What a user may write there."""
    read: Read
    """The function that reads it."""
    kind: str = ""
    """The kind of the components that it names, if it names any."""
    none: str = ""
    """The word for the value None, if it has one."""


def typed(kind: Any) -> Reader:
    """Return the reader of values of the type `kind`."""
    return Reader(described(kind), lambda value, name, _: converted(value, kind, name))


def number(kind: type, least: int, most: int) -> Reader:
    """Return the reader of numbers from `least` to `most`."""

    def read(value: Value, name: str, _: ComponentReader) -> Any:
        number = converted(value, kind, name)
        if not least <= number <= most:
            raise value.error(f"{name} must be {least} to {most}, not {value}")
        return number

    return Reader(described(kind), read)


def seconds(most: int) -> Reader:
    """Return the reader of seconds up to `most`; 0 and none: no limit."""
    form = "seconds; 0 or none for no limit"
    return Reader(form, _unless_none(number(float, 0, most).read, 0.0))


def one(kind: str) -> Reader:
    """Return the reader of one component of `kind`."""
    form = f"a {KINDS[kind].label}"
    return Reader(form, lambda value, name, reader: reader.one(value, name, kind), kind)


def one_or_none(kind: str) -> Reader:
    """Return the reader of one component of `kind`, or none."""
    each = one(kind)
    return Reader(f"{each.form}, or none", _unless_none(each.read, None), kind, "none")


def many(kind: str, form: str) -> Reader:
    """Return the reader of a list of components of `kind`."""
    return Reader(form, lambda value, name, reader: reader.many(value, name, kind), kind)


def many_or_none(kind: str, form: str) -> Reader:
    """Return the reader of a list of components of `kind`, or none, which may be a list's item."""
    each = many(kind, form)

    def read(value: Value, name: str, reader: ComponentReader) -> Any:
        items = value.items or (value,)
        if not any(item.is_none for item in items):
            return each.read(value, name, reader)
        if len(items) > 1:
            raise value.error(f"none stands alone: name either none or {name}")
        return ()

    return Reader(f"{form}, or none", read, kind, "none")


def names_in(value: Value, name: str) -> Iterator[Value]:
    """Yield the names in a list; nothing at all is an empty list."""
    for item in () if value.is_none else value.as_list(name):
        if not item.text:
            raise item.error(f"{name} is a list of names, not of {item}")
        yield item


def plugin_place(item: Value) -> str:
    """Return a path relative to the file that names it; keep the name of a plugin as it is."""
    path = str(item.path)
    return path if looks_like_path(item.text) or os.path.exists(path) else item.text


def looks_like_path(text: str) -> bool:
    """Return whether `text` can only be a file or folder, and not the name of a plugin."""
    return bool(re.search(r"[/\\]|^[.~]|\.py$", text))


def _unless_none(read: Read, nothing: Any) -> Read:
    return lambda value, name, reader: nothing if value.is_none else read(value, name, reader)


def _puzzle(value: Value, name: str, _: ComponentReader) -> str:
    if not value.text.strip():
        raise value.error(
            f"{name} must be the cells of a board in one text, not {value}: put it in quotes, "
            "or write '|' and the rows below, indented"
        )
    return value.text


NAMES = Reader(
    "a list of names",
    lambda value, name, _: tuple(item.text for item in names_in(value, name)),
)
PLACES = Reader(
    "a list of files, folders and names of installed plugins",
    lambda value, name, _: tuple(map(plugin_place, names_in(value, name))),
)
LAYOUT = Reader(
    "auto, a size such as 9x9, or {boxes: 2x3, diagonals: true, regions: FILE}",
    lambda value, name, _: layout_of(value),
    none=AUTO,
)
PUZZLE = Reader("a puzzle, in any format that is read", _puzzle)
