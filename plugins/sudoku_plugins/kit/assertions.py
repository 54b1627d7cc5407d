"""Assertions for tests of plugins, and the check of a plugin by running its own file."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, Union

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.notation import effects_in
from sudoku_engine.board.text_board import ASCII, one_line
from sudoku_engine.plugins import child_process
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.examination import Examination
from sudoku_plugins.kit.finding_text import finding_lines
from sudoku_plugins.kit.findings import Check, Finding
from sudoku_plugins.kit.kit import Kit, as_component, bundled_kit

Wanted = Union[str, Step, Iterable[Candidate]]

SOUND = ("in_time", "gives_steps", "leaves_board", "changes_something", "true", "candidates")


def assert_finds(strategy: Any, board: str | Grid, wanted: Wanted) -> Step:
    """Return the first step of `strategy` on `board` that makes all `wanted` changes.

    `wanted` is a step, candidates to eliminate, or words: ``r5c5=8`` or ``r1c4<>8, r2c4<>8``.
    Raise AssertionError, with the board, if there is no such step.
    """
    grid = Grid.parse(board) if isinstance(board, str) else board
    placed, eliminated = _changes(wanted, grid.layout)
    steps: list[Step] = list(strategy.find(grid) or ())
    for step in steps:
        if placed <= set(step.placements) and eliminated <= set(step.eliminations):
            return step
    raise AssertionError(_steps_on(strategy, grid, steps))


def assert_finds_nothing(strategy: Any, board: str | Grid) -> None:
    """Raise AssertionError if `strategy` finds a step on `board`."""
    grid = Grid.parse(board) if isinstance(board, str) else board
    steps = list(strategy.find(grid) or ())
    if steps:
        raise AssertionError(_steps_on(strategy, grid, steps))


def _steps_on(strategy: Any, grid: Grid, steps: Sequence[Step]) -> str:
    lines = [f"  {short_notation(step, grid.layout)}" for step in steps] or ["  nothing"]
    return "\n".join([f"{strategy.id} finds on", candidate_board(grid, ASCII), *lines])


def assert_sound(strategy: Any, kit: Kit | None = None) -> None:
    """Raise AssertionError if a step of `strategy` is wrong on one of hundreds of boards."""
    _assert_all(strategy, "strategy", kit, SOUND)


def assert_passes(component: Any, kind: str = "strategy", kit: Kit | None = None) -> None:
    """Raise AssertionError if `component` fails a check that one of its `kind` must pass."""
    _assert_all(component, kind, kit)


def _assert_all(thing: Any, kind: str, kit: Kit | None, names: Sequence[str] | None = None) -> None:
    component = as_component(thing, kind)
    for check in Examination(component, kit or bundled_kit()).checks():
        if names is None or check.name in names:
            _assert_passed(component, check.run())


def _assert_passed(component: Component, finding: Finding) -> None:
    if finding.is_unanswered:
        raise AssertionError(f"{finding.about}: this could not be checked: {finding.why}")
    if finding.has_failed:
        lines = finding_lines(finding, component.shown_file)
        raise AssertionError("\n".join([finding.about, *lines]))


class CheckToCall:
    """A check of a component; calling it raises AssertionError if the component fails."""

    def __init__(self, component: Component, check: Check) -> None:
        self._component, self._check = component, check
        self.name = check.name
        """Its name, which grading schemes use."""
        self.is_must = check.is_must
        """Whether a plugin must pass it; others are advice."""

    def __call__(self) -> None:
        """Run the check; skip the test if the finding is only advice."""
        import pytest

        finding = self._check.run()
        _assert_passed(self._component, finding)
        if not finding.ok:
            pytest.skip(finding.in_short)


def parametrize_with_checks(
    components: Iterable[Any], kind: str = "strategy", kit: Kit | None = None
) -> Callable[[Callable[..., None]], Any]:
    """Return a decorator that runs a test with each check of each of the `components`.

    The test takes a parameter ``check``, a `CheckToCall`, and calls ``check()``.
    """
    import pytest

    kit = kit or bundled_kit()
    checks = [
        pytest.param(CheckToCall(component, check), id=f"{component.id}-{check.name}")
        for component in (as_component(thing, kind) for thing in components)
        for check in Examination(component, kit).checks()
    ]
    return pytest.mark.parametrize("check", checks)


def _changes(wanted: Wanted, layout: Layout) -> tuple[set[Candidate], set[Candidate]]:
    if isinstance(wanted, Step):
        return set(wanted.placements), set(wanted.eliminations)
    if not isinstance(wanted, str):
        return set(), {Candidate(*candidate) for candidate in wanted}
    placed, eliminated = effects_in(wanted, layout)
    return {*placed}, {*eliminated}


def check_file(file: str, *options: str) -> NoReturn:
    """Run ``plugins check`` on `file`, with its command-line `options`, and exit with its status.

    Write it at the end of a plugin's file, so that running the file (F5 in IDLE) checks it::

        if __name__ == "__main__":
            from sudoku_engine.testing import check_file

            check_file(__file__)
    """
    command = child_process.command("sudoku_engine", "plugins", "check", *options, "--", file)
    # Python searches the folder of a file that it runs first.
    environment = child_process.environment(os.path.dirname(os.path.abspath(file)))
    try:
        if _has_terminal_streams():
            status = subprocess.run(command, env=environment).returncode
        else:
            status = _run_with_output_printed(command, environment)
    except KeyboardInterrupt:  # the child process has printed its own message
        status = 130
    raise SystemExit(status)


def _has_terminal_streams() -> bool:
    """Return whether a child process can write where this one prints; in IDLE it cannot."""
    try:
        return (sys.stdout.fileno(), sys.stderr.fileno()) == (1, 2)
    except (AttributeError, io.UnsupportedOperation):
        return False


def _run_with_output_printed(command: list[str], environment: dict[str, str]) -> int:
    """Run `command`, print what it writes, and return its exit status.

    Long lines are broken between words where they are read, in IDLE's window.
    """
    child = subprocess.Popen(
        command,
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    with child:
        assert child.stdout is not None
        for line in child.stdout:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            print(one_line(line.rstrip("\n"), sys.stdout, indent), flush=True)
    return child.returncode
