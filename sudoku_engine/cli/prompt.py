"""A question to the person at the keyboard, asked until the answer means something."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from sudoku_engine.cli.program import complain
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.values import quoted

Meaning = TypeVar("Meaning")


def asked(
    question: str, meaning: Callable[[str], Meaning | None], wanted: str, at_end: str
) -> Meaning:
    """What the answer to `question` means, asked on standard error and read from standard input.

    `meaning` gives None for an answer that has none: then `wanted` says what is wanted, and the
    question is asked again. Raises UsageError with the words `at_end` where the input ends.
    """
    while True:
        print(f"{question} ", end="", file=sys.stderr, flush=True)
        typed = sys.stdin.buffer.readline().decode(errors="replace")
        if not typed:
            complain("")
            raise UsageError(at_end)
        answer = typed.strip()
        if (found := meaning(answer)) is not None:
            return found
        complain(f"{quoted(answer) if answer else 'nothing'} was typed: {wanted}")
