"""Values as the user wrote them, in a file or on the command line, before their types are known."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from sudoku_engine.errors import ConfigError, place, quoted

NONE_WORDS = frozenset({"", "none", "null", "~", "no"})
"""The words for "nothing", for keys that allow it."""


@dataclass(frozen=True)
class Location:
    """A place in a file, or a command-line option."""

    source: str
    """The file or the option."""
    line: int = 0
    """The line, from 1; 0 for an option."""
    column: int = 0
    """The column, from 1; 0 for an option."""

    def __str__(self) -> str:
        return place(self.source, self.line)

    def error(self, what: str) -> ConfigError:
        """Return the error that says `what` is wrong here."""
        return ConfigError(what, self.source, self.line, self.column)


@dataclass(frozen=True)
class Value:
    """A text, a list or a mapping, as written; ``str`` quotes it for errors."""

    location: Location
    """Where it begins."""
    text: str = ""
    """The text, empty for a list or mapping."""
    is_plain: bool = False
    """Whether it is a text without quotes."""
    items: tuple[Value, ...] | None = None
    """The values of a list, None otherwise."""
    entries: tuple[tuple[Value, Value], ...] | None = None
    """The keys and values of a mapping, no key twice; None otherwise."""
    start: Location | None = field(default=None, compare=False)
    """Where the text itself begins: behind the quote, or below the ``|``; None: at `location`."""

    def __str__(self) -> str:
        if self.is_text:
            return quoted(self.text) if self.text else "nothing"
        return "keys with values" if self.items is None else "a list"

    @property
    def is_text(self) -> bool:
        """Whether it is a single text."""
        return self.items is None and self.entries is None

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is written."""
        return self.is_plain and not self.text

    @property
    def is_none(self) -> bool:
        """Whether it can be read as "nothing"; only some keys allow that."""
        return self.is_plain and self.text.lower() in NONE_WORDS

    @property
    def path(self) -> Path:
        """The path that the text means: in a file, relative to that file."""
        folder = Path(self.location.source).parent if self.location.line else Path()
        return folder / os.path.expanduser(self.text)

    def error(self, what: str) -> ConfigError:
        """Return the error that says `what` is wrong here."""
        return self.location.error(what)

    def as_list(self, name: str) -> tuple[Value, ...]:
        """Return the items; raise ConfigError, with the remedy, if it is no list."""
        if self.items is not None:
            return self.items
        if self.text:
            raise self.error(f"{name} must be a list: write [{clipped(self.text)}]")
        if self.entries:
            first = quoted(self.entries[0][0].text)
            raise self.error(f"{name} must be a list: put '- ' before {first}")
        raise self.error(f"{name} must be a list, such as [a, b], or '- a' line by line")


def clipped(text: str) -> str:
    """Return `text` as `quoted` does, without the quotes."""
    return quoted(text)[1:-1]
