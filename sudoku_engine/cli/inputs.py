"""The puzzles for a command: files, puzzles written out, standard input."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from stat import S_IFIFO, S_IFMT, S_IFREG, S_IFSOCK
from threading import Timer
from typing import TypeVar

from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import ROW_LETTERS, Layout
from sudoku_engine.bundled import NAME
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import message
from sudoku_engine.errors import FormatError, UnknownRules, UsageError, quoted
from sudoku_engine.formats import Entry, read
from sudoku_engine.formats.blocks import PlainBlock, Settled, read_blocks
from sudoku_engine.formats.decoding import decoded_chunks, lines_in, open_chunks
from sudoku_engine.formats.given import (
    InputName,
    is_path,
    near_file,
    one_of,
    path_and_line,
    puzzle_at,
)
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.hooks import bulk_solver
from sudoku_engine.plugins.options import clipped

WHAT_TO_TYPE = "Type the puzzle: 9 rows, `.` for a blank, then an empty line."

PATIENCE = 2.0
"""Seconds after which a notice says that the program waits for piped input."""

Item = TypeVar("Item")

Found = Iterator[Entry | FormatError]
FoundInBlocks = Iterator[Entry | FormatError | PlainBlock]

Read = Callable[[Iterable[str], str, Layout | None, Marks], Iterator[Item]]
"""A reader of the puzzles in chunks of text."""


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
    """Show the progress: all puzzles before `entry` are done."""
    show_progress_at(entry.source, 1, context)


def show_progress_at(source: str, n_puzzles: int, context: CommandContext) -> None:
    """Show the progress: all puzzles before the `n_puzzles` that begin at `source` are done."""

    def part_before() -> float:
        path, _, line = source.rpartition(":")
        is_known = line.isdecimal() and os.path.isfile(path)
        return (int(line) - 1) / _n_lines(path) if is_known else 0.0

    context.progress.next("puzzle", part_before, n_puzzles)


@cache
def _n_lines(path: str) -> int:
    """Return the number of lines in a file, whatever they end in; it may be one too many."""
    feeds = returns = 0
    with open(path, "rb") as stream:
        while piece := stream.read(1 << 20):
            feeds += piece.count(b"\n")
            returns += piece.count(b"\r")
    return max(feeds, returns) + 1


def found_in(inputs: Sequence[str], context: CommandContext) -> Found:
    """Yield the puzzles of `inputs`, or of the configuration, and the errors, in their order."""
    return _found(inputs, context, _read_singly)


def found_in_blocks(inputs: Sequence[str], context: CommandContext) -> FoundInBlocks:
    """Yield the puzzles and errors of `found_in`, but many plain lines in blocks."""
    return _found(inputs, context, read_blocks)


def _read_singly(chunks: Iterable[str], source: str, layout: Layout | None, marks: Marks) -> Found:
    return read(lines_in(chunks), source, layout, marks)


def _found(
    inputs: Sequence[str], context: CommandContext, reader: Read[Item]
) -> Iterator[Item | Entry | FormatError]:
    if not (inputs := with_piped(inputs, context)):
        yield from _of_configuration(context, reader)
    for name in _named(inputs):
        yield from _usable(_read(name, context, reader), name.name, context)


def input_names(inputs: Sequence[str], context: CommandContext) -> list[InputName]:
    """Return the inputs that `found_in` reads, before anything is read."""
    config = context.config
    inputs = with_piped(inputs, context)
    if not inputs and config.puzzles is not None:
        path = str(config.puzzles)
        file, _ = path_and_line(path)
        return [InputName(file, file)]
    if not inputs and config.puzzle is not None:
        return [InputName(config.places["puzzle"].source, text=config.puzzle)]
    if not inputs:
        raise _no_input()
    from sudoku_engine.cli.other_files import other_kind

    names = list(_named(inputs))
    for path in [name.path for name in names if name.path is not None]:
        if what := other_kind(path, context.command):
            raise FormatError(what, path)
    return names


def _named(inputs: Sequence[str]) -> Iterator[InputName]:
    """Yield the entries that the `inputs` name; raises UsageError in place of a missing file."""
    for number, given in enumerate(inputs, 1):
        path, line = path_and_line(given)
        if given == "-":
            yield InputName("standard input")
        elif os.path.exists(path):
            yield InputName(given, path, line)
        elif is_path(path):
            raise UsageError(f"there is no such file{near_file(path)}", path)
        else:
            yield InputName("puzzle" if len(inputs) < 2 else f"puzzle {number}", text=given)


def with_piped(inputs: Sequence[str], context: CommandContext) -> Sequence[str]:
    """Return `inputs`, or ``-`` if nothing names a puzzle and something is piped in.

    In a job of cron or CI, standard input is not a terminal either, but it is empty.
    """
    config = context.config
    if inputs or not (config.puzzle is None and config.puzzles is None):
        return inputs
    try:
        kind = S_IFMT(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):  # it is closed, or no file of the system
        return inputs
    if kind not in (S_IFIFO, S_IFREG, S_IFSOCK):
        return inputs
    notice = Timer(PATIENCE, message, ["waiting for puzzles on standard input"])
    notice.daemon = True
    notice.start()
    is_empty = not context.standard_input.peek(1)
    notice.cancel()
    return inputs if is_empty else ("-",)


def one_puzzle(given: str | None, context: CommandContext) -> Entry:
    """Return the one puzzle of `given`, or of the configuration; raises SudokuError otherwise."""
    inputs = with_piped([] if given is None else [given], context)
    name = next((name.name for name in _named(inputs)), "the configuration")
    return one_of(found_in(inputs, context), name)


def check_configured(context: CommandContext) -> None:
    """Report the errors in the configured puzzles; of a file, only in its first puzzle."""
    config = context.config
    if config.puzzle is None and config.puzzles is None:
        return
    found = _of_configuration(context, _read_singly)
    for entry in islice(found, 1) if config.puzzle is None else found:
        if isinstance(entry, FormatError):
            context.report(entry)


def _of_configuration(
    context: CommandContext, reader: Read[Item]
) -> Iterator[Item | Entry | FormatError]:
    config = context.config
    if config.puzzles is not None:
        from sudoku_engine.cli.other_files import other_kind

        path, place = str(config.puzzles), config.places["puzzles"]
        file, line = path_and_line(path)
        if not os.path.exists(file):
            raise place.error(f"there is no file {quoted(file)}{near_file(file)}")
        if what := other_kind(file, f"{NAME} solve"):
            raise place.error(f"{file}: {what}")
        yield from _usable(_of_file(file, context, reader, line), file, context)
    elif config.puzzle is not None:
        place = config.places["puzzle"]
        if re.search(r"^[^\n]*\.[A-Za-z]{2,5}(:[0-9]+)?$", config.puzzle):
            mend = f"for a file write 'puzzles: {clipped(config.puzzle)}'"
            raise place.error(f"this is no puzzle; {mend}")
        # The lines before it, and the columns, so that places are those of the configuration.
        before = [""] * (place.line - 1)
        indent = " " * (place.column - 1)
        lines = [*before, *(indent + line for line in config.puzzle.splitlines())]
        found = _in_chunks(_chunks(lines), place.source, context, _read_singly)
        for entry in _usable(found, place.source, context):
            if isinstance(entry, FormatError):
                line = entry.line or place.line
                column = (entry.column or place.column) if place.column else 0
                entry = FormatError(entry.what, place.source, line, column)
            yield entry
    else:
        raise _no_input()


def _no_input() -> UsageError:
    return UsageError("no puzzle: name a file, write one out, or - for standard input")


def _usable(
    found: Iterator[Item], name: str, context: CommandContext
) -> Iterator[Item | Entry | FormatError]:
    """Yield the entries `found`, an error if there are none; report ignored parts."""
    is_empty, has_letters = True, context.config.cells == "a1"
    for entry in found:
        is_empty = False
        if isinstance(entry, UnknownRules) and context.config.ignore_unknown:
            _notice(f"{entry.where}: ignored: {', '.join(entry.parts)}")
            entry = entry.rest
        if isinstance(entry, Entry) and entry.filled is not None:
            _notice(f"{entry.source}: {entry.notice}")
        if isinstance(entry, Entry) and has_letters and entry.grid.layout.n > len(ROW_LETTERS):
            yield FormatError("--cells a1 is for boards of up to 9 rows", entry.source)
        else:
            yield entry
    if is_empty:
        yield FormatError("no puzzle in it", name)


def _read(
    given: InputName, context: CommandContext, reader: Read[Item]
) -> Iterator[Item | Entry | FormatError]:
    """Return the puzzles of one input: a file, standard input, or a puzzle written out."""
    if given.path is not None:
        return _of_file(given.path, context, reader, given.line)
    name = given.name
    if given.text is not None:
        return _in_chunks(_chunks(given.text.splitlines()), name, context, reader)
    chunks = decoded_chunks(context.standard_input)
    if sys.stdin.isatty():
        message(WHAT_TO_TYPE)
        context.progress.switch_off()
        chunks = _chunks(_up_to_empty_line(lines_in(chunks)))
    return _in_chunks(chunks, name, context, reader)


def _of_file(
    path: str, context: CommandContext, reader: Read[Item], line: int | None
) -> Iterator[Item | Entry | FormatError]:
    """Return the puzzles of the file at `path`, or the error that it obviously has none."""
    from sudoku_engine.cli.other_files import other_kind

    if what := other_kind(path, context.command):
        return iter([FormatError(what, path)])
    if line is not None:
        return puzzle_at(path, line, context.config.layout, context.config.loop.pencilmarks)
    return _in_chunks(open_chunks(path), path, context, reader)


def _up_to_empty_line(lines: Iterable[str]) -> Iterator[str]:
    has_begun = False
    for line in lines:
        if has_begun and not line.strip():
            return
        has_begun = has_begun or bool(line.strip())
        yield line


def _chunks(lines: Iterable[str]) -> Iterator[str]:
    return (f"{line}\n" for line in lines)


def _in_chunks(
    chunks: Iterable[str], source: str, context: CommandContext, reader: Read[Item]
) -> Iterator[Item]:
    return reader(chunks, source, context.config.layout, context.config.loop.pencilmarks)


Bulk = Iterator["Entry | FormatError | Settled"]


def found_in_bulk(
    inputs: Sequence[str],
    context: CommandContext,
    solver: Component,
    least: int,
    most: int,
    n_threads: int,
) -> Bulk:
    """Yield the puzzles and errors of `found_in`, but settled puzzles in groups.

    Settled puzzles have `least` to `most` solutions (2 means 2 or more), found by the compiled
    search in `n_threads` threads, if it may replace the `solver`.
    """
    layout, marks = context.config.layout, context.config.loop.pencilmarks
    bulk = bulk_solver(solver, layout)
    if bulk is None:
        yield from found_in(inputs, context)
        return
    for found in found_in_blocks(inputs, context):
        if not isinstance(found, PlainBlock):
            yield found
        elif bulk.is_ready(_notice):
            for part in bulk.settled(found, most, n_threads, least):
                yield part if isinstance(part, Settled) else found.entry(part, layout, marks)
        else:
            yield from found.entries(layout, marks)


def with_notice(found: FoundInBlocks, solver: Component, context: CommandContext) -> FoundInBlocks:
    """Yield everything `found`; before the first block, say so if the search must be compiled.

    So it is compiled once, before each worker asks for it.
    """
    bulk = bulk_solver(solver, context.config.layout)
    for each in found:
        if isinstance(each, PlainBlock) and bulk is not None:
            bulk.is_ready(_notice)
        yield each


def _notice(line: str) -> None:
    message(f"notice: {line}")
