"""What must be named as well, so that a step follows from what it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import COVER, Candidate, Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.reasons import confining_houses
from sudoku_engine.testing.reason_reader import ReasonReader

MOST_PLACES = 3
"""The number of candidates of one digit in a house that may be missing together."""

MOST_CELLS = 30
"""The number of cells of which each is tried."""

AS_NAMED = "the rest"
"""The kind of a reason that a technique gives, of which the step names a part."""


class Addition(NamedTuple):
    """One thing that a step should name as well."""

    kind: str
    """What is added: AS_NAMED, ``technique``, ``whole``, ``places``, ``cells`` or ``houses``."""
    step: Step
    """The step that names it."""
    words: str


def missing_reason(
    reader: ReasonReader, grid: Grid, step: Step, technique: Component | None = None
) -> Addition | None:
    """Return the one thing that `step` should name as well; None if it is not found.

    `technique`: the one that the strategy should be, which may know the reasons.
    """
    own = _by_technique(grid, step, technique) if technique is not None else ()
    for addition in chain(own, _additions(grid, step)):
        with suppress(GaveUp):
            if reader.counter_board(grid, addition.step) is None:
                return addition
    return None


def _additions(grid: Grid, step: Step) -> Iterator[Addition]:
    """Yield `step` with one more reason, each in words."""
    is_of_one_digit = len({digit for _, digit in step.grounds}) == 1
    kinds = {"whole": _whole_cells, "places": _places, "cells": _cells}
    if is_of_one_digit:  # as of a fish: what else is in its cells is no reason
        del kinds["whole"]
    for kind, reasons in kinds.items():
        for more, words in reasons(grid, step):
            yield Addition(kind, step.replace(because=[*step.grounds, *more]), words)
    cells = {cell for cell, _ in step.grounds}
    for house in grid.layout.houses:
        if house not in step.houses and cells & {*house.cells}:
            housed = step.replace(houses=[*step.houses, house])
            yield Addition("houses", housed, f"name {house} in `houses`, too")


Reasons = Iterator[tuple[Sequence[Candidate], str]]


def _whole_cells(grid: Grid, step: Step) -> Reasons:
    """Yield all candidates of cells of which some are named."""
    named = {*step.grounds}
    whole = [_candidates(grid, cell) for cell in dict.fromkeys(cell for cell, _ in step.grounds)]
    partial = [each for each in whole if not {*each} <= named]
    every = [candidate for group in partial for candidate in group]
    for group in [*partial, every] if len(partial) > 1 else partial:
        yield group, f"name all candidates of {_named(grid, group)} in `because`"


def _places(grid: Grid, step: Step) -> Reasons:
    """Yield all places of a named digit in a house, first in those that have a named one."""
    named, eliminated = {*step.grounds}, {*step.eliminations}
    groups = [
        (house, digit, [Candidate(cell, digit) for cell in grid.places(digit, house)])
        for house in grid.layout.houses
        for digit in sorted({digit for _, digit in named})
    ]
    for house, digit, group in sorted(groups, key=lambda one: not named & {*one[2]}):
        missing = {*group} - named
        if len(group) > 1 and 0 < len(missing) <= MOST_PLACES and not eliminated & {*group}:
            where = f"all places for {symbol(digit)} in {house}"
            yield group, f"name {where} in `because`: {_cells_of(grid, group)}"


def _cells(grid: Grid, step: Step) -> Reasons:
    """Yield all candidates of a cell that sees one of the step's, the smallest first."""
    named = {cell for cell, _ in step.grounds}
    changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
    near = {
        peer
        for cell in named | changed
        for peer in grid.layout.peers(cell)
        if len(grid.candidates(peer)) > 1
    }
    digits = {digit for _, digit in step.grounds}
    ranked = sorted(
        near - named - changed,
        key=lambda cell: (len(grid.candidates(cell) - digits), len(grid.candidates(cell)), cell),
    )
    for cell in ranked[:MOST_CELLS]:
        group = _candidates(grid, cell)
        yield group, f"{_named(grid, group)} is missing in `because`"


def _by_technique(grid: Grid, step: Step, technique: Component) -> Iterator[Addition]:
    """Yield `step` with the reasons that the `technique` names for it, and their cells."""
    wanted = {*step.placements, *step.eliminations}
    named = {*step.grounds}
    alike = [
        other
        for other in technique.call(grid) or ()
        if wanted <= {*other.placements, *other.eliminations} and other.grounds
        if not _has_a_known_base(other)
    ]
    cells = {cell for cell, _ in named}
    for other in sorted(alike, key=lambda other: len({*other.grounds} & named), reverse=True):
        kind, words = "technique", f"{technique.name} names {_named(grid, other.grounds)} here"
        lacking = [each for each in other.grounds if each.cell not in cells]
        if lacking and named <= {*other.grounds}:
            are = "is" if len({cell for cell, _ in lacking}) == 1 else "are"
            kind, words = AS_NAMED, f"{words}: {_cells_of(grid, lacking)} {are} missing"
        yield Addition(kind, other, words)


def _has_a_known_base(fish: Step) -> bool:
    """Return whether a base house of a `fish` has only one place: it is a single in disguise."""
    cells = {cell for cell, _ in fish.grounds}
    base = confining_houses(fish) if COVER in fish.house_roles else ()
    return any(len(cells & {*house.cells}) < 2 for house in base)


def _candidates(grid: Grid, cell: int) -> list[Candidate]:
    return [Candidate(cell, digit) for digit in sorted(grid.candidates(cell))]


def _named(grid: Grid, candidates: Sequence[Candidate]) -> str:
    """Return the cells of `candidates` in words, a single one with its digits."""
    digits = {digit for _, digit in candidates}
    is_single = len({cell for cell, _ in candidates}) == 1
    return _cells_of(grid, candidates) + (f" ({listed(digits)})" if is_single else "")


def _cells_of(grid: Grid, candidates: Sequence[Candidate]) -> str:
    return names({grid.layout.cells[cell] for cell, _ in candidates})
