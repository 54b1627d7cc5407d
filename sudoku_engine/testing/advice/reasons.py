"""What must be named as well, so that a step follows from what it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed, names
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.false_reasons import Reader

MOST_PLACES = 3
"""The number of candidates of one digit in a house that may be missing together."""

MOST_CELLS = 30
"""The number of cells of which each is tried."""


def advice_on_reasons(
    reader: Reader, grid: Grid, step: Step, technique: Component | None = None
) -> str:
    """Return the one thing that `step` should name as well; empty if it is not found.

    `technique`: the one that the strategy should be, which may know the reasons.
    """
    own = _by_technique(grid, step, technique) if technique is not None else ()
    for more, words in chain(own, _additions(grid, step)):
        with suppress(GaveUp):
            if reader.counter_board(grid, more) is None:
                return words
    return ""


def _additions(grid: Grid, step: Step) -> Iterator[tuple[Step, str]]:
    """Yield `step` with one more reason, and that reason in words."""
    because = list(step.grounds)
    cells = list(dict.fromkeys(cell for cell, _ in because))
    whole = [_candidates(grid, cell) for cell in cells]
    partial = [each for each in whole if not {*each} <= {*because}]
    for group in partial:
        text = f"name all candidates of {_named(grid, group)} in `because`"
        yield step.replace(because=[*because, *group]), text
    if len(partial) > 1:
        every = [candidate for group in partial for candidate in group]
        text = f"name all candidates of {_named(grid, every)} in `because`"
        yield step.replace(because=[*because, *every]), text
    for house in grid.layout.houses:
        for digit in sorted({digit for _, digit in because}):
            group = [Candidate(cell, digit) for cell in grid.places(digit, house)]
            if 0 < len({*group} - {*because}) <= MOST_PLACES:
                where = f"all places for {digit} in {house}"
                text = f"{_named(grid, group)} belong to `because`, {where}"
                yield step.replace(because=[*because, *group]), text
    for cell in islice(_near(grid, step), MOST_CELLS):
        group = _candidates(grid, cell)
        text = f"{_named(grid, group)} is missing in `because`"
        yield step.replace(because=[*because, *group]), text
    for house in grid.layout.houses:
        if house not in step.houses and any(cell in house.cells for cell in cells):
            houses = [*step.houses, house]
            text = f"name {house}, too, if its other cells are the reason"
            yield step.replace(houses=houses), f"{text}: houses=[{', '.join(map(str, houses))}]"


def _near(grid: Grid, step: Step) -> Iterator[int]:
    """Yield open cells that see one of the step's and are not named, the smallest first."""
    named = {cell for cell, _ in step.grounds}
    changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
    near = {
        peer
        for cell in named | changed
        for peer in grid.layout.peers(cell)
        if len(grid.candidates(peer)) > 1 and peer not in named
    }
    digits = {digit for _, digit in step.grounds}
    yield from sorted(
        near, key=lambda cell: (len(grid.candidates(cell) - digits), len(grid.candidates(cell)))
    )


def _by_technique(grid: Grid, step: Step, technique: Component) -> Iterator[tuple[Step, str]]:
    """Yield `step` with the reasons that the `technique` names for it, and their cells."""
    wanted = {*step.placements, *step.eliminations}
    named = {*step.grounds}
    alike = [
        other
        for other in technique.call(grid) or ()
        if wanted <= {*other.placements, *other.eliminations} and other.grounds
    ]
    for other in sorted(alike, key=lambda other: len({*other.grounds} & named), reverse=True):
        text = f"{technique.name} names {_named(grid, other.grounds)} here"
        yield other.replace(houses=[*step.houses, *other.houses]), text


def _candidates(grid: Grid, cell: int) -> list[Candidate]:
    return [Candidate(cell, digit) for digit in sorted(grid.candidates(cell))]


def _named(grid: Grid, candidates: Sequence[Candidate]) -> str:
    """Return the cells of `candidates` in words, a single one with its digits."""
    cells = list(dict.fromkeys(grid.layout.cells[cell] for cell, _ in candidates))
    digits = {digit for _, digit in candidates}
    return f"{names(cells)} ({listed(digits)})" if len(cells) == 1 else names(cells)
