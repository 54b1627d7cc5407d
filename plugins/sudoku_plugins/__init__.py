"""The engine's own components, offered in the same way as any plugin's."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_engine import Strategy, hookimpl
from sudoku_engine.api.protocols import Checker, Generator, Solver


@hookimpl
def sudoku_strategies() -> Iterable[Strategy]:
    """Return the bundled techniques, from easy to hard."""
    from sudoku_plugins.strategies import STRATEGIES

    return STRATEGIES


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
    from sudoku_plugins.solvers.backtracking import BACKTRACKING
    from sudoku_plugins.solvers.bitboard import BITBOARD
    from sudoku_plugins.solvers.compiled import COMPILED
    from sudoku_plugins.solvers.dancing_links import DANCING_LINKS
    from sudoku_plugins.solvers.integer import INTEGER
    from sudoku_plugins.solvers.linear_l1 import LINEAR_L1
    from sudoku_plugins.solvers.mrv import MRV
    from sudoku_plugins.solvers.sat import SAT

    return [BITBOARD, BACKTRACKING, MRV, DANCING_LINKS, LINEAR_L1, INTEGER, SAT, COMPILED]


@hookimpl
def sudoku_generators() -> Iterable[Generator]:
    """Return the bundled generators."""
    from sudoku_plugins.generators.compiled_minimal import COMPILED_MINIMAL
    from sudoku_plugins.generators.graded import GRADED
    from sudoku_plugins.generators.minimal import MINIMAL
    from sudoku_plugins.generators.random_fill import RANDOM_FILL
    from sudoku_plugins.generators.symmetric import SYMMETRIC

    return [MINIMAL, SYMMETRIC, RANDOM_FILL, GRADED, COMPILED_MINIMAL]
