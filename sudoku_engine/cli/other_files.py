"""Files that are obviously not puzzles: Python, a configuration, a picture."""

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

PYTHON, CONFIGURATION, BINARY = "Python", "a configuration", "a binary file"
PAGE, NOTEBOOK, PUZZLES = "a page of HTML or a picture", "a notebook", "a file of puzzles"

_MENDS = {
    "puzzle": {
        PYTHON: "load it with -p, and name a puzzle ({command} -p {path} PUZZLE)",
        CONFIGURATION: "use it with -c ({command} -c {path})",
        BINARY: "save the puzzles as plain text, .txt",
        PAGE: "save the puzzles as plain text, .txt",
        NOTEBOOK: "name a file with the puzzles as text",
    },
    "plugin": {
        CONFIGURATION: "use it with -c",
        BINARY: "load a .py file",
        PUZZLES: "name it without -p",
    },
    "configuration": {PYTHON: "load it with -p", BINARY: "use a .yaml file"},
}
"""By what is wanted, the use of files of other kinds."""

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
    return no_file_of("puzzle", path, command) or _prose(_first_lines(path))


def no_file_of(wanted: str, path: str, command: str = "") -> str | None:
    """Return the kind of the file at `path`, and its use; None if it may be what is `wanted`.

    `wanted`: puzzle, plugin or configuration.
    """
    kind = _kind(path, _first_lines(path)) if os.path.isfile(path) else ""
    if mend := _MENDS[wanted].get(kind):
        return f"this is {kind}, not a {wanted}: {mend.format(command=command, path=path)}"
    return None


def _kind(path: str, lines: Sequence[str]) -> str:
    text = "".join(lines)
    if _ending(path) != ".py" and 10 * len(_NO_TEXT.findall(text)) > len(text):
        return BINARY
    if _is_python(path, lines):
        return PYTHON
    if _is_configuration(path, lines):
        return CONFIGURATION
    if _ending(path) == ".ipynb":
        return NOTEBOOK
    if _is_markup(lines):
        return PAGE
    return PUZZLES if text.strip() and _prose(lines) is None else ""


def _first_lines(path: str) -> list[str]:
    """Return the first lines of a text; none of a pipe, which can be read only once."""
    if not os.path.isfile(path):
        return []
    with suppress(FormatError):  # reading it will say why
        return [line.lstrip("\ufeff") for line in islice(open_text(path), MOST_LINES)]
    return []


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _is_python(path: str, lines: Sequence[str]) -> bool:
    is_page = _ending(path) in (".md", ".rst") or _is_markup(lines)  # it may show some
    return _ending(path) == ".py" or (not is_page and any(map(_PYTHON.match, lines)))


def _is_configuration(path: str, lines: Sequence[str]) -> bool:
    keys = {found[1] for found in map(_KEY.match, lines) if found}
    is_yaml = _ending(path) in (".yaml", ".yml")  # elsewhere "puzzle: 1" may stand above a puzzle
    return bool(keys if is_yaml else keys - {"puzzle", "puzzles"})


def _prose(lines: Sequence[str]) -> str | None:
    """Return why the text in these `lines` is not a puzzle; None if a line looks like one."""
    texts = [line.strip() for line in lines if line.strip() and line.lstrip()[0] != "#"]
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
    texts = [line.strip() for line in lines if line.strip()]
    return any(_MARKUP.match(text) for text in texts[:3])


def _folder(path: str, command: str) -> str:
    names = sorted(os.listdir(path)) if os.access(path, os.R_OK) else []
    texts = [name for name in names if name.endswith((".txt", ".sdm", ".sdk"))]
    if not texts and any(name.endswith(".py") for name in names):
        return f"this is a folder of plugins: load it with -p ({command} -p {path} PUZZLE)"
    example = f", such as {os.path.join(path, texts[0])}" if texts else ""
    return f"this is a folder: name a file in it{example}"
