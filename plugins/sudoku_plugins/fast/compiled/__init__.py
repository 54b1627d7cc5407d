"""The search on many 9x9 puzzles, as machine code: for a million puzzles at a time.

It works as `search.classic` does, and for many puzzles it is about a hundred times as fast. It is
there where numba (the extra ``fast``) is installed; nothing is imported before the first question.
Read `lanes` first, which has the legend of the names; then `rounds`, `guessing` and `entries`.
`entries` has what Python calls, `machine_code` compiles, keeps and loads it.

It counts no nodes, so it never answers where a budget decides; and its solutions of a puzzle
that has several come in an order of their own. So in place of a solver it settles only what is
certain: the number of solutions, and the solution if there is just one. The reason why a puzzle has
no solution needs more work, and only the solver decides which of several solutions comes first;
such puzzles are handled one by one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sudoku_engine.board.layout import Layout
from sudoku_engine.bundled import install
from sudoku_engine.errors import PluginError, message_of
from sudoku_engine.formats.blocks import N_CELLS, PlainBlock, Settled, plain_lines
from sudoku_engine.plugins.component import Component
from sudoku_engine.randomness import below
from sudoku_plugins.fast.compiled.desk import ENTRY, WORDS

if TYPE_CHECKING:
    from random import Random

    from sudoku_engine.board.grid import Grid

_OURS = ("bitboard", "compiled", "compiled_minimal")
"""The bundled solvers and generators with the same answers as the compiled search."""

_BAND = (1 << 27) - 1
_SEEDS = 1 << 53
"""As many as `random` draws."""
_CHUNK = 1024
"""The most puzzles that a thread takes at a time: even hard ones do not delay Ctrl-C for long."""


@cache
def is_available() -> bool:
    """Return whether the compiled search can be used: whether numba is installed."""
    return find_spec("numba") is not None


def notify(line: str) -> None:
    """Write a notice for the user."""
    print(f"notice: {line}", file=sys.stderr, flush=True)


def prepare(announce: Callable[[str], None] = lambda line: None) -> None:
    """Load the compiled search, so that the first question takes no longer than others.

    The first time on a machine it has to be compiled; `announce` gets a line that says so before.
    Raises ImportError if numba is missing, or does not work here.
    """
    from sudoku_plugins.fast.compiled.machine_code import SEARCH

    SEARCH.functions(announce)


def is_there_soon() -> bool:
    """Return whether it can be asked now; if it must be compiled first, that begins, unseen."""
    from sudoku_plugins.fast.compiled.machine_code import SEARCH

    return SEARCH.load_soon(may_compile=True)


def solutions(grid: Grid) -> Iterator[bytes]:
    """Yield the digits of each solution of `grid`, a classic board, by cell.

    Eliminated candidates stay eliminated. The order is always the same.
    """
    import ctypes

    from sudoku_plugins.fast.compiled.machine_code import SEARCH

    entries = SEARCH.functions()
    placed = grid.placed_boards()
    candidates = [board | digits for board, digits in zip(grid.boards, placed)]
    board = (ctypes.c_uint64 * ENTRY)(*_words(candidates), *_words(placed))
    desk = (ctypes.c_uint64 * WORDS)()
    solution = (ctypes.c_uint8 * 81)()
    entries["begin"](board, desk)
    while True:
        entries["find_next"](solution, desk)
        if not solution[0]:
            return
        yield bytes(solution)


def _words(boards: Sequence[int]) -> list[int]:
    """Return the `boards` of the digits from 1 as a board of the compiled search."""
    by_band = [[board >> band & _BAND for board in boards[1:]] for band in (0, 27, 54)]
    lanes = [lane for band in by_band for lane in band[:8]]
    lanes += [band[8] for band in (*by_band, by_band[2])]
    return [low | high << 32 for low, high in zip(lanes[::2], lanes[1::2])]


def minimal_puzzles(rngs: Sequence[Random], jobs: int = 1) -> tuple[bytes, bytes]:
    """Return a puzzle for each of `rngs`, and their one solutions: digits by cell, 81 a puzzle.

    A puzzle needs each of its clues, and is drawn by its `rng` alone: the same on every machine.
    `jobs` threads work at it.
    """
    import ctypes

    from sudoku_plugins.fast.compiled.machine_code import SEARCH

    n = len(rngs)
    seeds = (ctypes.c_uint64 * n)(*(below(rng, _SEEDS) for rng in rngs))
    puzzles, solutions = (ctypes.c_uint8 * (81 * n))(), (ctypes.c_uint8 * (81 * n))()
    first_seed, *first = (ctypes.addressof(array) for array in (seeds, puzzles, solutions))
    make_minimal = SEARCH.functions()["make_minimal"]

    def make(start: int, stop: int) -> None:
        desk = (ctypes.c_uint64 * WORDS)()
        cells = [address + 81 * start for address in first]
        make_minimal(stop - start, first_seed + 8 * start, *cells, desk)

    _share_out(n, jobs, make)
    return bytes(puzzles), bytes(solutions)


def answers(puzzles: bytes, jobs: int = 1) -> tuple[bytes, bytes]:
    """Return how many solutions each puzzle has, 2 for more, and a solution of each.

    `puzzles` are digits by cell, 0 for an open one, 81 a puzzle; so are the solutions: any of
    them where there are several, the puzzle itself where there is none. `jobs` threads work at it.
    """
    import ctypes

    from sudoku_plugins.fast.compiled.machine_code import SEARCH

    n, rest = divmod(len(puzzles), 81)
    if rest or puzzles.translate(None, bytes(range(10))):
        raise ValueError("puzzles are 81 digits from 0 to 9 each")
    counts, solutions = (ctypes.c_uint8 * n)(), (ctypes.c_uint8 * (81 * n))()
    address = ctypes.cast(ctypes.c_char_p(puzzles), ctypes.c_void_p).value or 0
    first_count, first = ctypes.addressof(counts), ctypes.addressof(solutions)
    count_each = SEARCH.functions()["count_each"]

    def answer(start: int, stop: int) -> None:
        desk = (ctypes.c_uint64 * WORDS)()
        places = address + 81 * start, first_count + start, first + 81 * start
        count_each(stop - start, 2, *places, desk)

    _share_out(n, jobs, answer)
    return bytes(counts), bytes(solutions)


def _share_out(n: int, jobs: int, work: Callable[[int, int], None]) -> None:
    """Have `jobs` threads do the `work` on `n` things, a chunk from a first to a last at a time."""
    size = max(1, min(_CHUNK, -(-n // jobs)))
    chunks = [(start, min(start + size, n)) for start in range(0, n, size)]
    if jobs == 1 or len(chunks) < 2:
        for chunk in chunks:
            work(*chunk)
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(jobs) as threads:
            list(threads.map(lambda chunk: work(*chunk), chunks))


def can_settle(component: Component, layout: Layout | None) -> bool:
    """Return whether the compiled search may replace a solver or generator, if it works here."""
    is_ours = component.is_bundled and component.id in _OURS and not component.options
    if not is_ours or layout not in (None, Layout.of_size(9)):
        return False
    return is_available()


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
    counts, solutions = answers(block.digits, n_threads)
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
    puzzles, solutions = minimal_puzzles(rngs, n_threads)
    counts, found = answers(puzzles, n_threads)
    lines = plain_lines(puzzles)
    if found != solutions or counts != bytes([1]) * len(rngs):
        known = zip(counts, plain_lines(found), plain_lines(solutions))
        wrong = next(place for place, (n, one, other) in enumerate(known) if n != 1 or one != other)
        what = f"its solution is not the only one: {lines[wrong]}"
        raise PluginError(f"compiled_minimal is at fault: {what}", "compiled_minimal", "bundled")
    return "".join(f"{line}\n" for line in lines)
