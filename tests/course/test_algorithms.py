"""Exercises in algorithmic thinking: the solutions pass, and the first wrong step is named."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Examination, Finding, bundled_kit
from sudoku_plugins.kit.algorithms import algorithm_starter, algorithms, reference
from sudoku_plugins.kit.checks.exercise_steps import is_frugal, steps_are_right
from tests.support.samples import thorough

pytestmark = pytest.mark.slow

Check = Callable[..., list[Finding]]

TECHNIQUES = [each.id for each in algorithms().values() if each.technique]
OTHERS = [each.id for each in algorithms().values() if not each.technique]


def text(name: str, is_done: bool = True) -> str:
    """Return the file of an exercise, as it is handed out or done right."""
    return algorithm_starter(algorithms()[name], is_done).source(f"my_{name}")


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Return the findings on a file for an exercise that are not right."""

    def checked(name: str, code: str) -> list[Finding]:
        file = tmp_path / f"my_{name}.py"
        file.write_text(code, encoding="utf-8")
        registry = Registry()
        registry.load([str(file)])
        assert registry.problems == []
        mine = registry.find(algorithms()[name].kind, f"my_{name}")
        kit = replace(bundled_kit(name), puzzles=1)
        found = list(Examination(mine, kit).findings())
        return [each for each in found if each.ok is False]

    return checked


@pytest.mark.parametrize(
    "name",
    [
        thorough(name) if number % 3 or name in TECHNIQUES else name
        for number, name in enumerate([*OTHERS, *TECHNIQUES])
    ],
)
def test_a_solution_passes_every_check(name: str, check: Check) -> None:
    assert [each.why for each in check(name, text(name))] == []


@pytest.mark.parametrize("name", algorithms())
def test_an_exercise_as_it_is_handed_out_has_a_wrong_step_and_no_other_fault(
    name: str, check: Check
) -> None:
    (found,) = check(name, text(name, is_done=False))
    assert (found.check, found.why[:5]) == (steps_are_right.name, "step ")


def test_exercises_build_on_those_before_them() -> None:
    known: set[str] = set()
    for each in algorithms().values():
        assert {*each.after} <= known
        known.add(each.id)


def test_predictions_are_worked_out_from_the_code() -> None:
    # By hand: r1c4 sees 4, 3 and 1; then r2c1, r3c3 and r4c2 have one digit left, in this order.
    loop = reference(algorithms()["predict_loop"])
    assert [loop[step] for step in ("HOW_MANY", "FIRST", "LAST")] == [4, "r1c4=2", "r4c2=3"]
    # By hand: 2 in r1c1, 3 in r1c3, then r1c4 has nothing left.
    search = reference(algorithms()["predict_search"])
    assert [search[step] for step in ("FIRST", "SECOND", "BACK")] == ["r1c1=2", "r1c3=3", "r1c3"]


PLACES = "return [cell for cell in cells if digit in grid.candidates(cell)]"
AFTER = "return grid.apply(Step(placements=[Candidate(cell, digit)]))"
UNSEEN = """digits = [*grid.digits[:cell], digit, *grid.digits[cell + 1 :]]
    return type(grid)(grid.layout, digits)"""
LEFT = "return {demand: columns[demand] - gone for"
COUNT = "return count(opened(grid, cell), 2) > 1"


@pytest.mark.parametrize(
    ("name", "right", "wrong", "why"),
    [
        ("predict_loop", "HOW_MANY = 4", "HOW_MANY = 3", "step 1 of 4: HOW_MANY is not 3"),
        ("predict_loop", "HOW_MANY = 4", "HOW_MANY = len([1])", "HOW_MANY is worked out by code"),
        ("predict_loop", "HOW_MANY = 4", "", "there is no HOW_MANY"),
        ("predict_search", "TRIES = 13", "TRIES = None", "step 4 of 4: TRIES is empty"),
        ("small_steps", PLACES, "return {*cells}", "and not [r1c1, r1c2]"),
        ("small_steps", "def places", "def place", "step 1 of 3: there is no function places"),
        ("backtracking", "    yield TakenBack(cell)", "    pass", "and not TakenBack(r3c2)"),
        ("backtracking", AFTER, "return [][1]", "step 2 of 3: after(grid, r1c1, 1) raises Index"),
        ("backtracking", AFTER, UNSEEN, "the right digits, but in r1c3 the candidates"),
        ("repair_pair", " == 2", " <= 2", "returns [r2c1, r2c3] and not []"),
        ("repair_pair", " if cell not in pair", "", "returns 2 in r1c4 as number 7 and not only 6"),
        ("exact_cover", LEFT, f"columns.popitem()\n    {LEFT}", "changes its argument columns"),
        ("clue_removal", COUNT, "return True", "is_needed(grid, r1c1) returns True and not False"),
    ],
)
def test_the_first_wrong_step_is_named(
    name: str, right: str, wrong: str, why: str, check: Check
) -> None:
    code = text(name).replace(right, wrong)
    assert code != text(name)
    (found,) = check(name, code)
    assert why in found.why


