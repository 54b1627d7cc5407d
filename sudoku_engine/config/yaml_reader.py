"""A YAML text as values that know their file, line and column.

YAML turns ``003020600`` into 795008 (octal), ``53.`` into a float, ``1:30`` into 90 and ``no``
into False. Here every single value stays as it is in the file. Only the parts of YAML that a
configuration needs are accepted: texts, lists and mappings, a few levels deep. Repeated keys,
anchors, aliases (a few hundred bytes can become millions of values), tags and further documents
are errors.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import yaml

from sudoku_engine.config.text import (
    INVISIBLE,
    file_text,
    invisible_message,
    location_in,
    text_value,
)
from sudoku_engine.config.yaml_errors import REMEDY, in_words
from sudoku_engine.errors import quoted
from sudoku_engine.plugins.values import Location, Value

MAX_DEPTH = 8
"""The deepest nesting of lists and mappings; a configuration needs five levels."""


def read_file(path: str | os.PathLike[str]) -> Value | None:
    """Return the value in the file at `path`, None if it is empty.

    Raises ConfigError, with line and column if they are known, if it cannot be read.
    """
    return read_text(file_text(path), os.fspath(path))


def read_text(text: str, source: str, has_lines: bool = True) -> Value | None:
    """Return the value of the YAML `text`, None if it is empty; `source` names its file.

    Without `has_lines` the text is a command-line option, and errors name only that.

    >>> value = read_text("mode: 003020600", "run.yaml")
    >>> value.entries[0][1].text, str(value.entries[0][1].location)
    ('003020600', 'run.yaml:1')
    """
    if found := INVISIBLE.search(text):
        where = location_in(text, found.start(), source) if has_lines else Location(source)
        raise where.error(invisible_message(found[0]))
    return _Parser(text, source, has_lines).document()


class _Parser:
    """One text on its way from PyYAML's events to values.

    PyYAML's own composer is not used: it calls itself for each level, and 900 levels end in
    RecursionError. Its parser does not.
    """

    def __init__(self, text: str, source: str, has_lines: bool) -> None:
        self.text = text
        self.source = source
        self.has_lines = has_lines
        self.last = self._at(0, 0)
        self.events = self._events()

    def document(self) -> Value | None:
        """Return the value of the one document."""
        root = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    what = "'---' begins a second document: a configuration has only one"
                    raise self._at_mark(event.start_mark).error(what)
                root = self._value(next(self.events), 0)
        return None if root is None or root.is_empty else root

    def _events(self) -> Iterator[yaml.Event]:
        """Yield PyYAML's events; raise its errors in our words."""
        try:
            for event in yaml.parse(self.text, Loader=yaml.SafeLoader):
                self.last = self._at_mark(event.end_mark)
                yield event
        except yaml.MarkedYAMLError as error:
            what, line, column = in_words(error, self.text)
            raise self._at(line, column).error(what) from error
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            # PyYAML misses some errors, such as that of chr() for "\UFFFFFFFF".
            raise self.last.error(f"this is not valid YAML: {REMEDY}") from error

    def _value(self, event: yaml.Event, depth: int) -> Value:
        """Return the value that begins with `event`."""
        location = self._at_mark(event.start_mark)
        assert isinstance(event, yaml.NodeEvent)
        tag = getattr(event, "tag", None)
        if event.anchor is not None or tag is not None:  # an alias has an anchor too
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&" if tag is None else "!"
            what = f"a value that begins with {sign!r} has a special meaning in YAML: "
            raise location.error(what + "put it in quotes")
        if isinstance(event, yaml.ScalarEvent):
            return text_value(event.value, location, event.style is None, self._start(event))
        if depth == MAX_DEPTH:
            raise location.error(f"too many levels of lists and keys: {MAX_DEPTH} at most")
        if isinstance(event, yaml.SequenceStartEvent):
            inner = self._until(yaml.SequenceEndEvent)
            return Value(location, items=tuple(self._value(item, depth + 1) for item in inner))
        return Value(location, entries=tuple(self._entries(depth + 1)))

    def _start(self, event: yaml.ScalarEvent) -> Location:
        """Return where the text of a scalar begins: behind its quote, or below its ``|``.

        Without a column if the places in the text are not those in the file.
        """
        begin: Any = event.start_mark
        end: Any = event.end_mark
        is_below = event.style in ("|", ">")
        if event.style != "|" and begin.line != end.line:  # its lines become one
            place = self._at(begin.line + is_below, 0)
            return Location(place.source, place.line)
        if not is_below:
            return self._at(begin.line, begin.column + (event.style is not None))
        below = self.text.split("\n")[begin.line + 1 : end.line]
        indent = min((len(row) - len(row.lstrip()) for row in below if row.strip()), default=0)
        return self._at(begin.line + 1, indent)

    def _entries(self, depth: int) -> Iterator[tuple[Value, Value]]:
        seen: dict[str, Value] = {}
        for event in self._until(yaml.MappingEndEvent):
            key = self._value(event, depth)
            if not key.is_text:
                raise key.error("a key must be a single word, not a list or a mapping")
            if key.text in seen:
                first = seen[key.text].location.line
                where = f", first in line {first}" if first else ""
                raise key.error(f"{quoted(key.text)} is given twice{where}: delete one of the two")
            seen[key.text] = key
            yield key, self._value(next(self.events), depth)

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        """Yield the events before the one of the type `end`, and drop that one."""
        for event in self.events:
            if isinstance(event, end):
                return
            yield event

    def _at_mark(self, mark: Any) -> Location:
        return self._at(mark.line, mark.column)

    def _at(self, line: int, column: int) -> Location:
        """Return the location of `line` and `column`, which count from 0."""
        place = (line + 1, column + 1) if self.has_lines else ()
        return Location(self.source, *place)
