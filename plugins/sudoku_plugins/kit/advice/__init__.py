"""One sentence of advice for a finding: the common mistakes of students, and their signs."""

from collections.abc import Callable
from dataclasses import replace

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import malformed
from sudoku_plugins.kit.advice.code import advice_from_code, advice_on_lateness
from sudoku_plugins.kit.advice.errors import (
    advice_from_words,
    advice_on_arguments,
    advice_on_index,
    advice_on_names,
)
from sudoku_plugins.kit.advice.slips import KEPT, LOOKING
from sudoku_plugins.kit.advice.step_advice import advice_on_step
from sudoku_plugins.kit.findings import Finding

PURE = "a strategy is a pure function: the same board has the same steps"


def with_advice(
    component: Component,
    finding: Finding,
    family: str,
    cause: Callable[[], str] = lambda: "",
) -> Finding:
    """Return the `finding` with advice, if it has none; `cause` returns what a trace shows."""
    if finding.advice:
        return finding
    told = _advice(component, finding, family)
    advice = "; ".join(filter(None, (told, cause()))).replace("?;", "?")
    return replace(finding, advice=advice)


def _advice(component: Component, finding: Finding, family: str) -> str:
    file, why, error = component.file, finding.why, finding.error
    step, grid = finding.step, finding.board

    def by_code(*kinds: str) -> str:
        return advice_from_code(file, *kinds, line=component.line)

    by_words = advice_from_words(why, component.kind)
    if finding.is_late:
        return advice_on_lateness(file, grid, component.kind)
    if error is not None or (step is None and why):
        may_be_old = isinstance(error, ValueError | LookupError)
        return (
            advice_on_names(file, error)
            or advice_on_arguments(component, error)
            or advice_on_index(file, error)
            or (by_code(KEPT) if may_be_old else "")
            or by_code(*(kind for words, kind in OUT_OF_PLACE.items() if words in why))
            or by_words
        )
    if step is None or grid is None:
        return by_code("untrue") or by_words
    if malformed(step, grid):
        turned = "Candidate(cell, digit): is it the other way round?"
        return turned if _is_turned(step, grid) else by_words
    is_old = any(digit not in grid.candidates(cell) for cell, digit in step.placements)
    return (
        (by_code(KEPT) if is_old else "")
        or advice_on_step(step, grid, family)
        or by_code("untrue")
        or by_words
    )


OUT_OF_PLACE = {
    "'NoneType' object": "nothing",
    "UnboundLocalError": "outside",
    "one Step and not a list": "single",
}
"""Words of an error that may come from a line outside its block, and the kind of that slip."""


def _is_turned(step: Step, grid: Grid) -> bool:
    """Return whether the candidates of a malformed `step` are right the other way round."""
    named = (*step.placements, *step.eliminations, *step.grounds)
    wrong = [candidate for candidate in named if malformed(Step([candidate]), grid)]
    turned = [Candidate(int(digit), int(cell)) for cell, digit in wrong]
    return bool(turned) and not malformed(Step(turned), grid)


def advice_on_changes(component: Component) -> str:
    """Return why the code may find other steps when it is called again."""
    return advice_from_code(component.file, "random", KEPT, line=component.line) or PURE


def advice_on_silence(component: Component) -> str:
    """Return why the code may find nothing; empty if unknown."""
    kinds = ("silent", "early", "outside", LOOKING)
    return advice_from_code(component.file, *kinds, line=component.line)
