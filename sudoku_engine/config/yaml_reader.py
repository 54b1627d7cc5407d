"""A YAML text as checked nodes that know their file, line and column.

YAML turns ``003020600`` into 795008 (octal), ``53.`` into a float, ``1:30`` into 90 and ``no``
into False. Here every scalar stays as it is written. Only what a configuration needs is taken:
scalars, lists and mappings, a few levels deep. Keys that stand twice, anchors, aliases (a few
hundred bytes of them unfold to millions of leaves), tags and further documents are errors, each
worded for a person who has never heard of YAML.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_engine.config.yaml_errors import UNKNOWN, Mark, in_words
from sudoku_engine.errors import ConfigError
from sudoku_engine.plugins.values import ListValue, Location, MappingValue, TextValue, Value

if TYPE_CHECKING:
    import yaml

MAX_DEPTH = 8
"""How deep lists and mappings may be nested; a configuration needs five levels."""

MAX_BYTES = 1 << 20
"""How long a file may be: what is longer is no configuration."""


def read_file(path: str | os.PathLike[str]) -> Value | None:
    """The node that the file at `path` holds, None for an empty one.

    UTF-8 and UTF-16, with or without byte-order mark, are read. Raises ConfigError, with line
    and column where there are any, for whatever cannot be read.
    """
    return read_text(file_text(path), os.fspath(path))


def file_text(path: str | os.PathLike[str]) -> str:
    """The text of the file at `path`; raises ConfigError where it cannot be read."""
    source = os.fspath(path)
    return _decoded(_bytes(source), source)


def read_text(text: str, source: str) -> Value | None:
    """The node that the YAML `text` holds, None for an empty one; `source` names its file.

    >>> node = read_text("mode: 003020600", "run.yaml")
    >>> node.entries[0][1].text, str(node.entries[0][1].location)
    ('003020600', 'run.yaml:1')
    """
    return _Reading(text, source).document()


def read_option(text: str, option: str) -> Value:
    """The node that `text`, the value of a command-line `option`, holds.

    It is YAML where it begins with ``{`` or ``[``, else one scalar.

    >>> read_option("{boxes: 2x3}", "--layout").entries[0][0].text
    'boxes'
    """
    if text.lstrip().startswith(("{", "[")):
        node = _Reading(text, option, has_lines=False).document()
        assert node is not None  # it holds a bracket at least
        return node
    return text_value(text, Location(option))


def text_value(text: str, spot: Location, is_plain: bool = True) -> TextValue:
    """The scalar `text`; raises ConfigError where it holds what nobody sees."""
    if found := _UNSEEN.search(text):
        raise spot.error(f"{_named(found[0])} in this value: delete it")
    if is_plain:
        for lookalike, words in _LOOKALIKES:
            if re.search(lookalike, text):
                raise spot.error(words)
    return TextValue(text, spot, is_plain)


_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Control characters and the like; tabs and the usual line ends are none of them."""

_LOOKALIKES = (
    (r"\t", "a tab in this value: use spaces, or put the value in quotes"),
    (
        "[\u00a0\u2007\u202f\u200b-\u200f\u2060\ufeff]",
        "a special space in this value, which only looks like a space or cannot be seen: "
        "delete it and type a plain space",
    ),
    (
        "^[\u2018-\u201f\u00ab\u00bb]",
        "curly quotes, as a word processor makes them: use straight ones, \"…\" or '…'",
    ),
)
"""What copying from web pages and word processors brings in; in quotes it may stand."""


def _bytes(source: str) -> bytes:
    """What the file `source` holds."""
    spot = Location(source)
    if os.path.isdir(source):
        raise spot.error("this is a folder: name a file in it")
    try:
        with open(source, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise spot.error("there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise spot.error(f"the file cannot be read: {reason}") from error
    if len(data) > MAX_BYTES:
        raise spot.error("this file is far too long for a configuration")
    return data


def _decoded(data: bytes, source: str) -> str:
    """The text that `data`, the bytes of a file, hold; raises ConfigError where they hold none."""
    encoding = _encoding(data)
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, errors="replace").removeprefix("\ufeff")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        name = "UTF-8" if encoding == "utf-8" else "UTF-16"
        what = f"this is no {name} text: save the file as UTF-8 in your editor"
        raise ConfigError(what, source, line, column) from error


def _encoding(data: bytes) -> str:
    """The encoding of `data`, from its mark or, as YAML says, its first two bytes."""
    start = data[:2]
    if start == b"\xff\xfe" or (len(start) == 2 and start[1] == 0 != start[0]):
        return "utf-16-le"
    if start == b"\xfe\xff" or (len(start) == 2 and start[0] == 0 != start[1]):
        return "utf-16-be"
    return "utf-8"


def _named(character: str) -> str:
    if character == "\x00":
        return "a NUL character (is this a text file?)"
    return f"the control character U+{ord(character):04X}"


@dataclass
class _Reading:
    """One text on its way from PyYAML's events to nodes.

    PyYAML's own composer is not used: it calls itself for each level, and 900 levels end in
    RecursionError. Its parser does not.
    """

    text: str
    source: str
    has_lines: bool = True

    def __post_init__(self) -> None:
        self.last = self._spot(0, 0)

    def document(self) -> Value | None:
        """The node of the one document, None where there is none."""
        import yaml

        self._refuse_unseen()
        node = None
        events = self._events()
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if node is not None:
                    what = "'---' begins a second document: a configuration has only one"
                    raise self._at(event.start_mark).error(what)
                node = self._node(next(events), events, 0)
        return None if isinstance(node, TextValue) and node.is_empty else node

    def _refuse_unseen(self) -> None:
        found = _UNSEEN.search(self.text)
        if found:
            before = re.split("\r\n|\r|\n", self.text[: found.start()])
            spot = self._spot(len(before) - 1, len(before[-1]))
            raise spot.error(f"{_named(found[0])}: delete it")

    def _events(self) -> Iterator[yaml.Event]:
        """PyYAML's events; what it raises in our words."""
        import yaml

        try:
            for event in yaml.parse(self.text, Loader=yaml.SafeLoader):
                self.last = self._at(event.end_mark)
                yield event
        except yaml.MarkedYAMLError as error:
            what, mark = in_words(error, self.text)
            raise self._at(mark).error(what) from error
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            # PyYAML lets some slip through, as that of chr() for "\UFFFFFFFF".
            raise self.last.error(UNKNOWN) from error

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Value:
        """The node that begins with `event`."""
        import yaml

        spot = self._at(event.start_mark)
        assert isinstance(event, yaml.NodeEvent)
        tag = getattr(event, "tag", None)
        if event.anchor is not None or tag is not None:  # an alias has an anchor too
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&" if tag is None else "!"
            raise spot.error(
                f"a value that begins with {sign!r} means something special in YAML: "
                "put it in quotes"
            )
        if isinstance(event, yaml.ScalarEvent):
            return text_value(event.value, spot, event.style is None)
        if depth == MAX_DEPTH:
            raise spot.error(f"too many levels of lists and keys: {MAX_DEPTH} at the most")
        if isinstance(event, yaml.SequenceStartEvent):
            return ListValue(tuple(self._items(events, depth + 1)), spot)
        return MappingValue(tuple(self._entries(events, depth + 1)), spot)

    def _items(self, events: Iterator[yaml.Event], depth: int) -> Iterator[Value]:
        import yaml

        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                return
            yield self._node(event, events, depth)

    def _entries(
        self, events: Iterator[yaml.Event], depth: int
    ) -> Iterator[tuple[TextValue, Value]]:
        import yaml

        seen: dict[str, Location] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                return
            key = self._node(event, events, depth)
            if not isinstance(key, TextValue):
                raise key.location.error("a key must be a single word, no list and no mapping")
            if key.text in seen:
                raise key.location.error(
                    f"{key.text!r} is given twice{self._first(seen[key.text])}"
                )
            seen[key.text] = key.location
            yield key, self._node(next(events), events, depth)

    @staticmethod
    def _first(spot: Location) -> str:
        return (f", first in line {spot.line}" if spot.line else "") + ": delete one of the two"

    def _at(self, mark: Mark | None) -> Location:
        """The place of PyYAML's `mark`; where there is none, that of the last event."""
        return self._spot(mark.line, mark.column) if mark else self.last

    def _spot(self, line: int, column: int) -> Location:
        """The place at `line` and `column`, which count from 0."""
        return (
            Location(self.source, line + 1, column + 1) if self.has_lines else Location(self.source)
        )
