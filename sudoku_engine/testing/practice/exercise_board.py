"""Practice on a board to work on by hand: what the user changes is the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from sudoku_engine.api.event_text import DEPTHS, Depth, hint_text
from sudoku_engine.board.masks import bits
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.session.advice import Hint
from sudoku_engine.session.workbench import Session
from sudoku_engine.testing.practice.answers import Answer
from sudoku_engine.testing.practice.exercises import Exercise, Practice
from sudoku_engine.testing.practice.judging import Verdict


class PracticeSession(Session):
    """The board of an exercise, and then of the next one; `exercise` is the present one."""

    def __init__(
        self, practice: Practice, exercise: Exercise, strategies: Sequence[Component]
    ) -> None:
        """Begin with the first `exercise` of the `practice`."""
        techniques, grid = practice.techniques, exercise.board.grid
        super().__init__(
            grid,
            strategies=strategies,
            source=_name(exercise),
            settings=replace(techniques.settings, pencilmarks=grid.marks),
            new_loop=techniques.new_loop,
        )
        self.practice = practice
        self.exercise = exercise

    def finding_next(self) -> Callable[[], Exercise | None]:
        """Return a function that finds the next exercise, in any thread; None: there is none."""
        return self.practice.next

    def begin_exercise(self, exercise: Exercise) -> None:
        """Go on with another `exercise`."""
        self.exercise = exercise
        self.begin(exercise.board.grid, source=_name(exercise))

    @property
    def answer(self) -> Answer:
        """What the user has placed and eliminated on the board of the exercise."""
        before, now = self.exercise.board.grid, self.grid
        placed = [
            Candidate(cell, digit)
            for cell, digit in enumerate(now.digits)
            if digit and not before.digits[cell]
        ]
        expected = before.apply(Step(placed)).masks
        gone = [
            Candidate(cell, bit + 1)
            for cell, (mask, left) in enumerate(zip(expected, now.masks))
            for bit in bits(mask & ~left)
        ]
        return Answer(tuple(placed), tuple(gone))

    def judging(self) -> Callable[[], Verdict]:
        """Return a function that judges the answer, in any thread."""
        return partial(self.exercise.answer, self.answer)

    def hinting(self, depth: Depth = "why") -> Callable[[], Hint]:
        """Return a function that gives the hint of the exercise, which is counted."""
        self.exercise.hint(DEPTHS.index("where") + 1)
        event = self.exercise.board.event
        return partial(Hint, hint_text(event, depth), event)

    @property
    def is_saved(self) -> bool:
        """Whether there is nothing to lose: a board to practise on is no work to keep."""
        return True

    def load(self, path: str) -> None:
        """Raise UsageError: the boards of practice are given."""
        raise UsageError("This is practice: to work on another board, use sudoku-engine play")


def _name(exercise: Exercise) -> str:
    return f"practice: {exercise.board.technique.name}"
