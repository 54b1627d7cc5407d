"""Practice at a keyboard: a board is printed, answers are read and judged, line by line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

from sudoku_engine.api.event_text import hint_text
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.terminal import columns_missed, one_line, room, rules, styled, wrapped
from sudoku_engine.errors import LayoutError
from sudoku_engine.formats import decode
from sudoku_engine.testing.practice.exercises import Exercise, Practice
from sudoku_engine.testing.practice.judging import Verdict, answer_in

PROMPT = "> "

INDENT = "  "
"""Before the reasons of a verdict."""

HOW_TO_ANSWER = (
    "Answer in the notation of `steps`, or only what the step changes, such as r5c5=8 or "
    "r57c4<>1, r7c4<>8. ? hints where to look, ?? what to look for, ??? why; skip shows the step, "
    "quit ends"
)

ALONE = "{{{}}}"
"""How the only candidate of an open cell is written, as boards with candidates are read."""

COLOURS = {"right": "green", "other": "yellow", "wrong": "red"}


class PracticeDialog:
    """Asks for steps on the boards of `practice`."""

    def __init__(self, practice: Practice, out: TextIO) -> None:
        self._practice = practice
        self._out = out
        self._lines = _typed_lines()
        self._is_over = False

    def run(self) -> None:
        """Go through the boards, up to the last one, or the end of what is typed."""
        practice = self._practice
        while not self._is_over and (exercise := practice.next()) is not None:
            self._show(exercise)
            for line in self._lines:
                if self._take(line.strip(), exercise):
                    break
            else:
                self._is_over = True

    def _show(self, exercise: Exercise) -> None:
        number, board = len(self._practice.exercises), exercise.board
        title = styled(self._practice.name, self._out, bold=True)
        name = board.technique.name
        what = f"{name} is the simplest technique that helps"
        if not board.is_next:
            what = f"look for {name}, though simpler techniques help, too"
        start = "\n" * (number > 1)
        print(f"{start}{title}: {what}", file=self._out)
        drawn = rules(self._out)
        shown = candidate_board(
            board.grid, drawn, alone=ALONE, has_labels=True, most=room(self._out)
        )
        print(shown, file=self._out)
        if columns := columns_missed(shown, self._out):
            self._say(
                f"The board needs a terminal of {columns} columns; --frontend turtle shows it in a "
                "window."
            )
        if number == 1:
            self._say(f"{HOW_TO_ANSWER}.")
        if single := re.search(ALONE.format(r"\w"), shown):
            self._say(f"{single[0]} is an open cell with one candidate.")
        self._out.flush()

    def _take(self, line: str, exercise: Exercise) -> bool:
        """Act on a `line`; return whether the board is done."""
        word = line.lower()
        if not line:
            return False
        if not word.strip("?"):
            self._say(exercise.hint(len(word)))
        elif word in ("skip", "s"):
            exercise.show()
            self._say(f"It was {hint_text(exercise.board.event, 'why')}")
            return True
        elif word in ("quit", "q", "exit"):
            self._is_over = True
            return True
        elif word in ("help", "h"):
            self._say(f"{HOW_TO_ANSWER}.")
        else:
            return self._judge(line, exercise)
        return False

    def _judge(self, line: str, exercise: Exercise) -> bool:
        try:
            answer = answer_in(line, exercise.board.grid.layout)
        except LayoutError as error:
            self._say(f"{error.what}, or ? for a hint, skip, quit")
            return False
        self._print(exercise.answer(answer))
        return exercise.is_right

    def _print(self, verdict: Verdict) -> None:
        word = verdict.text.partition(":")[0].partition(",")[0]
        line = one_line(verdict.text, self._out, INDENT)
        shown = styled(word, self._out, bold=True, fg=COLOURS[verdict.judgement])
        print(line.replace(word, shown, 1), file=self._out)
        for reason in verdict.reasons:
            self._say(INDENT + reason)

    def _say(self, text: str) -> None:
        for line in text.splitlines():
            indent = INDENT if line.startswith(INDENT) else ""
            print(wrapped(line, self._out, indent), file=self._out, flush=True)


def _typed_lines() -> Iterator[str]:
    """Yield the lines of standard input; on a terminal after a prompt, with editing keys."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield from decode(sys.stdin.buffer)
        return
    with suppress(ImportError):  # Windows has none
        import readline  # noqa: F401  # from now on `input` can edit the line
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            print()
            return
