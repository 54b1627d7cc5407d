"""The results of a class as tables, spreadsheets, JSON and JUnit's XML."""

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sudoku_engine.testing import Finding
from sudoku_plugins.grading.graded_files import on_puzzles
from sudoku_plugins.grading.grader_results import as_json, junit_xml
from sudoku_plugins.grading.measurement import Figures
from sudoku_plugins.grading.reports import ClassReport, Result, table, write_csv
from sudoku_plugins.grading.scheme import Scheme, built_in
from sudoku_plugins.grading.similarity import Pair
from sudoku_plugins.grading.submissions import Work


@pytest.fixture
def report() -> ClassReport:
    """Two pupils with hostile names; the one passed, the other's file could not be loaded."""
    passed = Result(
        Work("=HYPERLINK(1)", "a/mine.py"),
        "mine",
        "Mine",
        (Finding(check="named", ok=True),),
        Figures(n_open=5, solved=2, steps=7, calls=4, seconds=0.002),
    )
    broken = Result(Work("<b>\x1b[31m\n&", "b/mine.py"), problem="line 1: @ is no Python")
    rules = Scheme({"must": 8.5, "advice": 0}, {**built_in().numbers})
    return ClassReport([passed, broken], rules, [Pair(0, 1, 91)], None, None)


def rows_of(report: ClassReport) -> Iterator[dict[str, str]]:
    out = io.StringIO()
    write_csv(report, out)
    return csv.DictReader(io.StringIO(out.getvalue()))


def suites_of(report: ClassReport) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(junit_xml(report).encode()))


def cell(report: ClassReport, column: str) -> object:
    """What the table for people has in this column of the first row."""
    columns, (first, _) = table(report)
    return dict(zip(columns, first))[column]


def test_no_cell_of_a_spreadsheet_is_a_formula(report: ClassReport) -> None:
    first, second = rows_of(report)

    assert first["pupil"] == "'=HYPERLINK(1)"
    assert second["alike"] == "'=HYPERLINK(1) 91 %"
    assert (first["points"], first["solved"], first["open"]) == ("9.5", "2", "5")
    assert cell(report, "points of 11") == "9.5"


def test_there_are_times_only_if_they_are_wanted_and_calls_came_back(report: ClassReport) -> None:
    assert "ms_per_call" not in next(rows_of(report))
    report.has_times = True
    assert next(rows_of(report))["ms_per_call"] == "0.5"
    assert cell(report, "ms/call") == 0.5
    hung = report.results[0].figures
    assert hung is not None
    hung.has_hung = True
    assert cell(report, "ms/call") is None


def test_a_strategy_is_named_only_if_it_is_not_the_usual_one(report: ClassReport) -> None:
    ids = (("ann", "pair"), ("ben", "pair"), ("ben", "duo"), ("cem", ""))
    report.results = [Result(Work(pupil, "mine.py"), name) for pupil, name in ids]

    assert report.names() == ["ann", "ben", "ben (duo)", "cem"]


def test_who_only_ever_fails_is_idle_and_who_gave_one_step_is_not() -> None:
    fires = Finding("it calls sys.exit", check="fires", ok=None)
    exits = Result(Work("ann", "mine.py"), "mine", "Mine", (fires,), Figures(faults=9))

    assert exits.score(None).is_idle
    assert not replace(exits, figures=Figures(steps=1, faults=9)).score(None).is_idle
    assert not replace(exits, fired=1).score(None).is_idle
    assert not replace(exits, findings=()).score(None).is_idle  # not a strategy


def test_a_name_cannot_steer_the_terminal(report: ClassReport) -> None:
    _, (_, second) = table(report)

    assert second[0] == r"<b>\x1b[31m\n&"


def test_names_are_kept_as_they_are(report: ClassReport) -> None:
    names = ["Zoë\u00a0Ö", "\u0645\u06cc\u200c\u062e", "山田　太郎", "Zoe\u0308"]
    report.results = [Result(Work(name, "mine.py"), problem="gone") for name in names]
    report.pairs, report.points = [], [0.0] * len(names)

    assert [row["pupil"] for row in rows_of(report)] == names


def test_a_check_that_does_not_apply_counts_only_where_others_failed() -> None:
    named = Finding(check="named", ok=True)
    sizes = Finding("it is for no size", check="sizes", ok=None, is_needless=True)
    fires = Finding("it finds nothing", check="fires", ok=False)

    assert Result(Work("ann", "mine.py"), "mine", "Mine", (named, sizes)).count(True) == (1, 1)
    assert Result(Work("b", "b.py"), "mine", "Mine", (named, sizes, fires)).count(True) == (1, 3)


def test_a_remark_names_a_half_technique_before_what_needs_a_board_to_be_understood() -> None:
    turned = Finding("after the moves", check="turned", about="it treats turned boards alike")
    example = Finding("nothing on its example", check="example", ok=False)
    half = Finding("finds 3 of 9 naked pairs", check="complete", is_must=False, ok=False)
    whole = Finding(check="complete", is_must=False, ok=True)
    unsound = Finding("you eliminate 5 from r1c1", check="true", ok=False)

    def remark(*findings: Finding) -> str:
        return Result(Work("ann", "mine.py"), "mine", "Mine", findings).remark

    assert remark(turned, example, half) == "finds 3 of 9 naked pairs"
    assert remark(turned, example, whole) == "nothing on its example"
    assert remark(turned, whole) == "after the moves"
    assert remark(unsound, turned, half) == "you eliminate 5 from r1c1"
    assert remark(half) == ""


