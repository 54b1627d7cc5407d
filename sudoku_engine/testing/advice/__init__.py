"""One sentence of advice for a finding: the usual mistakes of students, and how to see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import malformed
from sudoku_engine.testing.advice.code import (
    advice_from_code,
    advice_on_lateness,
    slip_that_silences,
)
from sudoku_engine.testing.advice.errors import (
    advice_on_arguments,
    advice_on_index,
    advice_on_names,
)
from sudoku_engine.testing.advice.habits import Seen
from sudoku_engine.testing.advice.slips import KEPT, Slip
from sudoku_engine.testing.advice.steps import advice_on_missed_step, advice_on_step
from sudoku_engine.testing.advice.wording import advice_from_words
from sudoku_engine.testing.findings import Finding

PURE = "a strategy is a pure function: the same board has the same steps"


Advise = Callable[[Finding], str]
"""Return the advice for a finding."""


def with_advice(
    component: Component,
    finding: Finding,
    family: str = "",
    seen: Seen = (),
    advise: Advise | None = None,
) -> Finding:
    """Return the `finding` with advice that fits it, if it has none yet.

    `family`: that of the technique, empty if unknown. `seen`: what a strategy finds on all boards.
    `advise`: what a check itself knows; else the words and the step of the finding decide.
    """
    if finding.advice:
        return finding
    advice = advice_from_code(component.file, "twice")
    if not advice and advise is not None:
        advice = advise(finding)
    return replace(finding, advice=advice or _advice(component, finding, family, seen))


def _advice(component: Component, finding: Finding, family: str, seen: Seen) -> str:
    file, why, step, grid = component.file, finding.why, finding.step, finding.board
    line = component.line
    if finding.is_late:
        return advice_on_lateness(file, grid)
    if finding.error is not None or (step is None and why):
        return (
            advice_on_names(component.file, finding.error)
            or advice_on_arguments(component, finding.error)
            or advice_on_index(file, finding.error, grid)
            or _on_old_data(component, finding.error)
            or _out_of_place(component, why)
            or advice_from_words(why, component.kind)
        )
    if step is not None and grid is not None:
        if malformed(step, grid):
            return advice_on_order(step, grid) or advice_from_words(why, component.kind)
        if advice := _of_old_data(component, step, grid) or advice_on_step(
            step, grid, family, seen
        ):
            return advice
    return advice_from_code(file, "untrue", line=line) or advice_from_words(why, component.kind)


def _of_old_data(component: Component, step: Step, grid: Grid) -> str:
    """Return what the code keeps between calls, if `step` places what `grid` forbids."""
    if all(digit in grid.candidates(cell) for cell, digit in step.placements):
        return ""
    return advice_from_code(component.file, KEPT, line=component.line)


def _on_old_data(component: Component, error: BaseException | None) -> str:
    """Return what the code keeps between calls, if `error` may come from such old data."""
    if not isinstance(error, ValueError | LookupError):
        return ""
    return advice_from_code(component.file, KEPT, line=component.line)


def _out_of_place(component: Component, why: str) -> str:
    """Return which line stands outside of what it belongs to, if the error may come from it."""
    of_words = {
        "'NoneType' object": "nothing",
        "UnboundLocalError": "outside",
        "one Step and not a list": "single",
    }
    kinds = [kind for words, kind in of_words.items() if words in why]
    return advice_from_code(component.file, *kinds, line=component.line)


def advice_on_order(step: Step, grid: Grid) -> str:
    """Return the advice for a malformed `step` if its candidates are right the other way round."""

    named = (*step.placements, *step.eliminations, *step.grounds)
    wrong = [candidate for candidate in named if malformed(Step([candidate]), grid)]
    turned = [Candidate(int(digit), int(cell)) for cell, digit in wrong]
    if not turned or malformed(Step(turned), grid):
        return ""
    return "Candidate(cell, digit): is it the other way round?"


def advice_on_changes(component: Component) -> str:
    """Return why the code may find other steps when it is called again."""
    return advice_from_code(component.file, "random", KEPT, line=component.line) or PURE


def advice_on_missed(component: Component, finding: Finding, seen: Seen) -> str:
    """Return why a strategy may miss the step of a `finding`, which it finds on other boards."""
    kinds = ("early", "outside", "houses")
    if advice := advice_from_code(component.file, *kinds, line=component.line):
        return advice
    step, grid = finding.step, finding.board
    return advice_on_missed_step(step, grid, seen) if step is not None and grid is not None else ""


def advice_on_silence(component: Component) -> str:
    """Return why the code may find nothing; empty if unknown."""
    kinds = ("silent", "early", "outside")
    return advice_from_code(component.file, *kinds, line=component.line)


def cause_of_silence(component: Component) -> Slip | None:
    """Return why the code can never hand out a step; None if it may."""
    return slip_that_silences(component.file, component.line)
