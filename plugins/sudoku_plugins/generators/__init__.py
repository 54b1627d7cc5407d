"""Makers of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import Generator


@hookimpl
def sudoku_generators() -> Iterable[Generator]:
    """Return the bundled generators."""
    from sudoku_plugins.generators.graded import GRADED
    from sudoku_plugins.generators.minimal import MINIMAL, SYMMETRIC
    from sudoku_plugins.generators.random_fill import RANDOM_FILL

    return [MINIMAL, SYMMETRIC, RANDOM_FILL, GRADED]


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that makes puzzles."""
    purpose = "Make puzzles of a level, or that need a technique."
    return commands_in(__name__, {"generate": purpose}, {"generate": "generate_command"})


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return {"generate": "sudoku_plugins.generators.generation"}