def test_a_prediction_may_be_written_in_any_way(check: Check) -> None:
    code = text("predict_loop").replace("'r1c4=2'", '" R1C4 = 2"').replace("= 4  #", "= '4'  #")
    assert check("predict_loop", code) == []


def test_a_search_that_tries_too_much_is_told_how_much(check: Check) -> None:
    once = "        yield Tried(*candidate)\n"
    code = text("exact_cover").replace(once, once * 3)
    (found,) = check("exact_cover", code)
    assert found.check == is_frugal.name
    assert "it needs 1197 tries or more where 598 are enough" in found.why


@pytest.mark.thorough
def test_a_class_earns_points_for_each_right_step(run: Any) -> None:
    Path("Ann.py").write_text(text("repair_search"), encoding="utf-8")
    half = text("repair_search").replace("            digits[cell] = 0\n", "")
    Path("Ben.py").write_text(half, encoding="utf-8")
    Path("Cem.py").write_text(text("repair_search", is_done=False), encoding="utf-8")
    graded = run(
        "plugins", "grade", "Ann.py", "Ben.py", "Cem.py", "--against", "repair_search", "--csv"
    )
    ann, ben, cem = (line.split(",") for line in graded.out.splitlines()[1:])
    points = [float(row[3]) for row in (ann, ben, cem)]
    assert graded.status == 1
    assert points[0] == float(ann[4])
    assert 5 <= points[1] < points[0] / 2
    assert points[2] == 0


@pytest.mark.thorough
def test_progress_names_what_is_done_and_what_is_next(run: Any) -> None:
    assert run("plugins", "new", "--course", "course").status == 0
    folder = Path("course", "algorithms")
    (folder / "01_predict_loop" / "my_predict_loop.py").write_text(text("predict_loop"))
    (folder / "04_predict_search" / "my_predict_search.py").write_text("def")
    (folder / "05_backtracking" / "my_backtracking.py").unlink()
    for _ in range(2):  # the second time from what was kept
        done = run("plugins", "progress", "course", "--json")
        rows = {row["exercise"]: row["state"] for row in map(json.loads, done.out.splitlines())}
        assert (done.status, len(rows)) == (1, 24)
        assert rows["Predict a loop"] == "done"
        assert rows["Predict a search"] == "begun: it cannot be loaded"
        assert rows["Backtracking"] == "the file is gone"
        assert rows["Naked Pair"] == "not begun"
    told = run("plugins", "progress", "course").out.replace("\\", "/")
    assert "\n1 of 24 done\n" in told
    assert "Next technique: Full House, course/01_full_house/README.md\n" in told
    assert "Next algorithm: Small steps, course/algorithms/02_small_steps/README.md\n" in told


def test_progress_of_a_folder_without_a_course_is_an_error(run: Any) -> None:
    done = run("plugins", "progress")
    assert (done.status, "there is no course in it" in done.err) == (2, True)


@pytest.mark.thorough
def test_rivals_are_a_league_each_by_itself(run: Any) -> None:
    Path("class", "Ben").mkdir(parents=True)
    Path("class", "Ann.py").write_text(text("propagation"))
    Path("class", "Ben", "mine.py").write_text(text("propagation").replace("max", "min"))
    Path("class", "Cem.py").write_text("def")
    Path("class", "test_Ann.py").write_text("")
    raced = run("race", "--rival", "class", "--solver", "mrv", "--json", ".1.......31....4")
    assert raced.status == 2
    assert "class/Cem.py:1" in raced.err.replace("\\", "/")
    assert "test_Ann.py" not in raced.err
    names = [line.split('"solver": "')[1].split('"')[0] for line in raced.out.splitlines()]
    assert names == ["Ann", "Ben", "mrv"]


@pytest.mark.parametrize("name", ["backtracking", "clue_removal", "small_steps"])
def test_a_starter_of_each_kind_has_a_configuration_that_runs(name: str, run: Any) -> None:
    starter = algorithm_starter(algorithms()[name], is_done=True)
    for file, code in starter.files(f"my_{name}").items():
        Path(file).write_text(code, encoding="utf-8")
    words = ["generate", "--count", "1"] if starter.kind == "generator" else ["solve", "-q"]
    assert run(*words, "-c", f"my_{name}.yaml").status == 0
