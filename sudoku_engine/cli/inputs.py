"""The puzzles that a command is given: files, puzzles written out, standard input."""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from sudoku_engine.cli.context import Job
from sudoku_engine.cli.program import complain
from sudoku_engine.errors import FormatError, UsageError
from sudoku_engine.formats import Entry, decode, open_text, read

WHAT_TO_TYPE = "Type the puzzle: 9 rows, `.` for a blank, then an empty line."

SMALLEST = 16
"""The cells of the smallest board."""

Found = Iterator[Entry | FormatError]


def puzzles(inputs: Sequence[str], job: Job) -> Iterator[Entry]:
    """The puzzles of `inputs`, or of the configuration where there are none.

    What cannot be read is told by the `job` (for whose status it counts), and the rest goes on.
    Raises UsageError where there is no puzzle at all.
    """
    for entry in found_in(inputs, job):
        if isinstance(entry, FormatError):
            job.complain(entry)
        else:
            yield entry


def found_in(inputs: Sequence[str], job: Job) -> Found:
    """The puzzles of `inputs`, or of the configuration, and the errors, each in its place."""
    for number, given in enumerate(inputs or _configured(job), 1):
        name = _name(given) if len(inputs) < 2 else _name(given, f" {number}")
        found = False
        for entry in _read(given, name, job):
            found = True
            yield entry
        if not found:
            yield FormatError("no puzzle in it", name)


def one_puzzle(given: str | None, job: Job) -> Entry:
    """The one puzzle of `given`, or of the configuration; raises SudokuError otherwise."""
    entries = list(found_in([] if given is None else [given], job))
    for entry in entries:
        if isinstance(entry, FormatError):
            raise entry
    if len(entries) > 1:
        name = "the configuration" if given is None else _name(given)
        raise UsageError(f"{len(entries)} puzzles where one is wanted", name)
    (entry,) = entries
    assert isinstance(entry, Entry)
    return entry


def _configured(job: Job) -> list[str]:
    config = job.config
    if config.puzzles is not None:
        return [str(config.puzzles)]
    if config.puzzle is not None:
        return [config.puzzle]
    raise UsageError("no puzzle: name a file, write one out, or - for standard input")


def _read(given: str, name: str, job: Job) -> Found:
    """The puzzles of one input, called `name`: a file, standard input, or written out."""
    if given == "-":
        lines = decode(sys.stdin.buffer)
        if sys.stdin.isatty():
            complain(WHAT_TO_TYPE)
            lines = _up_to_empty_line(lines)
        return _read_lines(lines, name, job)
    if os.path.isdir(given):
        raise UsageError("this is a folder: name a file in it", given)
    if os.path.exists(given):
        return _read_lines(open_text(given), name, job)
    if _is_path(given):
        raise UsageError(f"there is no such file{_near_file(given)}", given)
    return _read_lines(given.splitlines(), name, job)


def _up_to_empty_line(lines: Iterable[str]) -> Iterator[str]:
    """What a person types: an empty line after something ends it."""
    has_begun = False
    for line in lines:
        if has_begun and not line.strip():
            return
        has_begun = has_begun or bool(line.strip())
        yield line


def _read_lines(lines: Iterable[str], source: str, job: Job) -> Found:
    return read(lines, source, job.config.layout, job.config.loop.pencilmarks)


def _is_path(given: str) -> bool:
    """Whether `given` is meant for a file: it has an ending, a folder, or words in it."""
    if "\n" in given or len(given) >= 200:
        return False
    if len(given) < SMALLEST:
        return any(map(str.isalpha, given))
    return bool(re.search(r"[/\\]|\.[A-Za-z]{2,5}$|[G-Zg-z]{3}", given))


def _near_file(path: str) -> str:
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or "."):
        return f": there is no folder {folder!r}"
    near = difflib.get_close_matches(name, os.listdir(folder or "."), 1)
    return f": did you mean {os.path.join(folder, near[0])!r}?" if near else ""


def _name(given: str, number: str = "") -> str:
    """What messages call an input; `number` tells those apart that were written out."""
    if given == "-":
        return "standard input"
    return given if os.path.exists(given) else f"puzzle{number}"
