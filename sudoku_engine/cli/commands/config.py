"""``config``: the configuration in force, and what is wrong with one."""

from __future__ import annotations

from typing import Any

import click

from sudoku_engine.cli.context import engine_options, job, json_option, leave_to_supervised
from sudoku_engine.cli.program import BAD, DONE, Commands, complain, debug_option, trace
from sudoku_engine.cli.tables import print_table
from sudoku_engine.config.config import read
from sudoku_engine.config.dump import COLUMNS, rows, yaml_text
from sudoku_engine.errors import SudokuError


@click.group(cls=Commands, invoke_without_command=True)
@debug_option
@click.pass_context
def config(ctx: click.Context) -> None:
    """Show and check configurations.

    \b
    Examples:
      sudoku-engine config show
      sudoku-engine config check examples/classroom.yaml
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@config.command()
@json_option
@engine_options
def show(as_json: bool, **engine: Any) -> int:
    """Show the configuration in force as YAML, with where each value is from.

    What it prints can be kept in a file and used with -c.

    \b
    Example:
      sudoku-engine config show -c examples/classroom.yaml
    """
    with job(**engine) as task:
        marks = task.config.loop.pencilmarks
        default_order = [plugin.id for plugin in task.registry.loop_strategies(marks)]
        if as_json:
            print_table(COLUMNS, rows(task.config, default_order), task.out, as_json)
        else:
            task.out.write(yaml_text(task.config, default_order))
    return task.status


@config.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@debug_option
def check(files: tuple[str, ...]) -> int:
    """Check configurations, and that the plugins and options they name exist.

    \b
    Example:
      sudoku-engine config check examples/classroom.yaml
    """
    leave_to_supervised([plugin for file in files for plugin in _plugins(file)])
    status = DONE
    for file in files:
        try:
            with job(file) as task:
                if task.status == DONE:
                    print(f"{file}: ok", file=task.out)
            status = max(status, task.status)
        except SudokuError as error:
            trace(error)
            complain(str(error))
            status = BAD
    return status


def _plugins(file: str) -> tuple[str, ...]:
    """The plugins that the configuration in `file` names, if it can be read."""
    try:
        return read(file).plugins
    except SudokuError:
        return ()
