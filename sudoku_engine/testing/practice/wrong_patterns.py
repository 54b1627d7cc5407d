"""What is wrong with the pattern that a person gave as the reason of a false step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.notation import chain_in, fish_in, linked_sets_in, subset_in
from sudoku_engine.board.step import COVER, Candidate, Step
from sudoku_engine.errors import SudokuError
from sudoku_engine.testing.advice.claim import Claim, first
from sudoku_engine.testing.advice.step_advice import rules_of_family
from sudoku_engine.testing.practice.answers import Answer


def why_no_pattern(answer: Answer, false: Sequence[Candidate], grid: Grid, family: str) -> str:
    """Return what is wrong with the pattern of `answer`, empty if unknown.

    `false`: the claims that are false; `family`: that of the technique.
    """
    claim = Claim.of(_step(answer, false, grid), grid)
    if not (claim.because or answer.placements):
        return ""
    return first(rules_of_family(family), claim)


def _step(answer: Answer, false: Sequence[Candidate], grid: Grid) -> Step:
    """Return the false part of `answer` as a step, with its pattern as the reason if it is read."""
    step = Step(
        [each for each in answer.placements if each in false],
        [each for each in answer.eliminations if each in false],
    )
    for reader in _READERS:
        try:
            return reader(step, answer.pattern, grid)
        except SudokuError:
            continue
    return step


def _subset(step: Step, pattern: str, grid: Grid) -> Step:
    digits, cells = subset_in(pattern, grid.layout)
    named = [Candidate(cell, digit) for cell in cells for digit in digits]
    return step.replace(because=_candidates(named, grid))


def _fish(step: Step, pattern: str, grid: Grid) -> Step:
    digit, base, cover, fins, endofins = fish_in(pattern, grid.layout)
    body = [Candidate(cell, digit) for house in base for cell in house.cells]
    named = [each for each in body if each.cell not in fins]
    return step.replace(
        because={
            "cause": _candidates(named, grid),
            "fin": [Candidate(cell, digit) for cell in (*fins, *endofins)],
        },
        houses={"base": base, COVER: cover},
    )


def _sets(step: Step, pattern: str, grid: Grid) -> Step:
    sets, _, _ = linked_sets_in(pattern, grid.layout)
    named = {
        f"als {name}": [Candidate(cell, digit) for cell in cells for digit in digits]
        for name, cells, digits in sets
    }
    return step.replace(because={role: _candidates(each, grid) for role, each in named.items()})


def _chain(step: Step, pattern: str, grid: Grid) -> Step:
    links = chain_in(pattern, grid.layout)
    return step.replace(
        links=links, because=[each for link in links for each in (*link.start, *link.end)]
    )


_READERS: Sequence[Callable[[Step, str, Grid], Step]] = (_subset, _fish, _sets, _chain)


def _candidates(named: Sequence[Candidate], grid: Grid) -> list[Candidate]:
    """Return those of the `named` candidates that the board has."""
    return [each for each in dict.fromkeys(named) if each.digit in grid.candidates(each.cell)]
