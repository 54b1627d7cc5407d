"""``plugins list``: which plugins are loaded, from where, in what state."""

from __future__ import annotations

import click

from sudoku_engine.api.kinds import KINDS
from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.options import engine_options, json_option
from sudoku_engine.cli.tables import print_table
from sudoku_engine.plugins.registry import Registry

COLUMNS = ("kind", "id", "name", "family", "from", "state", "problem")


@click.command("list")
@json_option
@engine_options
def plugins_list(as_json: bool) -> int:
    """List the plugins: kind, id, origin, state, and what is wrong with them.

    \b
    Example:
      sudoku-engine plugins list -p examples/my_strategy.py
    """
    with command_context() as context:
        print_table(COLUMNS, _rows(context.registry), context.out, as_json)
    return context.status


def _rows(registry: Registry) -> list[tuple[str, ...]]:
    """Return a row for each component in its default order, then one for each problem."""
    rows: list[tuple[str, ...]] = [
        (kind, each.id, each.name, each.family or "", str(each.origin), "loaded", "")
        for kind in KINDS
        for each in registry.of_kind(kind)
    ]
    for plugin in registry.plugins:
        where = ("", "", "", "", plugin.origin.name, plugin.state)
        if plugin.state == "disabled":
            rows.append((*where, ""))
        rows += [(*where, str(problem)) for problem in plugin.problems]
    return rows
