"""Forcing net: suppose something, follow it with all singles, and see whether it can be.

Suppose that a cell is 5. Eliminate 5 from all that sees it. Some cell may have only one candidate
left then, some house one place for a digit: these are true too, if the 5 is. They eliminate more,
and so on. What grows from a single candidate is a **net**: unlike a chain it may need several of
its parts to get on. There are two ways to learn something from it.

**Contradiction.** The net may run into something impossible: a cell without candidates, a digit
without a place in some house, or twice in a house. Then what you supposed is false::

    suppose r1c1=5  ->  r1c9=2, the last candidate of the cell
                    ->  r7c9=8, the last candidate of the cell
                    ->  r7c1=2, the last place in row 7
                    ->  r4c1 has no candidate left
    so r1c1 is not 5

**Verity.** Try all candidates of a cell in turn, or all places of a digit in a house. One of them
is true. If each of the nets places the same digit, or eliminates the same candidate, it is so in
any case.

This is hard work by pencil, and the last thing to try. Yet it is no guess: you go on with what is
proved, not with what you supposed. Begin with cells of two candidates and digits with two places.

**Nets within nets.** On the hardest boards neither happens. Then suppose something, follow it to
where nothing more follows, and there suppose something else as well. If this contradicts itself, it
is false under the first supposition, which may get its net going again. That is as far as anybody
would go: of the hardest puzzles known, all of those that we tried are solved so.

Contradictions come first, short ones before long ones. Verities are looked for if there is no
contradiction, and nets within nets if there is no verity either; of these only the first is shown,
and they are looked for up to a limit, on boards of up to nine rows. A step shows only the part of
the net that it needs. In its notation, the digits follow in order from what is supposed, with the
house where one has no other place: ``r1c1=5, r1c9=2, r7c1=2 (row 7) -> contradiction in r4c1``. A
net within a net begins with both things supposed. Described at
https://hodoku.sourceforge.net/en/tech_last.php.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count

from sudoku_engine import Grid, Step, strategy
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.analysis.links import weak_links
from sudoku_plugins.strategies.analysis.nodes import candidate
from sudoku_plugins.strategies.forcing.nested import first_refuted
from sudoku_plugins.strategies.forcing.nets import contradiction_step, verity_step
from sudoku_plugins.strategies.forcing.proof import End, Proof, proof_of, refutation
from sudoku_plugins.strategies.forcing.units import Unit, packed, rules_of
from sudoku_plugins.strategies.forcing.waves import Waves, starts_on, waves_of

EXAMPLE = (
    ":0000:x:.63.57....97..63..1.42...7.4.156.7.9...7....3.7..2.54...8...2.774.......6.5.7.4.8:"
    "218 119 228 129 529 835 251 855 856 956 158 961 974 375 376 976 386 396 996:::"
)
"""1 in r6c4 leads to 9 and 8 in r1c7."""

AT_ONCE = 8
"""How many contradictions are worked out before the shortest of them is shown."""


@strategy("Forcing Net", score=700, level="extreme", example=EXAMPLE, sizes=None, family="forcing")
def forcing_net(grid: Grid) -> Iterator[Step]:
    """Suppose something and follow all singles, to a contradiction or to the same in all cases."""
    board, placed = packed(grid)
    layout = grid.layout
    # On small boards a look ahead takes longer than it saves.
    starts = starts_on(board, placed, layout) if layout.n > 9 else board & ~placed
    followed = {node: waves_of(board, placed, 1 << node, layout) for node in bits(starts)}
    if any(not waves.board for waves in followed.values()):
        yield from contradictions(followed.values(), grid)
    elif starts:
        for node in bits(board & ~placed & ~starts):
            followed[node] = waves_of(board, placed, 1 << node, layout)
        steps = _verities(followed, board, placed, grid)
        first = next(steps, None)
        if first is not None:
            yield first
            yield from steps
        elif layout.n <= 9 and (waves := first_refuted(board, placed, layout)):
            yield contradiction_step(refutation(waves, layout), grid)


def contradictions(followed: Iterable[Waves], grid: Grid) -> Iterator[Step]:
    """Yield a step for each supposition that contradicts itself, roughly the shortest first."""
    failed = [waves for waves in followed if not waves.board]
    failed.sort(key=lambda waves: len(waves.waves))
    waiting: list[tuple[int, int, Proof]] = []
    order = count()
    for waves in failed:
        proof = refutation(waves, grid.layout)
        heappush(waiting, (proof.size, next(order), proof))
        if len(waiting) == AT_ONCE:
            yield contradiction_step(heappop(waiting)[2], grid)
    while waiting:
        yield contradiction_step(heappop(waiting)[2], grid)


def _verities(followed: dict[int, Waves], board: int, placed: int, grid: Grid) -> Iterator[Step]:
    """Yield a step for each conclusion that all cases of some unit share, simple ones first."""
    weak = weak_links(grid.layout)
    found: dict[tuple[int, bool], tuple[tuple[int, int], Unit, list[Waves]]] = {}
    for unit in rules_of(grid.layout).units:
        if unit.mask & placed:
            continue
        cases = [followed[number] for number in bits(board & unit.mask)]
        left, true = 0, ~placed
        for case in cases:
            left |= case.board
            true &= case.placed
        gone = board & ~left
        for number in bits(true):
            gone &= ~weak[number]
        key = len(cases), sum(len(case.waves) for case in cases)
        for number, is_true in (
            *((n, True) for n in bits(true)),
            *((n, False) for n in bits(gone)),
        ):
            if (number, is_true) not in found or key < found[number, is_true][0]:
                found[number, is_true] = key, unit, cases
    for (number, is_true), (_, unit, cases) in sorted(found.items(), key=lambda each: each[1][0]):
        end = End(1 << number, 0, None) if is_true else End(0, 1 << number, None)
        proofs = [proof_of(case, end, grid.layout) for case in cases]
        yield verity_step(unit, proofs, candidate(number, grid.layout), is_true, grid)
