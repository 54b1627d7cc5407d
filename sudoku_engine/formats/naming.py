"""How people name a puzzle: by a file, or a line of it (``FILE:LINE``), or written out."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import counted
from sudoku_engine.errors import FormatError, quoted
from sudoku_engine.formats.blocks import PlainBlock, read_blocks
from sudoku_engine.formats.decoding import open_chunks
from sudoku_engine.formats.lines import is_link
from sudoku_engine.formats.reading import Entry

SMALLEST = 16
"""The number of cells of the smallest board."""


class InputName(NamedTuple):
    """An input as a person names it; without a path and a text it is standard input."""

    name: str
    """As messages have it."""
    path: str | None = None
    """The file; None for other input."""
    line: int | None = None
    """Where the only puzzle begins that is wanted; None for all of the file."""
    text: str | None = None
    """The puzzle that is written out; None for other input."""


def is_path(given: str) -> bool:
    """Return whether `given` looks like a path: it has an ending, a folder, or words in it."""
    if "\n" in given or len(given) >= 200 or is_link(given):
        return False
    if len(given) < SMALLEST:
        return any(map(str.isalpha, given))
    return bool(re.search(r"[/\\]|\.[A-Za-z]{2,5}$|[G-Zg-z]{3}", given))


def near_file(path: str) -> str:
    """Return a hint for a `path` that does not exist: the nearest name in its folder, if any."""
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or "."):
        return f": there is no folder {quoted(folder)}"
    import difflib  # it takes a while to load

    near = difflib.get_close_matches(name, os.listdir(folder or "."), 1, cutoff=0.7)
    return f": did you mean {os.path.join(folder, near[0])!r}?" if near else ""


def path_and_line(given: str) -> tuple[str, int | None]:
    """Return the file and the line of ``FILE:LINE``, as outputs print it; None for no line.

    A column after the line, as errors have it, is ignored.

    >>> path_and_line("puzzles.txt:3:7")
    ('puzzles.txt', 3)
    """
    found = re.fullmatch(r"(.+?):([0-9]{1,9})(:[0-9]{1,9})?", given)
    return (found[1], int(found[2])) if found else (given, None)


def puzzle_at(
    path: str, line: int, layout: Layout | None, marks: Marks = "auto"
) -> Iterator[Entry | FormatError]:
    """Yield the puzzle that begins in this `line` of the file at `path`, or an error.

    What stands before it is read in blocks: the file may be large.
    """
    n_lines = 0

    def chunks() -> Iterator[str]:
        nonlocal n_lines
        for chunk in open_chunks(path):
            n_lines += chunk.count("\n") + (not chunk.endswith("\n"))
            yield chunk

    near: list[int] = []
    for found in read_blocks(chunks(), path, layout, marks):
        if isinstance(found, PlainBlock):
            at = bisect_left(found.lines, line)
            starts = found.lines[max(at - 1, 0) : at + 1]
            if line in starts:
                yield found.entry(at, layout, marks)
                return
        else:
            start = found.line if isinstance(found, FormatError) else path_and_line(found.source)[1]
            if start == line:
                yield found
                return
            starts = [start or 0]
        near = [min([*near, *starts], key=lambda start: abs(start - line))]
    if line > n_lines:
        yield FormatError(f"there is no line {line}: the file has {counted(n_lines, 'line')}", path)
    elif near:
        what = f"no puzzle begins in line {line}: the nearest is {path}:{near[0]}"
        yield FormatError(what, path)


def one_of(
    found: Iterable[Entry | FormatError],
    source: str,
    nothing: str = "no puzzle in it",
    mend: str = "",
) -> Entry:
    """Return the one puzzle that was `found` in `source`; raise FormatError if there is not one.

    `nothing`: what to say if nothing was found; `mend`: how to get at one of several.
    """
    entries = []
    for entry in found:
        if isinstance(entry, FormatError):
            raise entry
        entries.append(entry)
    if not entries:
        raise FormatError(nothing, source)
    if len(entries) > 1:
        if not mend and os.path.isfile(source):
            mend = f"name one by its line, {entries[0].source}"
        what = f"{len(entries)} puzzles instead of one"
        raise FormatError(f"{what}: {mend}" if mend else what, source)
    return entries[0]
