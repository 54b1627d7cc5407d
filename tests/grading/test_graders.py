"""The results of a class as automatic graders read them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sudoku_engine.board.grid import Grid
from sudoku_engine.testing import Finding
from sudoku_plugins.grading.grader_results import otter_results, submissions
from sudoku_plugins.grading.measurement import Figures
from sudoku_plugins.grading.reports import ClassReport, Result
from sudoku_plugins.grading.scheme import built_in
from sudoku_plugins.grading.submissions import Work
from tests.support.paths import EXAMPLES, ROOT
from tests.support.pupils import hand_in

Run = Any

GRADING = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")

BOARD = Grid.parse("53..7...." + "." * 72)


@pytest.fixture
def report() -> ClassReport:
    """Three pupils: one passed, one is wrong, one handed in two files, of which one is broken."""
    right = Finding(about="no step contradicts the solution", check="true", ok=True)
    shown = Finding("it declares no example", check="shown", is_must=False, ok=False)
    wrong = Finding("you eliminate 5", BOARD, check="true", advice="leave it")
    fires = Finding(check="fires", ok=True)
    figures = Figures(n_open=5, solved=2, steps=7, found=9, wanted=12)
    results = [
        Result(Work("ann", "a/mine.py"), "mine", "Mine", (right, shown, fires), figures, fired=9),
        Result(Work("ben", "b/mine.py"), "mine", "Mine", (wrong, fires), figures, fired=9),
        Result(Work("cem", "c/mine.py"), "mine", "Mine", (right,), Figures()),
        Result(Work("cem", "c/old.py"), problem="line 1: it is not valid Python"),
    ]
    return ClassReport(results, built_in(), [], "naked_pair", 4, has_own_puzzles=True)


def test_gradescope_has_a_test_for_each_check_with_its_points(report: ClassReport) -> None:
    ann, ben, _ = submissions(report).values()
    tests = {test["name"]: test for test in ann["tests"]}

    assert (tests["true"]["score"], tests["true"]["max_score"]) == (3, 3)
    assert (tests["shown"]["score"], tests["shown"]["status"]) == (0, "failed")
    assert tests["shown"]["output"] == "advice: it declares no example"
    assert (tests["technique"]["score"], tests["technique"]["max_score"]) == (7.5, 10)
    assert (tests["solved"]["score"], tests["solved"]["max_score"]) == (1, 2)
    assert ann["score"] == report.points[0] == sum(test.get("score", 0) for test in ann["tests"])
    assert ben["score"] == report.points[1] < 6


def test_who_failed_sees_the_board_and_what_to_do(report: ClassReport) -> None:
    _, ben, _ = submissions(report).values()
    (output,) = [test["output"] for test in ben["tests"] if test["name"] == "true"]

    assert output.startswith("you eliminate 5\nAdvice: leave it\n+---")


def test_what_is_about_puzzles_that_pupils_do_not_know_is_shown_later(report: ClassReport) -> None:
    def seen() -> dict[str, str]:
        (ann, *_) = submissions(report).values()
        return {test["name"]: test["visibility"] for test in ann["tests"]}

    assert (seen()["true"], seen()["solved"]) == ("visible", "after_due_date")
    assert report.visibility("hidden_true") == "hidden"
    report.has_own_puzzles = False
    assert set(seen().values()) == {"visible"}


def test_several_files_of_a_pupil_are_one_submission_with_the_points_of_the_best(
    report: ClassReport,
) -> None:
    cem = submissions(report)["cem"]
    names = [test["name"] for test in cem["tests"]]

    assert len(set(names)) == len(names)
    assert "cem (old.py): loads" in names
    assert cem["score"] == max(report.points[2:])
    assert cem["output"].startswith("failed, ")


def otter_total(results: dict[str, Any]) -> tuple[float, float]:
    """Return the points earned and possible, as Otter-Grader counts: all of a file, or none."""
    files = results["test_file_results"]
    assert len({file["filename"] for file in files}) == len(files)
    points = [sum(case["test_case"]["points"] for case in f["test_case_results"]) for f in files]
    passed = [all(case["passed"] for case in file["test_case_results"]) for file in files]
    return sum(each for each, ok in zip(points, passed) if ok), sum(points)


def test_otter_counts_the_points_of_the_scheme(report: ClassReport) -> None:
    for each in submissions(report).values():
        earned, possible = otter_total(otter_results(each, report.most_points))

        assert earned == pytest.approx(each["score"])
        assert possible == pytest.approx(report.most_points)


def test_a_file_for_each_pupil_is_written_into_a_folder(run: Run, tmp_path: Path) -> None:
    hand_in(tmp_path / "class", {"ann": "", "ben": "def"})
    done = run("plugins", "grade", "class", "--format", "gradescope", "-o", "out", "--jobs", "1")

    assert done.status == 2
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["ann.json", "ben.json"]
    ann = json.loads((tmp_path / "out" / "ann.json").read_bytes())
    assert ann["score"] == 0
    assert ann["tests"][0] == {
        "name": "loads",
        "status": "failed",
        "output": "the file is empty",
        "visibility": "visible",
    }


def test_without_a_folder_everything_is_one_submission_and_that_is_said(
    run: Run, tmp_path: Path
) -> None:
    hand_in(tmp_path / "class", {"ann": "", "ben": ""})
    done = run("plugins", "grade", "class", "--format", "otter", "--jobs", "1")

    names = [file["filename"] for file in json.loads(done.out)["test_file_results"]]
    assert names == ["ann: loads.py", "ben: loads.py", "points earned.py", "points missing.py"]
    assert "2 pupils' files are graded as one submission: -o FOLDER" in done.err


@pytest.mark.parametrize(
    ("arguments", "begin"),
    [
        ("--format csv", "pupil,file"),
        ("--format json", "{"),
        ("--format junit", "<?xml"),
        ("--format text", "  pupil"),
        ("--format json --json", "{"),
        ("-o out.xml", "<?xml"),
    ],
)
def test_the_format_is_an_option_or_the_ending_of_a_file(
    run: Run, tmp_path: Path, arguments: str, begin: str
) -> None:
    hand_in(tmp_path / "class", {"ann": ""})
    done = run("plugins", "grade", "class", "--jobs", "1", *arguments.split())
    file = tmp_path / "out.xml"

    assert (file.read_text(encoding="utf-8") if file.exists() else done.out).startswith(begin)


@pytest.mark.thorough
def test_pytest_gives_points_by_the_scheme(tmp_path: Path) -> None:
    (block,) = re.findall(r"```python test_homework.py\n(.*?)```", GRADING, re.S)
    for name in ("my_strategy.py", "grading.yaml"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    (tmp_path / "test_homework.py").write_text(block, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--junitxml=points.xml"]
    command += ["-p", "no:cacheprovider", "-k", "named or docstring or shown", "test_homework.py"]
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "plugins", ROOT / "frontends")))
    subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": paths}, check=True)

    (suite,) = ElementTree.parse(tmp_path / "points.xml").getroot()
    points = {
        str(case.get("name")): (case.find("properties/property").get("value"), len(case))  # type: ignore[union-attr]
        for case in suite
    }
    assert points == {
        "test_homework[my_naked_pair-named]": ("0.5", 1),
        "test_homework[my_naked_pair-docstring]": ("0.5", 1),
        "test_homework[my_naked_pair-shown]": ("0.0", 2),  # skipped: it is advice
    }
