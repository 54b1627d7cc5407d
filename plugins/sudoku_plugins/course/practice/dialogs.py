"""Practice at the keyboard: a board is shown, answers are read line by line and judged."""

from __future__ import annotations

import re
import sys
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Generic, TextIO

from sudoku_engine.api.event_text import hint_text, why_texts
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import bits
from sudoku_engine.board.terminal import columns_missed, one_line, room, rules, styled, wrapped
from sudoku_engine.board.text_board import clue_list
from sudoku_engine.board.words import capitalized
from sudoku_engine.errors import LayoutError
from sudoku_engine.formats import decode
from sudoku_plugins.course.practice.exercises import E, Exercise, Practice
from sudoku_plugins.course.practice.judging import answer_in
from sudoku_plugins.course.practice.named_truths import how_to_name
from sudoku_plugins.course.practice.proving import ProofExercise
from sudoku_plugins.strategies.analysis.truths import in_words

PROMPT = "> "

INDENT = "  "  # before the reasons of a verdict

ALONE = "{{{}}}"
"""How the only candidate of an open cell is written, as boards with candidates are read."""

COLOURS = {
    "right": "green",
    "wrong": "red",
    **dict.fromkeys(("half", "other", "not yet"), "yellow"),
}


class Dialog(Generic[E]):
    """Goes through the exercises of `practice`, and takes what is typed about each."""

    def __init__(self, practice: Practice[E], out: TextIO) -> None:
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

    def _show(self, exercise: E) -> None:
        number = len(self._practice.exercises)
        start = "\n" * (number > 1) + styled(self._practice.name, self._out, bold=True)
        print(f"{start}: {self._task(exercise)}", file=self._out)
        for line in clue_list(exercise.grid.layout, room(self._out)):
            print(line, file=self._out)
        shown = self._board(exercise.grid)
        if number == 1:
            self._say(f"{self._how(exercise)}.")
        if single := re.search(ALONE.format(r"\w"), shown):
            self._say(f"{single[0]} is an open cell with one candidate.")
        self._out.flush()

    def _board(self, grid: Grid, marks: Mapping[int, str] = MappingProxyType({})) -> str:
        """Show `grid` with its candidates and with signs, and return the text of the board."""
        out = self._out
        drawn, most = rules(out), room(out)
        shown = candidate_board(grid, drawn, alone=ALONE, marks=marks, has_labels=True, most=most)
        print(shown, file=out)
        if columns := columns_missed(shown, out):
            needs = f"The board needs a terminal of {columns} columns"
            self._say(f"{needs}; --frontend turtle shows it in a window.")
        return shown

    def _take(self, line: str, exercise: E) -> bool:
        """Act on a `line`; return whether the board is done."""
        word = line.lower()
        if not line:
            return False
        if not word.strip("?"):
            self._say(exercise.hint(len(word)))
        elif word in ("skip", "s"):
            exercise.show()
            self._say(f"It was {hint_text(exercise.event, 'why')}")
            return True
        elif word in ("quit", "q", "exit"):
            self._is_over = True
            return True
        elif word in ("help", "h"):
            self._say(f"{self._how(exercise)}.")
        else:
            try:
                self._answer(line, exercise)
            except LayoutError as error:
                self._say(f"{error.what} (? for a hint, skip, quit)")
            return exercise.points > 0
        return False

    @abstractmethod
    def _task(self, exercise: E) -> str:
        """Return the task in words."""

    @abstractmethod
    def _how(self, exercise: E) -> str:
        """Return how to answer."""

    @abstractmethod
    def _answer(self, line: str, exercise: E) -> None:
        """Judge the answer in `line`; raises LayoutError if it cannot be read."""

    def _print(self, text: str, colour: str) -> None:
        """Print a verdict, with its first word in a `colour`."""
        word = text.partition(":")[0].partition(",")[0]
        line = one_line(text, self._out, INDENT)
        shown = styled(word, self._out, bold=True, fg=colour)
        print(line.replace(word, shown, 1), file=self._out)

    def _say(self, text: str) -> None:
        for line in text.splitlines():
            indent = INDENT if line.startswith(INDENT) else ""
            print(wrapped(line, self._out, indent), file=self._out, flush=True)


class PracticeDialog(Dialog[Exercise]):
    """Asks for steps of a technique."""

    def _task(self, exercise: Exercise) -> str:
        board = exercise.board
        if board.is_next:
            return f"{exercise.name} is the simplest technique that helps"
        return f"look for {exercise.name}, though simpler techniques help, too"

    def _how(self, exercise: Exercise) -> str:
        return (
            "Answer in the notation of `steps`, or only what the step changes, such as r5c5=8 or "
            "r57c4-1, r7c4-8. ? hints where to look, ?? what to look for, ??? why; skip shows the "
            "step, quit ends"
        )

    def _answer(self, line: str, exercise: Exercise) -> None:
        verdict = exercise.answer(answer_in(line, exercise.grid.layout))
        self._print(verdict.text, COLOURS[verdict.judgement])
        for reason in verdict.reasons:
            self._say(INDENT + reason)


class ProofDialog(Dialog[ProofExercise]):
    """Asks for truths that prove an elimination."""

    def _task(self, exercise: ProofExercise) -> str:
        task = exercise.task
        return f"prove that {task.claim} ({task.enough})"

    def _how(self, exercise: ProofExercise) -> str:
        where = in_words(exercise.task.candidate)
        return (
            f"{capitalized(how_to_name(exercise.grid.layout))}. What you name is kept; until it is "
            f"enough, a board shows how it (*) can hold while {where} (!). -r1c1 takes back r1c1, "
            "list shows all, clear forgets all. ? hints where to look, ?? what to use, ??? the "
            "whole proof; skip shows it, quit ends"
        )

    def _answer(self, line: str, exercise: ProofExercise) -> None:
        if line.lower() == "list" or exercise.take(line):
            self._say(f"Named: {exercise.named_in_words}.")
            return
        verdict = exercise.verdict()
        self._print(verdict.text, COLOURS["right" if verdict.event else "not yet"])
        if verdict.board is not None:
            met = dict.fromkeys(bits(exercise.met_on(verdict.board)), "*")
            self._board(verdict.board, {**met, exercise.task.candidate.cell: "!"})
        if verdict.event is not None:
            for text in filter(None, [verdict.remark, *why_texts(verdict.event.step)]):
                self._say(INDENT + text)


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
