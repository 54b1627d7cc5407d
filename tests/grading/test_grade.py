"""Grading a class: whatever is handed in, each gets a row, and the others theirs."""

import csv
import io
import json
import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from tests.support.once import made_once
from tests.support.pupils import HEAD, MINE, RIGHT, hand_in
from tests.support.samples import thorough

pytestmark = [pytest.mark.process, pytest.mark.slow]

Run = Any

MINE_SMALL = MINE.replace('level="medium"', 'level="medium", sizes=[4]')
"""The beginning of one that is checked on boards of 4x4 alone: sooner."""

CLASS = {
    "Ann Right": RIGHT,
    "=Cy Unsound": RIGHT.replace("if grid.candidates(pair[1]) == digits", "if True"),
    "Dan Never": f"{HEAD}{MINE_SMALL}    return []\n",
    "Eve Syntax": "def mine(grid:\n",
    "Fay Hangs": f"{HEAD}{MINE}    while True:\n        pass\n",
    "Gil Exits": f"{HEAD}{MINE}    os._exit(0)\n",
    "Hal Prints": f"{HEAD}{MINE}    while True:\n        print('hello')\n",
    "Ida Empty": "",
    "Jürgen Two": f"{HEAD}{MINE}    os._exit(0)\n\n\n{RIGHT.replace('struck', 'gone')}",
    "Kim Forks": f"{HEAD}{MINE_SMALL}    os.fork()\n",
}
"""Ten pupils, and what each handed in."""

