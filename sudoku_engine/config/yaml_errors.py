"""What PyYAML finds wrong, in words for a person who has never heard of YAML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import yaml


class Mark(Protocol):
    """A place in a text as PyYAML gives it, counted from 0."""

    @property
    def line(self) -> int:
        """The line."""
        ...

    @property
    def column(self) -> int:
        """The column."""
        ...


class Point(NamedTuple):
    """A place in a text, counted from 0."""

    line: int
    column: int


UNKNOWN = 'this cannot be read: is there a \\ in "…", or a special character outside of quotes?'
"""The words for what nobody has foreseen."""


def in_words(error: yaml.MarkedYAMLError, text: str) -> tuple[str, Mark | None]:
    """What PyYAML's `error` about `text` means, and the place where the mend is."""
    noticed = error.problem_mark or error.context_mark
    if noticed is None:
        return UNKNOWN, None
    lines = re.split("\r\n|\r|\n", text)
    tab = _tab(lines[noticed.line] if noticed.line < len(lines) else "", noticed.column)
    if tab is not None:
        return "a tab: YAML wants spaces, so put spaces in its place", Point(noticed.line, tab)
    problem = error.problem or ""
    if "mapping values are not allowed" in problem:
        return _misplaced_colon(lines, noticed)
    for pattern, words, is_at_start in _PHRASES:
        if found := re.search(pattern, problem):
            begun = error.context_mark if is_at_start else None
            return words.format(*found.groups()), begun or noticed
    return UNKNOWN, noticed


def _tab(line: str, column: int) -> int | None:
    """The column of a tab that `line` is indented with, or that stands at `column`."""
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent:
        return indent.index("\t")
    return column if line[column : column + 1] == "\t" else None


def _misplaced_colon(lines: list[str], mark: Mark) -> tuple[str, Mark]:
    """The words for a ``:`` where no key can be, mostly an option indented under a whole value."""
    line = lines[mark.line]
    key = line[: mark.column].strip()
    point = Point(mark.line, _indent(line))
    if re.search(r":\s", key):
        words = "a second ':' in this line: begin the inner key on a line of its own, indented "
        return words + "further, or put a text that holds ': ' in quotes", mark
    number, above = next(
        (
            (number, lines[number])
            for number in range(mark.line - 1, -1, -1)
            if lines[number].strip() and not lines[number].lstrip().startswith("#")
        ),
        (mark.line, line),
    )
    told = above.strip().split(" #")[0].strip()
    value = told.removeprefix("- ").strip()
    if _indent(line) > _indent(above) and ": " in value:
        owner, _, name = value.partition(": ")
        return (
            f"{key!r} is indented further than '{value}' above: line it up with that, or write "
            f"'{owner}: {{{name}: {{{key}: …}}}}' if it is an option of {name}",
            point,
        )
    if _indent(line) > _indent(above):
        return (
            f"{key!r} is indented under {value!r}: if it is an option of that, put a ':' after "
            f"{value!r} and indent {key!r} further; else line it up with the keys above",
            point,
        )
    if number < mark.line and not re.search(r"^- |:(\s|$)", told):
        return _NO_COLON, Point(number, _indent(above))
    words = "a ':' that cannot stand here: line its key up with the keys or items it belongs to"
    return words + ", or put a text that holds ': ' in quotes", mark


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


_NO_COLON = "there is no ': ' in this line: write 'key: value', with a space after the ':'"

_NO_SETTINGS = "this does not belong to the settings: take lines with '%', '---' and '...' out"

_PHRASES = (
    (
        r"found character '(.+)' that cannot start any token",
        "a value cannot begin with {0!r}: put it in quotes",
        False,
    ),
    ("could not find expected ':'", _NO_COLON, True),
    (
        "sequence entries are not allowed here",
        "a list item '- …' cannot stand here: begin it on a line of its own",
        False,
    ),
    (
        "mapping keys are not allowed here",
        "a '?' cannot stand here: put the text in quotes",
        False,
    ),
    (
        "found unexpected (?:end of stream|document separator)",
        "the quote that begins here is never closed: put the same quote at its end",
        True,
    ),
    (
        "found unknown escape character|expected escape sequence",
        "a \\ in \"…\" means something special: use '…' instead, and / in paths",
        False,
    ),
    (
        "expected ',' or '(.)'",
        "the bracket that opens here has no {0!r} to close it, or a ',' is missing before the "
        "next item",
        True,
    ),
    (
        "expected <block end>, but found '(?:-|<block sequence start>)'",
        "this list item does not line up with the lines above: indent it as much as the items "
        "or keys it belongs to",
        False,
    ),
    (
        "expected <block end>",
        "this does not fit what is above: line it up with the keys it belongs to, and put no "
        "text after a closing quote or bracket",
        False,
    ),
    (
        "directive|%YAML|YAML document|expected a digit|<document (?:start|end)>",
        _NO_SETTINGS,
        False,
    ),
    ("expected the node content, but found '<", "a value is missing here", False),
    (
        "expected the node content, but found '(.+)'",
        "a value is missing before {0!r}: write one, or put {0!r} in quotes",
        False,
    ),
    (
        "chomping or indentation|indentation indicator|a comment or a line break",
        "after '|' or '>' the text begins on the next line, indented",
        False,
    ),
    (
        "tag|URI|URL|anchor|alphabetic or numeric|expected '>'",
        "a value cannot begin with '!', '&', '*' or '%': put it in quotes",
        True,
    ),
)
"""PyYAML's phrases, what they mean, and whether the mend is where it began to read."""
