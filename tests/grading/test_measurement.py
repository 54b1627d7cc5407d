"""What a strategy does on puzzles that simpler ones leave open."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sudoku_engine import Candidate, Grid, Step, strategy
from sudoku_engine.solving.guard import count_solutions
from sudoku_plugins.grading.graded_files import Grading, graded
from sudoku_plugins.grading.measurement import Figures, Measurement, SolvedPuzzle
from sudoku_plugins.grading.submissions import Work
from sudoku_plugins.kit.algorithms import algorithm_starter, algorithms
from sudoku_plugins.kit.kit import as_component, bundled_kit
from sudoku_plugins.kit.plugin_calls import Caller
from tests.faults.laboratory import Laboratory
from tests.support.pupils import RIGHT

PUZZLE = Grid.parse(
    "...4.5196.....7...25.6...3.7...9.2.3.8.......4.3.....8..5.4....6.7.......9....7.4"
)


def figures_of(find: Callable[[Grid, int, int], Iterator[Step]]) -> Figures:
    """Return the figures of a strategy that is given an open cell and its digit, too."""
    solution = count_solutions(PUZZLE).solution
    assert solution is not None

    @strategy("Mine", score=60, level="medium")
    def mine(grid: Grid) -> Iterator[Step]:
        (cell, *_) = grid.open_cells
        yield from find(grid, cell, solution[cell])

    caller = Caller(as_component(mine, "strategy"), 5)
    return Measurement(caller, bundled_kit().ours).run([SolvedPuzzle(PUZZLE, solution)])


def test_a_false_step_is_a_fault_that_makes_it_wrong() -> None:
    figures = figures_of(lambda grid, cell, digit: iter([Step((), [Candidate(cell, digit)])]))

    assert (figures.faults, figures.wrong, figures.solved) == (1, 1, 0)
    assert "where the solution has" in figures.why


def test_only_puzzles_that_count_are_counted_as_solved() -> None:
    grid = Grid.parse("12343412214343.1")
    puzzle = SolvedPuzzle(grid, tuple(int(digit) for digit in "1234341221434321"))
    two = [puzzle, puzzle._replace(counts=False)]

    @strategy("Mine", score=1, level="easy", sizes=None)
    def mine(grid: Grid) -> Iterator[Step]:
        yield Step([Candidate(grid.open_cells[0], 2)])

    figures = Measurement(Caller(as_component(mine, "strategy"), 5), bundled_kit().ours).run(two)
    assert (figures.n_open, figures.solved, figures.steps) == (2, 1, 2)


def test_a_step_that_changes_nothing_is_a_fault_that_does_no_harm() -> None:
    figures = figures_of(lambda grid, cell, digit: iter([Step()]))

    assert (figures.faults, figures.wrong) == (1, 0)


def test_right_steps_are_carried_out() -> None:
    figures = figures_of(lambda grid, cell, digit: iter([Step([Candidate(cell, digit)])]))

    assert (figures.n_open, figures.solved, figures.faults) == (1, 1, 0)
    assert figures.steps > 0


def test_steps_that_are_not_the_technique_make_its_part_smaller() -> None:
    assert Figures(found=4, wanted=8).part == 0.5
    assert Figures(found=4, wanted=8, other=4).part == 0.25
    assert Figures(wanted=8, other=4).part == 0


@pytest.mark.skipif(os.name == "nt", reason="faults of other systems")
def test_nobody_is_blamed_when_the_system_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(RIGHT, encoding="utf-8")
    work = Work("ann", str(tmp_path / "mine.py"))
    failed = []
    for failing in (1, 5, 6, 7):
        laboratory = Laboratory(tmp_path / "elsewhere", failing)
        with monkeypatch.context() as patch:
            laboratory.installed(patch)
            (row,) = graded(work, Grading((work,), (), None, 5))
        failed.append(laboratory.failed)
        assert row.problem.startswith("not finished: the system failed to run another process (")
        assert row.findings == ()
    assert failed == ["pipe", "fork", "read", "write"]


@pytest.mark.process
def test_a_search_that_was_handed_out_is_not_measured(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        algorithm_starter(algorithms()["predict_search"], is_done=True).source("mine"),
        encoding="utf-8",
    )
    solution = count_solutions(PUZZLE).solution
    assert solution is not None
    posed = (SolvedPuzzle(PUZZLE, solution),)
    (result,) = graded(
        Work("Ann", str(tmp_path / "mine.py")), Grading((), posed, "predict_search", 5)
    )
    assert result.has_passed
    assert result.figures is not None
    assert (result.figures.n_open, result.figures.calls) == (0, 0)
    assert result.figures.stages_done == result.figures.stages > 0