SINGLE = f"""{HEAD}@strategy("Mine", score=4, level="easy")
def mine(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""
"""A strategy that is right, and quickly checked."""

SMALL = SINGLE.replace('level="easy"', 'level="easy", sizes=[4]')
"""The same, checked on boards of 4x4 alone: sooner."""

SMALL_PUZZLE = "......1.2...4.3."
HIDDEN_SINGLE = ".....3.85.3.5.8...8.67921.3.13.59....95...2.4.82436.51.67.2..185.....3.9948.7...6"
NAKED_PAIR = "...4.5196.....7...25.6...3.7...9.2.3.8.......4.3.....8..5.4....6.7.......9....7.4"


class Graded:
    """What came of grading the class: the rows by pupil, all of the JSON, the JUnit, the status."""

    def __init__(self, folder: Path) -> None:
        self.status = int((folder / "status").read_text(encoding="ascii"))
        self.data = json.loads((folder / "all.json").read_bytes())
        self.rows = {row["pupil"]: row for row in reversed(self.data["results"])}
        suites = ElementTree.parse(folder / "all.xml").getroot()
        self.suites = {suite.get("name"): suite for suite in suites}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, program_in: Any) -> Graded:
    """The class, graded on a puzzle that singles solve and one that needs a naked pair."""

    def grade(folder: Path) -> None:
        hand_in(folder / "class", CLASS)
        (folder / "two.txt").write_text(f"{HIDDEN_SINGLE}\n{NAKED_PAIR}\n", encoding="utf-8")
        arguments = "--puzzles two.txt --timeout 0.5 --jobs 2 --json --junit all.xml"
        process = program_in(folder).start("plugins", "grade", "class", *arguments.split())
        out, _ = process.communicate(timeout=280)
        (folder / "all.json").write_bytes(out)
        (folder / "status").write_text(str(process.returncode), encoding="ascii")

    return Graded(made_once(tmp_path_factory, "graded", grade))


def test_every_pupil_has_a_row(graded: Graded) -> None:
    assert set(graded.rows) == set(CLASS)
    assert graded.status == 2  # some could not be loaded


def test_who_is_right_passes_and_solves_what_simpler_strategies_leave_open(graded: Graded) -> None:
    row = graded.rows["Ann Right"]

    assert (row["passed"], row["remark"], row["faults"]) == (True, "", 0)
    assert (row["solved"], row["open"]) == (1, 1)
    assert row["steps"] > 0


def test_a_step_that_contradicts_the_solution_is_a_fault_with_its_line(graded: Graded) -> None:
    row = graded.rows["=Cy Unsound"]

    assert (row["passed"], row["solved"], row["open"]) == (False, 0, 1)
    assert row["faults"] > 0
    assert row["remark"].startswith("line ")
    assert "but the solution has" in row["remark"]


@pytest.mark.parametrize(
    ("pupil", "why"),
    [
        ("Dan Never", "line 9: the function is still empty: write your lines"),
        ("Eve Syntax", "line 1: it is not valid Python"),
        ("Fay Hangs", "line 7: it does not come back within 0.5 s"),  # where it begins
        ("Gil Exits", "line 9: it ends the program"),
        ("Hal Prints", "it prints more than"),
        ("Ida Empty", "the file is empty"),
        ("Kim Forks", "starts a process"),
    ],
)
def test_what_stops_one_is_named_in_the_row(graded: Graded, pupil: str, why: str) -> None:
    row = graded.rows[pupil]

    assert not row["passed"]
    assert why in row["remark"]


def test_who_brings_a_process_down_does_not_take_the_next_strategy_along(graded: Graded) -> None:
    own = [row for row in graded.data["results"] if row["pupil"] == "Jürgen Two"]

    assert [row["strategy"] for row in own] == ["mine", "my_naked_pair"]
    assert [row["passed"] for row in own] == [False, True]
    assert [row["solved"] for row in own] == [0, 1]


def test_checks_that_were_not_made_count_as_not_passed(graded: Graded) -> None:
    ended, right = graded.rows["Gil Exits"], graded.rows["Ann Right"]

    assert ended["must_checks"] == right["must_checks"]
    assert ended["must_passed"] < right["must_passed"] == right["must_checks"]


def test_right_work_has_most_points_and_broken_or_idle_work_none(graded: Graded) -> None:
    points = {pupil: row["points"] for pupil, row in graded.rows.items()}
    idle = graded.rows["Dan Never"]

    assert points["Ann Right"] == max(points.values())
    assert points["Eve Syntax"] == points["Ida Empty"] == points["Dan Never"] == 0
    assert 0 < points["=Cy Unsound"] < points["Ann Right"] / 2
    assert idle["faults"] == 0 < idle["must_passed"]


def test_a_copy_with_other_names_is_found(graded: Graded) -> None:
    pairs = {tuple(pair["pupils"]): pair["percent"] for pair in graded.data["alike"]}

    assert pairs["Ann Right", "Jürgen Two"] > 80
    assert all("Dan Never" not in pair for pair in pairs)


def test_junit_has_a_suite_a_pupil_and_a_case_a_check(graded: Graded) -> None:
    right = graded.suites["Ann Right: my_naked_pair"]
    unsound = graded.suites["=Cy Unsound: my_naked_pair"]
    broken = graded.suites["Eve Syntax"]

    assert (right.get("failures"), right.get("errors")) == ("0", "0")
    assert len(list(right)) == int(right.get("tests", "0"))
    assert unsound.find("testcase[@name='true']/failure") is not None
    assert broken.find("testcase[@name='loads']/error") is not None


@pytest.mark.thorough
def test_the_number_of_jobs_changes_nothing(tmp_path: Path, program_in: Any) -> None:
    hand_in(tmp_path / "class", {"a": SINGLE, "b": "def mine(grid:"})
    (tmp_path / "one.txt").write_text(NAKED_PAIR, encoding="utf-8")
    told = []
    for jobs in ("1", "2"):
        options = ["--puzzles", "one.txt", "--csv", "--jobs", jobs, "--against", "naked_single"]
        options += ["--hidden-seed", "10a"]
        process = program_in(tmp_path).start("plugins", "grade", "class", *options)
        told.append(process.communicate(timeout=140))

    assert told[0] == told[1]
    (row, *_) = csv.DictReader(io.StringIO(told[0][0].decode()))
    assert row["technique_found"] == row["technique_steps"] != "0"
    assert (row["open"], row["solvable"]) == ("1", "0")  # it takes hidden singles, too
    assert row["other_steps"] == "0"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--against naked_piar", "unknown technique 'naked_piar': did you mean 'naked_pair'?"),
        ("--csv --json", "--csv and --json are two formats"),
        ("--csv --format junit", "--csv and --format junit are two formats"),
    ],
)
def test_wrong_options_are_an_error(run: Run, tmp_path: Path, arguments: str, why: str) -> None:
    hand_in(tmp_path / "class", {"ann": ""})
    done = run("plugins", "grade", "class", *arguments.split())

    assert (done.status, why in done.err) == (2, True)


def test_a_puzzle_with_several_solutions_is_reported_and_left_out(run: Run, tmp_path: Path) -> None:
    hand_in(tmp_path / "class", {"ann": ""})
    done = run("plugins", "grade", "class", "--jobs", "1", "--puzzles", "12" + "." * 79)

    assert done.status == 2
    assert "not a puzzle with one solution: it is left out" in done.err
    assert "ann" in done.out


def test_the_status_is_one_if_work_is_wrong(run: Run, tmp_path: Path) -> None:
    hand_in(tmp_path / "class", {"dan": CLASS["Hal Prints"]})
    options = ["--jobs", "1", "--puzzles", NAKED_PAIR, "--csv", "-o", "out.csv"]

    assert run("plugins", "grade", "class", *options).status == 1
    assert (tmp_path / "out.csv").read_text(encoding="utf-8").count("\n") == 2


def test_the_puzzles_of_a_configuration_are_taken_and_right_work_has_status_zero(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "ann.py").write_text(SMALL, encoding="utf-8")
    (tmp_path / "class.yaml").write_text(f'puzzle: "{SMALL_PUZZLE}"\n', encoding="utf-8")

    told = run("plugins", "grade", "ann.py", "-c", "class.yaml", "--json", "--jobs", "1")

    assert told.status == 0
    (result,) = json.loads(told.out)["results"]
    assert (result["solved"], result["open"]) == (1, 1)


RULE = """from sudoku_engine import rule

