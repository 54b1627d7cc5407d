"""The checks of what a strategy and its steps say about themselves."""

from __future__ import annotations

from collections.abc import Callable

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import names, symbol
from sudoku_engine.testing.checks.common import is_named, prints_nothing
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.findings import Finding, check


@check("named", "its id, name, score or level is missing", is_on_boards=False)
def has_score_and_level(subject: StrategySubject) -> Finding | None:
    """It has an id, a name, a score and a level."""
    if subject.component.level not in LEVELS:
        return Finding("it has no level", advice=f"its level is one of {', '.join(LEVELS)}")
    return is_named.look(subject)


@check("quiet", "it prints something", is_must=False)
def is_quiet(subject: StrategySubject) -> Finding | None:
    """It prints nothing."""
    for _ in subject.answers():
        pass
    return prints_nothing.look(subject)


@check("reason", "its steps do not say why", is_must=False)
def says_why(subject: StrategySubject) -> Finding | None:
    """Its steps say why."""
    return _first_without(
        subject, "its steps do not say why", "reason=f'…'", lambda step: step.reason
    )


@check("because", "its steps do not name the candidates that they follow from", is_must=False)
def names_causes(subject: StrategySubject) -> Finding | None:
    """Its steps name the candidates that they follow from."""
    why = "its steps do not name the candidates that they follow from"
    fix = "because=[Candidate(cell, digit), ...]"
    return _first_without(subject, why, fix, lambda step: step.grounds or step.placements)


def _first_without(
    subject: StrategySubject, why: str, fix: str, has_it: Callable[[Step], object]
) -> Finding | None:
    for _, answer in subject.with_steps():
        for step, line in answer.steps_with_lines():
            if not has_it(step):
                return Finding(why, line=line, advice=f"add {fix} to Step")
    return None


@check("shown", "it declares no example", is_must=False, is_on_boards=False)
def has_example(subject: StrategySubject) -> Finding | None:
    """It declares an example."""
    if subject.component.example:
        return None
    advice = "with example='81 characters' in @strategy(...) the command `explain` shows it"
    return Finding("it declares no example", line=subject.component.line, advice=advice)


@check("houses", "a step names a wrong house", is_must=False)
def names_right_houses(subject: StrategySubject) -> Finding | None:
    """Its steps name the right house."""
    findings = (
        _wrong_house(step, position.grid, line)
        for position, answer in subject.with_steps()
        for step, line in answer.steps_with_lines()
    )
    return next(filter(None, findings), None)


def _wrong_house(step: Step, grid: Grid, line: int) -> Finding | None:
    if step.eliminations or len(step.placements) != 1 or len(step.houses) != 1:
        return None
    if step.all_links or step.branches:
        return None  # the house belongs to a link
    (cell, digit), (house,) = step.placements[0], step.houses
    others = [c for c in house.cells if c != cell and digit in grid.candidates(c)]
    if len(grid.candidates(cell)) == 1 or not others:
        return None
    truth = f"{symbol(digit)} can also go to {names(others)}"
    why = f"the step {short_notation(step, grid.layout)} names {house}, but there {truth}"
    advice = "name the house in which the digit fits nowhere else"
    return Finding(why, grid, step, line=line, advice=advice)
