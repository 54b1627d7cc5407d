"""What the code in a file is for: the engine's search, a bundled strategy, the plugin itself."""

from __future__ import annotations

import os
import re
import sys
from enum import Enum

from sudoku_engine import errors
from sudoku_engine.plugins.loading import BUNDLED_PACKAGES


class CodeOwner(Enum):
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
    "testing/plugin_calls.py": CodeOwner.EDGE,
    "testing/assertions.py": CodeOwner.EDGE,
    "testing/boards_with_solutions.py": CodeOwner.KIT,
    "testing/technique_boards.py": CodeOwner.KIT,
    "testing/kit.py": CodeOwner.KIT,
    "testing/technique_comparison.py": CodeOwner.KIT,
    "solving/guard.py": CodeOwner.FREE,
    "search/": CodeOwner.SEARCH,
    **dict.fromkeys(("cli/", "engine.py", "guests/", "session/", "solving/"), CodeOwner.ENGINE),
    **dict.fromkeys(("testing/grading/", "testing/practice/"), CodeOwner.ENGINE),
}
"""The part of files and folders of the engine; the rest is free."""

_IN_PLUGINS = {
    "strategies/__init__.py": CodeOwner.FREE,
    "strategies/analysis/": CodeOwner.FREE,
    "strategies/": CodeOwner.STRATEGY,
    "solvers/": CodeOwner.SEARCH,
}
"""The same for the bundled plugins."""

_IMPORTERS = "<frozen importlib"
"""How the files of Python's import system begin: what runs above them is an import, not a use."""


class CodeOwners(dict[str, CodeOwner]):
    """The part of each file that was asked for, for a plugin whose main method is in `file`.

    Its helper modules stand in the same folder. If `file` is empty, all that is neither ours nor
    Python's counts as the plugin.
    """

    def __init__(self, file: str) -> None:
        super().__init__({file: CodeOwner.OWN} if file else {})
        files = [getattr(sys.modules.get(name), "__file__", None) for name in BUNDLED_PACKAGES]
        self._ours = [(os.path.dirname(each), _IN_PLUGINS) for each in files if each]
        self._ours.append((ENGINE, IN_ENGINE))
        self._home = os.path.dirname(file)

    def __missing__(self, file: str) -> CodeOwner:
        part = self[file] = self._part(file)
        return part

    def _part(self, file: str) -> CodeOwner:
        if file.startswith(_IMPORTERS):
            return CodeOwner.EDGE
        for folder, table in self._ours:
            if _is_in(file, folder):
                rest = file[len(folder) + 1 :].replace(os.sep, "/")
                return next(
                    (part for key, part in table.items() if rest.startswith(key)), CodeOwner.FREE
                )
        if file.startswith("<") or _is_in(file, _PYTHON) or _INSTALLED.search(file):
            return CodeOwner.FREE
        return CodeOwner.OWN if not self._home or _is_in(file, self._home) else CodeOwner.FREE


_PYTHON = os.path.dirname(os.__file__)  # the folder of Python's library
_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]")  # in paths


def _is_in(file: str, folder: str) -> bool:
    return file.startswith(f"{folder}{os.sep}")
