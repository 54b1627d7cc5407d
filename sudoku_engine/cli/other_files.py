"""Files that are obviously not puzzles: Python, a configuration, a picture, a spreadsheet."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from sudoku_engine.config.schema import TOP_KEYS
from sudoku_engine.errors import FormatError, quoted
from sudoku_engine.formats import open_text
from sudoku_engine.formats.lines import TextLine

MOST_LINES = 300
"""The number of lines to look at."""

FEW = 3
"""A text with fewer lines may be a badly typed puzzle."""

_AS_TEXT = "a puzzle is plain text, so save it as .txt"
_UNPACK = "a compressed file: unpack it first"

_BEGINNINGS = {
    b"\x89PNG": f"a picture: {_AS_TEXT}",
    b"\xff\xd8\xff": f"a picture: {_AS_TEXT}",
    b"GIF8": f"a picture: {_AS_TEXT}",
    b"%PDF": f"a PDF file: {_AS_TEXT}",
    b"{\\rtf": f"a document of a word processor: {_AS_TEXT}",
    b"\xd0\xcf\x11\xe0": f"an office document: {_AS_TEXT}",
    b"PK\x03\x04": _UNPACK,
    b"\x1f\x8b": _UNPACK,
    b"PAR1": "a Parquet file, a table for programs: name a file of puzzles",
}
"""The beginnings of files of other kinds, with their descriptions."""

_PACKED = {
    **dict.fromkeys((".xlsx", ".xlsm", ".ods"), "a spreadsheet: save the puzzles as .csv or .txt"),
    **dict.fromkeys((".docx", ".odt", ".pptx", ".odp"), f"an office document: {_AS_TEXT}"),
}
"""By ending, the kind of a file that is packed like a ``.zip``."""

_PYTHON = re.compile(
    r"from [\w.]+ import |import [\w.]+(, *[\w.]+)*( as \w+)? *(#|$)|(async )?def \w+ *\(|"
    r"class \w+.*: *$|@[a-z]\w*|print\(|if __name__ *==|\"\"\"|'''"
)
_KEY = re.compile(
    rf"(?!clues: +[^\[])({'|'.join(TOP_KEYS)}) *:( |$)"
)  # puzzles may have clues, too
_NO_TEXT = re.compile("[\0-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
_MARKUP = re.compile(r"<!doctype html|<html|<svg", re.IGNORECASE)


def other_kind(path: str, command: str) -> str | None:
    """Return the kind of the file at `path`, and its use; None if it may hold puzzles.

    `command`: the program as the user called it, for the advice.
    """
    if os.path.isdir(path):
        return _folder(path, command)
    lines = _first_lines(path)
    if what := _kind_of_bytes(path, lines):
        return f"this is {what}"
    if is_python(path, lines):
        example = f"{command} -p {path} PUZZLE"
        return f"this is Python, not a puzzle: load it with -p, and name a puzzle ({example})"
    if is_configuration(path, lines):
        example = f"{command} -c {path}"
        return f"this is a configuration, not a puzzle: use it with -c ({example})"
    if _ending(path) == ".ipynb":
        return "this is a notebook, not a puzzle: name a file with the puzzles as text"
    return _prose(lines)


def no_plugin(path: str) -> str | None:
    """Return the kind of a file that is loaded with ``-p``; None if it may be a plugin."""
    if not os.path.isfile(path) or _ending(path) == ".py":
        return None
    lines = _first_lines(path)
    if what := _kind_of_bytes(path, lines):
        return f"this is {what.partition(':')[0]}, not a plugin: load a .py file"
    if is_configuration(path, lines):
        return "this is a configuration, not a plugin: use it with -c"
    if not is_python(path, lines) and _prose(lines) is None and any(map(str.strip, lines)):
        return "this is a file of puzzles, not a plugin: name it without -p"
    return None


def no_configuration(path: str) -> str | None:
    """Return the kind of a file that is used with ``-c``; None if it may be a configuration."""
    if not os.path.isfile(path):
        return None
    lines = _first_lines(path)
    if what := _kind_of_bytes(path, lines):
        return f"this is {what.partition(':')[0]}, not a configuration: use a .yaml file"
    if is_python(path, lines):
        return "this is Python, not a configuration: load it with -p"
    return None


def _kind_of_bytes(path: str, lines: Sequence[str]) -> str | None:
    """Return the kind of the file at `path`, by its first bytes; None if it may be text.

    `lines`: its first lines as text.
    """
    if not os.path.isfile(path):
        return None  # a pipe can be read only once
    try:
        with open(path, "rb") as stream:
            head = stream.read(8)
    except OSError:  # reading it will say why
        return None
    for beginning, what in _BEGINNINGS.items():
        if head.startswith(beginning):
            return _PACKED.get(_ending(path), what) if what is _UNPACK else what
    first = "".join(lines[:1])
    if 4 * len(_NO_TEXT.findall(first)) > len(first):
        return f"a binary file: {_AS_TEXT}"
    return None


def _first_lines(path: str) -> list[str]:
    """Return the first lines of a text; none of a pipe, which can be read only once."""
    if not os.path.isfile(path):
        return []
    with suppress(FormatError):  # reading it will say why
        return [line.lstrip("\ufeff") for line in islice(open_text(path), MOST_LINES)]
    return []


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def is_python(path: str, lines: Sequence[str]) -> bool:
    """Return whether the file at `path`, with these `lines`, is Python."""
    is_page = _ending(path) in (".md", ".rst") or _is_markup(lines)  # it may show some
    return _ending(path) == ".py" or (not is_page and any(map(_PYTHON.match, lines)))


def is_configuration(path: str, lines: Sequence[str]) -> bool:
    """Return whether the file at `path`, with these `lines`, is a configuration.

    A text with puzzles may have a line such as "puzzle: 1".
    """
    keys = {found[1] for found in map(_KEY.match, lines) if found}
    is_yaml = _ending(path) in (".yaml", ".yml")
    return bool(keys if is_yaml else keys - {"puzzle", "puzzles"})


def _prose(lines: Sequence[str]) -> str | None:
    """Return why the text in these `lines` is not a puzzle; None if a line looks like one."""
    texts = [line.strip() for line in lines if line.strip() and line.lstrip()[0] != "#"]
    if _is_markup(lines):
        return f"this is a page of HTML or a picture: {_AS_TEXT}"
    if len(texts) < FEW or any(
        _NO_TEXT.search(text) or "://" in text or text.startswith("<") for text in texts
    ):
        return None  # addresses and XML are formats of other programs
    for text in texts:  # a row, a puzzle, or the start of a section of one
        line = TextLine(1, text)
        if line.kind or line.header or line.is_rule(0) or line.legal_share(9) > 0.5:
            return None
        if line.row_size() > 9 and line.legal_share(25) == 1:
            return None
    start = quoted(" ".join(texts[0].split()[:4]))
    return f"this is no puzzle, it begins with {start}: a puzzle is 9 rows of 9, . for a blank"


def _is_markup(lines: Sequence[str]) -> bool:
    """Return whether `lines` begin a page of HTML or a picture."""
    texts = [line.strip() for line in lines if line.strip()]
    return any(_MARKUP.match(text) for text in texts[:3])


def _folder(path: str, command: str) -> str:
    names = sorted(os.listdir(path)) if os.access(path, os.R_OK) else []
    texts = [name for name in names if name.endswith((".txt", ".sdm", ".sdk"))]
    if not texts and any(name.endswith(".py") for name in names):
        return f"this is a folder of plugins: load it with -p ({command} -p {path} PUZZLE)"
    example = f", such as {os.path.join(path, texts[0])}" if texts else ""
    return f"this is a folder: name a file in it{example}"
