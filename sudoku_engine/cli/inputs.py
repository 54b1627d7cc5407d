"""The puzzles for a command: files, puzzles written out, standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, islice

from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.other_files import is_python, other_kind
from sudoku_engine.cli.program import message
from sudoku_engine.errors import FormatError, UsageError, quoted
from sudoku_engine.formats import Entry, decode, open_text, read
from sudoku_engine.formats.naming import is_path, near_file, one_of, path_and_line, puzzle_at
from sudoku_engine.plugins.values import clipped
from sudoku_engine.version import NAME

WHAT_TO_TYPE = "Type the puzzle: 9 rows, `.` for a blank, then an empty line."

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
            show_progress(entry, context)
            yield entry
    context.progress.stop()


def show_progress(entry: Entry, context: CommandContext) -> None:
    """Show how far the puzzles are done, all before `entry`."""
    context.progress.next("puzzle", partial(_part_before, entry.source))


def _part_before(source: str) -> float:
    """Return which part of a file stands before the line that `source` names; 0 if unknown."""
    path, _, line = source.rpartition(":")
    if not (line.isdecimal() and os.path.isfile(path)):
        return 0.0
    return (int(line) - 1) / _n_lines(path)


@cache
def _n_lines(path: str) -> int:
    with open(path, "rb") as stream:
        return sum(1 for _ in stream)


def found_in(inputs: Sequence[str], context: CommandContext) -> Found:
    """Yield the puzzles of `inputs`, or of the configuration, and the errors, in their order."""
    if not inputs:
        yield from _of_configuration(context)
    for number, given in enumerate(inputs, 1):
        name = _name(given) if len(inputs) < 2 else _name(given, f" {number}")
        yield from _or_none(_read(given, name, context), name)


def one_puzzle(given: str | None, context: CommandContext) -> Entry:
    """Return the one puzzle of `given`, or of the configuration; raises SudokuError otherwise."""
    name = "the configuration" if given is None else _name(given)
    return one_of(found_in([] if given is None else [given], context), name)


def check_configured(context: CommandContext) -> None:
    """Report what is wrong with the puzzles that the configuration names, if it names any.

    In a file of puzzles it looks only at the first.
    """
    config = context.config
    if config.puzzle is None and config.puzzles is None:
        return
    found = _of_configuration(context)
    for entry in islice(found, 1) if config.puzzle is None else found:
        if isinstance(entry, FormatError):
            context.report(entry)


def _of_configuration(context: CommandContext) -> Found:
    """Yield the puzzles of the configuration; raises SudokuError if there are none."""
    config = context.config
    if config.puzzles is not None:
        path, place = str(config.puzzles), config.places["puzzles"]
        file, line = (path, None) if os.path.exists(path) else path_and_line(path)
        if not os.path.exists(file):
            raise place.error(f"there is no file {quoted(file)}{near_file(file)}")
        if what := other_kind(file, f"{NAME} solve"):
            raise place.error(f"{file}: {what}")
        yield from _or_none(_of_file(file, context, line), file)
    elif config.puzzle is not None:
        place = config.places["puzzle"]
        if re.search(r"^[^\n]*\.[A-Za-z]{2,5}(:[0-9]+)?$", config.puzzle):
            raise place.error(
                f"this is no puzzle; for a file write 'puzzles: {clipped(config.puzzle)}'"
            )
        # The lines before it, and the columns, so that places are those of the configuration.
        before = [""] * (place.line - 1)
        indent = " " * (place.column - 1)
        lines = [indent + line for line in config.puzzle.splitlines()]
        for entry in _or_none(_read_lines([*before, *lines], place.source, context), place.source):
            if isinstance(entry, FormatError):
                line = entry.line or place.line
                column = (entry.column or place.column) if place.column else 0
                entry = FormatError(entry.what, place.source, line, column)
            yield entry
    else:
        raise UsageError("no puzzle: name a file, write one out, or - for standard input")


def _or_none(found: Found, name: str) -> Found:
    """Yield what was `found`; an error if that is nothing."""
    is_empty = True
    for entry in found:
        is_empty = False
        yield entry
    if is_empty:
        yield FormatError("no puzzle in it", name)


def _read(given: str, name: str, context: CommandContext) -> Found:
    """Yield the puzzles of one input, called `name`: a file, standard input, or written out."""
    if given == "-":
        lines = decode(sys.stdin.buffer)
        if sys.stdin.isatty():
            message(WHAT_TO_TYPE)
            context.progress.switch_off()
            lines = _up_to_empty_line(lines)
        start = [*_up_to_text(lines)]
        if is_python(name, start[-1:]):
            return iter([FormatError("this is Python, not a puzzle: load its file with -p", name)])
        return _read_lines(chain(start, lines), name, context)
    if os.path.exists(given):
        return _of_file(given, context)
    path, line = path_and_line(given)
    if line is not None and os.path.isfile(path):
        return _of_file(path, context, line)
    if is_path(path):
        raise UsageError(f"there is no such file{near_file(path)}", path)
    return _read_lines(given.splitlines(), name, context)


def _of_file(path: str, context: CommandContext, line: int | None = None) -> Found:
    """Yield the puzzles of the file at `path`, or the error that it is plainly no puzzle.

    `line`: where the only one begins that is wanted.
    """
    if what := other_kind(path, context.command):
        return iter([FormatError(what, path)])
    if line is not None:
        return puzzle_at(path, line, context.config.layout, context.config.loop.pencilmarks)
    return _read_lines(open_text(path), path, context)


def _up_to_text(lines: Iterator[str]) -> Iterator[str]:
    """Yield the first `lines`, up to one that is neither empty nor a comment."""
    for line in lines:
        yield line
        if line.strip() and not line.lstrip().startswith("#"):
            return


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


def _name(given: str, number: str = "") -> str:
    """Return the name of an input in messages; `number` distinguishes puzzles written out."""
    if given == "-":
        return "standard input"
    return given if os.path.exists(given) else f"puzzle{number}"
