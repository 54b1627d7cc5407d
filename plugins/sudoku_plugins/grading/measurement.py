"""Measure a strategy on puzzles that simpler strategies do not solve.

The reference, the best that the work of a class can do, is measured with our own technique.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sudoku_engine import GaveUp, Grid, Step
from sudoku_engine.plugins.component import Component, Failure, by_default
from sudoku_engine.solving.guard import objection, trimmed
from sudoku_plugins.kit.examination import Examination
from sudoku_plugins.kit.kit import bundled_kit
from sudoku_plugins.kit.plugin_calls import Caller, LocalCalls, StrategyAnswer, Unusable
from sudoku_plugins.kit.technique_comparison import part_found
from sudoku_plugins.ratings.rating import Rater

MOST_FAULTS = 1000  # faults after which a strategy is not tried on more puzzles: it is known enough
PATIENCE = 40.0  # seconds for all calls on the puzzles; the rest of the puzzles is left out


@dataclass
class Figures:
    """The figures of a strategy on the puzzles."""

    n_open: int = 0  # puzzles that simpler strategies alone leave open
    solved: int = 0  # of those that count, those solved with its help and without a fault
    steps: int = 0  # its steps that were carried out
    faults: int = 0  # its steps and calls that were wrong
    wrong: int = 0  # of these, those that contradict the solution, or give no steps
    why: str = ""  # the first fault
    line: int = 0  # of the first fault; 0 if unknown
    calls: int = 0
    seconds: float = 0.0  # of all calls together
    has_hung: bool = False  # whether a call did not come back
    found: int = 0  # steps of the technique that it found
    wanted: int = 0  # all steps of the technique
    other: int = 0  # its steps that the technique does not have
    false: int = 0  # of these, those that contradict the solution
    boards: int = 0  # boards, also those of its check, on which it gave something or failed
    right: int = 0  # of these, those on which nothing was wrong
    stages: int = 0  # steps of an exercise in algorithmic thinking
    stages_done: int = 0  # of these, those that are right, up to the first wrong one
    left_out: int = 0  # open puzzles on which it was not tried, for it is slow

    def add_fault(self, why: str, line: int = 0, is_harmless: bool = False) -> None:
        """Count a fault."""
        self.wrong += not is_harmless
        if not self.faults:
            self.why, self.line = why, line
        self.faults += 1

    @property
    def part(self) -> float:
        """The part of the technique and of the steps of an exercise that it found, 0 to 1."""
        done = self.stages_done / self.stages if self.stages else 0.0
        if self.stages and not self.wanted:
            return done
        found = part_found(self.found, self.wanted, self.other - self.false)
        return (found + done) / 2 if self.stages else found


class SolvedPuzzle(NamedTuple):
    """A puzzle with the digits of its only solution, by cell."""

    grid: Grid
    solution: tuple[int, ...]
    counts: bool = True  # whether it counts: not if the technique of the homework cannot solve it


@dataclass
class Measurement:
    """The measurement of the strategy of a caller."""

    caller: Caller
    ours: Sequence[Component]  # the bundled strategies; simpler are those with a lower score
    against: Component | None = None  # a technique to compare it with
    figures: Figures = field(default_factory=Figures)  # so far

    def __post_init__(self) -> None:
        component = self.caller.component
        self._rater, simpler = _with_simpler(self.ours, (self.against or component).score)
        self._simpler = [other for other in simpler if other.id != component.id]

    def run(self, puzzles: Sequence[SolvedPuzzle], known: Examination | None = None) -> Figures:
        """Fill in the figures, and return them.

        After a call that does not come back, it is not called again. What its check knows, how much
        of the technique it finds, is taken over from there.
        """
        figures, suits = self.figures, self.caller.component.suits
        if known and known.comparison and self.against:
            found = known.comparison
            figures.found, figures.wanted = found.n_found, found.n_wanted
            figures.other, figures.false = len(found.extra), found.n_false
        figures.boards, figures.right = known.counts_of_right if known else (0, 0)
        rests = [
            puzzle._replace(grid=self._rater.after(puzzle.grid, self._simpler))
            for puzzle in puzzles
            if suits(puzzle.grid.layout.n)
        ]
        left = [puzzle for puzzle in rests if not puzzle.grid.is_solved]
        figures.n_open = len(left)
        try:
            if known and known.fatal_end:
                raise known.fatal_end
            for number, puzzle in enumerate(left):
                if figures.faults > MOST_FAULTS:
                    break
                if figures.seconds > PATIENCE:
                    figures.left_out = len(left) - number
                    break
                self._solve(puzzle)
        except Unusable as end:
            figures.has_hung = end.is_late
            figures.add_fault(end.why, 0 if end.is_late else end.line)
        return figures

    def _solve(self, puzzle: SolvedPuzzle) -> None:
        """Call it and the simpler strategies in turn until neither finds anything."""
        figures = self.figures
        grid, faults = puzzle.grid, figures.faults
        while True:
            figures.calls += 1
            answer = self.caller.answer(grid)
            figures.seconds += answer.seconds
            before, wrong = figures.steps, figures.faults
            steps = self._right_steps(answer, puzzle.solution)
            figures.boards += bool(answer.given or answer.why)
            figures.right += bool(answer.given) and figures.faults == wrong
            for step in steps:
                left = trimmed(step, grid)
                if left is not None:
                    grid = grid.apply(left)
                    figures.steps += 1
            if figures.faults > MOST_FAULTS:
                break
            if figures.steps > before:
                grid = self._rater.after(grid, self._simpler)
            if figures.steps == before or grid.is_solved:
                break
        figures.solved += puzzle.counts and grid.is_solved and figures.faults == faults

    def _right_steps(self, answer: StrategyAnswer, solution: tuple[int, ...]) -> list[Step]:
        """Return the steps of an `answer` that are right; count the others as faults."""
        if answer.why or answer.changed:
            self.figures.add_fault(answer.why or f"it changes {answer.changed}", answer.line)
        right = []
        for step, line in zip(answer.given, answer.lines):
            why = objection(step, answer.grid, solution)
            if why is not None:
                is_harmless = isinstance(step, Step) and bool(objection(step, answer.grid, None))
                self.figures.add_fault(why, line, is_harmless)
            elif isinstance(step, Step):
                right.append(step)
        return right


def measure_solver(figures: Figures, caller: Caller, puzzles: Sequence[SolvedPuzzle]) -> None:
    """Fill in how many of the `puzzles` a solver solves, and how many answers are wrong."""
    figures.n_open = len(puzzles)
    for number, puzzle in enumerate(puzzles):
        if figures.seconds > PATIENCE:
            figures.left_out = len(puzzles) - number
            return
        figures.calls += 1
        caller.begin_check()
        try:
            found = caller.result(LocalCalls.solutions, puzzle.grid, 1)
        except (GaveUp, Unusable):
            found = None
        figures.seconds += caller.seconds
        if found is None:
            continue
        answers = found if isinstance(found, list) else []
        if [getattr(each, "digits", None) for each in answers] == [puzzle.solution]:
            figures.solved += 1
        else:
            figures.add_fault(found.why if isinstance(found, Failure) else "its answer is wrong")


def _with_simpler(ours: Sequence[Component], score: float) -> tuple[Rater, list[Component]]:
    rater = Rater(by_default(ours))
    return rater, [each for each in rater.strategies if each.score < score]


def open_after_simpler(
    puzzles: Iterable[SolvedPuzzle], technique: str
) -> Iterator[SolvedPuzzle | None]:
    """Yield the `puzzles` as they are when simpler strategies find nothing more.

    One that these solve is None. The others say whether the `technique` solves them with their
    help. So this is done once, and not for each file of a class.
    """
    ours = bundled_kit().ours
    (component,) = (each for each in ours if each.id == technique)
    rater, simpler = _with_simpler(ours, component.score)
    for puzzle in puzzles:
        rest = rater.after(puzzle.grid, simpler)
        is_solved = rest.is_solved or rater.after(rest, [*simpler, component]).is_solved
        yield None if rest.is_solved else SolvedPuzzle(rest, puzzle.solution, is_solved)
