"""Check that a strategy finds something: on its example, and on some of the kit's boards."""

from __future__ import annotations

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.errors import SudokuError
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.advice import advice_on_silence
from sudoku_engine.testing.advice.code import cause_of_silence
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.checks.strategy.subject import BY_HAND, StrategySubject
from sudoku_engine.testing.findings import Finding, NotChecked, check
from sudoku_engine.testing.plugin_calls import StrategyAnswer

TOO_STRICT = "is a condition too strict?"


@check("example", "its example shows no step")
def on_its_example(subject: StrategySubject) -> Finding | None:
    """An example that it declares shows a step."""
    component = subject.component
    text = component.example
    if text is None or not text.strip():
        return None
    advice = "write it as 81 characters between quotes, with '.' for an open cell"
    try:
        grid = parse(text)
    except SudokuError as error:
        why = f"its example cannot be read: {error.what}"
        return Finding(why, line=component.line, advice=advice)
    if not component.suits(grid.layout.n):
        why = f"its example is a {grid.layout} board, a size that it does not declare"
        return Finding(why, grid, line=component.line)
    for board in (grid, grid.with_marks(BY_HAND)):
        position = Position(board, (), "its example")
        (answer,) = subject.answers_to([position])
        subject.on_example.append((position, answer))
        if answer.steps or answer.why:
            return None
    if not subject.with_steps():
        raise NotChecked("it must find something first")
    return Finding(
        "it finds nothing on its own example",
        grid,
        line=component.line,
        claim="this board shows the technique",
        truth="the strategy finds nothing on it",
        advice=advice_on_silence(component) or TOO_STRICT,
    )


@check("fires", "it finds nothing")
def fires(subject: StrategySubject) -> Finding | None:
    """It finds something."""
    if subject.with_steps() or subject.fired:
        return None
    if not subject.boards:
        raise NotChecked("there is no board for it")
    if any(answer.why or answer.given or answer.changed for _, answer in subject.answers()):
        raise NotChecked("it must find steps first")
    cause = cause_of_silence(subject.component)
    if cause is not None:
        return Finding(cause.advice, line=cause.line)
    technique = subject.technique
    if technique is not None:
        for position, answer in subject.answers():
            finding = _missed(subject, technique, answer)
            if finding is not None and finding.step is not None:
                size = len(finding.step.grounds)  # on a small board a pattern shrinks too

                def look(grid: Grid, size: int = size) -> Finding | None:
                    return _missed(subject, technique, subject.answer(grid), size)

                return subject.on_small_board(position, finding, look)
    return Finding(
        _nothing_found(subject),
        line=subject.component.line,
        advice=advice_on_silence(subject.component)
        or f"{TOO_STRICT} With @strategy(..., example='81 characters') the kit tries your board",
    )


def _nothing_found(subject: StrategySubject) -> str:
    return f"it finds nothing on any of {counted(subject.boards, 'board')}"


def _missed(
    subject: StrategySubject, technique: Component, answer: StrategyAnswer, size: int = 0
) -> Finding | None:
    """Return what the `technique` finds on the board of `answer`, which has no steps.

    `size`: the least number of candidates that it names: on a small board a pattern shrinks too.
    """
    grid = answer.grid
    singles = {cell for cell in grid.open_cells if len(grid.candidates(cell)) == 1}
    found = (
        step
        for step in technique.call(grid) or ()
        if len(step.grounds) >= size
        and (step.placements or not singles & {cell for cell, _ in step.grounds})
    )
    step = next(found, None)
    if step is None or answer.given or answer.why:
        return None
    truth = f"{technique.name} finds {short_notation(step, grid.layout)}"
    return Finding(
        f"{_nothing_found(subject)}; {truth} here",
        grid,
        step,
        "it finds nothing here",
        truth,
        subject.component.line,
        advice_on_silence(subject.component) or TOO_STRICT,
    )
