"""The JSON of a class, from which every other format is written again."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Grid, Step
from sudoku_engine.errors import UsageError
from sudoku_engine.testing import Finding
from sudoku_plugins.grading.grader_results import (
    as_json,
    junit_xml,
    otter_results,
    read_results,
    submissions,
)
from sudoku_plugins.grading.measurement import Figures
from sudoku_plugins.grading.reports import ClassReport, Result, feedback_page, records, table
from sudoku_plugins.grading.scheme import BUILT_IN, built_in, read_scheme
from sudoku_plugins.grading.similarity import Like, Pair
from sudoku_plugins.grading.submissions import Work
from sudoku_plugins.kit.advice.code import Comment

BOARD = Grid.parse("12.. 34.. .... ....")
WRONG = Finding(
    "line 9: you eliminate 3 from r1c3",
    BOARD,
    Step.parse("r1c3<>3", BOARD.layout),
    advice="leave it",
    check="true",
    about="a step contradicts the solution",
    counter=Grid.parse("1234 3412 2143 4321"),
    evidence=("it fired only 3 times",),
)
SHOWN = Finding("it declares no example", check="shown", is_must=False)


@pytest.fixture
def report() -> ClassReport:
    """Four pupils: right, wrong, one with a strange name, one without a file."""
    fires = Finding(check="fires", ok=True)
    figures = Figures(n_open=5, solved=2, steps=7, found=6, wanted=12, calls=4, seconds=0.5)
    code = (Comment("style", 3, "x is set and not used"),)
    results = [
        Result(Work("ann", "a/x.py"), "x", "X", (fires, SHOWN), figures, fired=9, comments=code),
        Result(Work("ben", "b/x.py", helpers=("b/y.py",)), "x", "X", (WRONG, fires), figures),
        Result(Work("\x1b[31m\n", "c/x.py"), problem="line 1: no", excerpt="def(\n  ^"),
        Result(Work("dan", "", ("essay.doc",))),
    ]
    ours = [Like(0, "our example my_strategy.py", 97)]
    return ClassReport(results, built_in(), [Pair(0, 1, 91)], "naked_pair", 4, False, True, ours)


@pytest.fixture
def again(report: ClassReport, tmp_path: Path) -> ClassReport:
    """The same class, from the file."""
    file = tmp_path / "all.json"
    file.write_text(json.dumps(as_json(report)), encoding="utf-8")
    return read_results(str(file), built_in())


def everything(report: ClassReport) -> list[Any]:
    """All formats."""
    of_each = submissions(report).values()
    return [
        *(as_json(report), records(report), table(report), [*report.remarks()]),
        *(report.similar_groups(), report.like_ours(), junit_xml(report)),
        [feedback_page(report, [number]) for number in range(4)],
        *([*of_each], [otter_results(each, report.most_points) for each in of_each]),
    ]


def test_every_format_is_the_same_from_the_file(report: ClassReport, again: ClassReport) -> None:
    assert everything(again) == everything(report)


def test_another_scheme_gives_other_points(report: ClassReport, tmp_path: Path) -> None:
    (tmp_path / "all.json").write_text(json.dumps(as_json(report)), encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(BUILT_IN.replace("against: 10", "against: 0"), "utf-8")
    scheme = read_scheme(str(tmp_path / "mine.yaml"))

    assert read_results(str(tmp_path / "all.json"), scheme).most_points == report.most_points - 10


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("class"),
        lambda data: data["results"][0].pop("graded"),
        lambda data: data["results"][0]["graded"]["figures"].update(found="many"),
        lambda data: data["results"][1]["checks"][0].update(board=7),
        lambda data: data["alike"][0].update(rows=[0, -1]),
        lambda data: data["like_ours"][0].update(row=9),
    ],
)
def test_what_is_no_such_file_is_refused_in_a_line(
    report: ClassReport, tmp_path: Path, change: Any
) -> None:
    data = json.loads(json.dumps(as_json(report)))
    change(data)
    (tmp_path / "all.json").write_text(json.dumps(data), encoding="utf-8")

    with pytest.raises(UsageError, match="these are not a class's results"):
        read_results(str(tmp_path / "all.json"), built_in())


def test_a_comment_of_the_teacher_is_for_all_with_similar_work(report: ClassReport) -> None:
    said = replace(report, comments={"ben": "Look at line 9."})

    of_ann, of_ben, of_dan = map(said.comment, ("ann", "ben", "dan"))
    assert (of_ann, of_ben, of_dan) == ("Look at line 9.", "Look at line 9.", "")
    assert "Your teacher says:</em> Look at line 9." in feedback_page(said, [0])
    assert "Your teacher says" not in feedback_page(said, [3])


def test_the_command_writes_a_format_from_the_file_and_grades_nothing(
    report: ClassReport, tmp_path: Path, run: Any
) -> None:
    (tmp_path / "all.json").write_text(json.dumps(as_json(report)), encoding="utf-8")
    (tmp_path / "said.yaml").write_text("ben: Look at line 9.", encoding="utf-8")

    done = run("plugins", "grade", "--from", "all.json", "--csv", "--comments", "said.yaml")

    rows = [row["teacher"] for row in csv.DictReader(io.StringIO(done.out))]
    assert (done.status, rows) == (2, ["Look at line 9.", "Look at line 9.", "", ""])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--from all.json homework --jobs 2", "leave out homework and --jobs"),
        ("--from all.json --comments said.yaml", "said.yaml:1:1: there is no pupil 'bon': did you"),
        (
            "--from said.yaml",
            "said.yaml: these are not a class's results: `plugins grade FOLDER",
        ),
        ("--csv", "Missing argument 'FOLDER|FILE|ZIP...', or --from FILE"),
    ],
)
def test_what_does_not_go_with_a_file_of_results_is_an_error(
    report: ClassReport, tmp_path: Path, run: Any, arguments: str, why: str
) -> None:
    (tmp_path / "all.json").write_text(json.dumps(as_json(report)), encoding="utf-8")
    (tmp_path / "said.yaml").write_text("bon: Look at line 9.", encoding="utf-8")

    done = run("plugins", "grade", *arguments.split())

    assert done.status == 2
    assert why in done.err
