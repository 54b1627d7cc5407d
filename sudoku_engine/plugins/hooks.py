"""The hooks that the program itself calls: of bundled plugins and, if they are named so, installed.

A person's files have no such hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

import pluggy

from sudoku_engine.api import hookspecs
from sudoku_engine.api.hookspecs import COMMANDS_GROUP, PROJECT, has_installed_plugins
from sudoku_engine.bundled import LEFT_OUT, is_here, with_hook
from sudoku_engine.errors import PluginError, error_text, warn
from sudoku_engine.plugins.calls import calls

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from sudoku_engine.api.protocols import BulkSolver
    from sudoku_engine.board.layout import Layout
    from sudoku_engine.plugins.component import Component
    from sudoku_engine.plugins.registry import Registry


def hook(name: str) -> pluggy.HookCaller:
    """Return the caller of a hook: it asks installed packages, then the bundled plugins."""
    return _caller(name, frozenset(LEFT_OUT))


@cache
def _caller(name: str, left_out: frozenset[str]) -> pluggy.HookCaller:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    for module in reversed([*filter(is_here, with_hook(name))]):  # pluggy calls the last one first
        manager.register(import_module(module))
    for entry in installed_packages() if not calls.is_guest else ():
        try:
            manager.register(entry.load())
        except Exception as error:
            warn(f"the plugin {entry.name} cannot be used: {error_text(error)}")
    caller: pluggy.HookCaller = getattr(manager.hook, name)
    return caller


def installed_packages() -> Sequence[EntryPoint]:
    """Return the entry points of installed packages with commands or other hooks of the program."""
    if not has_installed_plugins(COMMANDS_GROUP):
        return ()
    from importlib import metadata  # only here: it takes a while to load

    return sorted(metadata.entry_points(group=COMMANDS_GROUP))


class Keeper(Protocol):
    """Keeps a person's plugins outside this process."""

    report: Callable[[PluginError], None]
    """A function that is called with a plugin's problem after loading."""

    def load(self) -> Registry:
        """Return the registry with all plugins: the bundled ones, and stand-ins for the others."""
        ...

    @property
    def lost(self) -> frozenset[str | tuple[str, str]]:
        """The files, and the kinds and ids of components, that take no further part."""
        ...

    def why_out(self, component: Component) -> str | None:
        """Return why `component` takes no further part, None if it does."""
        ...

    def end(self) -> None:
        """End all processes of plugins."""
        ...


def bulk_solver(solver: Component, layout: Layout | None) -> BulkSolver | None:
    """Return a search for many plain puzzles with the answers of a `solver`, or of a generator."""
    found: BulkSolver | None = hook("sudoku_bulk")(solver=solver, layout=layout)
    return found
