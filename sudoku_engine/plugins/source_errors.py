"""Why a plugin's file cannot be read as Python, with the line and a caret under the place."""

from __future__ import annotations

import codecs
import keyword
import re
from typing import NamedTuple

from sudoku_engine.errors import did_you_mean

WIDEST = 72
"""The number of characters of a line that are shown."""

_QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb\u00b4`"
_SAVE = "save the file as UTF-8"


class SourceError(NamedTuple):
    """What is wrong with the text of a file, and where."""

    why: str
    line: int
    column: int
    excerpt: str
    """The line, and a line with a caret; empty if the line is unknown."""


def source_error(error: SyntaxError, file: str) -> SourceError:
    """Describe the `error` of Python about the text of `file`."""
    return _of_bytes(file) or _of_syntax(error)


def _of_bytes(file: str) -> SourceError | None:
    """Return why the bytes of `file` are no text in UTF-8; None if Python can read them."""
    try:
        with open(file, "rb") as stream:
            data = stream.read()
    except OSError:
        return None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return SourceError(f"this text is in UTF-16 ({_SAVE})", 0, 0, "")
    if (place := data.find(b"\0")) >= 0:
        why = f"a NUL character: this is not a text file in UTF-8 ({_SAVE})"
        return SourceError(why, data.count(b"\n", 0, place) + 1, 0, "")
    if re.search(rb"coding[:=]", b"".join(data.splitlines()[:2])):
        return None
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        begin = data.rfind(b"\n", 0, error.start) + 1
        end = data.find(b"\n", error.start)
        text = data[begin : end if end >= 0 else None].decode("utf-8", "surrogateescape")
        text = re.sub("[\udc80-\udcff]", lambda found: chr(ord(found[0]) - 0xDC00), text)
        column = len(data[begin : error.start].decode("utf-8"))
        why = f"these bytes are not text ({_SAVE})"
        line = data.count(b"\n", 0, begin) + 1
        return SourceError(why, line, column + 1, excerpt(text, column + 1))
    return None


def _of_syntax(error: SyntaxError) -> SourceError:
    """Return what Python's `error` says; a plugin may have raised it, with parts of any type."""
    line, column, end = (
        each if type(each) is int and each > 0 else 0
        for each in (error.lineno, error.offset, error.end_offset)
    )
    text = error.text if type(error.text) is str else ""
    on_one_line = error.end_lineno == error.lineno
    shown = excerpt(text, column, end if on_one_line else 0)
    return SourceError(_in_words(str(error.msg), text.strip()), line, column, shown)


_SLIPS = (
    (r"```", "leave out the lines with ```: they are not part of the program"),
    (r">>>|In \[", "leave out the signs of the prompt: they are not part of the program"),
    (r"else\s+if\b", "write elif"),
    (r"(from|import)\b.*\bsudoku-engine\b", "write sudoku_engine, with _"),
    (r"(Def|For|If|While|Elif|Else|Return|Yield|From|Import)\b", "write it in small letters"),
)
"""Beginnings of lines that are not Python, and how to mend them."""


def _in_words(message: str, line: str) -> str:
    """Return Python's `message` on a `line`, with a hint if the slip is a usual one."""
    for slip, mend in _SLIPS:
        if re.match(slip, line):
            return f"{message} ({mend})"
    word = re.match(r"[a-z]+(?= +\w)", line)
    near = did_you_mean(word[0], keyword.kwlist) if word and not keyword.iskeyword(word[0]) else ""
    if near and message == "invalid syntax":
        return f"{message} ({near})"
    if message.endswith("outside function"):
        return f"{message} (indent it, so that it is inside the function)"
    if character := re.search(r"invalid (?:non-printable )?character.*U\+([0-9A-F]+)", message):
        sign = chr(int(character[1], 16))
        if sign in _QUOTES:
            return f"{sign} is not a quote in Python (use \" or ')"
        if sign.isspace() or not sign.isprintable():
            return f"an invisible character, U+{character[1]} (use a space)"
    if "tabs and spaces" in message:
        return f"{message} (use spaces only)"
    return message


def excerpt(text: str, column: int, end: int = 0) -> str:
    """Return a line of a file, and a line with carets under its `column` up to `end`.

    >>> print(excerpt("    for cell in cells\\n", 22))
    for cell in cells
                     ^
    """
    line = text.rstrip("\r\n")
    whole = "".join(each if each.isprintable() else " " for each in line)
    bare = whole.lstrip()
    place = max(column - 1 - (len(whole) - len(bare)), 0)
    begin = max(place - WIDEST + 1, 0)
    if not bare or not column:
        return bare[:WIDEST]
    n_carets = max(min(end - column, len(bare) - place, WIDEST - place + begin), 1)
    return f"{bare[begin : begin + WIDEST]}\n{' ' * (place - begin)}{'^' * n_carets}"
