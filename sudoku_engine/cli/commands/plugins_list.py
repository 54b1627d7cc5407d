"""``plugins list``: what is loaded, from where, in what state."""

from __future__ import annotations

from typing import Any

import click

from sudoku_engine.api.kinds import KINDS
from sudoku_engine.cli.context import engine_options, job, json_option
from sudoku_engine.cli.tables import print_table
from sudoku_engine.plugins.registry import Registry

COLUMNS = ("kind", "id", "name", "family", "from", "state", "problem")


@click.command("list")
@json_option
@engine_options
def plugins_list(as_json: bool, **engine: Any) -> int:
    """List the plugins: kind, id, where they are from, in what state, and what went wrong.

    \b
    Example:
      sudoku-engine plugins list -p examples/my_strategy.py
    """
    with job(**engine) as task:
        print_table(COLUMNS, _rows(task.registry), task.out, as_json)
    return task.status


def _rows(registry: Registry) -> list[tuple[str, ...]]:
    """A row a plugin, in its default order, then a row for each thing that went wrong."""
    rows: list[tuple[str, ...]] = [
        (kind, plugin.id, plugin.name, plugin.family or "", str(plugin.origin), "loaded", "")
        for kind in KINDS
        for plugin in registry.of_kind(kind)
    ]
    for plugin in registry.plugins:
        if plugin.state == "disabled":
            rows.append(("", "", "", "", plugin.origin.name, plugin.state, ""))
        for problem in plugin.problems:
            rows.append(("", "", "", "", plugin.origin.name, plugin.state, str(problem)))
    return rows
