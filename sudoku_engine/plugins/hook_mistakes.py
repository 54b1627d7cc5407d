"""Mistakes with hooks that pluggy passes over in silence."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterator
from types import ModuleType

import pluggy

from sudoku_engine.api.hookspecs import PROJECT
from sudoku_engine.api.kinds import KINDS
from sudoku_engine.board.words import listed
from sudoku_engine.errors import PluginError, near_name
from sudoku_engine.plugins.component import Origin, located, place_of

HOOK_NAMES = frozenset(kind.hook_name for kind in KINDS.values())


def hooks_with_arguments(module: ModuleType, origin: Origin) -> Iterator[PluginError]:
    """Yield a problem for each hook that takes arguments."""
    for function in list(vars(module).values()):
        if inspect.isfunction(function) and hasattr(function, f"{PROJECT}_impl"):
            names = list(inspect.signature(function).parameters)
            if names:
                why = f"{function.__name__} is called without arguments: remove {listed(names)}"
                yield located(origin, why, *place_of(function))


def silent_mistakes(
    manager: pluggy.PluginManager, module: ModuleType, origin: Origin
) -> Iterator[PluginError]:
    """Yield hooks of unknown name, and functions that look like hooks but are not marked."""
    for caller in manager.get_hookcallers(module) or ():
        if not caller.has_spec():
            why = f"unknown hook {caller.name!r}: {near_name(caller.name, HOOK_NAMES)}"
            for implementation in caller.get_hookimpls():
                if implementation.plugin is module:
                    yield located(origin, why, *place_of(implementation.function))
    for name, function in vars(module).items():
        if not inspect.isfunction(function) or function.__module__ != module.__name__:
            continue
        if hasattr(function, f"{PROJECT}_impl"):
            continue
        others = [mark[:-5] for mark in vars(function) if mark.endswith("_impl")]
        if name in HOOK_NAMES and others:
            why = f"{name} is marked for {others[0]!r}: use the hookimpl of {PROJECT}"
            yield located(origin, why, *place_of(function))
        elif name in HOOK_NAMES:
            why = f"{name} is not marked as a hook: did you forget @hookimpl?"
            yield located(origin, why, *place_of(function))
        elif difflib.get_close_matches(name, HOOK_NAMES, 1, 0.8):
            mend = near_name(name, HOOK_NAMES)
            why = f"{name} is not marked as a hook: did you forget @hookimpl, and {mend}"
            yield located(origin, why, *place_of(function))
