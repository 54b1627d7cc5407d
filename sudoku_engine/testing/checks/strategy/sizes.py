"""Check that a strategy is right on boards of other sizes and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sudoku_engine.board.words import brief
from sudoku_engine.testing.checks.strategy.steps import (
    demand_right_steps,
    first_problem,
    small_problem,
)
from sudoku_engine.testing.checks.strategy.subject import PLAIN, StrategySubject, numbers
from sudoku_engine.testing.findings import Finding, check

ONLY_THERE = (
    "on {} boards its steps are right: what in your code holds only there, such as a number of "
    "rows, the shape of a box, or how a cell is called?"
)
"""Advice for a step that is wrong on boards of another size only."""

OTHER_SHAPES = ("diagonals", "jigsaw")  # the groups of boards of 9 rows that have other houses


@check("sizes", "it goes wrong on a size that it declares")
def on_its_sizes(subject: StrategySubject) -> Finding | None:
    """It works on the sizes that it declares."""
    demand_right_steps(subject)
    component = subject.component
    if subject.group is None:
        return Finding(
            f"its sizes are {brief(component.sizes)}: the kit has no such boards",
            line=component.line,
            advice="sizes are numbers of rows, such as sizes=[9]; "
            f"the kit has boards of {numbers(PLAIN)}",
        )
    groups = [PLAIN[n] for n in PLAIN if PLAIN[n] != subject.group and component.suits(n)]
    return _problem_on(subject, groups)


@check("other_boards", "it does not work on every size and kind of board", is_must=False)
def on_other_boards(subject: StrategySubject) -> Finding | None:
    """It works on every size and kind of board."""
    demand_right_steps(subject)
    component = subject.component
    if component.suits(9):
        finding = _problem_on(subject, OTHER_SHAPES)
        if finding is not None:
            advice = "take houses and peers from grid.layout, then it is right on every board"
            return replace(finding, advice=advice)
    if component.sizes is None:
        return None
    return Finding(
        f"it is for boards of {numbers(component.sizes)} rows only",
        advice="with sizes=None and the houses and digits of grid.layout it works on every size",
    )


def _problem_on(subject: StrategySubject, groups: Sequence[str]) -> Finding | None:
    for position, answer in subject.answers_on_other(groups):
        problem = first_problem(answer, position.solution)
        if problem is not None:
            finding = small_problem(subject, position, *problem)
            advice = finding.advice if finding.step is None else ONLY_THERE.format(subject.group)
            why = f"on {position.grid.layout} boards: {finding.why}"
            return replace(finding, why=why, advice=advice)
    return None
