"""The chart of solvers: what is in its table, and whether its picture shows the same."""

import importlib.util
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Grid, Layout, TakenBack, Tried
from sudoku_engine.plugins.component import Component
from sudoku_plugins.generators.random_fill import RANDOM_FILL
from sudoku_plugins.lab.chart_command import (
    Difficulty,
    FigureRange,
    Measurement,
    SolverFigures,
    boards,
    measured,
)
from sudoku_plugins.solvers.backtracking import BACKTRACKING
from tests.support.json_lines import rows as json_rows

pytestmark = pytest.mark.slow

Run = Callable[..., Any]

SVG = "{http://www.w3.org/2000/svg}"
NEEDS_MATPLOTLIB = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib"
)


def charted(run: Run, *arguments: str) -> list[dict[str, Any]]:
    """The table as JSON."""
    done = run("chart", "--json", *arguments)
    assert (done.status, done.err) == (0, "")
    rows: list[dict[str, Any]] = json_rows(done.out)
    return rows


# The figures


def test_mean_least_and_most_are_of_what_was_solved() -> None:
    point = SolverFigures(
        0.4,
        "mine",
        (
            Measurement(True, False, 1.0, 10, 2),
            Measurement(False, False, 9.0, 99, 99),  # it gave up: no work was done to the end
            Measurement(True, False, 3.0, 40, 0),
        ),
    )
    assert (point.solved, point.stopped) == (2, 0)
    assert point.range_of("seconds") == FigureRange(2.0, 1.0, 3.0, at_least=False)
    assert point.range_of("moves") == FigureRange(25.0, 10, 40, at_least=False)
    assert point.range_of("backtracks") == FigureRange(1.0, 0, 2, at_least=False)


def test_where_the_time_ran_out_the_mean_is_at_least_this() -> None:
    measures = (
        Measurement(True, False, 1.0, 10, 2),
        Measurement(False, True, 5.0, 70, 60, is_short=True),
    )
    point = SolverFigures(0.4, "mine", measures)
    assert (point.solved, point.stopped) == (1, 1)
    assert point.range_of("seconds") == FigureRange(3.0, 1.0, 5.0, at_least=True)
    assert point.range_of("moves") == FigureRange(40.0, 10, 70, at_least=True)


def test_what_cannot_be_watched_has_no_moves() -> None:
    assert SolverFigures(0.4, "mine", (Measurement(True, False, 1.0),)).range_of("moves") is None


def test_the_boards_of_a_place_are_the_same_each_time_and_have_its_share_open() -> None:
    place = Difficulty(0.25, Layout.named("4x4"), 0.25)
    generator = Component.of("generator", RANDOM_FILL)
    first, second = (boards(place, generator, 1, 5) for _ in range(2))
    assert first == second != boards(place, generator, 2, 5)
    assert [grid.n_open for grid in first] == [4] * 5
    assert boards(place, generator, 1, 3) == first[:3]


def test_counts_are_those_of_the_search() -> None:
    place = Difficulty(0.5, Layout.named("9x9"), 0.5)
    grids = boards(place, Component.of("generator", RANDOM_FILL), 3, 4)
    for grid, measure in zip(grids, measured(grids, Component.of("solver", BACKTRACKING), 10.0)):
        events = []
        for event in BACKTRACKING.search(grid):
            if not isinstance(event, (Tried, TakenBack)):
                break
            events.append(event)
        moves = sum(isinstance(event, Tried) for event in events)
        assert measure.is_solved
        assert (measure.moves, measure.backtracks) == (moves, len(events) - moves)


def test_a_search_that_runs_out_of_time_is_stopped() -> None:
    # Its first row is 987654321, so that backtracking tries nearly all others before it.
    slow = Grid.parse(
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    )
    (measure,) = measured([slow], Component.of("solver", BACKTRACKING), 0.05)
    assert (measure.is_solved, measure.is_stopped, measure.seconds) == (False, True, 0.05)


# The table


def test_each_solver_has_a_row_for_each_coefficient(run: Run) -> None:
    rows = charted(run, "--coefficients", "0,0.5", "--layout", "4x4", "--count", "2")
    assert [(row["coefficient"], row["solver"]) for row in rows] == [
        (coefficient, solver)
        for coefficient in (0.0, 0.5)
        for solver in ("backtracking", "mrv", "bitboard", "linear_l1", "integer")
        if solver not in ("linear_l1", "integer") or importlib.util.find_spec("scipy")
    ]
    assert all(row["boards"] == 2 and row["stopped"] == 0 for row in rows)
    searches = [row for row in rows if row["coefficient"] == 0.5 and row["moves"]]
    # Each of 8 open cells is filled once at the least.
    assert all(row["moves"]["least"] >= 8 and row["solved"] == 2 for row in searches)
    assert {row["solver"] for row in searches} == {"backtracking", "mrv", "bitboard"}


def test_against_the_size_of_the_board(run: Run) -> None:
    arguments = ("--sizes", "4,6", "--solver", "mrv", "--count", "2", "--coefficients", "0.5")
    rows = charted(run, *arguments)
    assert [row["size"] for row in rows] == [4, 6]
    # Half of 16 cells and of 36.
    assert [row["moves"]["least"] for row in rows] == [8, 18]


