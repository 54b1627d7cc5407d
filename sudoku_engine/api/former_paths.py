"""The module paths that starters and documents once used; they still work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, cast

FORMER_PATHS = {
    "sudoku_engine.commands": "sudoku_engine.__main__",
    "sudoku_engine.commands.program": "sudoku_engine.__main__",
    "sudoku_engine.protocols": "sudoku_engine.api.protocols",
    "sudoku_engine.run": "sudoku_engine.api.run",
    "sudoku_engine.transformation": "sudoku_engine.transform.transformation",
}
"""By former path, the present path of the module."""


class _FormerPaths:
    """An import finder for former paths: a module there has the names of the present one."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a former path, None for any other name."""
        if name not in FORMER_PATHS:
            return None
        return ModuleSpec(name, cast(Any, self), is_package=name == "sudoku_engine.commands")

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Copy the names of the present module into `module`."""
        present = vars(import_module(FORMER_PATHS[module.__name__]))
        vars(module).update({name: thing for name, thing in present.items() if name[:2] != "__"})


def install() -> None:
    """Allow imports of former paths; present ones are found first."""
    if not any(isinstance(finder, _FormerPaths) for finder in sys.meta_path):
        sys.meta_path.append(_FormerPaths())
