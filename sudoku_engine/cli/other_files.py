"""Files that are plainly no puzzles: Python, a configuration, a picture, a spreadsheet."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import islice

from sudoku_engine.config.schema import TOP_KEYS
from sudoku_engine.formats import open_text

MOST_LINES = 300
"""The number of lines to look at."""

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
"""How files of other kinds begin, and what they are."""

_PACKED = {
    **dict.fromkeys((".xlsx", ".xlsm", ".ods"), "a spreadsheet: save the puzzles as .csv or .txt"),
    **dict.fromkeys((".docx", ".odt", ".pptx", ".odp"), f"an office document: {_AS_TEXT}"),
}
"""By ending, what a file is that is packed like a ``.zip``."""

_PYTHON = re.compile(
    r"from [\w.]+ import |import [\w.]+(, *[\w.]+)*( as \w+)? *(#|$)|(async )?def \w+ *\(|"
    r"class \w+.*: *$|@[a-z]\w*|print\(|if __name__ *=="
)
_KEY = re.compile(rf"({'|'.join(TOP_KEYS)}) *:( |$)")
_NO_TEXT = re.compile("[\0-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
_MARKUP = re.compile(r"<!doctype html|<html|<svg", re.IGNORECASE)


def other_kind(path: str, command: str) -> str | None:
    """Return what the file at `path` is, and how to use it; None if it may hold puzzles.

    `command`: how the user called the program, for the advice.
    """
    if os.path.isdir(path):
        return _folder(path, command)
    if not os.path.isfile(path):
        return None  # a pipe can be read only once
    ending = os.path.splitext(path)[1].lower()
    try:
        with open(path, "rb") as stream:
            head = stream.read(8)
    except OSError:  # reading it will say why
        return None
    for beginning, what in _BEGINNINGS.items():
        if head.startswith(beginning):
            return f"this is {_PACKED.get(ending, what) if what is _UNPACK else what}"
    return _kind_of_text(islice(open_text(path), MOST_LINES), ending, path, command)


def _folder(path: str, command: str) -> str:
    names = sorted(os.listdir(path)) if os.access(path, os.R_OK) else []
    texts = [name for name in names if name.endswith((".txt", ".sdm", ".sdk"))]
    if not texts and any(name.endswith(".py") for name in names):
        return f"this is a folder of plugins: load it with -p ({command} -p {path} PUZZLE)"
    example = f", such as {os.path.join(path, texts[0])}" if texts else ""
    return f"this is a folder: name a file in it{example}"


def _kind_of_text(lines: Iterable[str], ending: str, path: str, command: str) -> str | None:
    keys: set[str] = set()
    for number, line in enumerate(lines):
        text = line.lstrip("\ufeff")
        if number == 0 and 4 * len(_NO_TEXT.findall(text)) > len(text):
            return f"this is not a text file: {_AS_TEXT}"
        if ending == ".py" or _PYTHON.match(text):
            example = f"{command} -p {path} PUZZLE"
            return f"this is Python, not a puzzle: load it with -p, and name a puzzle ({example})"
        if _MARKUP.match(text.lstrip()):
            return f"this is a page of HTML or a picture: {_AS_TEXT}"
        keys.update(found[1] for found in [_KEY.match(text)] if found)
    # A text with puzzles may have a line such as "puzzle: 1".
    if keys and (ending in (".yaml", ".yml") or keys - {"puzzle", "puzzles"}):
        example = f"{command} -c {path}"
        return f"this is a configuration, not a puzzle: use it with -c ({example})"
    if ending in (".json", ".jsonl", ".ipynb"):
        return "this is JSON, not a puzzle: name a file with the puzzles as text"
    return None