def test_the_table_for_people(run: Run) -> None:
    done = run("chart", "--solver", "mrv", "--layout", "4x4", "--coefficients", "0.25,1")
    assert (done.status, done.err) == (0, "")
    head, _, *rows = (line.split() for line in done.out.splitlines() if line.strip())
    assert " ".join(head) == "open solver solved time in ms moves backtracks"
    assert [row[:3] for row in rows] == [["0.25", "mrv", "10/10"], ["1", "mrv", "10/10"]]
    assert rows[0][5:] == ["4.0", "(4-4)", "0.0", "(0-0)"]


def test_the_table_says_where_the_time_ran_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    arguments = ("--solver", "endless", "-p", "endless.py", "--count", "2", "--timeout", "0.1")
    done = run("chart", "--coefficients", "0.4", *arguments)
    assert (done.status, done.err) == (0, "")
    *_, row = (line.split() for line in done.out.splitlines() if line.strip())
    assert " ".join(row) == "0.4 endless 0/2, 2 stopped at least 100.0 (100.0-100.0)"


ENDLESS = """
from sudoku_engine import hookimpl, search

class Endless:
    id = name = "endless"
    def solutions(self, grid):
        while grid.n_open > 9:
            pass
        return search.solutions(grid)

@hookimpl
def sudoku_solvers():
    return [Endless()]
"""


def bad(option: str, why: str) -> str:
    """The line about a wrong value of an option."""
    program = "sudoku-engine chart"
    return f"{program}: invalid value for '{option}': {why} (see {program} --help)"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--coefficients 0.2,x", bad("--coefficients", "'x' is not a valid number")),
        ("--coefficients nan", bad("--coefficients", "'nan' is not a valid number")),
        ("--sizes 4,5", bad("--sizes", "'5' is not one of 4, 6, 9, 12, 16, 25")),
        (
            "--sizes 4 --coefficients 0.2,0.4",
            "--sizes takes one share of open cells: --coefficients 0.4",
        ),
        (
            "--sizes 4 --layout 6x6",
            "--sizes and --layout both set the size of the boards: choose one",
        ),
        ("-o chart.gif", "chart.gif: chart writes no .gif: end the name in .png, .svg or .pdf"),
        ("--solver mrw", "unknown solver 'mrw': did you mean 'mrv'?"),
    ],
)
def test_a_wrong_call_is_told_in_a_line(arguments: str, why: str, run: Run) -> None:
    assert run("chart", *arguments.split()) == (2, "", f"{why}\n")


LACKING = """
from sudoku_engine import hookimpl
from sudoku_engine.errors import PluginError

class Mine:
    id = "mrv"
    name = "Mine"
    def solutions(self, grid):
        raise PluginError("it needs what nobody has", "mrv")
        yield

@hookimpl
def sudoku_solvers():
    return [Mine()]
"""


def test_a_solver_that_lacks_something_is_left_out_with_a_notice(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LACKING)
    done = run("chart", "--layout", "4x4", "--count", "1", "-p", "mine.py", "--json")
    assert done.status == 0
    assert "notice: mrv does not take part: it needs what nobody has\n" in done.err
    assert "mrv" not in {row["solver"] for row in json_rows(done.out)}


def test_one_that_was_asked_for_counts_for_the_status(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LACKING)
    arguments = ("--solver", "mrv", "--solver", "backtracking", "-p", "mine.py", "--json")
    done = run("chart", "--layout", "4x4", "--count", "1", *arguments)
    assert done.status == 2
    assert "it needs what nobody has" in done.err
    assert {row["solver"] for row in json_rows(done.out)} == {"backtracking"}


# The picture


@NEEDS_MATPLOTLIB
def test_the_picture_shows_every_mean(run: Run, tmp_path: Path) -> None:
    arguments = ("--solver", "mrv", "--solver", "integer", "--count", "3", "--layout", "4x4")
    assert run("chart", *arguments, "-o", "chart.svg").status == 0
    root = ElementTree.parse(tmp_path / "chart.svg").getroot()
    for quantity in ("seconds", "moves", "backtracks"):
        assert _marks(root, f"{quantity}-mrv") == 3  # coefficients
    assert _marks(root, "seconds-integer") == 3
    assert _marks(root, "moves-integer") == 0
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "time in seconds" in words
    assert words.count("share of open cells (difficulty coefficient)") == 3
    assert {"mrv", "integer", "0.2", "0.4", "0.6"} <= set(words)
    assert any("3 random boards each, seed 1" in word for word in words if word)


def _marks(root: ElementTree.Element, name: str) -> int:
    """How many marks the group called `name` has."""
    return sum(
        len(list(group.iter(f"{SVG}use")))
        for group in root.iter(f"{SVG}g")
        if group.get("id") == name
    )


def test_without_matplotlib_the_table_still_comes(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done = run(
        "chart", "--solver", "mrv", "--count", "1", "--layout", "4x4", "-o", "chart.png", "--json"
    )
    why = "--output: a picture needs matplotlib: pip install '.[charts]' in the project's folder\n"
    assert (done.status, done.err) == (2, why)
    assert len(json_rows(done.out)) == 3
    assert not list(tmp_path.iterdir())
