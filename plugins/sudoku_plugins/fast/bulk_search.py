"""Blocks of plain lines, answered or made by the compiled search, as one by one but faster.

Only certain results are settled here: the number of solutions, and the solution if there is just
one. The reason why a puzzle has no solution needs more work, and only the solver decides which of
several solutions comes first; such puzzles are handled one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random

from sudoku_engine.board.layout import Layout
from sudoku_engine.bundled import install
from sudoku_engine.errors import PluginError, message_of
from sudoku_engine.formats.blocks import N_CELLS, PlainBlock, Settled, plain_lines
from sudoku_engine.plugins.component import Component

_OURS = ("bitboard", "compiled", "compiled_minimal")
"""The bundled solvers and generators with the same answers as the compiled search."""


def can_settle(component: Component, layout: Layout | None) -> bool:
    """Return whether the compiled search may replace a solver or generator, if it works here."""
    is_ours = component.is_bundled and component.id in _OURS and not component.options
    if not is_ours or layout not in (None, Layout.of_size(9)):
        return False
    from sudoku_plugins.fast import compiled  # only here, as below: most runs do not need it

    return compiled.is_available()


def prepare(notify: Callable[[str], None]) -> None:
    """Load the compiled search; raise what goes wrong."""
    from sudoku_plugins.fast import compiled

    compiled.prepare(notify)


@cache
def is_ready(notify: Callable[[str], None]) -> bool:
    """Return whether the compiled search can be loaded; if it must be compiled, say so."""
    try:
        prepare(notify)
    except Exception as error:  # for example, if this numba needs another numpy
        notify(
            f"numba does not work here, so this takes longer ({message_of(error)}): "
            f"{install('fast', '--upgrade ')} may mend it"
        )
        return False
    return True


def settled(
    block: PlainBlock, most: int, n_threads: int = 1, least: int = 1
) -> Iterator[Settled | int]:
    """Yield the settled puzzles of a `block`, and the places of the others in it.

    Puzzles with `least` to `most` solutions are settled; 2 means 2 or more.
    """
    from sudoku_plugins.fast import compiled

    counts, solutions = compiled.answers(block.digits, n_threads)
    is_settled = bytes(least <= count <= most for count in range(256))
    flags = counts.translate(is_settled)
    begin, n = 0, len(counts)
    while begin < n:
        end = flags.find(0, begin)
        end = n if end < 0 else end
        if begin < end:
            digits = solutions[begin * N_CELLS : end * N_CELLS]
            yield Settled(block.part(begin, end), counts[begin:end], digits)
        if end < n:
            yield end
        begin = end + 1


def minimal_lines(rngs: Sequence[Random], n_threads: int) -> str:
    """Return the lines of the minimal puzzles that `rngs` draw, each proved to have one solution.

    Raises PluginError for a puzzle with another number of solutions.
    """
    from sudoku_plugins.fast import compiled

    puzzles, solutions = compiled.minimal_puzzles(rngs, n_threads)
    counts, found = compiled.answers(puzzles, n_threads)
    lines = plain_lines(puzzles)
    if found != solutions or counts != bytes([1]) * len(rngs):
        known = zip(counts, plain_lines(found), plain_lines(solutions))
        wrong = next(place for place, (n, one, other) in enumerate(known) if n != 1 or one != other)
        what = f"its solution is not the only one: {lines[wrong]}"
        raise PluginError(f"compiled_minimal is at fault: {what}", "compiled_minimal", "bundled")
    return "".join(f"{line}\n" for line in lines)
