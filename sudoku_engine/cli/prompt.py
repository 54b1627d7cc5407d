"""Prompts for the user at the keyboard."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from itertools import islice
from typing import Any

import click

from sudoku_engine.board.layout import Layout
from sudoku_engine.cli.params import ParamType
from sudoku_engine.cli.program import message
from sudoku_engine.errors import SudokuError, UsageError, quoted
from sudoku_engine.formats import Entry, open_text, read


def prompt(question: str, answer: ParamType, at_end: str) -> Any:
    """Prompt with `question` on standard error until there is an `answer` of that type.

    Raises UsageError with the words `at_end` if the input ends.
    """
    with redirect_stdout(sys.stderr):  # where click writes the last blank of the question
        try:
            return click.prompt(
                question, type=answer, err=True, prompt_suffix=" ", show_choices=False
            )
        except click.Abort as abort:
            if not isinstance(abort.__context__, EOFError):
                raise
            message("")
            raise UsageError(at_end) from None


def prompt_for_pair(layout: Layout | None) -> str:
    """Return the file that the user chooses from those in this folder that hold two puzzles.

    Raises UsageError if there is no such file, no terminal, or no answer.
    """
    wanted = "give a file with two puzzles, or two files, or two puzzles written out"
    if not sys.stdin.isatty():
        raise UsageError(f"nothing to compare: {wanted}")
    files = [name for name in _text_files() if _holds_a_pair(name, layout)]
    if not files:
        raise UsageError(f"no *.txt file in this folder holds a pair: {wanted}")
    for number, name in enumerate(files, 1):
        message(f"{number:3d}  {name}")
    question = f"Which pair, 1 to {len(files)}?"
    return str(prompt(question, _FileChoice(files), "no pair was chosen"))


class _FileChoice(ParamType):
    """One of some files, by its number or its name."""

    name = "file"

    def __init__(self, files: Sequence[str]) -> None:
        self.files = files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the file that `value` means."""
        answer = value.strip()
        if answer in self.files:
            return answer
        if re.fullmatch("[0-9]{1,9}", answer) and 1 <= int(answer) <= len(self.files):
            return self.files[int(answer) - 1]
        known = f"a number from 1 to {len(self.files)} nor a file of the list"
        return self.fail(f"{quoted(answer)} is neither {known}.")


def _text_files() -> list[str]:
    """Return the text files of this folder; ``pair2`` comes before ``pair10``."""
    names = [name for name in os.listdir() if name.lower().endswith(".txt")]
    texts = filter(os.path.isfile, names)
    return sorted(texts, key=lambda name: [*map(_as_number, re.split(r"(\d+)", name))])


def _as_number(part: str) -> tuple[int, str]:
    return (int(part), "") if part.isdecimal() else (0, part.lower())


def _holds_a_pair(name: str, layout: Layout | None) -> bool:
    """Return whether the file `name` holds exactly two puzzles without errors."""
    try:
        found = list(islice(read(open_text(name), name, layout), 3))
    except (SudokuError, OSError):
        return False
    return len(found) == 2 and all(isinstance(entry, Entry) for entry in found)
