"""Nets within nets: what follows from a supposition if more may be supposed besides.

When nothing more follows from a supposition, one supposes something more. If that contradicts
itself, it is false under the first supposition, and the net goes on without it. Where it never ends
in a contradiction, this takes hundreds of times as long as a plain net: so there is a limit.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Layout
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.forcing.units import rules_of
from sudoku_plugins.strategies.forcing.waves import Waves, waves_of

MOST_TRIES = 15_000
"""The number of suppositions on a board, a third of a second for the classic one."""
MOST_TRIES_ELSEWHERE = 3_000


def first_refuted(board: int, placed: int, layout: Layout) -> Waves | None:
    """Return the waves of the first supposition that contradicts itself by nets within its net.

    None if there is none, or none within the limit.
    """
    most = MOST_TRIES if layout is Layout.named("9x9") else MOST_TRIES_ELSEWHERE
    tries = iter(range(most))
    for node in small_cells_first(board, placed, layout):
        waves = nested_waves(board, placed, 1 << node, layout, tries)
        if not waves.board:
            return waves
    return None


def nested_waves(
    board: int, placed: int, start: int, layout: Layout, tries: Iterator[int]
) -> Waves:
    """Return what follows from `start`, as `waves_of` does, with nets within the net.

    Each takes one of the `tries`; when none is left, the rest is left out.
    """
    found = waves_of(board, placed, start, layout)
    waves, refuted = list(found.waves), dict(found.refuted)
    is_changed = True
    while is_changed and found.board:
        is_changed = False
        for node in small_cells_first(found.board, found.placed, layout):
            if found.board & ~found.placed & 1 << node and next(tries, None) is not None:
                inner = waves_of(found.board, found.placed, 1 << node, layout)
                if not inner.board:
                    refuted[len(waves)] = inner
                    waves.append((found.board, 0))
                    found = waves_of(found.board & ~(1 << node), found.placed, 0, layout)
                    waves += found.waves
                    is_changed = True
                    if not found.board:
                        break
    return Waves(waves, found.board, found.placed, refuted)


def small_cells_first(board: int, placed: int, layout: Layout) -> Iterator[int]:
    """Yield the candidates of the open cells, those in cells with few candidates first."""
    cells = [board & unit.mask for unit in rules_of(layout).units[: len(layout.cells)]]
    for cell in sorted(cells, key=int.bit_count):
        if not cell & placed:
            yield from bits(cell)
