"""``config``: the configuration in use, and the errors of configurations."""

import click

from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.inputs import check_configured
from sudoku_engine.cli.options import engine_options, json_option
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.program import BAD, DONE, Group, debug_option, message, print_traceback
from sudoku_engine.cli.tables import print_table
from sudoku_engine.config.components import Chosen
from sudoku_engine.config.dump import COLUMNS, rows, yaml_text
from sudoku_engine.errors import SudokuError, place


@click.group(cls=Group, invoke_without_command=True)
@debug_option
@click.pass_context
def config(ctx: click.Context) -> None:
    """Show and check configurations.

    \b
    Examples:
      sudoku-engine config show
      sudoku-engine config check my.yaml
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@config.command("show")
@json_option
@engine_options
def config_show(as_json: bool) -> int:
    """Show the configuration in use as YAML, with the origin of each value.

    Save the output to a file to use it with -c.

    \b
    Example:
      sudoku-engine config show -c my.yaml
    """
    with command_context() as context:
        marks = context.config.loop.pencilmarks
        by_default = context.registry.loop_strategies(marks)
        default_order = [Chosen(strategy.id, strategy.options) for strategy in by_default]
        if as_json:
            print_table(COLUMNS, rows(context.config, default_order), context.out, as_json)
        else:
            context.out.write(yaml_text(context.config, default_order))
    return context.status


@config.command("check")
@click.argument("files", type=FileName(), metavar="FILE...", nargs=-1, required=True)
@debug_option
def config_check(files: tuple[str, ...]) -> int:
    """Check configurations: their form, the plugins and options that they name, their puzzle.

    \b
    Example:
      sudoku-engine config check my.yaml
    """
    status = DONE
    for file in files:
        try:
            with command_context(config_file=file) as context:
                check_configured(context)
                if context.status == DONE:
                    print(f"{place(file)}: ok", file=context.out)
            status = max(status, context.status)
        except SudokuError as error:
            print_traceback(error)
            message(str(error))
            status = BAD
    return status
