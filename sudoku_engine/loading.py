"""Imports the modules that plugins are in: bundled, installed, from files and folders."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from sudoku_engine.errors import PluginError, near_name, told
from sudoku_engine.hookspecs import PROJECT
from sudoku_engine.plugin import Origin, last_line, located
from sudoku_engine.watchdog import PluginTimeout, Watchdog

BUNDLED_PACKAGES = ("sudoku_plugins", "sudoku_frontends")
"""What comes with the engine. Named and not imported: the engine knows no plugin."""

LOAD_TIMEOUT = 10.0
"""Seconds that a plugin may take to load."""


def found_modules(paths: Sequence[str]) -> Iterator[tuple[Origin, Callable[[], ModuleType]]]:
    """Where plugins are from, in the order of loading, and how each module is loaded."""
    for package in BUNDLED_PACKAGES:
        yield Origin("bundled", package), partial(importlib.import_module, package)
    installed = sorted(metadata.entry_points(group=PROJECT), key=lambda entry: entry.name)
    names = {entry.name for entry in installed}
    for entry in installed:
        yield Origin("installed", entry.name, entry.value, entry.name in paths), entry.load
    seen = set()
    for given in paths:
        if given in names and not os.path.exists(given):
            continue
        for file in _files(Path(given)):
            if (resolved := file.resolve()) not in seen:
                seen.add(resolved)
                yield Origin("file", file.name, str(file), True), partial(_load_file, file, names)


def _files(path: Path) -> list[Path]:
    """The file itself, or a folder's Python files but tests and those with ``_`` before them."""
    if not path.is_dir():
        return [path]
    files = (file for file in path.glob("*.py") if not file.name.startswith(("_", ".", "test_")))
    return sorted(files)


class _PlainLoader(importlib.machinery.SourceFileLoader):
    """Loads a file as it stands now, without a cache of compiled code.

    Such a cache goes by seconds and sizes: of a file saved twice in a second it may hold the older.
    """

    def path_stats(self, path: Any) -> Any:
        """Nothing to compare a cache with."""
        raise OSError


def _load_file(path: Path, installed: Iterable[str]) -> ModuleType:
    """The module in `path`, under a name of its own: its folder is not put on the path."""
    if not path.exists():
        near = near_name(str(path), installed) if installed else "check the path"
        raise PluginError(f"there is no such file: {near}", str(path))
    # A student's random.py must not become the library's; dataclasses look their module up.
    name = f"sudoku_engine_plugin_{zlib.crc32(str(path.resolve()).encode())}_{path.stem}"
    loader = _PlainLoader(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None:
        raise PluginError("it cannot be loaded", str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class _Loading(NamedTuple):
    """A plugin while it is loaded, for the watchdog."""

    file: str


def loaded(origin: Origin, load: Callable[[], ModuleType]) -> ModuleType:
    """The module that `load` gives; whatever it does instead becomes a PluginError."""
    file = origin.path or origin.name
    watchdog = Watchdog(LOAD_TIMEOUT)
    try:
        with watchdog.watching(_Loading(file)):
            module = load()
    except (KeyboardInterrupt, PluginError):
        raise
    except PluginTimeout:
        why = f"it did not finish loading within {LOAD_TIMEOUT:g} s"
        raise located(origin, why, file, watchdog.line) from None
    except SyntaxError as error:
        why = f"it is not valid Python: {error.msg}"
        raise located(origin, why, error.filename or file, error.lineno or 0) from error
    except BaseException as error:
        line = last_line(error.__traceback__, file)
        raise located(origin, f"it failed to load: {told(error)}", file, line) from error
    if not isinstance(module, ModuleType):
        raise located(origin, f"{module!r} is not a module")
    return module
