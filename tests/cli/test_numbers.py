"""What is no number (nan), or has no end (inf), is refused wherever a number is given."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from sudoku_engine import Grid, LoopSettings, Step, SudokuError
from sudoku_engine.cli.params import FiniteRange
from sudoku_engine.plugins.time_limits import Watchdog
from sudoku_engine.search import solutions
from sudoku_engine.solving.guard import count_solutions
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.solving.settings import Scale
from sudoku_plugins.kit.kit import Kit
from tests.cli.test_written_files import parameters

FOUR = "1..4..1.......3."

SLIPS = ["nan", "NaN", "inf", "-inf", "Infinity", "1e999", "-1e999"]


def type_of(parameter: click.Parameter) -> click.ParamType:
    """The type of the values of `parameter`, of one item of a list."""
    kind = parameter.type
    for inner in ("other", "item"):
        kind = getattr(kind, inner, kind)
    return kind


FLOATS = [
    (" ".join(command), parameter.opts[0])
    for parameter, command in parameters()
    if isinstance(type_of(parameter), type(click.FLOAT))
]


def test_every_option_for_a_number_with_a_fraction_has_a_range() -> None:
    kinds = {type(type_of(option)) for option, _ in parameters()}
    assert FiniteRange in kinds
    assert not kinds & {type(click.FLOAT), click.FloatRange}
    assert len(FLOATS) == 8


@pytest.mark.parametrize("slip", [*SLIPS, "-1", ""])
@pytest.mark.parametrize(("command", "option"), FLOATS)
def test_an_option_refuses_it_in_one_line(command: str, option: str, slip: str, run: Any) -> None:
    done = run(*command.split(), FOUR, option, slip)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"invalid value for '{option}'" in done.err


@pytest.mark.parametrize("slip", [*SLIPS, ".nan", ".inf", "-1"])
@pytest.mark.parametrize(
    "text",
    [
        "loop: {{step_timeout: {}}}",
        "loop: {{max_steps: {}}}",
        "generator: {{random_fill: {{coefficient: {}}}}}",
        "frontend: {{turtle: {{delay: {}}}}}",
    ],
)
def test_a_configuration_refuses_it_in_one_line(
    text: str, slip: str, run: Any, tmp_path: Path
) -> None:
    (tmp_path / "run.yaml").write_text(text.format(slip))
    command = "solve" if "loop" in text or "frontend" in text else "generate"
    done = run(command, "-c", "run.yaml", *([FOUR] if command == "solve" else []))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("slip", SLIPS)
def test_an_option_of_a_component_refuses_it_in_one_line(slip: str, run: Any) -> None:
    done = run("generate", "--coefficient", slip)
    assert done == (2, "", f"--coefficient: must be a number, not {slip!r}\n")


BOARD = Grid.parse(FOUR)

CALLS: dict[str, Callable[[Any], object]] = {
    "step_timeout": lambda number: LoopSettings(step_timeout=number),
    "max_steps": lambda number: LoopSettings(max_steps=number),
    "a time limit": Watchdog,
    "limit": lambda number: Kit([], limit=number),
    "puzzles": lambda number: Kit([], puzzles=number),
    "shrink_looks": lambda number: Kit([], shrink_looks=number),
    "a budget of nodes": lambda number: count_solutions(BOARD, number),
    "a limit of solutions": lambda number: search_events(BOARD, None, number),  # type: ignore[arg-type]
}
"""By the name in the message, a call of our functions with a number."""


@pytest.mark.parametrize("slip", [math.nan, math.inf, -math.inf, -1, "5", True])
@pytest.mark.parametrize("name", CALLS)
def test_a_call_refuses_it_in_one_line(name: str, slip: object) -> None:
    with pytest.raises(SudokuError) as refused:
        CALLS[name](slip)
    assert str(refused.value).startswith(f"{name} must be a ")
    assert str(refused.value).endswith(f"number from 0, not {slip!r}")


def test_a_search_with_an_endless_budget_is_refused() -> None:
    with pytest.raises(SudokuError):
        next(solutions(BOARD, math.nan))  # type: ignore[arg-type]


@pytest.mark.parametrize("slip", [math.nan, math.inf, 10**999])
def test_a_step_refuses_it_as_its_difficulty(slip: float) -> None:
    with pytest.raises(SudokuError, match=r"^difficulty must be a finite number, not "):
        Step([(0, 2)], difficulty=slip)


@pytest.mark.parametrize("limits", [(math.nan, 5, 9), (1, math.nan, 9), (1, 5, math.nan), (5, 1)])
def test_a_scale_must_grow(limits: tuple[float, ...]) -> None:
    with pytest.raises(SudokuError, match="must grow from level to level"):
        Scale(dict(zip(("easy", "medium", "hard"), limits)))
