"""A strategy in a cell: its text as a file, and the verdict of the kit."""

import math
import sys
from itertools import combinations
from pathlib import Path

import pytest

import sudoku_engine
from sudoku_engine import Candidate, Grid, Step, rule, strategy
from sudoku_engine.errors import UsageError
from sudoku_engine.notebook import check
from sudoku_frontends.notebook.checking import files_of, lacking_names
from tests.support.pupils import ANY_PAIR

NAMES = {
    "Candidate": Candidate,
    "Step": Step,
    "strategy": strategy,
    "combinations": combinations,
    "engine": sudoku_engine,
    "pi": 3,
    "PAIR": (1, 2),
    "odd": object(),
}


def test_a_cell_gets_imports_of_what_other_cells_imported() -> None:
    text = files_of("\ndef f(grid):\n    return [Step(), *combinations(grid, 2)]\n", NAMES)
    assert text == {
        "cell.py": "from sudoku_engine import Step; from itertools import combinations\n"
        "def f(grid):\n    return [Step(), *combinations(grid, 2)]\n"
    }


def test_a_module_keeps_the_name_that_the_notebook_gave_it() -> None:
    assert files_of("\nengine.Step", NAMES)["cell.py"].startswith(
        "import sudoku_engine as engine\n"
    )
    assert files_of("math.pi", {"math": math})["cell.py"] == "import math; math.pi\n"


def test_names_that_the_cell_sets_itself_are_left_alone() -> None:
    source = "\nfrom x import Step\nPAIR = 1\ndef combinations(pi): return pi, Step, PAIR, len\n"
    assert files_of(source, NAMES) == {"cell.py": source}


def test_plain_values_and_functions_of_other_cells_come_in_a_module() -> None:
    files = files_of("\nprint(area(pi), odd)", {**NAMES, "area": area})
    assert files["cell.py"] == "from other_cells import area, pi\nprint(area(pi), odd)\n"
    assert files["other_cells.py"].splitlines() == [
        *("def area(size: float) -> float:", "    return size * size", "", "", "pi = 3", "")
    ]


def area(size: float) -> float:
    return size * size


area.__module__ = "__main__"  # as in a notebook


@pytest.mark.parametrize(
    ("source", "first"),
    [
        ('"""Words."""  # so\nStep', '"""Words."""; from sudoku_engine import Step  # so'),
        (
            "from __future__ import annotations\nStep",
            "from __future__ import annotations; from sudoku_engine import Step",
        ),
        ("# what it does\nStep", "from sudoku_engine import Step  # what it does"),
        ("import math\nStep", "from sudoku_engine import Step; import math"),
        ("x = [\n    Step]", "from sudoku_engine import Step; x = ["),
    ],
)
def test_what_has_to_stay_first_stays_first(source: str, first: str) -> None:
    assert files_of(source, NAMES)["cell.py"].splitlines()[0] == first


@pytest.mark.parametrize("first", ['"""Words."""', "", "# a pair", "x = 1", "@strategy(1)"])
def test_lines_keep_their_numbers(first: str) -> None:
    source = f"{first}\ndef f(grid):\n    return Step\n"
    assert files_of(source, NAMES)["cell.py"].splitlines()[1:] == source.splitlines()[1:]


def test_names_that_a_decorator_in_the_first_line_needs_are_there() -> None:
    source = "@engine.strategy('A', score=pi,\n    level='easy')\ndef f(grid): return Step\n"
    text = files_of(source, {**NAMES, "pi": math.pi, "engine": sudoku_engine})["cell.py"]
    made: dict[str, object] = {"__name__": "cell"}
    exec(text.replace("from other_cells import pi", "from math import pi"), made)
    assert isinstance(made["f"], sudoku_engine.Strategy)
    assert made["Step"] is Step


def test_what_cannot_come_from_other_cells_is_said() -> None:
    assert lacking_names("odd, area, Step, PAIR, nowhere", {**NAMES, "area": area}) == ["odd"]
    result = check("\nodd.x\n", namespace=NAMES)
    assert "make odd in this cell" in str(result)
    assert "make odd in this cell" in result._repr_html_()


def test_a_wrong_strategy_gets_a_verdict_with_its_line_and_its_board() -> None:
    small = ANY_PAIR.replace('level="medium"', 'level="medium", sizes=[4]')  # sooner
    result = check(small, namespace=NAMES)
    assert not result
    assert "cell:15: you eliminate" in str(result)
    html = result._repr_html_()
    assert "Line 15: you eliminate" in html
    assert html.count("<svg") == 1
    assert "Here it goes wrong" in html
    assert "<script>" not in html


def test_what_cannot_be_loaded_is_said_with_its_line() -> None:
    result = check("\nx = 1\ndef f(:\n")
    assert not result
    assert str(result).startswith("cell:3: it is not valid Python")
    assert "cell:3: it is not valid Python" in result._repr_html_()
    assert "unknown" in str(check("x = 1", against="nacked_pair"))


def test_modules_beside_the_notebook_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "beside.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "a function with @strategy" in str(check("from beside import x\n"))
    assert str(tmp_path) not in sys.path


@rule("Grows", draws="thermometer")
def grows(a: int, b: int) -> bool:
    """The digits grow."""
    return a < b


@rule("Adds Up")
class adds_up:  # noqa: N801
    """The digits add up to five."""

    start = 0

    def step(self, state: int, digit: int) -> int:
        return state + digit

    def accepts(self, state: int) -> int:
        return state - 5


def test_rules_can_be_checked() -> None:
    assert check(grows, against="thermometer")
    assert "a number is not an answer" in str(check(adds_up))


def test_only_functions_and_texts_can_be_checked() -> None:
    with pytest.raises(UsageError, match="takes a function"):
        check(5)
    made: dict[str, object] = {}
    exec("def f(grid): return []", made)
    with pytest.raises(UsageError, match="f is no strategy yet: write @strategy"):
        check(made["f"])
    with pytest.raises(UsageError, match="<lambda> is no strategy"):
        check(lambda grid: [])
    with pytest.raises(UsageError, match="against is the id of a technique"):
        check("x = 1", against=5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="the text of f is not known"):
        check(strategy("F", score=1, level="easy")(made["f"]))  # type: ignore[arg-type]


@pytest.mark.thorough
def test_a_right_strategy_passes_with_help_from_other_cells() -> None:
    text = ANY_PAIR.replace(
        "digits = grid.candidates(first)\n",
        "digits = grid.candidates(first)\n"
        "            if not same(grid, first, second):\n                continue\n",
    )
    result = check(text, namespace={**NAMES, "same": same}, against="naked_pair")
    assert result
    assert "it finds 96 of 96 naked pairs" in str(result)
    assert "passed" in result._repr_html_()


def same(grid: Grid, first: int, second: int) -> bool:
    return grid.candidates(first) == grid.candidates(second)
