"""``explain``: a technique, taught by its own docstring and example."""

from __future__ import annotations

import click

from sudoku_engine.board.terminal import rules
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.options import engine_options
from sudoku_engine.errors import PluginError, UsageError, near_name, quoted
from sudoku_engine.plugins.component import Component
from sudoku_engine.tasks.lesson import explanation, worked_example


@click.command()
@click.argument("name", metavar="ID")
@engine_options
def explain(name: str) -> int:
    """Teach a technique: what to look for, why it is true, an example before and after.

    \b
    Example:
      sudoku-engine explain naked_pair
    """
    with command_context() as context:
        component = _component(name, context)
        parts = explanation(component)
        try:
            lines = rules(context.out)
            settings = context.config.loop
            parts.append(worked_example(component, settings, lines, context.new_loop))
        except PluginError as error:
            context.report(error)
        print("\n\n".join(filter(None, parts)), file=context.out)
    return context.status


def _component(name: str, context: CommandContext) -> Component:
    """Return the strategy called `name`, or else the solver, the generator, the checker."""
    kinds = ("strategy", "solver", "generator", "checker")
    for kind in kinds:
        if name in context.registry.ids(kind):
            return context.registry.find(kind, name)
    known = [other for kind in kinds for other in context.registry.ids(kind)]
    raise UsageError(f"unknown technique {quoted(name)}: {near_name(name, known)}")
