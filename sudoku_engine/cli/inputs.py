"""The puzzles for a command: files, puzzles written out, standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import message
from sudoku_engine.errors import FormatError, UsageError, quoted
from sudoku_engine.formats import Entry, decode, open_text, read

WHAT_TO_TYPE = "Type the puzzle: 9 rows, `.` for a blank, then an empty line."

SMALLEST = 16
"""The number of cells of the smallest board."""

Found = Iterator[Entry | FormatError]


def puzzles(inputs: Sequence[str], context: CommandContext) -> Iterator[Entry]:
    """Yield the puzzles of `inputs`, or of the configuration if there are no inputs.

    Puzzles that cannot be read are reported (which counts for the exit status); the others are
    yielded. Raises UsageError if nothing names a puzzle.
    """
    for entry in found_in(inputs, context):
        if isinstance(entry, FormatError):
            context.report(entry)
        else:
            yield entry


def found_in(inputs: Sequence[str], context: CommandContext) -> Found:
    """Yield the puzzles of `inputs`, or of the configuration, and the errors, in their order."""
    for number, given in enumerate(inputs or _configured(context), 1):
        name = _name(given) if len(inputs) < 2 else _name(given, f" {number}")
        found = False
        for entry in _read(given, name, context):
            found = True
            yield entry
        if not found:
            yield FormatError("no puzzle in it", name)


def one_puzzle(given: str | None, context: CommandContext) -> Entry:
    """Return the one puzzle of `given`, or of the configuration; raises SudokuError otherwise."""
    entries = list(found_in([] if given is None else [given], context))
    for entry in entries:
        if isinstance(entry, FormatError):
            raise entry
    if len(entries) > 1:
        name = "the configuration" if given is None else _name(given)
        raise UsageError(f"{len(entries)} puzzles instead of one", name)
    (entry,) = entries
    assert isinstance(entry, Entry)
    return entry


def _configured(context: CommandContext) -> list[str]:
    config = context.config
    if config.puzzles is not None:
        return [str(config.puzzles)]
    if config.puzzle is not None:
        return [config.puzzle]
    raise UsageError("no puzzle: name a file, write one out, or - for standard input")


def _read(given: str, name: str, context: CommandContext) -> Found:
    """Yield the puzzles of one input, called `name`: a file, standard input, or written out."""
    if given == "-":
        lines = decode(sys.stdin.buffer)
        if sys.stdin.isatty():
            message(WHAT_TO_TYPE)
            lines = _up_to_empty_line(lines)
        return _read_lines(lines, name, context)
    if os.path.isdir(given):
        raise UsageError("this is a folder: name a file in it", given)
    if os.path.exists(given):
        return _read_lines(open_text(given), name, context)
    if _is_path(given):
        raise UsageError(f"there is no such file{_near_file(given)}", given)
    return _read_lines(given.splitlines(), name, context)


def _up_to_empty_line(lines: Iterable[str]) -> Iterator[str]:
    """Yield what the user types, up to an empty line after something else."""
    has_begun = False
    for line in lines:
        if has_begun and not line.strip():
            return
        has_begun = has_begun or bool(line.strip())
        yield line


def _read_lines(lines: Iterable[str], source: str, context: CommandContext) -> Found:
    return read(lines, source, context.config.layout, context.config.loop.pencilmarks)


def _is_path(given: str) -> bool:
    """Return whether `given` looks like a path: it has an ending, a folder, or words in it."""
    if "\n" in given or len(given) >= 200:
        return False
    if len(given) < SMALLEST:
        return any(map(str.isalpha, given))
    return bool(re.search(r"[/\\]|\.[A-Za-z]{2,5}$|[G-Zg-z]{3}", given))


def _near_file(path: str) -> str:
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or "."):
        return f": there is no folder {quoted(folder)}"
    import difflib  # only here: it takes a while to load

    near = difflib.get_close_matches(name, os.listdir(folder or "."), 1)
    return f": did you mean {os.path.join(folder, near[0])!r}?" if near else ""


def _name(given: str, number: str = "") -> str:
    """Return the name of an input in messages; `number` distinguishes puzzles written out."""
    if given == "-":
        return "standard input"
    return given if os.path.exists(given) else f"puzzle{number}"
