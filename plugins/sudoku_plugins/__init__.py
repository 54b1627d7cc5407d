"""The engine's own components, offered in the same way as any plugin's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import Strategy, hookimpl
from sudoku_engine.api.hookspecs import thing_at
from sudoku_engine.api.strategy import Scout

if TYPE_CHECKING:
    from sudoku_engine import Rule
    from sudoku_engine.api.protocols import Checker, Format, Generator, Solver

PLACES = {
    "solver": {
        name: f"sudoku_plugins.solvers.{name}:{name.upper()}"
        for name in (
            *("bitboard", "backtracking", "mrv", "dancing_links"),
            *("linear_l1", "integer", "sat", "compiled"),
        )
    }
}
"""Where components are, by kind and id: one of them is imported without the others."""


@hookimpl
def sudoku_strategies() -> Iterable[Strategy]:
    """Return the bundled techniques, from easy to hard."""
    from sudoku_plugins.strategies.order import STRATEGIES

    return STRATEGIES


def scout() -> Scout:
    """Return the scout, which predicts the bundled strategies that find a step."""
    from sudoku_plugins.strategies.compiled import SCOUT

    return SCOUT


@hookimpl
def sudoku_checkers() -> Iterable[Checker]:
    """Return the bundled checkers."""
    from sudoku_plugins.checkers.block_hash import BLOCK_HASH
    from sudoku_plugins.checkers.brute_force import BRUTE_FORCE
    from sudoku_plugins.checkers.patterns import PATTERNS
    from sudoku_plugins.checkers.refining import CANONICAL

    return [CANONICAL, PATTERNS, BLOCK_HASH, BRUTE_FORCE]


@hookimpl
def sudoku_solvers() -> Iterable[Solver]:
    """Return the bundled solvers."""
    return map(thing_at, PLACES["solver"].values())


@hookimpl
def sudoku_generators() -> Iterable[Generator]:
    """Return the bundled generators."""
    from sudoku_plugins.generators.compiled_minimal import COMPILED_MINIMAL
    from sudoku_plugins.generators.graded import GRADED
    from sudoku_plugins.generators.minimal import MINIMAL, SYMMETRIC
    from sudoku_plugins.generators.random_fill import RANDOM_FILL

    return [MINIMAL, SYMMETRIC, RANDOM_FILL, GRADED, COMPILED_MINIMAL]


@hookimpl
def sudoku_formats() -> Iterable[Format]:
    """Return the bundled readers of other programs' texts."""
    from sudoku_plugins.formats import FORMATS

    return FORMATS


@hookimpl
def sudoku_rules() -> Iterable[Rule]:
    """Return the bundled rules."""
    from sudoku_plugins.rules import RULES

    return RULES
