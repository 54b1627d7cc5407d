"""Values as a person wrote them, in a file or on the command line, before their types are known."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Union

from sudoku_engine.errors import ConfigError, place

NONE_WORDS = frozenset({"", "none", "null", "~", "no"})
"""How a person writes that something is not wanted, where a key allows that."""


@dataclass(frozen=True)
class Location:
    """A place in a file, or a command-line option; then `line` and `column` are 0."""

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return place(self.source, self.line)

    def error(self, what: str) -> ConfigError:
        """Return the error that says `what` is wrong here."""
        return ConfigError(what, self.source, self.line, self.column)

    def path(self, text: str) -> Path:
        """Return the path that `text` means here: in a file, relative to that file."""
        folder = Path(self.source).parent if self.line else Path()
        return folder / os.path.expanduser(text)


@dataclass(frozen=True)
class TextValue:
    """A single value, its `text` as written; `is_plain` if it stands without quotes."""

    text: str
    location: Location
    is_plain: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is written."""
        return self.is_plain and not self.text

    @property
    def is_none(self) -> bool:
        """Whether it can be read as "nothing"; only some keys allow that."""
        return self.is_plain and self.text.lower() in NONE_WORDS


@dataclass(frozen=True)
class ListValue:
    """A list."""

    items: tuple[Value, ...]
    location: Location


@dataclass(frozen=True)
class MappingValue:
    """Keys with their values, in the order written; no key stands twice."""

    entries: tuple[tuple[TextValue, Value], ...]
    location: Location


Value = Union[TextValue, ListValue, MappingValue]


def items(value: Value, name: str) -> tuple[Value, ...]:
    """Return the items of a list; raise ConfigError, with the remedy, if `value` is no list."""
    if isinstance(value, ListValue):
        return value.items
    if isinstance(value, TextValue) and value.text:
        raise value.location.error(f"{name} must be a list: write [{clipped(value.text)}]")
    if isinstance(value, MappingValue) and value.entries:
        first = value.entries[0][0].text
        raise value.location.error(f"{name} must be a list: put '- ' before {quoted(first)}")
    raise value.location.error(f"{name} must be a list, such as [a, b], or '- a' line by line")


def summary(value: Value) -> str:
    """Return what an error says was written: a short text in quotes, or of which shape it is."""
    if isinstance(value, TextValue):
        return quoted(value.text) if value.text else "nothing"
    return "a list" if isinstance(value, ListValue) else "keys with values"


def quoted(text: str) -> str:
    r"""Return `text` in quotes, on one line, cut if it is long.

    >>> print(quoted("no\nyes"))
    'no\nyes'
    """
    return repr(text if len(text) <= 40 else text[:39] + "…")


def clipped(text: str) -> str:
    """Return `text` as `quoted` does, without the quotes."""
    return quoted(text)[1:-1]
