"""A row of exercises, with the score; boards to practise techniques on, with hints.

In a window, changes are answers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Generic, TypeVar

from sudoku_engine import Candidate, Grid, Step, Stepped
from sudoku_engine.api.event_text import DEPTHS, Depth, hint_text
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import tell
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_plugins.course.judging import Answer, Judge, PracticeBoard, Techniques, Verdict
from sudoku_plugins.session.advice import Hint
from sudoku_plugins.session.workbench import Session


class AnyExercise(ABC):
    """A task, and the answers so far."""

    BEST: ClassVar[str]  # the best way to be right, in words

    def __init__(self, name: str, grid: Grid, event: Stepped) -> None:
        """Ask for an `event` on `grid`; `name`: the subject of the practice."""
        self.name, self.grid, self.event = name, grid, event
        self.hints = 0
        """The number of stages of the hint that were shown."""
        self.has_answer = self.is_right = False

    @property
    def points(self) -> float:
        """The points: 1 if it is right, less if only a part is."""
        return float(self.is_right)

    @property
    @abstractmethod
    def is_best(self) -> bool:
        """Whether it was done in the best way."""

    @abstractmethod
    def hint(self, stage: int = 1) -> str:
        """Return the `stage` of the hint, from 1; asked again for one, the next."""

    def show(self) -> None:
        """Count it as shown: the user gave up."""
        self.hints, self.is_right = len(DEPTHS), False


E = TypeVar("E", bound=AnyExercise)


class Exercise(AnyExercise):
    """A board for a technique, and the answers so far."""

    BEST = "at the first try and without a hint"

    def __init__(self, board: PracticeBoard, judge: Judge) -> None:
        super().__init__(board.technique.name, board.grid, board.event)
        self.board = board
        self._judge = judge
        self._misses = 0
        self._is_half_right = False
        """Whether some answer was right, but not for its reason."""

    def answer(self, answer: Answer) -> Verdict:
        """Return the verdict on an `answer`, and count it; may take long."""
        self.has_answer = True
        verdict = self._judge.verdict(answer)
        self.is_right = verdict.judgement == "right"
        self._is_half_right |= verdict.judgement == "half"
        self._misses += not self.is_right
        return verdict

    @property
    def points(self) -> float:
        """Half a point for an answer that is right but not for its reason, else one or none."""
        return 1 if self.is_right else 0.5 * self._is_half_right

    @property
    def is_best(self) -> bool:
        """Whether it was right at once and without a hint."""
        return self.is_right and not self._misses and not self.hints

    def hint(self, stage: int = 1) -> str:
        """Return the `stage` of the hint, from 1; asked again for one, the next."""
        self.hints = min(max(stage, self.hints + (stage <= self.hints)), len(DEPTHS))
        return hint_text(self.event, DEPTHS[self.hints - 1])


def exercises_on(boards: Iterable[PracticeBoard], techniques: Techniques) -> Iterator[Exercise]:
    """Yield an exercise on each of the `boards`."""
    for board in boards:
        yield Exercise(board, Judge(board, techniques))


class Practice(Generic[E]):
    """Some `exercises` in a row: how many, if that is known, and the number of the first one."""

    def __init__(self, exercises: Iterable[E], count: int | None = None, first: int = 1) -> None:
        self._coming = iter(exercises)
        self._count = count
        self._before = first - 1
        self.exercises: list[E] = []

    def next(self) -> E | None:
        """Return the next exercise, None if there are no more; in any thread, may take long."""
        exercise = next(self._coming, None)
        if exercise is not None:
            self.exercises.append(exercise)
        return exercise

    @property
    def name(self) -> str:
        """Which of the boards the present exercise is on."""
        number = self._before + len(self.exercises)
        if self._count:
            return tell("Board {n:#} of {all:#}", n=number, all=self._count)
        return tell("Board {n:#}", n=number)

    @property
    def counted(self) -> list[E]:
        """The exercises that count: an untouched last one does so only if it is alone."""
        *before, last = self.exercises
        return before if before and not (last.has_answer or last.hints) else self.exercises

    @property
    def is_all_right(self) -> bool:
        """Whether each exercise that counts was answered rightly."""
        return all(each.is_right for each in self.counted)

    @property
    def score(self) -> str:
        """The number of right answers, in words."""
        right = [each for each in self.counted if each.is_right]
        points = sum(each.points for each in self.counted)
        score = tell("{points} of {all:#} right", points=f"{points:g}", all=len(self.counted))
        best = sum(each.is_best for each in right)
        if best == len(right):
            return score
        how = tell(right[0].BEST)
        if not best:
            return tell("{score}, none of them {how}", score=score, how=how)
        return tell("{score}, {n:#} of them {how}", score=score, n=best, how=how)


class ExerciseSession(Session, Generic[E]):
    """The board of an exercise, and then of the next one; `exercise` is the present one."""

    def __init__(
        self,
        practice: Practice[E],
        exercise: E,
        strategies: Sequence[Component] = (),
        techniques: Techniques | None = None,
    ) -> None:
        """Begin with the first `exercise` of the `practice`.

        `strategies` are the helpers; `techniques` say how they are called.
        """
        grid, usual = exercise.grid, techniques or Techniques(())
        super().__init__(
            grid,
            strategies=strategies,
            source=f"practice: {exercise.name}",
            settings=replace(usual.settings, pencilmarks=grid.marks),
        )
        self.practice = practice
        self.exercise = exercise

    def begin_exercise(self, exercise: E) -> None:
        """Go on with another `exercise`."""
        self.exercise = exercise
        self.begin(exercise.grid, source=f"practice: {exercise.name}")

    @property
    def is_saved(self) -> bool:
        """Whether there is nothing to lose: a board to practise on is no work to keep."""
        return True

    def load(self, path: str) -> None:
        """Raise UsageError: the boards of practice are given."""
        raise UsageError("This is practice: to work on another board, use sudoku-engine play")


class PracticeSession(ExerciseSession[Exercise]):
    """Practice of techniques: what the user does on the board is the answer."""

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
        event = self.exercise.event
        return partial(Hint, hint_text(event, depth), event)
