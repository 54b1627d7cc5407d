"""``explain``: a technique, taught by its own docstring and example."""

from __future__ import annotations

from functools import partial

import click

from sudoku_engine.api.kinds import KINDS
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.terminal import room, rules, styled, wrapped
from sudoku_engine.board.words import listed
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.lesson_text import lesson_text
from sudoku_engine.cli.options import engine_options
from sudoku_engine.errors import PluginError, UsageError, did_you_mean, quoted
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.families import not_loaded
from sudoku_engine.solving.lesson import explanation, title, worked_example

MOST_MEMBERS = 8
"""The number of strategies of a family that are listed."""


@click.command()
@click.argument("name", metavar="ID")
@engine_options
def explain(name: str) -> int:
    """Teach a technique: what to look for, why it is true, an example before and after.

    Solvers, generators and all other plugins are explained, too.

    \b
    Example:
      sudoku-engine explain naked_pair
    """
    with command_context() as context:
        component = _component(name, context)
        out = context.out
        parts = [
            styled(wrapped(title(component), out), out, bold=True),
            lesson_text(explanation(component), out),
        ]
        try:
            draw = partial(candidate_board, rules=rules(out), most=room(out))
            wrap = partial(wrapped, out=out)
            settings, new_loop = context.config.loop, context.new_loop
            parts.append(worked_example(component, settings, draw, wrap, new_loop))
            if component.traits.example:
                parts.append(wrapped(f"Practise it: {_practice(component)}", out))
        except PluginError as error:
            context.report(error)
        print("\n\n".join(filter(None, parts)), file=out)
    return context.status


def _practice(component: Component) -> str:
    """Return the command that practises a strategy."""
    plugin = f"-p {component.shown_file} " if component.origin.how == "file" else ""
    return f"sudoku-engine practise {plugin}{component.id}"


def _component(name: str, context: CommandContext) -> Component:
    """Return the strategy that `name` means, or else the component of another kind.

    Raises UsageError: with the nearest strategy, or the members of a family.
    """
    registry = context.registry
    name = registry.strategy_meant(name)
    for kind in KINDS:
        if name in registry.ids(kind):
            return registry.find(kind, name)
    if name in FAMILY_NAMES:
        members = [each.id for each in registry.strategies_named(name)]
        if len(members) > MOST_MEMBERS:
            members[MOST_MEMBERS:] = [f"one of {len(members) - MOST_MEMBERS} others"]
        raise UsageError(f"{quoted(name)} is a family: explain {listed(members, 'or')}")
    others = [other for kind in KINDS if kind != "strategy" for other in registry.ids(kind)]
    mend = not_loaded(name) or did_you_mean(name, registry.ids("strategy"))
    mend = mend or did_you_mean(name, others) or "`plugins list` shows all that are known"
    raise UsageError(f"unknown technique {quoted(name)}: {mend}")
