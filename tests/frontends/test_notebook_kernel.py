"""Notebooks in a real kernel of Jupyter."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.lacking import skip_for
from tests.support.paths import ROOT
from tests.support.pupils import ANY_PAIR

pytestmark = [pytest.mark.process, pytest.mark.thorough]

IMPORTS = """
from itertools import combinations
from sudoku_engine import *
from sudoku_engine.notebook import Board, Film, check
PUZZLE = "12.. 34.. ...1 ..2."
"""

PAIR = f"%%strategy --against naked_pair{ANY_PAIR}"

SLOW = """%%strategy
@strategy("Slow", score=1, level="easy")
def slow(grid):
    for number in range(60_000):
        number += 1
    return []
"""


@pytest.fixture(name="outputs")
def outputs_fixture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Return a function that runs cells in a kernel and returns what each has put out."""
    try:
        import nbformat
        from nbclient import NotebookClient
    except ImportError:
        skip_for("there is no nbclient")
    folders = [ROOT, ROOT / "plugins", ROOT / "frontends"]
    monkeypatch.setenv("PYTHONPATH", ":".join(map(str, folders)))
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))

    monkeypatch.chdir(ROOT / "examples")

    def outputs(*cells: str) -> list[list[Any]]:
        notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, cells)])
        NotebookClient(notebook, timeout=120, allow_errors=True, kernel_name="python3").execute()
        return [cell.outputs for cell in notebook.cells]

    return outputs


def test_a_notebook_shows_films_boards_steps_and_verdicts(outputs: Any) -> None:
    cells = (
        *(IMPORTS, "Film(PUZZLE)", "board = Board(PUZZLE)\nboard", PAIR),
        *("found = solve(PUZZLE)\nfound.steps[0].step", "check(any_pair)", "any_pair.id"),
        *("%%strategy --aginst x\n1", "%%strategy\nx = ", "Board('12345')"),
    )
    _, film, board, verdict, step, again, name, bad_option, bad_code, bad_board = outputs(*cells)
    for widget in (film, board):
        assert "application/vnd.jupyter.widget-view+json" in widget[0].data
        assert "<svg" in widget[0].data["image/svg+xml"]
    for checked in (verdict, again):
        assert "Line 15: you eliminate" in checked[0].data["text/html"]
        assert "<svg" in checked[0].data["text/html"]
        assert "a step contradicts the solution" in checked[0].data["text/plain"]
    assert "r2c3=1" in step[0].data["image/svg+xml"]
    assert name[0].data["text/plain"] == "'any_pair'"
    assert "--aginst" in bad_option[0].text
    assert "cell:2: it is not valid Python" in bad_code[0].data["text/plain"]
    assert bad_board[0].ename == "FormatError"


def test_functions_of_cells_take_part_in_each_cell_and_on_the_board(outputs: Any) -> None:
    own = """
@strategy("Nothing", score=1, level="easy", sizes=None)
def nothing(grid):
    return None

@strategy("Wrong", score=1, level="easy", sizes=None)
def wrong(grid):
    return 1 / 0
"""
    solve = "found = solve(PUZZLE, strategies=[nothing, 'singles'])\nfound.faults, found.notes"
    _, _, first, second, fault, board = outputs(
        *(IMPORTS, own, solve, solve),
        "solve(PUZZLE, strategies=[wrong]).faults[0].strategy.plugin",
        "board = Board(PUZZLE, strategies=[nothing, 'singles'])\n"
        "board._take(board, {'kind': 'key', 'name': 'o'}, [])\n"
        "while board._is_thinking:\n    board._take(board, {'kind': 'look'}, [])\n"
        "print(board._words)",
    )
    for solved in (first, second):  # a kernel gives each cell an `input` of its own
        assert solved[0].data["text/plain"] == "((), ())"
    assert fault[-1].data["text/plain"] == "'cell'"
    assert board[0].text == "Solved! Naked Single: 10 steps.\n"


def test_a_cell_is_checked_before_it_runs(outputs: Any) -> None:
    """So a loop outside of a function is ended, too."""
    _, endless, name, quote, slowly, after = outputs(
        *(IMPORTS, "%%strategy\nx = 1\nwhile True: pass", "x", "%%strategy 'x\n1"),
        *(SLOW, "slow.id, check(slow).has_passed"),
    )
    assert "does not come to an end" in endless[0].data["text/plain"]
    assert name[0].ename == "NameError"
    assert quote[0].evalue == "No closing quotation"
    assert [each.output_type for each in slowly] == ["execute_result"]  # the progress is gone
    assert after[0].data["text/plain"] == "('slow', False)"


def test_the_lesson_of_the_examples_runs(outputs: Any) -> None:
    lesson = json.loads((ROOT / "examples" / "naked_pairs.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in cells)
    (verdict,), (film,) = outputs(*("".join(cell["source"]) for cell in cells))[-2:]
    assert "it finds 96 of 96 naked pairs" in verdict["data"]["text/plain"]
    assert "My Naked Pair" in film["data"]["image/svg+xml"]
    assert "Solved" in film["data"]["image/svg+xml"]