@rule("Mine", draws="white dot")
def mine(a, b):
    "They are neighbours."
    return abs(a - b) == 1
"""


@pytest.mark.thorough
def test_rules_are_graded_by_their_checks(run: Run, tmp_path: Path) -> None:
    wrong = RULE.replace("return abs(a - b) == 1", "print(abs(a - b) == 1)")
    hand_in(tmp_path / "class", {"ann": RULE, "ben": wrong})

    told = run("plugins", "grade", "class", "--json", "--puzzles", NAKED_PAIR)

    assert told.status == 1
    ann, ben = json.loads(told.out)["results"]
    assert (ann["passed"], ann["points"]) == (True, ann["most_points"])
    assert not ben["passed"]
    assert ben["points"] < ann["points"] / 2
    assert "print only shows" in ben["advice"]


@pytest.mark.thorough
def test_rules_are_compared_with_the_one_of_the_homework(run: Run, tmp_path: Path) -> None:
    other = RULE.replace("== 1", "== 2")
    hand_in(tmp_path / "class", {"ann": RULE, "ben": other})

    told = run("plugins", "grade", "class", "--against", "white_dot", "--json")

    ann, ben = json.loads(told.out)["results"]
    assert (ann["passed"], ann["points"]) == (True, ann["most_points"])
    assert "it refuses what White Dot allows" in ben["remark"]


@pytest.mark.parametrize(
    ("which", "taken"),
    [
        ("last", ["old.py"]),
        thorough("best", ["mine.py"]),
        thorough("all", ["mine.py", "old.py"]),
    ],
)
def test_of_the_files_of_a_pupil_the_best_the_last_or_all_count(
    run: Run, tmp_path: Path, which: str, taken: list[str]
) -> None:
    hand_in(tmp_path / "class", {"ann": SMALL})
    (tmp_path / "class" / "ann" / "old.py").write_text(CLASS["Eve Syntax"], encoding="utf-8")
    os.utime(tmp_path / "class" / "ann" / "mine.py", (0, 0))
    options = ["--jobs", "1", "--puzzles", SMALL_PUZZLE, "--json", "--take", which]
    rows = json.loads(run("plugins", "grade", "class", *options).out)["results"]

    assert [Path(row["file"]).name for row in rows] == taken


def test_the_archive_of_a_class_is_graded_and_each_pupil_gets_a_page(
    run: Run, tmp_path: Path
) -> None:
    with ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("Ann Lee_123_assignsubmission_file_/x.py", SMALL)
        archive.writestr("Ben_124_assignsubmission_file_/x.py", "def mine(grid:")
    options = ["--jobs", "1", "--puzzles", SMALL_PUZZLE, "--feedback", "pages"]
    done = run("plugins", "grade", "class.zip", *options)

    assert (done.status, done.err) == (2, "")  # one file could not be loaded
    assert "Ann Lee " in done.out
    assert "Ben: line 1: it is not valid Python" in done.out
    assert sorted(page.name for page in (tmp_path / "pages").iterdir()) == [
        "Ann_Lee.html",
        "Ben.html",
    ]


@pytest.mark.thorough
def test_what_depends_on_time_counts_only_with_times(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text(SMALL, encoding="utf-8")
    checks = {}
    for times in ((), ("--times",)):
        options = ["--jobs", "1", "--puzzles", SMALL_PUZZLE, "--json", *times]
        (result,) = json.loads(run("plugins", "grade", "ann.py", *options).out)["results"]
        checks[times] = {check["name"] for check in result["checks"]}

    assert checks["--times",] - checks[()] == {"quick"}
