"""What must be named as well, so that a step follows from what it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import COVER, Candidate, Step
from sudoku_engine.board.truths import ClueTruth
from sudoku_engine.board.words import listed, names
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.reasons import confining_houses, seen_by
from sudoku_engine.solving.smallest_reason import AnyTruth, missing_truths
from sudoku_engine.testing.reason_reader import ReasonReader

MOST_PLACES = 3
"""The number of candidates of one digit in a house that may be missing together."""

MOST_TRUTHS = 2
"""The cells and houses that may be missing together; if there are more, it is no slip."""

MOST_TRIES = 20_000
"""The choices that are tried to find them."""

AS_NAMED = "the rest"
"""The kind of a reason that a technique gives, of which the step names a part."""


class Addition(NamedTuple):
    """What a step should name as well."""

    kind: str
    """What is added: AS_NAMED, ``technique``, ``whole``, ``places``, ``cells``, ``houses``."""
    words: str


def missing_reason(
    reader: ReasonReader, grid: Grid, step: Step, technique: Component | None = None
) -> Addition | None:
    """Return what `step` should name as well; None if that is much, or not found.

    `technique`: the one that the strategy should be, which may know the reasons.
    """
    for other, addition in _by_technique(grid, step, technique) if technique is not None else ():
        with suppress(GaveUp):
            if reader.counter_board(grid, other) is None:
                return addition
    truths = missing_truths(grid, step, seen_by(step, grid), MOST_TRUTHS, MOST_TRIES)
    if not truths:
        return None
    additions = [_addition(grid, step, truth) for truth in truths]
    return Addition(additions[0].kind, "; ".join([each.words for each in additions]))


def _addition(grid: Grid, step: Step, truth: AnyTruth) -> Addition:
    """Return the truth that `step` should name, in words."""
    if isinstance(truth, ClueTruth):
        return Addition("clues", f"name {truth.brief} in `clues`, too")
    if truth.cell is not None:
        group = [Candidate(truth.cell, digit) for digit in sorted(grid.candidates(truth.cell))]
        if any(cell == truth.cell for cell, _ in step.grounds):
            return Addition("whole", f"name all candidates of {_named(grid, group)} in `because`")
        return Addition("cells", f"{_named(grid, group)} is missing in `because`")
    group = [Candidate(cell, truth.digit) for cell in grid.places(truth.digit, truth.house)]
    if len(group) > MOST_PLACES:
        return Addition("houses", f"name {truth.house} in `houses`, too")
    where = f"all places for {truth.brief}"
    return Addition("places", f"name {where} in `because`: {_cells_of(grid, group)}")


def _by_technique(grid: Grid, step: Step, technique: Component) -> Iterator[tuple[Step, Addition]]:
    """Yield the steps of the `technique` with this effect, and their cells in words."""
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
        yield other, Addition(kind, words)


def _has_a_known_base(fish: Step) -> bool:
    """Return whether a base house of a `fish` has only one place: it is a single in disguise."""
    cells = {cell for cell, _ in fish.grounds}
    base = confining_houses(fish) if COVER in fish.house_roles else ()
    return any(len(cells & {*house.cells}) < 2 for house in base)


def _named(grid: Grid, candidates: Sequence[Candidate]) -> str:
    """Return the cells of `candidates` in words, a single one with its digits."""
    digits = {digit for _, digit in candidates}
    is_single = len({cell for cell, _ in candidates}) == 1
    return _cells_of(grid, candidates) + (f" ({listed(digits)})" if is_single else "")


def _cells_of(grid: Grid, candidates: Sequence[Candidate]) -> str:
    return names({grid.layout.cells[cell] for cell, _ in candidates})
