"""``explain``: a technique, taught by its own docstring and example."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import click

from sudoku_engine.commands.common import Job, engine_options, job
from sudoku_engine.drawing import rules_for
from sudoku_engine.errors import PluginError, UsageError, near_name, told
from sudoku_engine.formats import parse
from sudoku_engine.grid import Grid, candidate_board
from sudoku_engine.plugin import Plugin
from sudoku_engine.plugins import VISIBLE_SINGLE


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


def _plugin(name: str, task: Job) -> Plugin:
    """The strategy, or else the solver, called `name`."""
    kinds = ("strategy", "solver")
    for kind in kinds:
        if name in task.registry.ids(kind):
            return task.registry.find(kind, name)
    known = [other for kind in kinds for other in task.registry.ids(kind)]
    raise UsageError(f"unknown technique {name!r}: {near_name(name, known)}")


def _lesson(plugin: Plugin, task: Job) -> str:
    thing = plugin.object
    parts = [plugin.name]
    if plugin.kind == "strategy":
        parts[0] += f" ({plugin.id}, {thing.level}, score {thing.score})"
    parts.append(_docstring(plugin))
    example = getattr(thing, "example", None)
    if example:
        parts.append(_example(plugin, example, task))
    return "\n\n".join(part for part in parts if part)


def _docstring(plugin: Plugin) -> str:
    """What teaches the technique: the docstring of its module, else its own."""
    function = plugin.main_function
    module = sys.modules.get(getattr(function, "__module__", ""))
    return inspect.cleandoc(getattr(module, "__doc__", None) or function.__doc__ or "")


def _example(plugin: Plugin, example: str, task: Job) -> str:
    """The example's board, the step that the technique finds on it, and the board after it."""
    marks = task.config.loop.pencilmarks
    grid = parse(example, marks="manual" if plugin.id == VISIBLE_SINGLE else marks)
    try:
        step = next(iter(plugin.call(grid) or ()), None)
    except Exception as error:
        line = plugin.line_in(error.__traceback__)
        raise PluginError(
            f"{plugin.id} failed on its example: {told(error)}", plugin.id, plugin.shown_file, line
        ) from error
    if step is None:
        raise PluginError(f"{plugin.id} finds nothing on its example", plugin.id, plugin.shown_file)
    return "\n".join(
        [
            "Example, before:",
            _drawn(grid, task),
            f"{plugin.name}: {step.notation(grid.layout)}",
            *([f"{step.reason}."] if step.reason else []),
            "After:",
            _drawn(grid.apply(step), task),
        ]
    )


def _drawn(grid: Grid, task: Job) -> str:
    return candidate_board(grid, rules_for(getattr(task.out, "encoding", None)))
