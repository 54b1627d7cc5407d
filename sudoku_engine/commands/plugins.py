"""``plugins``: what is loaded, and what helps to write one; each command in a module of its own."""

from __future__ import annotations

import importlib

import click

from sudoku_engine.commands.program import Commands, debug_option

SUBCOMMANDS = {
    "list": "List the plugins, and what is wrong with them.",
    "new": "Write a plugin to begin with, or an exercise.",
    "check": "Check plugins: whether they are right, and keep to the rules.",
    "grade": "Grade a class: check and compare the strategies of its pupils.",
}
"""The commands with their one line of help; ``list`` is `plugins_list` of the module so called."""


class PluginsCommands(Commands):
    """The commands of the group, each imported only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, as a person would want to meet them."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command called `cmd_name`."""
        if cmd_name not in SUBCOMMANDS:
            return None
        name = f"plugins_{cmd_name}"
        module = importlib.import_module(f"sudoku_engine.commands.{name}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUBCOMMANDS.items()))


@click.group(cls=PluginsCommands, invoke_without_command=True)
@debug_option
@click.pass_context
def plugins(ctx: click.Context) -> None:
    """List and check plugins: strategies, solvers, reporters and front ends.

    \b
    Examples:
      sudoku-engine plugins list -p examples/my_strategy.py
      sudoku-engine plugins check examples/my_strategy.py
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
