"""``plugins``: commands about plugins, each in a module of its own."""

from __future__ import annotations

import click

from sudoku_engine.cli.program import LazyCommands, debug_option

SUBCOMMANDS = {
    "list": "List the plugins, and what is wrong with them.",
    "new": "Write a starter plugin, or an exercise.",
    "check": "Check whether plugins are correct and keep the rules.",
    "grade": "Grade a class: check and compare its students' strategies.",
}
"""The commands with their one line of help; ``list`` is in the module `plugins_list`."""


@click.group(cls=LazyCommands, table=SUBCOMMANDS, prefix="plugins_", invoke_without_command=True)
@debug_option
@click.pass_context
def plugins(ctx: click.Context) -> None:
    """List, write, check and grade plugins.

    \b
    Examples:
      sudoku-engine plugins list -p examples/my_strategy.py
      sudoku-engine plugins check examples/my_strategy.py
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
