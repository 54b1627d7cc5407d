"""PyYAML's errors, in words for people who have never heard of YAML.

Only frequent slips have a message of their own; for others PyYAML's is quoted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sudoku_engine.errors import quoted
from sudoku_engine.plugins.values import clipped

if TYPE_CHECKING:
    import yaml

REMEDY = "put texts with special characters, such as a \\, in '…'"

_NO_COLON = "there is no ': ' in this line: write 'key: value', with a space after the ':'"

_SLIPS = (
    (
        "expected <block end>",
        "this does not fit what is above: line it up with what it belongs to, and put no text "
        "after a closing quote or bracket",
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
"""PyYAML's phrases, what they mean, and whether the slip is where PyYAML began to read."""


def in_words(error: yaml.MarkedYAMLError, text: str) -> tuple[str, int, int]:
    """Return the meaning of PyYAML's `error` about `text`, and the line and column of the slip.

    Line and column count from 0.
    """
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
    for pattern, words, is_at_start in _SLIPS:
        if found := re.search(pattern, problem):
            mark = error.context_mark or noticed if is_at_start else noticed
            sign = quoted(lines[mark.line][mark.column : mark.column + 1])
            return words.format(*found.groups(), sign=sign), mark.line, mark.column
    return f"this is not valid YAML ({problem}): {REMEDY}", noticed.line, noticed.column


def _misplaced_colon(lines: list[str], number: int, column: int) -> tuple[str, int, int]:
    """Return the message about a ``:`` where no key can be, mostly of a misplaced option."""
    line = lines[number]
    if re.search(r":\s", line[:column]):
        what = "a second ':' in this line: begin the inner key on a line of its own, indented "
        return what + "further, or put a text that holds ': ' in quotes", number, column
    key = clipped(line[:column].strip())
    numbers = [n for n in range(number) if re.match(r"\s*[^\s#]", lines[n])]
    above = lines[numbers[-1]] if numbers else line
    value = clipped(above.partition(" #")[0].strip().removeprefix("- ").strip())
    if _indent(line) > _indent(above):
        owner, colon, name = value.partition(": ")
        if colon:
            what = (
                f"'{key}' is indented further than '{value}' above: line it up with that, or write "
                f"'{owner}: {{{name}: {{{key}: …}}}}' if it is an option of {name}"
            )
        else:
            what = (
                f"'{key}' is indented under '{value}': if it is an option of that, put a ':' after "
                f"'{value}' and indent '{key}' further; else line it up with the keys above"
            )
        return what, number, _indent(line)
    if numbers and not re.search(r"^\s*- |:(\s|$)", above):
        return _NO_COLON, numbers[-1], _indent(above)
    what = "this ':' cannot be here: line its key up with what it belongs to, or put a text "
    return what + "that holds ': ' in quotes", number, column


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
