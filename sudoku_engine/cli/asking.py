"""Asks a person, on a terminal, which of the folder's pairs to take."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from itertools import islice

from sudoku_engine.cli.context import Job
from sudoku_engine.cli.program import complain
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_engine.formats import Entry, open_text, read


def ask_for_pair(job: Job) -> str:
    """The file that a person chooses of those in this folder that hold two puzzles.

    Raises UsageError where there is none, nobody to ask, or no answer.
    """
    wanted = "give a file with two puzzles, or two files, or two puzzles written out"
    if not sys.stdin.isatty():
        raise UsageError(f"nothing to compare: {wanted}")
    files = [name for name in _in_order(os.listdir()) if _holds_a_pair(name, job)]
    if not files:
        raise UsageError(f"no *.txt file of this folder holds a pair: {wanted}")
    for number, name in enumerate(files, 1):
        complain(f"{number:3d}  {name}")
    return _choice(files)


def _choice(files: Sequence[str]) -> str:
    """The one of the `files` whose number, or name, a person types."""
    while True:
        print(f"Which pair, 1 to {len(files)}? ", end="", file=sys.stderr, flush=True)
        typed = sys.stdin.buffer.readline().decode(errors="replace")
        if not typed:
            complain("")
            raise UsageError("no pair was chosen")
        answer = typed.strip()
        if answer in files:
            return answer
        if re.fullmatch("[0-9]{1,9}", answer) and 1 <= int(answer) <= len(files):
            return files[int(answer) - 1]
        complain(f"{answer!r} is no number from 1 to {len(files)}, and no file of the list")


def _in_order(names: Sequence[str]) -> list[str]:
    """The text files of `names`; numbers in them count as numbers: ``pair2`` before ``pair10``."""
    texts = [name for name in names if name.lower().endswith(".txt") and os.path.isfile(name)]
    return sorted(texts, key=lambda name: [*map(_as_number, re.split(r"(\d+)", name))])


def _as_number(part: str) -> tuple[int, str]:
    return (int(part), "") if part.isdecimal() else (0, part.lower())


def _holds_a_pair(name: str, job: Job) -> bool:
    """Whether the file `name` holds exactly two puzzles, both good."""
    try:
        found = list(islice(read(open_text(name), name, job.config.layout), 3))
    except (SudokuError, OSError):
        return False
    return len(found) == 2 and all(isinstance(entry, Entry) for entry in found)
