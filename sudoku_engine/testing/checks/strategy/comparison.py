"""Compare a strategy with a bundled technique: it must find the same steps and no others."""

from __future__ import annotations

from dataclasses import replace

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.words import sentence
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.advice.code import advice_from_code
from sudoku_engine.testing.advice.features import what_is_missed
from sudoku_engine.testing.checks.strategy.steps import demand_right_steps
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.findings import Finding, NotChecked, check
from sudoku_engine.testing.technique_boards import technique_like
from sudoku_engine.testing.technique_comparison import (
    Comparison,
    compared,
    finder_of,
    those_before,
)

MOST_EXTRA = 12  # the number of steps for which simpler techniques are asked whether they find them


@check("against", "it is not the technique that it is compared with")
def is_the_technique(subject: StrategySubject) -> Finding | None:
    """It is the technique that it is compared with."""
    kit = subject.kit
    if kit.compared_instead:
        evidence = f"not compared: {kit.compared_instead} is the strategy of the file that is meant"
        why = "another strategy of the file is meant"
        return Finding(why, ok=None, is_needless=True, evidence=(evidence,))
    return None if kit.against is None else _difference_from(subject, kit.against)


@check("complete", "it does not find just what the technique with its name finds", is_must=False)
def finds_what_is_named(subject: StrategySubject) -> Finding | None:
    """It finds what the technique with its name finds."""
    demand_right_steps(subject)
    technique = technique_like(subject.component, subject.kit.ours)
    return None if technique is None else _difference_from(subject, technique)


def _difference_from(subject: StrategySubject, technique: Component) -> Finding | None:
    if not subject.with_steps():
        raise NotChecked("it must find something first")
    found = compared(
        subject.caller,
        technique,
        list(subject.answers()),
        subject.kit.ours,
        subject.effort.calls,
    )
    if not found.n_steps and not found.n_found and not found.missed:
        raise NotChecked(f"there is no board to compare it with {technique.name} on")
    subject.comparison = found
    return replace(_finding(found, subject), line=subject.component.line)


def _finding(found: Comparison, subject: StrategySubject) -> Finding:
    """Return how the strategy differs from the technique, or praise."""
    technique, why = found.technique.name, found.in_words
    if found.extra:
        before = those_before(found.technique, subject.kit.ours)
        others = [
            (finder_of(step, position.grid, before), position, step)
            for position, step in found.extra[:MOST_EXTRA]
        ]
        # A step that no simpler technique finds tells more.
        other, position, step = min(others, key=lambda each: each[0] is not None)
        claim = f"it finds {short_notation(step, position.grid.layout)}"
        truth = f"{technique} does not find that here"
        if other is None:
            advice = f"each step of this strategy should follow from one {technique}"
        else:
            of_all = f"{len(found.extra)} of its {found.n_steps} steps"
            why = f"{found.praise}; {technique} leaves {of_all} to simpler techniques"
            advice = f"{other.name} finds this step, too: leave it to that technique"
    elif found.missed:
        position, step = found.missed[0]
        claim = "it does not find this"
        truth = f"{technique} finds {short_notation(step, position.grid.layout)}"
        file, line = subject.component.file, subject.component.line
        advice = advice_from_code(file, "early", line=line) or (
            f"{technique} says: {sentence(step.reason)}"
        )
    else:
        too = "; some of its steps simpler techniques find, too" if found.has_simple_cases else ""
        return Finding(f"{found.praise}{too}", ok=True)
    missed, kept = ([(at.grid, step) for at, step in each] for each in (found.missed, found.kept))
    own = [(at.grid, step) for at, answer in subject.with_steps() for step in answer.steps]
    if in_common := what_is_missed(missed, kept, own):
        why = f"{why}; {in_common}"
    grid, source = position.grid, position.source
    return Finding(why, grid, step, claim, truth, 0, advice, source)
