"""The forcing nets that HoDoKu finds: small ones, put together.

A net grows from a candidate, assumed to be true or false, in four waves: each wave places all
singles at once. A consequence of a net adds the consequences of its own net. An assumption is
refuted if it makes a candidate both true and false, or leaves nothing for a cell or for a digit in
a house. A conclusion that follows from all candidates of a cell, from all places in a house, or
from a candidate and its negation is true in any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import bits
from sudoku_engine.board.step import Step
from sudoku_plugins.strategies.analysis.truths import candidate, packed, truths_of

WAVES = 4

Claim = tuple[int, bool]
"""The number of a candidate, and whether it is true."""


class _Net(NamedTuple):
    """The consequences of a claim."""

    on: int
    """The candidates that are true."""
    off: int
    """The candidates that are false."""


def net_steps(grid: Grid) -> Iterator[Step]:
    """Yield the conclusions of nets on `grid`, a step for each candidate removed or placed."""
    board, placed = packed(grid)
    board &= ~placed
    every = [truth.mask & board for truth in truths_of(grid.layout).every]
    truths = [mask for mask in every if mask]
    nets = {
        (number, is_true): _grown((number, is_true), board, truths, grid)
        for number in bits(board)
        for is_true in (True, False)
    }
    _put_together(nets)
    for number, is_true in sorted({*_refuted(nets, board, truths), *_in_any_case(nets, truths)}):
        proved = [candidate(number, grid.layout)]
        yield Step(eliminations=proved) if is_true else Step(placements=proved)


def _grown(claim: Claim, board: int, truths: Sequence[int], grid: Grid) -> _Net:
    number, is_true = claim
    weak = grid.layout.weak_links
    on, left = (1 << number, board & ~weak[number]) if is_true else (0, board & ~(1 << number))
    for _ in range(WAVES):
        new = 0
        for truth in truths:
            last = truth & left
            if last and not last & last - 1:
                new |= last
        new &= ~on
        for single in bits(new):
            left &= ~weak[single]
        on |= new
    return _Net(on, board & ~left)


def _put_together(nets: dict[Claim, _Net]) -> None:
    is_changed = True
    while is_changed:
        is_changed = False
        for claim, (on, off) in nets.items():
            all_on, all_off = on, off
            for mask, is_true in ((on, True), (off, False)):
                for number in bits(mask):
                    more = nets[number, is_true]
                    all_on |= more.on
                    all_off |= more.off
            if (all_on, all_off) != (on, off):
                nets[claim] = _Net(all_on, all_off)
                is_changed = True


def _refuted(nets: Mapping[Claim, _Net], board: int, truths: Iterable[int]) -> Iterator[Claim]:
    for claim, (on, off) in nets.items():
        if on & off or any(not truth & board & ~off for truth in truths):
            yield claim


def _in_any_case(nets: Mapping[Claim, _Net], truths: Iterable[int]) -> Iterator[Claim]:
    """Yield the negations of all conclusions that follow in any case."""
    cases = [[nets[number, True] for number in bits(truth)] for truth in truths]
    cases += [[nets[number, True], nets[number, False]] for number, is_true in nets if is_true]
    for each in cases:
        for number in bits(reduce(and_, [net.on for net in each])):
            yield number, False
        for number in bits(reduce(and_, [net.off for net in each])):
            yield number, True
