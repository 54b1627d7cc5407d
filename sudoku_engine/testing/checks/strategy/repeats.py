"""Check that a strategy finds the same steps if it is called again on the same board."""

from __future__ import annotations

from functools import partial
from typing import Any

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.testing.advice import advice_on_changes
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.effort import spread
from sudoku_engine.testing.findings import Finding, check
from sudoku_engine.testing.plugin_calls import StrategyAnswer

BRIEF = 60  # the number of letters of a step's effect in a sentence about two of them
MOST_CALLS = 4  # the number of calls on one board to see a difference


@check("same_twice", "called twice, it does not find the same steps")
def same_twice(subject: StrategySubject) -> Finding | None:
    """Called twice, it finds the same steps."""
    answered = list(subject.answers())[::-1]
    calls = subject.effort.calls
    asked = spread(answered, calls)
    answers = subject.caller.answers(position.grid for position, _ in asked)
    for position, first in subject.caller.within_calls(asked, calls, "asked again"):
        again = next(answers)
        if outcome(again) != outcome(first):
            subject.is_steady = False
            return subject.on_small_board(
                position,
                _difference(first, again),
                partial(_unsteady, subject),
                lambda finding: advice_on_changes(subject.component),
            )
    return None


def _unsteady(subject: StrategySubject, grid: Grid) -> Finding | None:
    """Return what differs between several calls on `grid`."""
    first, *others = (subject.answer(grid) for _ in range(MOST_CALLS))
    for other in others:
        if outcome(other) != outcome(first):
            return _difference(first, other)
    return None


def _difference(first: StrategyAnswer, again: StrategyAnswer) -> Finding:
    one, other = in_words(first), in_words(again)
    if sorted(map(repr, outcome(first))) == sorted(map(repr, outcome(again))):
        one, other = f"the order {one}", f"the order {other}"
    step = next(iter(first.steps or again.steps), None)
    why = f"called twice, it finds {one}, then {other}"
    return Finding(why, first.grid, step, one, other, first.line)


def in_words(answer: StrategyAnswer) -> str:
    """Return what an answer has, in words."""
    if answer.why:
        return f"an error ({answer.why})"
    steps = answer.steps
    if not steps:
        return "nothing"
    more = f" and {counted(len(steps) - 1, 'more step')}" if len(steps) > 1 else ""
    return f"{short_notation(steps[0], answer.grid.layout, BRIEF)}{more}"


def outcome(answer: StrategyAnswer) -> list[Any]:
    """Return what makes two answers different: their changes, or the kind of error."""
    if answer.why:
        return [type(answer.error)]
    return [(step.placements, step.eliminations) for step in answer.steps]
