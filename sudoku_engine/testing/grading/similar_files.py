"""Find the files of a class that are similar to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sudoku_engine.errors import UsageError
from sudoku_engine.testing.grading.results import Result
from sudoku_engine.testing.grading.similarity import Pair, alike, pieces_of


def similar_files(found: Sequence[Result], starter: str, least: int) -> list[Pair]:
    """Return pairs of files of different students that are `least` percent similar, or more.

    A file is the number in `found` of its first result. Code shared with the text `starter` is
    ignored. Raises UsageError for a file that cannot be read.
    """
    first = {result.work: number for number, result in reversed(list(enumerate(found)))}
    programs = {
        number: sum((pieces_of(file_text(file)) for file in (work.file, *work.helpers)), Counter())
        for work, number in sorted(first.items(), key=lambda item: item[1])
        if work.file
    }
    pairs = alike(programs, pieces_of(starter), least)
    return [pair for pair in pairs if found[pair.first].work.pupil != found[pair.second].work.pupil]


def file_text(path: str) -> str:
    """Return the text of the file at `path`, undecodable bytes replaced."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", path) from None
