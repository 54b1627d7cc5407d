"""What a test of a plugin asserts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Union

from sudoku_engine.board.grid import Grid, candidate_board
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.text_board import ASCII
from sudoku_engine.board.words import cell_with_digit
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.examination import Examination, Kit, bundled_kit, plugin_of
from sudoku_engine.testing.finding_text import finding_lines
from sudoku_engine.testing.findings import Check, Finding

Wanted = Union[str, Step, Iterable[Candidate]]

SOUND = ("in_time", "gives_steps", "leaves_board", "changes_something", "true", "candidates")
"""The checks that say whether each single step is right."""


def assert_finds(
    strategy: Any, board: str | Grid, wanted: str | Step | Iterable[Candidate]
) -> Step:
    """The first step of `strategy` on `board` that does all that is `wanted`.

    `wanted` is a step, candidates that are to be struck, or words: ``r5c5=8`` or
    ``r1c4<>8, r2c4<>8``. Raises AssertionError, with the board, where there is none.
    """
    grid = Grid.parse(board) if isinstance(board, str) else board
    placed, struck = _wanted(wanted, grid.layout)
    steps: list[Step] = list(strategy.find(grid) or ())
    for step in steps:
        if placed <= set(step.placements) and struck <= set(step.eliminations):
            return step
    raise AssertionError(_found(strategy, grid, steps))


def assert_finds_nothing(strategy: Any, board: str | Grid) -> None:
    """Raises AssertionError where `strategy` finds a step on `board`."""
    grid = Grid.parse(board) if isinstance(board, str) else board
    steps = list(strategy.find(grid) or ())
    if steps:
        raise AssertionError(_found(strategy, grid, steps))


def _found(strategy: Any, grid: Grid, steps: Sequence[Step]) -> str:
    told = [f"  {step.notation(grid.layout)}" for step in steps] or ["  nothing"]
    return "\n".join([f"{strategy.id} finds on", candidate_board(grid, ASCII), *told])


def assert_sound(strategy: Any, kit: Kit | None = None) -> None:
    """Raises AssertionError where a step of `strategy` is wrong on one of hundreds of boards."""
    _assert(strategy, "strategy", kit, SOUND)


def assert_passes(component: Any, kind: str = "strategy", kit: Kit | None = None) -> None:
    """Raises AssertionError where `component` fails a check that one of its `kind` must pass."""
    _assert(component, kind, kit, None)


def _assert(thing: Any, kind: str, kit: Kit | None, names: Sequence[str] | None) -> None:
    component = plugin_of(thing, kind)
    for check in Examination(component, kit or bundled_kit()).checks():
        if names is None or check.name in names:
            finding = check.run()
            if finding.has_failed:
                raise AssertionError(_told(component, finding))


def _told(component: Component, finding: Finding) -> str:
    return "\n".join([finding.about, *finding_lines(finding, component.shown_file)])


class BoundCheck:
    """A check as a test calls it: it raises AssertionError where the plugin does not pass."""

    def __init__(self, component: Component, check: Check) -> None:
        self.component = component
        self.check = check

    def __call__(self) -> None:
        """Makes the check; what is only advice is told as a skipped test."""
        import pytest

        finding = self.check.run()
        if finding.has_failed:
            raise AssertionError(_told(self.component, finding))
        if not finding.ok:
            pytest.skip(f"{finding.why} ({finding.advice})" if finding.advice else finding.why)

    def __str__(self) -> str:
        return f"{self.component.id}-{self.check.name}"


def parametrize_with_checks(
    components: Iterable[Any], kind: str = "strategy", kit: Kit | None = None
) -> Callable[[Callable[..., None]], Any]:
    """A decorator that runs a test with each check of each of the `plugins`, as ``check``.

    The test calls ``check()``.
    """
    import pytest

    kit = kit or bundled_kit()
    bound = [
        BoundCheck(component, check)
        for component in (plugin_of(thing, kind) for thing in components)
        for check in Examination(component, kit).checks()
    ]
    return pytest.mark.parametrize("check", bound, ids=str)


def _wanted(wanted: Wanted, layout: Layout) -> tuple[set[Candidate], set[Candidate]]:
    """What is to be placed, and what is to be struck."""
    if isinstance(wanted, Step):
        return set(wanted.placements), set(wanted.eliminations)
    if not isinstance(wanted, str):
        return set(), {Candidate(*candidate) for candidate in wanted}
    placed: set[Candidate] = set()
    struck: set[Candidate] = set()
    for word in re.split(r"[,\s]+", wanted.strip()):
        candidate = Candidate(*cell_with_digit(word, layout))
        (struck if "<>" in word else placed).add(candidate)
    return placed, struck
