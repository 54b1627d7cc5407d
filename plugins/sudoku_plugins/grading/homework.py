"""The homework of a class: the puzzles on which its files are measured, and the report on them.

`plugins grade` and a classroom grade the same files alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudoku_engine.plugins.component import Component
from sudoku_plugins.grading.measurement import SolvedPuzzle, open_after_simpler
from sudoku_plugins.grading.reports import ClassReport
from sudoku_plugins.grading.results import Result
from sudoku_plugins.grading.scheme import Scheme
from sudoku_plugins.grading.similarity import like_ours, programs_of, similar_files
from sudoku_plugins.kit.algorithms import algorithm, algorithm_starter
from sudoku_plugins.kit.boards_with_solutions import evenly, puzzles_of
from sudoku_plugins.kit.effort import spread
from sudoku_plugins.kit.isolation import compared_with
from sudoku_plugins.kit.starter import exercise, rule_exercise, rule_exercises

OTHERS = 31  # our puzzles that are tried though the technique cannot solve them
ALIKE = 80  # the similarity in percent from which two files are reported

Over = Callable[[Iterator["SolvedPuzzle | None"], int], Iterable["SolvedPuzzle | None"]]
"""Passes puzzles on as they come, and may show how many of all are done."""


@dataclass(frozen=True)
class Homework:
    """The technique that files are compared with, and the puzzles for them."""

    against: str | None  # the id of a technique, a rule or an exercise; None if it is free
    technique: str | None  # the id of the technique or exercise that points are given for
    puzzles: tuple[SolvedPuzzle, ...]
    solvable: int | None  # how many of them the technique solves; None if there is none
    starter: str  # the file that was handed out: code shared with it is ignored

    def report(self, found: Sequence[Result], rules: Scheme) -> ClassReport:
        """Return the report on the results `found`, which looks for no similar files."""
        return ClassReport(found, rules, (), self.technique, self.solvable)

    def report_with_likeness(
        self,
        found: Sequence[Result],
        rules: Scheme,
        ours: Iterable[Component],
        least: int = ALIKE,
        has_times: bool = False,
        has_own_puzzles: bool = False,
    ) -> ClassReport:
        """Return the report on `found`, with files that are at least `least` percent similar.

        `ours`: plugins, of which the bundled ones may be what a pupil has copied.
        """
        programs = programs_of(found)
        pairs = similar_files(found, programs, self.starter, least)
        bundled = [each for each in ours if each.is_bundled]
        like = like_ours(programs, bundled, self.starter, least)
        compared = (self.technique, self.solvable, has_times, has_own_puzzles)
        return ClassReport(found, rules, pairs, *compared, like)


def homework(
    name: str | None,
    strategies: Sequence[Component],
    given: Iterable[SolvedPuzzle] | None = None,
    starter: str = "",
    over: Over = lambda puzzles, total: puzzles,
) -> Homework:
    """Return the homework on the technique, rule or exercise called `name`; raises UsageError.

    `given`: the teacher's own puzzles; `starter`: a file that was handed out besides the exercise.
    """
    wanted = compared_with(name, strategies) if name is not None else None
    of_steps = algorithm(name)
    technique = wanted.id if wanted and wanted.kind == "strategy" else None
    posed = [*_usual(of_steps.puzzles if of_steps else {})] if given is None else [*given]
    if technique is not None:
        left_open = over(open_after_simpler(posed, technique), len(posed))
        posed = [each for each in left_open if each is not None]
        if given is None:  # the kit has asked about boards like the others
            others = spread([each for each in posed if not each.counts], OTHERS)
            posed = [each for each in posed if each.counts or each in others]
    return Homework(
        of_steps.id if of_steps else wanted.id if wanted else None,
        of_steps.id if of_steps else technique,
        tuple(posed),
        sum(each.counts for each in posed) if technique else None,
        f"{_handed_out(name, wanted)}\n{starter}",
    )


def _usual(groups: Mapping[str, int]) -> Iterator[SolvedPuzzle]:
    """Yield puzzles of ours; an exercise says how many of which `groups`."""
    for group, number in (groups or {"9x9": len(puzzles_of("9x9"))}).items():
        for position in evenly(puzzles_of(group), number):
            yield SolvedPuzzle(position.grid, position.solution)


def _handed_out(name: str | None, wanted: Component | None) -> str:
    """Return the file of the exercise on a technique or a rule; empty if there is none.

    An exercise in algorithmic thinking has a `name`, and perhaps no technique.
    """
    if of_steps := algorithm(name):
        starter = algorithm_starter(of_steps)
    elif wanted is not None and wanted.kind == "strategy":
        starter = exercise(wanted)
    elif wanted is not None and wanted.id in rule_exercises():
        starter = rule_exercise(wanted.id)
    else:
        return ""
    return starter.files("own")["own.py"]
