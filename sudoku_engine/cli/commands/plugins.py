"""``plugins``: a list of the plugins with origin and state, and commands to write plugins."""

from collections.abc import Iterator, Sequence
from typing import TextIO

import click

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.options import engine_options, json_option
from sudoku_engine.cli.program import Group, debug_option
from sudoku_engine.cli.tables import print_table
from sudoku_engine.plugins.registry import Registry

COLUMNS = ("kind", "id", "name", "score", "level", "family", "from", "state", "problem")

STRATEGIES = "strategies, in the order in which they are tried"

HEADS = {"frontend": "front ends"}
"""The headings of kinds with an irregular plural."""


@click.group(cls=Group, invoke_without_command=True)
@debug_option
@click.pass_context
def plugins(ctx: click.Context) -> None:
    """List, write, check and grade plugins.

    \b
    Examples:
      sudoku-engine plugins list -p my_pair.py
      sudoku-engine plugins check my_pair.py
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@plugins.command("list")
@json_option
@engine_options
def plugins_list(as_json: bool) -> int:
    """List the plugins: their ids, scores and levels, their origins, and their problems.

    Strategies are tried in HoDoKu's order. A plugin's strategy comes before the first bundled
    strategy whose score is not lower.

    \b
    Example:
      sudoku-engine plugins list -p my_pair.py
    """
    with command_context() as context:
        loaded, wrong = list(_loaded(context.registry)), list(_wrong(context.registry))
        if as_json:
            print_table(COLUMNS, loaded + wrong, context.out, as_json)
        else:
            _print(loaded, wrong, context.out)
    return context.status


def _loaded(registry: Registry) -> Iterator[tuple[object, ...]]:
    for kind in KINDS:
        for each in registry.of_kind(kind):
            level = (each.score, each.level) if kind == "strategy" else (None, None)
            origin = (str(each.origin), "loaded", "")
            yield (kind, each.id, each.name, *level, each.family or "", *origin)


def _wrong(registry: Registry) -> Iterator[tuple[object, ...]]:
    for plugin in registry.plugins:
        where = ("", "", "", None, None, "", plugin.origin.name, plugin.state)
        if plugin.state == "disabled":
            yield (*where, "")
        yield from ((*where, str(problem).partition("\n")[0]) for problem in plugin.problems)


def _print(
    loaded: Sequence[tuple[object, ...]], wrong: Sequence[tuple[object, ...]], out: TextIO
) -> None:
    """Write tables for people: the strategies, other components, and problems."""
    strategies, others = [], []
    for kind, identity, name, score, level, family, origin, *_ in loaded:
        shown = name if origin == "bundled" else f"{name} [{origin}]"
        if kind == "strategy":
            strategies.append((STRATEGIES, identity, shown, score, level, family))
        else:
            others.append((HEADS.get(str(kind), f"{kind}s"), identity, shown))
    print_table(COLUMNS[:6], strategies, out, is_grouped=True)
    print(file=out)
    print_table(COLUMNS[:3], others, out, is_grouped=True)
    if wrong:
        print(file=out)
        print_table(COLUMNS[6:], [row[6:] for row in wrong], out)
