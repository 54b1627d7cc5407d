"""Hooks that are called where something begins, such as a film."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import pluggy

from sudoku_engine.api import hookspecs
from sudoku_engine.bundled import is_here, with_hook


@cache
def hook(name: str) -> pluggy.HookCaller:
    """Return the caller of a hook: it asks the bundled plugins that have it, in their order."""
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    for module in reversed([*filter(is_here, with_hook(name))]):  # pluggy calls the last one first
        manager.register(import_module(module))
    caller: pluggy.HookCaller = getattr(manager.hook, name)
    return caller
