"""What the code in a file is for: the engine's search, a bundled strategy, the plugin itself."""

from __future__ import annotations

import os
import re
import sys
from enum import Enum

from sudoku_engine import errors
from sudoku_engine.plugins.loading import BUNDLED_PACKAGES


class Part(Enum):
    """What code is for, as far as it matters who enters it."""

    OWN = "the plugin itself"
    FREE = "whatever a plugin may use"
    EDGE = "what calls the plugin: nothing above it was called by the plugin"
    SEARCH = "the search"
    ENGINE = "what solves, rates or checks puzzles"
    KIT = "the kit's boards"
    STRATEGY = "the bundled strategies"


ENGINE = os.path.dirname(errors.__file__)

IN_ENGINE = {
    "testing/plugin_calls.py": Part.EDGE,
    "testing/assertions.py": Part.EDGE,
    "testing/boards_with_solutions.py": Part.KIT,
    "testing/technique_boards.py": Part.KIT,
    "testing/false_rectangles.py": Part.KIT,
    "testing/kit.py": Part.KIT,
    "testing/technique_comparison.py": Part.KIT,
    "solving/guard.py": Part.FREE,
    "search/": Part.SEARCH,
    **dict.fromkeys(("cli/", "functions/", "guests/", "session/", "solving/"), Part.ENGINE),
    **dict.fromkeys(("testing/grading/", "testing/practice/"), Part.ENGINE),
}
"""The part of files and folders of the engine; the rest is free."""

_IN_PLUGINS = {
    "strategies/__init__.py": Part.FREE,
    "strategies/analysis/": Part.FREE,
    "strategies/analysis/board_facts.py": Part.FREE,
    "strategies/": Part.STRATEGY,
    "solvers/": Part.SEARCH,
}
"""The same for the bundled plugins."""

_IMPORTERS = "<frozen importlib"
"""How the files of Python's import system begin: what runs above them is an import, not a use."""


class Parts(dict[str, Part]):
    """The part of each file that was asked for, for a plugin whose main method is in `file`.

    Its helper modules are beside it. If `file` is empty, all that is neither ours nor Python's
    counts as the plugin.
    """

    def __init__(self, file: str) -> None:
        super().__init__({file: Part.OWN} if file else {})
        ours = [(_folder(name), _IN_PLUGINS) for name in BUNDLED_PACKAGES]
        self._ours = [(folder, table) for folder, table in (*ours, (ENGINE, IN_ENGINE)) if folder]
        self._home = os.path.dirname(file)

    def __missing__(self, file: str) -> Part:
        part = self[file] = self._part(file)
        return part

    def _part(self, file: str) -> Part:
        if file.startswith(_IMPORTERS):
            return Part.EDGE
        for folder, table in self._ours:
            if _is_in(file, folder):
                rest = file[len(folder) + 1 :].replace(os.sep, "/")
                return next(
                    (part for key, part in table.items() if rest.startswith(key)), Part.FREE
                )
        if file.startswith("<") or _is_in(file, _PYTHON) or _INSTALLED.search(file):
            return Part.FREE
        return Part.OWN if not self._home or _is_in(file, self._home) else Part.FREE


_PYTHON = os.path.dirname(os.__file__)
"""The folder of Python's library."""

_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]")
"""Part of the path of files that are installed."""


def _folder(package: str) -> str:
    """Return the folder of a `package` that is loaded, empty if it is not."""
    file = getattr(sys.modules.get(package), "__file__", None)
    return os.path.dirname(file) if file else ""


def _is_in(file: str, folder: str) -> bool:
    return file.startswith(f"{folder}{os.sep}")
