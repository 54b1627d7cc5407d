"""``plugins``: what is loaded, and what helps to write one; each command in a module of its own."""

from __future__ import annotations

import click

from sudoku_engine.cli.program import LazyCommands, debug_option

SUBCOMMANDS = {
    "list": "List the plugins, and what is wrong with them.",
    "new": "Write a plugin to begin with, or an exercise.",
    "check": "Check plugins: whether they are right, and keep to the rules.",
    "grade": "Grade a class: check and compare the strategies of its pupils.",
}
"""The commands with their one line of help; ``list`` is `plugins_list` of the module so called."""


@click.group(cls=LazyCommands, table=SUBCOMMANDS, prefix="plugins_", invoke_without_command=True)
@debug_option
@click.pass_context
def plugins(ctx: click.Context) -> None:
    """Plugins: list, begin, check and grade them.

    \b
    Examples:
      sudoku-engine plugins list -p examples/my_strategy.py
      sudoku-engine plugins check examples/my_strategy.py
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