def test_junit_takes_every_name(report: ClassReport) -> None:
    first, second = suites_of(report)

    assert (first.get("name"), second.get("errors")) == ("=HYPERLINK(1): mine", "1")


def test_no_two_suites_have_one_name(report: ClassReport) -> None:
    works = [
        *(Work("a", "x/mine.py"), Work("a", "y/mine.py"), Work("b", "b.py"), Work("b", "b.py")),
        *(Work("a", "", ("mine.zip",)), Work("a", "", ("mine.docx",))),
    ]
    report.results = [Result(work, problem="it does not load") for work in works]

    names = {suite.get("name") for suite in suites_of(report)}
    assert len(names) == len(works)
    assert "a (mine.zip)" in names


def test_a_step_that_is_wrong_on_the_puzzles_fails_the_file(report: ClassReport) -> None:
    found = on_puzzles(Figures(faults=10, wrong=10, why="it eliminates 5", line=3))
    result = Result(Work("a", "a.py"), "mine", "Mine", (found,))

    assert not result.has_passed
    assert result.remark == "line 3: on the puzzles: it eliminates 5"
    assert replace(result, findings=(on_puzzles(Figures(steps=3)),)).has_passed


def test_a_remark_says_what_to_do_in_a_few_words(report: ClassReport) -> None:
    finding = Finding("you eliminate 5", check="true", advice=f"leave {'those cells ' * 20}out.")
    report.results = [Result(Work("a", "a.py"), "mine", "Mine", (finding,))]
    report.points, report.pairs = [1.0], []

    ((remark, _),) = report.remarks()
    assert remark.startswith("a: you eliminate 5 (leave those cells")
    assert remark.endswith("cells …)")
    assert next(rows_of(report))["advice"] == finding.advice
    about_cells = replace(finding, advice="Naked Pair says: r5c2 and r5c8 hold only 6 and 9")
    report.results = [replace(report.results[0], findings=(about_cells,))]
    assert [text for text, _ in report.remarks()] == ["a: you eliminate 5"]  # from no cell
    report.results = [replace(report.results[0], findings=(finding,))]
    (check,) = as_json(report)["results"][0]["checks"]
    assert (check["name"], check["advice"]) == ("true", finding.advice)


def test_what_was_left_out_of_a_slow_file_is_said_in_its_row() -> None:
    figures = Figures(n_open=60, left_out=20, solved=3)
    slow = Result(Work("a", "a.py"), "mine", "Mine", (), figures)

    assert slow.has_passed
    assert slow.remark == "40 of 60 open puzzles tried, as it is slow"
    few = Finding(check="true", ok=True, evidence=("100 of 551 boards tried, as it is slow",))
    hidden = replace(few, check="hidden_true", evidence=("31 of 269 boards tried",))
    assert replace(slow, findings=(few, few, hidden)).remark == f"{few.evidence[0]}; {slow.remark}"


def test_similar_files_are_named_in_groups_without_a_verdict(report: ClassReport) -> None:
    report.results = [Result(Work(pupil, f"{pupil}.py")) for pupil in "abcdef"]
    report.pairs = [Pair(1, 2, 100), Pair(4, 5, 100), Pair(0, 1, 91), Pair(0, 2, 90)]

    assert report.similar_groups() == [
        "a, b and c: 90 to 100%; of these b and c: 100%",
        "e and f: 100%",
    ]


def test_a_file_is_named_if_its_pupil_handed_in_several(report: ClassReport) -> None:
    report.results = [
        Result(Work(*names)) for names in (("a", "1.py"), ("a", "2.py"), ("b", "3.py"))
    ]
    report.pairs = [Pair(1, 2, 95)]

    assert report.similar_groups() == ["a (2.py) and b: 95%"]
    assert report.names() == ["a (1.py)", "a (2.py)", "b"]


def test_of_a_pupils_files_the_one_with_most_points_is_the_best(report: ClassReport) -> None:
    passed, broken = (Work("ann", file) for file in ("a/new.py", "a/old.py"))
    first, second = report.results
    results = [replace(second, work=broken), replace(first, work=passed), second]
    best = replace(report, results=results).best_of_each()

    assert [(each.work.pupil, each.work.file) for each in best] == [
        ("ann", "a/new.py"),
        (second.work.pupil, second.work.file),
    ]
    assert replace(report, results=best).names()[0] == "ann (new.py, of 2 files)"


def test_files_of_one_name_are_told_apart_by_their_folders(report: ClassReport) -> None:
    files = ("a/new/mine.py", "a/old/mine.py")
    report.results = [Result(Work("a", file), problem="it is empty") for file in files]

    assert [text for text, _ in report.remarks()] == [
        f"a ({Path('a/new/mine.py')}): it is empty",
        f"a ({Path('a/old/mine.py')}): it is empty",
    ]
    assert suites_of(report)[0].get("name") == f"a ({Path('a/new/mine.py')})"
