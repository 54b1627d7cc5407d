"""``explain``: a technique, taught by its own docstring and example."""

from __future__ import annotations

import inspect
import sys
from dataclasses import replace
from typing import Any

import click

from sudoku_engine.api.events import Ended, Faulted, Rejected, Stepped
from sudoku_engine.board.grid import Grid, Marks, candidate_board
from sudoku_engine.board.step import Step
from sudoku_engine.board.terminal import rules
from sudoku_engine.cli.context import Job, engine_options, job
from sudoku_engine.errors import PluginError, SudokuError, UsageError, near_name
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop


@click.command()
@click.argument("name", metavar="ID")
@engine_options
def explain(name: str, **engine: Any) -> int:
    """Teach a technique: what to look for, why it is true, and an example before and after.

    \b
    Example:
      sudoku-engine explain naked_pair
    """
    with job(**engine) as task:
        print(_lesson(_plugin(name, task), task), file=task.out)
    return task.status


def _plugin(name: str, task: Job) -> Component:
    """The strategy called `name`, or else the solver, the generator, the checker."""
    kinds = ("strategy", "solver", "generator", "checker")
    for kind in kinds:
        if name in task.registry.ids(kind):
            return task.registry.find(kind, name)
    known = [other for kind in kinds for other in task.registry.ids(kind)]
    raise UsageError(f"unknown technique {name!r}: {near_name(name, known)}")


def _lesson(component: Component, task: Job) -> str:
    parts = [component.name]
    if component.kind == "strategy":
        parts[0] += (
            f" ({component.id}, {component.strategy.level}, score {component.strategy.score})"
        )
    file = component.shown_file
    parts.append(_docstring(component) or f"Nothing explains it: write a docstring in {file}.")
    example = component.example
    if isinstance(example, str) and example:
        try:
            parts.append(_example(component, example, task))
        except PluginError as error:
            task.complain(error)
    elif component.kind == "strategy":
        parts.append(f"It has no example: give @strategy one in {file}, example='a board'.")
    return "\n\n".join(parts)


def _docstring(component: Component) -> str:
    """What teaches the technique: the docstring of its module, and its own.

    What comes with the engine says all in the module's.
    """
    function = component.main_function
    module = sys.modules.get(getattr(function, "__module__", ""))
    docs = [getattr(module, "__doc__", None) or "", function.__doc__ or ""]
    if docs[0] and component.origin.how == "bundled":
        docs.pop()
    return "\n\n".join(inspect.cleandoc(doc) for doc in docs if doc)


def _example(component: Component, example: str, task: Job) -> str:
    """The example's board, the step that the technique finds on it, and the board after it."""
    marks: Marks = component.marks or task.config.loop.pencilmarks
    try:
        grid = parse(example, marks=marks)
    except SudokuError as error:
        raise _bad_example(component, f"cannot be read: {error.what}") from error
    step = _first_step(component, grid, task)
    return "\n".join(
        [
            "Example, before:",
            _drawn(grid, task),
            f"{component.name}: {step.notation(grid.layout)}",
            *([f"{step.reason}."] if step.reason else []),
            "After:",
            _drawn(grid.apply(step), task),
        ]
    )


def _first_step(component: Component, grid: Grid, task: Job) -> Step:
    """The step that `component` alone finds on `grid`; raises PluginError where that is none."""
    settings = replace(task.config.loop, pencilmarks=grid.marks)
    for event in Loop([component], settings, last_resort=task.last_resort).events(grid):
        if isinstance(event, Stepped):
            return event.step
        if isinstance(event, (Faulted, Rejected)):
            raise _bad_example(component, f"shows a fault: {event.why}", event.line)
        if isinstance(event, Ended):
            why = "; ".join([*([event.why] if event.why else []), *event.notes])
            raise _bad_example(component, "gives it nothing to find" + (why and f" ({why})"))
    raise AssertionError("a run's events end with Ended")


def _bad_example(component: Component, what: str, line: int = 0) -> PluginError:
    return PluginError(
        f"the example of {component.id!r} {what}", component.id, component.shown_file, line
    )


def _drawn(grid: Grid, task: Job) -> str:
    return candidate_board(grid, rules(task.out))
