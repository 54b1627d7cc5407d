"""A YAML text as values that know their file, line and column.

YAML turns ``003020600`` into 795008 (octal), ``53.`` into a float, ``1:30`` into 90 and ``no`` into
False. Here every single value stays as it is in the file. Only the parts of YAML that a
configuration needs are accepted: texts, lists and mappings, a few levels deep. Repeated keys,
anchors, aliases (a few hundred bytes can become millions of values), tags and further documents are
errors. Frequent slips have their own messages, for people who have never heard of YAML; for other
slips, PyYAML's message is quoted.
"""

import os
import re
from collections.abc import Iterator
from typing import Any

import yaml

from sudoku_engine.config.readers import (
    INVISIBLE,
    file_text,
    invisible_message,
    location_in,
    text_value,
)
from sudoku_engine.errors import quoted
from sudoku_engine.plugins.options import Location, Value, clipped

REMEDY = "put texts with special characters, such as a \\, in '…'"

_NO_COLON = "there is no ': ' in this line: write 'key: value', with a space after the ':'"

_SLIPS = (
    (
        "expected <block end>",
        "this does not fit what is above: line it up with what it belongs to, and put no text "
        "after a closing quote or bracket",
        False,
    ),
    (
        "sequence entries",
        "a list cannot begin here: write it in brackets, [a, b], or begin each of its lines with "
        "'- ' below the key",
        False,
    ),
    ("could not find expected ':'", _NO_COLON, True),
    ("cannot start|alphabetic|tag", "a value cannot begin with {sign}: put it in quotes", True),
    ("end of stream", "the quote that begins here is never closed: add it at the end", True),
    (
        "expected ',' or '(.)'",
        "the bracket that opens here has no {0!r} to close it, or a ',' is missing",
        True,
    ),
)
"""PyYAML's phrases, their meaning, and whether the slip is where PyYAML began to read."""


def in_words(error: yaml.MarkedYAMLError, text: str) -> tuple[str, int, int]:
    """Return the meaning of PyYAML's `error` about `text`, and where the slip is, from 0."""
    noticed = error.problem_mark or error.context_mark
    if noticed is None:
        return f"this is not valid YAML: {REMEDY}", 0, 0
    lines = [*re.split("\r\n|\r|\n", text), ""]
    line = lines[noticed.line]
    tab = line.find("\t", 0, max(_indent(line), noticed.column + 1))
    if 0 <= tab < _indent(line) or tab == noticed.column:
        return "a tab: YAML needs spaces, so replace it by spaces", noticed.line, tab
    problem = error.problem or ""
    if "mapping values are not allowed" in problem:
        return _misplaced_colon(lines, noticed.line, noticed.column)
    for mark in (error.context_mark, noticed):
        if mark and "flow" not in (error.context or "") and (what := _lacks_dash(lines, mark.line)):
            return what, mark.line, _indent(lines[mark.line])
    for pattern, words, is_at_start in _SLIPS:
        if found := re.search(pattern, problem):
            mark = error.context_mark or noticed if is_at_start else noticed
            sign = quoted(lines[mark.line][mark.column : mark.column + 1])
            return words.format(*found.groups(), sign=sign), mark.line, mark.column
    return f"this is not valid YAML ({problem}): {REMEDY}", noticed.line, noticed.column


def _lacks_dash(lines: list[str], number: int) -> str:
    """Return the message about a line below a list's item if it begins without ``- ``, else ""."""
    line = lines[number]
    above = [each for each in lines[:number] if each.strip() and _indent(each) <= _indent(line)]
    if not above or not above[-1].lstrip().startswith("- ") or line.lstrip().startswith("- "):
        return ""
    item = line.split("#")[0].strip()
    if item.startswith("-"):
        return f"put a space after the '-': '- {clipped(item[1:])}'"
    return (
        f"the list above goes on with '- ': write '- {clipped(item)}' if this belongs to it, else "
        "line it up with the keys above"
    )


def _misplaced_colon(lines: list[str], number: int, column: int) -> tuple[str, int, int]:
    """Return the message about a ``:`` where no key can be, usually from a misplaced option."""
    line = lines[number]
    if re.search(r":\s", line[:column]):
        what = "a second ':' in this line: begin the inner key on a line of its own, indented "
        return what + "further, or put a text that holds ': ' in quotes", number, column
    before = [n for n in range(number) if re.match(r"\s*[^\s#]", lines[n])]
    above = lines[before[-1]] if before else ""
    if _indent(line) > _indent(above):
        owner = clipped(above.partition(" #")[0].strip().removeprefix("- ").strip())
        what = f"this is indented under '{owner}', which has no key: an option of it is written "
        return what + "{name: {option: …}}, a key is lined up with the keys above", number, column
    if before and not re.search(r"^\s*- |:(\s|$)", above):
        return _NO_COLON, before[-1], _indent(above)
    what = "this ':' cannot be here: line its key up with what it belongs to, or put a text "
    return what + "that holds ': ' in quotes", number, column


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


MAX_DEPTH = 8
"""The deepest nesting of lists and mappings; a configuration needs five levels."""


def read_file(path: str | os.PathLike[str]) -> Value | None:
    """Return the value in the file at `path`, None if it is empty; raise ConfigError."""
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
        root = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    what = "'---' begins a second document: a configuration has only one"
                    raise self._at_mark(event.start_mark).error(what)
                root = self._value(next(self.events), 0)
        return None if root is None or root.is_empty else root

    def _events(self) -> Iterator[yaml.Event]:
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
        """Return the beginning of the text of a scalar: after its quote, or below its ``|``."""
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
        """Yield the events before the first of the type `end`, which is dropped."""
        for event in self.events:
            if isinstance(event, end):
                return
            yield event

    def _at_mark(self, mark: Any) -> Location:
        return self._at(mark.line, mark.column)

    def _at(self, line: int, column: int) -> Location:
        place = (line + 1, column + 1) if self.has_lines else ()
        return Location(self.source, *place)
