"""A row of boards to practise on: answers, hints, and the score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sudoku_engine.api.event_text import DEPTHS, hint_text
from sudoku_engine.testing.practice.answers import Answer
from sudoku_engine.testing.practice.judging import Judge, PracticeBoard, Techniques, Verdict


@dataclass
class Exercise:
    """One board, and what was said about it so far."""

    board: PracticeBoard
    judge: Judge
    tries: int = 0
    """The number of answers."""
    misses: int = 0
    """The number of answers that were not right."""
    hints: int = 0
    """How many stages of the hint were shown."""
    is_right: bool = False

    def answer(self, answer: Answer) -> Verdict:
        """Return the verdict on an `answer`, and count it; may take long."""
        verdict = self.judge.verdict(answer)
        self.tries += 1
        self.is_right = verdict.judgement == "right"
        self.misses += not self.is_right
        return verdict

    def hint(self, stage: int = 1) -> str:
        """Return the `stage` of the hint, from 1; asked again for one, the next."""
        self.hints = min(max(stage, self.hints + (stage <= self.hints)), len(DEPTHS))
        return hint_text(self.board.event, DEPTHS[self.hints - 1])

    def show(self) -> None:
        """Count it as shown: the user gave up."""
        self.hints, self.is_right = len(DEPTHS), False

    @property
    def is_untouched(self) -> bool:
        """Whether neither an answer was given nor a hint requested."""
        return not self.tries and not self.hints


class Practice:
    """Exercises on `boards`, one after another; `count`: how many there are, if that is known."""

    def __init__(
        self, boards: Iterable[PracticeBoard], techniques: Techniques, count: int | None = None
    ) -> None:
        self._boards = iter(boards)
        self._count = count
        self.techniques = techniques
        self.exercises: list[Exercise] = []

    def next(self) -> Exercise | None:
        """Return the next exercise, None if there are no more; may take long."""
        board = next(self._boards, None)
        if board is None:
            return None
        self.exercises.append(Exercise(board, Judge(board, self.techniques)))
        return self.exercises[-1]

    @property
    def name(self) -> str:
        """Which of the boards the present exercise is on."""
        of_all = f" of {self._count}" if self._count else ""
        return f"Board {len(self.exercises)}{of_all}"

    @property
    def counted(self) -> list[Exercise]:
        """The exercises that count: an untouched last one does so only if it is alone."""
        *before, last = self.exercises
        return before if before and last.is_untouched else self.exercises

    @property
    def is_all_right(self) -> bool:
        """Whether each exercise that counts was answered rightly."""
        return all(each.is_right for each in self.counted)

    @property
    def score(self) -> str:
        """How many are right, in words."""
        right = [each for each in self.counted if each.is_right]
        score = f"{len(right)} of {len(self.counted)} right"
        alone = sum(not each.misses and not each.hints for each in right)
        if alone == len(right):
            return score
        return f"{score}, {alone or 'none'} of them at the first try and without a hint"
